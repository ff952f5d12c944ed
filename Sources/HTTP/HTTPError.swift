// Why there was no answer. An answer with an unwelcome status is an answer.

/// An error of this room.
package enum HTTPError: Error, Equatable, Sendable {
  /// The host's name has no address, or no name server answered.
  case resolve
  /// There was no connection, in time or at all: not a byte of the request was sent.
  case connect
  /// The certificate or the handshake; the reason is for the log and the owner's page (FAULTS E5).
  case tls(String)
  /// Once the request was on its way.
  case timeout
  /// More bytes than the limit, of a body or of headers.
  case tooLarge
  /// The name led to an address that a public service never has (FAULTS E1).
  case refusedAddress
  case refusedRedirect
  /// Not an absolute http(s) URL of the plain kind, or not one that the destination allows.
  case badURL
  /// A header that must not be sent; its name.
  case badHeader(String)
  case cancelled
  /// The other side ended in the middle, or before the first byte of its answer.
  case brokenOff
  /// Anything else; libcurl's code. Source: <https://curl.se/libcurl/c/libcurl-errors.html>.
  case other(code: Int)

  /// Whether the same request may succeed a little later (CONTRACTS §6, "retryable codes").
  ///
  /// Says nothing about money: a paid request that broke off may have been answered and charged.
  package var isRetryable: Bool {
    switch self {
    case .resolve, .connect, .timeout, .brokenOff: true
    case .tls, .tooLarge, .refusedAddress, .refusedRedirect, .badURL, .badHeader, .cancelled,
      .other:
      false
    }
  }
}

extension HTTPError: CustomStringConvertible {
  package var description: String {
    switch self {
    case .resolve: "the name could not be resolved"
    case .connect: "no connection"
    case .tls(let reason): "no trust: \(reason)"
    case .timeout: "too slow"
    case .tooLarge: "too large"
    case .refusedAddress: "an address that is not public"
    case .refusedRedirect: "a redirect that may not be followed"
    case .badURL: "a URL that may not be asked"
    case .badHeader(let name): "a header that may not be sent: \(name)"
    case .cancelled: "cancelled"
    case .brokenOff: "broken off"
    case .other(let code): "libcurl error \(code)"
    }
  }
}
