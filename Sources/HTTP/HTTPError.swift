// The reasons why a request got no response. A response with an error status is a response.

/// An error of this module.
package enum HTTPError: Error, Equatable, Sendable {
  /// The host's name has no address, or no name server answered.
  case resolve
  /// There was no connection in time. No byte of the request was sent.
  case connect
  /// The certificate or the handshake failed; the reason is for the log and the owner's page
  /// (docs/faults.md E5).
  case tls(String)
  /// The time ran out after the request was sent.
  case timeout
  /// A body, or all headers together, exceeded their limit.
  case tooLarge
  /// The name led to an address that a public service never has (docs/faults.md E1).
  case refusedAddress
  case refusedRedirect
  /// The URL is not a plain absolute http(s) URL, or the destination does not allow it.
  case badURL
  /// A header that must not be sent; its name.
  case badHeader(String)
  case cancelled
  /// The server closed the connection before or within its response.
  case brokenOff
  /// Another error; libcurl's code. Source: <https://curl.se/libcurl/c/libcurl-errors.html>.
  case other(code: Int)

  /// Whether the same request may succeed a little later (docs/services.md §6, "retryable codes").
  ///
  /// Costs are not considered: a paid request that broke off may have been answered and charged.
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
    case .resolve: "the host’s name could not be resolved"
    case .connect: "no connection"
    case .tls(let reason): "no trusted connection: \(reason)"
    case .timeout: "no response in time"
    case .tooLarge: "the response is too large"
    case .refusedAddress: "the name leads to an address that is not public"
    case .refusedRedirect: "the response redirects to an address that is not allowed"
    case .badURL: "the URL is not valid or not allowed"
    case .badHeader(let name): "the header \(name) must not be sent"
    case .cancelled: "the request was cancelled"
    case .brokenOff: "the connection broke off"
    case .other(let code): "libcurl error \(code)"
    }
  }
}
