// Short helpers for requests in the HTTP tests.

@testable import HTTP

/// A live transport that trusts no additional certificate.
func live(proxy: String? = nil, caFile: String = "/etc/ssl/certs/ca-certificates.crt") -> Transport
{
  Transport.live(userAgent: "AlbumScan/test (+test)", proxy: proxy, caFile: caFile)
}

extension HTTPLimits {
  static func test(
    total: Int = 5000, idle: Int = 5000, least: Int = 1000, body: Int = 1 << 20
  ) -> HTTPLimits {
    HTTPLimits(
      connectMilliseconds: 1000, totalMilliseconds: total, idleMilliseconds: idle,
      minBytesPerSecond: least, bodyBytes: body)
  }
}

extension LoopbackServer {
  var destination: Destination { .configured(host: "127.0.0.1", port: port) }

  func get(
    _ path: String = "/", headers: HTTPHeaders = [:], limits: HTTPLimits = .test(),
    redirects: Redirects = .refused, acceptsCompression: Bool = false
  ) -> HTTPRequest {
    HTTPRequest(
      .get, url + path, headers: headers, limits: limits, destination: destination,
      redirects: redirects, acceptsCompression: acceptsCompression)
  }

  func post(_ body: String, headers: HTTPHeaders = [:]) -> HTTPRequest {
    HTTPRequest(
      .post, url, headers: headers, body: Array(body.utf8), limits: .test(),
      destination: destination)
  }
}

extension Transport {
  /// The error of a request, or nil with an answer.
  func failure(of request: HTTPRequest) async -> HTTPError? {
    do {
      _ = try await send(request, nil)
      return nil
    } catch {
      return error
    }
  }
}
