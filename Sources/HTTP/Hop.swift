// One request to one address and its response: the input and output of the loop.

/// All that libcurl needs for one hop of a request.
struct Hop: Sendable {
  let request: HTTPRequest
  let address: WebAddress
  let reach: Reach
  /// The headers to send: after a redirect fewer than those of `request`.
  let headers: HTTPHeaders
  /// The part of the request's total time that is left.
  let totalMilliseconds: Int
  /// Gets the bytes of a 2xx body as they arrive, on the loop's thread.
  let received: (@Sendable ([UInt8]) -> Void)?
}

/// The response of one hop, whatever its status.
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
  /// Nil: no proxy, whatever the environment says (docs/faults.md A10).
  let proxy: String?
  let caFile: String
}
