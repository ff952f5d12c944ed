// One hop: one request to one address and its response. A redirect leads to another hop.

/// All that libcurl needs for one hop of a request.
struct Hop: Sendable {
  let request: HTTPRequest
  let address: WebAddress
  let reach: Reach
  /// The headers to send. After a redirect, some headers of `request` are missing.
  let headers: HTTPHeaders
  /// The part of the request's total time that is left.
  let totalMilliseconds: Int
  /// Gets the bytes of a 2xx body as they arrive, on the loop's thread.
  let received: (@Sendable ([UInt8]) -> Void)?
}

/// The response of one hop, with any status.
struct HopResponse: Sendable {
  let status: Int
  let headers: HTTPHeaders
  let body: [UInt8]
  /// The `location` of a 3xx as an absolute URL.
  let redirect: String?
}

/// Settings that all requests of a program share.
struct TransportSettings: Sendable {
  let userAgent: String
  /// Nil: no proxy, even if the environment names one (docs/faults.md A10).
  let proxy: String?
  let caFile: String
}
