// One request to one address, and its answer: what the loop is given and gives back.

/// Everything libcurl needs to know of one hop.
struct Hop: Sendable {
  let request: HTTPRequest
  let address: WebAddress
  let reach: Reach
  /// A hop after a redirect takes only these along.
  let headers: HTTPHeaders
  /// What is left of the request's time.
  let totalMilliseconds: Int
  /// Bytes of a 2xx body, as they come, on the loop's thread.
  let received: (@Sendable ([UInt8]) -> Void)?
}

/// One hop's answer, before anybody has looked at its status.
struct Answer: Sendable {
  let status: Int
  let headers: HTTPHeaders
  let body: [UInt8]
  /// `location`, made absolute, of a 3xx.
  let redirect: String?
}

/// What is the same for all requests of a program.
struct Surroundings: Sendable {
  let userAgent: String
  /// Nil: none, whatever the environment says (FAULTS A10).
  let proxy: String?
  let caFile: String
}
