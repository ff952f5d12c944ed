// The one seam: everything that asks a service asks through this closure, live or played.

import Host

/// Sends one request and gives the answer. With `received`, bytes of a 2xx body are handed over as
/// they come, on another thread and before the answer; they are in its body as well.
package struct Transport: Sendable {
  package typealias Received = @Sendable ([UInt8]) -> Void
  package typealias Send =
    @Sendable (HTTPRequest, _ received: Received?) async throws(HTTPError) -> HTTPResponse

  package let send: Send

  package init(_ send: @escaping Send) { self.send = send }
}

extension Transport {
  /// libcurl, on one thread of its own, which ends with the last copy of this value.
  ///
  /// `userAgent`: `Name/Version (contact)`. `proxy`: nil for none; hosts of this machine are asked
  /// without it, and behind it addresses are its own business. `caFile`: see `caFile(environment:)`.
  package static func live(userAgent: String, proxy: String? = nil, caFile: String) -> Transport {
    let surroundings = Surroundings(userAgent: userAgent, proxy: proxy, caFile: caFile)
    let loop = CurlLoop(surroundings)
    return Transport { (request, received) async throws(HTTPError) -> HTTPResponse in
      try await loop.answer(to: request, received)
    }
  }

  /// `SSL_CERT_FILE`, which libcurl does not read by itself, else Debian's bundle (CONTRACTS §6, "CA").
  package static func caFile(environment: (String) -> String?) -> String {
    environment("SSL_CERT_FILE").flatMap { $0.isEmpty ? nil : $0 }
      ?? "/etc/ssl/certs/ca-certificates.crt"
  }
}

extension CurlLoop {
  /// Follows redirects by hand, each hop vetted before it is made (FAULTS E1).
  func answer(
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
      let answer = try await perform(
        Hop(
          request: request, address: next.address, reach: next.reach, headers: headers,
          totalMilliseconds: rest, received: received))
      guard let location = answer.redirect else {
        return HTTPResponse(
          status: answer.status, headers: answer.headers, body: answer.body, url: next.address.url)
      }
      next = try request.next(after: next.address, to: location, hop: hop)
      headers = headers.afterRedirect
      hop += 1
    }
  }
}

extension HTTPHeaders {
  /// No key, no cookie and nothing else that says who asks: libcurl itself would take `x-api-key`
  /// along (CONTRACTS §0.7).
  fileprivate var afterRedirect: HTTPHeaders {
    var kept = HTTPHeaders()
    if let accept = self["accept"] { kept.add("accept", accept) }
    return kept
  }
}
