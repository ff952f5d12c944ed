// The only way to send requests. Tests replace this closure.

import Host

/// Sends one request and returns its response. `received` gets the bytes of a 2xx body as they arrive, on
/// another thread and before the response; the response has them, too.
package struct Transport: Sendable {
  package typealias Received = @Sendable ([UInt8]) -> Void
  package typealias Send =
    @Sendable (HTTPRequest, _ received: Received?) async throws(HTTPError) -> HTTPResponse

  package let send: Send

  package init(_ send: @escaping Send) { self.send = send }
}

extension Transport {
  /// Runs libcurl on a separate thread, which ends with the last copy of this value.
  ///
  /// `userAgent`: `Name/Version (contact)`. `proxy`: nil for none. Requests to this machine do not
  /// use the proxy; addresses behind a proxy are not checked. `caFile`: see `caFile(environment:)`.
  package static func live(userAgent: String, proxy: String? = nil, caFile: String) -> Transport {
    let loop = CurlLoop(TransportSettings(userAgent: userAgent, proxy: proxy, caFile: caFile))
    return Transport { (request, received) async throws(HTTPError) -> HTTPResponse in
      try await loop.response(to: request, received)
    }
  }

  /// `SSL_CERT_FILE`, which libcurl does not read by itself, else Debian's bundle (docs/services.md §6, "CA").
  package static func caFile(environment: (String) -> String?) -> String {
    environment("SSL_CERT_FILE").flatMap { $0.isEmpty ? nil : $0 }
      ?? "/etc/ssl/certs/ca-certificates.crt"
  }
}

extension CurlLoop {
  /// Sends a request, follows its redirects, and checks each hop before it is made
  /// (docs/faults.md E1).
  func response(
    to request: HTTPRequest, _ received: Transport.Received?
  ) async throws(HTTPError) -> HTTPResponse {
    if let name = request.headers.firstBadName { throw .badHeader(name) }
    let first = try WebAddress(request.url)
    guard let reach = request.destination.reach(to: first) else { throw .badURL }
    let deadline = Clock.bootMilliseconds() + Int64(request.limits.totalMilliseconds)
    var next = (address: first, reach: reach)
    var headers = request.headers
    var hop = 0
    while true {
      let rest = Int(deadline - Clock.bootMilliseconds())
      guard rest > 0 else { throw .timeout }
      let response = try await perform(
        Hop(
          request: request, address: next.address, reach: next.reach, headers: headers,
          totalMilliseconds: rest, received: received))
      guard let location = response.redirect else {
        return HTTPResponse(
          status: response.status, headers: response.headers, body: response.body,
          url: next.address.url)
      }
      next = try request.next(after: next.address, to: location, hop: hop)
      headers = headers.afterRedirect
      hop += 1
    }
  }
}

extension HTTPHeaders {
  /// The headers without keys, cookies and everything else that identifies the sender; libcurl itself
  /// would send `x-api-key` again (docs/services.md §0.7).
  fileprivate var afterRedirect: HTTPHeaders {
    var kept = HTTPHeaders()
    if let accept = self["accept"] { kept.add("accept", accept) }
    return kept
  }
}
