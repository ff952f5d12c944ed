// One question to MusicBrainz: kept, else paced, sent, and tried again where it is only busy.

import HTTP
import Host
import Models
import Store
import Text

extension MusicBrainz {
  /// Tries at a service that says it is busy. Source: CONTRACTS §4.1, 503 A.
  private static let busyTries = 4

  /// Milliseconds, one after the other, when it says that we ask too often. Source: CONTRACTS §4.1, 503 B.
  private static let pauses = [2000, 4000, 8000]

  /// From what is kept or from the service. Source: PRODUCT step 6 on keeping answers.
  func get(_ question: String) async throws(LookupError) -> JSON {
    let key = "musicbrainz:\(question)"
    if !asksAgain, let kept = await kept(key), let json = JSON(kept) { return json }
    let body = try await ask(question)
    // A page that says "maintenance" with status 200.
    guard let json = JSON(body) else { throw .unreachable("an answer that is no JSON") }
    await keep(body, key)
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
      // Nobody's fault, and it passes; the pace sees to the second between.
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
      let slot = try await pace.slot()
      await onTurn()
      return try await transport.send(request(question, slot), nil)
    } catch {
      throw .unreachable("\(error)")
    }
  }

  /// Connect 5 s, total 20 s, 2 MB. Source: FAULTS §6.
  private func request(_ question: String, _ slot: Slot) -> HTTPRequest {
    HTTPRequest(
      .get, "\(url)/\(question)", headers: ["accept": "application/json"],
      limits: HTTPLimits(
        totalMilliseconds: 20_000, idleMilliseconds: 15_000, bodyBytes: 2 << 20),
      destination: destination, acceptsCompression: true, slot: slot)
  }

  func kept(_ key: String) async -> [UInt8]? {
    try? await records.with { (store) throws(StoreError) in try store.answer(to: key) }
  }

  func keep(_ body: [UInt8], _ key: String) async {
    let now = now()
    try? await records.with { (store) throws(StoreError) in
      try store.keep(body, to: key, at: now)
    }
  }
}

/// What a 503 is about; everything else is maintenance or a fault of its own. Source: CONTRACTS §4.1.
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
