// A provider's address and time limit, and the meaning of HTTP errors for the ledger.

package import HTTP
import Host

/// One provider's address. Redirects are refused, so that the key is sent nowhere else (docs/services.md §8).
package struct Endpoint: Sendable {
  private let transport: Transport
  private let url: String
  private let destination: Destination
  private let timeoutMilliseconds: Int

  /// The time in milliseconds since 1970. A service may give the date of a retry.
  private let now: @Sendable () -> Int64

  /// Whether the server is in the installation's own network, where a model is free.
  let isPrivate: Bool

  package init(
    transport: Transport, url: String, destination: Destination, timeoutMilliseconds: Int,
    isPrivate: Bool = false, now: @escaping @Sendable () -> Int64 = Clock.wallMilliseconds
  ) {
    self.transport = transport
    self.url = url
    self.destination = destination
    self.timeoutMilliseconds = timeoutMilliseconds
    self.isPrivate = isPrivate
    self.now = now
  }

  /// Sends a POST. `received` gets the bytes of a 2xx body as they arrive.
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

  /// A response has at most 1 MiB. Source: docs/limits.md.
  private var limits: HTTPLimits {
    HTTPLimits(
      totalMilliseconds: timeoutMilliseconds, idleMilliseconds: timeoutMilliseconds,
      minBytesPerSecond: 0, bodyBytes: 1 << 20)
  }

  /// The pause for a service that asks for more than two minutes: twice the breaker's time. The
  /// program ignores the exact number of the service (docs/services.md §1.6, `RetryAfter.tooLong`).
  package static let longPauseMilliseconds = 600_000

  /// The pause that the service asks for, in milliseconds; nil if it asks for none.
  func pause(after response: HTTPResponse) -> Int? {
    switch RetryAfter(response.headers, nowMilliseconds: now()) {
    case .unspecified: nil
    case .wait(let milliseconds): milliseconds
    case .tooLong: Self.longPauseMilliseconds
    }
  }

  /// The error of a failed request. Without a connection nothing can be charged. After the request
  /// was sent, the call may be charged.
  static func error(for error: HTTPError) -> ModelError {
    switch error {
    case .resolve, .connect, .tls, .refusedAddress, .refusedRedirect, .badURL:
      .network("\(error)")
    case .badHeader: .misconfigured("\(error)")
    default: .brokenOff("\(error)")
    }
  }
}
