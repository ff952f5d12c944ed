// A request to a service: URL, headers, body, limits, and the addresses it may reach.

/// One request. Besides these members, libcurl sends only `Host`, `User-Agent`, `Accept` and the
/// headers of the body.
package struct HTTPRequest: Sendable, Equatable {
  package enum Method: Sendable, Equatable { case get, post }

  package let method: Method
  package let url: String
  package let headers: HTTPHeaders
  /// The body of a POST; without a `content-type` header it is sent as a form.
  package let body: [UInt8]?
  package let limits: HTTPLimits
  package let destination: Destination
  package let redirects: Redirects
  /// Whether the response may be compressed; for JSON, never for pictures (docs/faults.md E2).
  package let acceptsCompression: Bool
  /// Whether the request asks for HTTP/2 in clear text (RFC 7540 §3.2), even over TLS, like a client
  /// that tries to bypass a proxy. A response with the status 101 then ends the transfer.
  package let asksForClearHTTP2: Bool
  /// The pace's permit for this request; it ends when the request is sent.
  package let permit: Permit?

  package init(
    _ method: Method, _ url: String, headers: HTTPHeaders = [:], body: [UInt8]? = nil,
    limits: HTTPLimits, destination: Destination = .public, redirects: Redirects = .refused,
    acceptsCompression: Bool = false, asksForClearHTTP2: Bool = false, permit: Permit? = nil
  ) {
    self.method = method
    self.url = url
    self.headers = headers
    self.body = body
    self.limits = limits
    self.destination = destination
    self.redirects = redirects
    self.acceptsCompression = acceptsCompression
    self.asksForClearHTTP2 = asksForClearHTTP2
    self.permit = permit
  }
}

/// Limits of time and size; docs/faults.md §6 has the values for each service.
package struct HTTPLimits: Sendable, Equatable {
  /// For the name resolution, TCP and TLS of one hop.
  package let connectMilliseconds: Int
  /// For the whole request, redirects included.
  package let totalMilliseconds: Int
  /// The longest time without a byte; also the window in which a slow transfer must catch up with
  /// `minBytesPerSecond`.
  package let idleMilliseconds: Int
  /// The minimum speed of sent and received bytes together. With 0, one byte within
  /// `idleMilliseconds` suffices, because a model may think for a long time.
  package let minBytesPerSecond: Int
  /// The longest body, after decompression.
  package let bodyBytes: Int

  package init(
    connectMilliseconds: Int = 5000, totalMilliseconds: Int, idleMilliseconds: Int,
    minBytesPerSecond: Int = 1000, bodyBytes: Int
  ) {
    self.connectMilliseconds = connectMilliseconds
    self.totalMilliseconds = totalMilliseconds
    self.idleMilliseconds = idleMilliseconds
    self.minBytesPerSecond = minBytesPerSecond
    self.bodyBytes = bodyBytes
  }
}
