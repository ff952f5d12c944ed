// Where a provider is asked and how long for; what the HTTP room's errors mean to the ledger.

package import HTTP
import Host

/// One provider's address. No redirect is followed: a key must not travel (CONTRACTS §8).
package struct Endpoint: Sendable {
  private let transport: Transport
  private let url: String
  private let destination: Destination
  private let timeoutMilliseconds: Int

  /// Milliseconds since 1970: a service may name a day to be asked again on.
  private let now: @Sendable () -> Int64

  package init(
    transport: Transport, url: String, destination: Destination, timeoutMilliseconds: Int,
    now: @escaping @Sendable () -> Int64 = Clock.wallMilliseconds
  ) {
    self.transport = transport
    self.url = url
    self.destination = destination
    self.timeoutMilliseconds = timeoutMilliseconds
    self.now = now
  }

  /// With `received`, bytes of a 2xx body are handed over as they come.
  func post(
    _ path: String, headers: HTTPHeaders, body: [UInt8], received: Transport.Received? = nil
  ) async throws(ModelError) -> HTTPResponse {
    try await send(
      HTTPRequest(
        .post, "\(url)/\(path)", headers: headers, body: body, limits: limits,
        destination: destination, acceptsCompression: received == nil), received)
  }

  func get(_ path: String, headers: HTTPHeaders) async throws(ModelError) -> HTTPResponse {
    try await send(
      HTTPRequest(
        .get, "\(url)/\(path)", headers: headers, limits: limits, destination: destination,
        acceptsCompression: true), nil)
  }

  private func send(
    _ request: HTTPRequest, _ received: Transport.Received?
  ) async throws(ModelError) -> HTTPResponse {
    do {
      return try await transport.send(request, received)
    } catch {
      throw Self.error(for: error)
    }
  }

  /// An answer has at most 1 MB. Source: FAULTS §6 "LLM".
  private var limits: HTTPLimits {
    HTTPLimits(
      totalMilliseconds: timeoutMilliseconds, idleMilliseconds: timeoutMilliseconds,
      leastBytesPerSecond: 0, bodyBytes: 1 << 20)
  }

  /// What a service that says only "longer than two minutes" is left alone for: twice the breaker's
  /// time, because its own number is not kept (CONTRACTS §1.6, `RetryAfter.tooLong`).
  package static let longMilliseconds = 600_000

  /// How long the service wants to be left alone, from its headers; nil where it does not say.
  func wait(after response: HTTPResponse) -> Int? {
    switch RetryAfter(response.headers, nowMilliseconds: now()) {
    case .unsaid: nil
    case .wait(let milliseconds): milliseconds
    case .tooLong: Self.longMilliseconds
    }
  }

  /// Before a connection there was nothing to charge; after it there may have been.
  static func error(for error: HTTPError) -> ModelError {
    switch error {
    case .resolve, .connect, .tls, .refusedAddress, .refusedRedirect, .badURL:
      .network("\(error)")
    case .badHeader: .misconfigured("\(error)")
    default: .brokenOff("\(error)")
    }
  }
}
