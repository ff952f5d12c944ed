// Sends one query to MusicBrainz: tries the cache first, paces the requests, and retries when the
// service is busy.

import HTTP
import Text

extension MusicBrainz {
  /// The maximum number of attempts while the service reports that it is busy. Source:
  /// docs/services.md §4.1, 503 A.
  private static let busyTries = 4

  /// Pauses before the retries, in milliseconds, when the service reports too many requests.
  /// Source: docs/services.md §4.1, 503 B.
  private static let pauses = [2000, 4000, 8000]

  /// The answer from the cache or from the service. Source:
  /// docs/product.md step 6 on keeping answers.
  func get(_ question: String) async throws(LookupError) -> JSON {
    let key = "musicbrainz:\(question)"
    if !asksAgain, let kept = await cache.read(key), let json = JSON(kept) { return json }
    let body = try await ask(question)
    // A maintenance page can come with status 200.
    guard let json = JSON(body) else { throw .unreachable("an answer that is no JSON") }
    await cache.write(body, key)
    return json
  }

  private func ask(_ question: String) async throws(LookupError) -> [UInt8] {
    var (busy, pauses) = (1, Self.pauses[...])
    while true {
      let response = try await answer(to: question)
      switch response.status {
      case 200: return response.body
      case 500...599: break
      default: throw .refused(status: response.status)
      }
      switch Complaint(response) {
      // A busy service recovers by itself. The pace puts a second between the attempts.
      case .busy where busy < Self.busyTries: busy += 1
      case .tooOften:
        guard let pause = pauses.popFirst() else { throw .unreachable("asked too often") }
        do { try await rest(pause) } catch { throw .unreachable("\(error)") }
      case .busy, nil: throw .unreachable("HTTP \(response.status)")
      }
    }
  }

  private func answer(to question: String) async throws(LookupError) -> HTTPResponse {
    do {
      let permit = try await pace.permit(priority)
      await onSlot()
      return try await transport.send(request(question, permit), nil)
    } catch {
      throw .unreachable("\(error)")
    }
  }

  /// Connect 5 s, total 20 s, 2 MB. Source: docs/limits.md.
  private func request(_ question: String, _ permit: Permit) -> HTTPRequest {
    HTTPRequest(
      .get, "\(url)/\(question)", headers: ["accept": "application/json"],
      limits: HTTPLimits(
        totalMilliseconds: 20_000, idleMilliseconds: 15_000, bodyBytes: 2 << 20),
      destination: destination, acceptsCompression: true, permit: permit)
  }
}

/// The reason that a 503 gives; any other answer means maintenance or another fault.
/// Source: docs/services.md §4.1.
private enum Complaint {
  case busy, tooOften

  init?(_ response: HTTPResponse) {
    guard response.status == 503, let error = JSON(response.body)?["error"].text else {
      return nil
    }
    if error.contains("exceeding") {
      self = .tooOften
    } else if error.contains("busy") {
      self = .busy
    } else {
      return nil
    }
  }
}
