// Sends questions to a service that admits few requests: tries the cache first, paces the requests,
// and retries when the service is busy.

import Host
package import Text

/// The client of one service that answers GET requests with JSON.
package struct PacedClient: Sendable {
  /// A response that asks for a later retry. Any other response with an error status is a failure.
  package enum Complaint: Equatable, Sendable {
    /// The service is busy. It recovers by itself.
    case busy
    /// The client sends too many requests. The service demands this pause.
    case tooOften(RetryAfter)
  }

  /// The maximum number of attempts while the service reports that it is busy. Source:
  /// docs/services.md §4.1, 503 A.
  private static let busyTries = 4

  /// Pauses before the retries, in milliseconds, when the service reports too many requests and
  /// demands no pause of its own. Source: docs/services.md §4.1, 503 B.
  private static let pauses = [2000, 4000, 8000]

  /// The prefix of the service's questions in the cache.
  package var name: String
  package let transport: Transport
  package let url: String
  package let destination: Destination
  let pace: Pace
  package let cache: AnswerCache
  let complaint: @Sendable (HTTPResponse) -> Complaint?

  /// Whether the program also sends questions whose answers are in the cache, to check the service.
  package var asksAgain = false

  /// The priority of the requests. Background requests wait for foreground requests.
  package var priority = Pace.Priority.foreground

  /// Called when the pace allows a request, just before the request is sent.
  package var onSlot: @Sendable () async -> Void = {}

  /// Waits for the given number of milliseconds.
  package var rest: @Sendable (Int) async throws -> Void = {
    try await Task.sleep(for: .milliseconds($0))
  }

  package init(
    name: String, transport: Transport, url: String, destination: Destination, pace: Pace,
    cache: AnswerCache, complaint: @escaping @Sendable (HTTPResponse) -> Complaint?
  ) {
    self.name = name
    self.transport = transport
    self.url = url
    self.destination = destination
    self.pace = pace
    self.cache = cache
    self.complaint = complaint
  }

  /// The answer from the cache or from the service. `question` is the part of the address after
  /// `url` and a slash. Source: docs/product.md step 6 on keeping answers.
  package func get(_ question: String) async throws(LookupError) -> JSON {
    let key = "\(name):\(question)"
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
      if response.status == 200 { return response.body }
      switch complaint(response) {
      // The pace puts a gap between the attempts.
      case .busy where busy < Self.busyTries: busy += 1
      case .tooOften(let demanded):
        guard let pause = pauses.popFirst(), let wait = demanded.wait(orElse: pause) else {
          throw .unreachable("asked too often")
        }
        do { try await rest(wait) } catch { throw .unreachable("\(error)") }
      case .busy, nil:
        guard response.status >= 500 else { throw .refused(status: response.status) }
        throw .unreachable("HTTP \(response.status)")
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

extension RetryAfter {
  /// The pause in milliseconds; `pause` if the service demands none. Nil if the demanded pause is
  /// too long for a retry.
  fileprivate func wait(orElse pause: Int) -> Int? {
    switch self {
    case .unspecified: pause
    case .wait(let milliseconds): milliseconds
    case .tooLong: nil
    }
  }
}

/// A service with a paced client.
package protocol PacedService: Sendable {
  var client: PacedClient { get set }
}

extension PacedService {
  package var url: String { client.url }
  package var cache: AnswerCache { client.cache }

  /// The same service, whose answers have another name in the cache.
  package func named(_ name: String) -> Self {
    var copy = self
    copy.client.name = name
    return copy
  }

  package var asksAgain: Bool {
    get { client.asksAgain }
    set { client.asksAgain = newValue }
  }

  package var priority: Pace.Priority {
    get { client.priority }
    set { client.priority = newValue }
  }

  package var onSlot: @Sendable () async -> Void {
    get { client.onSlot }
    set { client.onSlot = newValue }
  }
}

extension Pace {
  /// Path of the file that paces the requests to a service. A service counts requests by the
  /// computer's address, so all installations of a user share one file. A server other than the
  /// public one has a separate file. `url` is the service's address; `data` is the folder for the
  /// file if the user has no shared folder. Source: docs/services.md §4.1, docs/faults.md E3.
  package static func path(of service: String, at url: String, data: String) -> String {
    let name = HostPort(url).map { "\(service)-\($0.host)-\($0.port).pace" } ?? "\(service).pace"
    return "\(SharedFolder.path() ?? data)/\(name)"
  }
}
