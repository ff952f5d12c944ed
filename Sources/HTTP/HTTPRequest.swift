// What is asked of a service: where, how, with what, for how long, and where it may lead us.

/// One request. Nothing is sent that was not given here but `Host`, `User-Agent`, `Accept` and what
/// the body needs.
package struct HTTPRequest: Sendable, Equatable {
  package enum Method: Sendable, Equatable { case get, post }

  package let method: Method
  package let url: String
  package let headers: HTTPHeaders
  /// Bytes of a POST; without a `content-type` header they go as a form's.
  package let body: [UInt8]?
  package let limits: HTTPLimits
  package let destination: Destination
  package let redirects: Redirects
  /// Whether the answer may come compressed; for JSON, never for pictures (FAULTS E2).
  package let acceptsCompression: Bool
  /// The turn that this request was given; it ends as the request goes out.
  package let turn: Turn?

  package init(
    _ method: Method, _ url: String, headers: HTTPHeaders = [:], body: [UInt8]? = nil,
    limits: HTTPLimits, destination: Destination = .public, redirects: Redirects = .refused,
    acceptsCompression: Bool = false, turn: Turn? = nil
  ) {
    self.method = method
    self.url = url
    self.headers = headers
    self.body = body
    self.limits = limits
    self.destination = destination
    self.redirects = redirects
    self.acceptsCompression = acceptsCompression
    self.turn = turn
  }
}

/// How long and how much; FAULTS §6 has the figures for each service.
package struct HTTPLimits: Sendable, Equatable {
  /// Name, TCP and TLS of one hop.
  package let connectMilliseconds: Int
  /// All of it, redirects included.
  package let totalMilliseconds: Int
  /// The longest silence; also the time that `leastBytesPerSecond` has to be made up in.
  package let idleMilliseconds: Int
  /// Sent and received together. 0: a single byte within `idleMilliseconds` will do, as for a model
  /// that thinks aloud slowly.
  package let leastBytesPerSecond: Int
  /// Most bytes of a body, after decompression.
  package let bodyBytes: Int

  package init(
    connectMilliseconds: Int = 5000, totalMilliseconds: Int, idleMilliseconds: Int,
    leastBytesPerSecond: Int = 1000, bodyBytes: Int
  ) {
    self.connectMilliseconds = connectMilliseconds
    self.totalMilliseconds = totalMilliseconds
    self.idleMilliseconds = idleMilliseconds
    self.leastBytesPerSecond = leastBytesPerSecond
    self.bodyBytes = bodyBytes
  }
}
