// A proxy in front of a real web server that answers some requests itself, as firewalls, gateways and networks with a
// sign-in page do. It passes all other requests on unchanged, and refuses invalid HTTP.

import Glibc

package final class MeddlingProxy: Sendable {
  /// The proxy's own answer to a request; nil passes the request on.
  package typealias Decision = @Sendable (ServedRequest) -> ForeignAnswer?

  private let server: LoopbackServer

  /// Passes the requests to `port` of 127.0.0.1 on to the port `target`.
  package init(port: UInt16, to target: UInt16, decision: @escaping Decision) throws {
    server = try LoopbackServer(port: port) { request, connection in
      switch decision(request) {
      case nil: _ = connection.write(Self.answer(of: target, to: request)[...])
      case .own(let bytes): _ = connection.write(bytes[...])
      case .cut:
        let whole = Self.answer(of: target, to: request)
        _ = connection.write(whole.prefix(whole.count - Self.lost(of: whole)))
      }
      return false
    }
  }

  deinit { server.stop() }

  /// The number of bytes at the end that a cut answer lacks: half of its body.
  private static func lost(of answer: [UInt8]) -> Int {
    let end = answer.indices.first { answer[$0...].starts(with: [13, 10, 13, 10]) }
    return max(1, (answer.count - (end ?? 0) - 4) / 2)
  }

  /// The bytes of the server's answer; none if the server cannot be reached.
  private static func answer(of target: UInt16, to request: ServedRequest) -> [UInt8] {
    let number = socket(AF_INET, Int32(SOCK_STREAM.rawValue | SOCK_CLOEXEC.rawValue), 0)
    defer { close(number) }
    var address = sockaddr_in()
    address.sin_family = sa_family_t(AF_INET)
    address.sin_port = target.bigEndian
    address.sin_addr.s_addr = UInt32(0x7F00_0001).bigEndian
    let isConnected = withUnsafePointer(to: &address) {
      $0.withMemoryRebound(to: sockaddr.self, capacity: 1) {
        connect(number, $0, socklen_t(MemoryLayout<sockaddr_in>.size)) == 0
      }
    }
    guard isConnected else { return [] }
    let server = Connection(number: number) { false }
    guard server.write(bytes(of: request)[...]) else { return [] }
    var (answer, chunk) = ([UInt8](), [UInt8](repeating: 0, count: 1 << 16))
    while case let count = recv(number, &chunk, chunk.count, 0), count > 0 {
      answer += chunk[..<count]
    }
    return answer
  }

  /// The request with one change: the server closes the connection after its answer.
  private static func bytes(of request: ServedRequest) -> [UInt8] {
    let query = request.query.isEmpty ? "" : "?\(request.query)"
    let headers = request.headers.filter { $0.name.lowercased() != "connection" }
      .map { "\($0.name): \($0.value)" }
    let lines = ["\(request.method) \(request.path)\(query) HTTP/1.1"] + headers
    let head = (lines + ["Connection: close"]).joined(separator: "\r\n") + "\r\n\r\n"
    return Array(head.utf8) + request.body
  }
}

/// An answer that is not the server's own.
package enum ForeignAnswer: Equatable, Sendable {
  /// The bytes of an answer of the proxy.
  case own([UInt8])

  /// The server's answer without the end of its body.
  case cut

  /// A page, a text or a document of a proxy.
  package static func status(
    _ status: Int, _ body: String, type: String = "text/html", _ headers: [String] = []
  ) -> ForeignAnswer {
    let head =
      [
        "HTTP/1.1 \(status) Foreign", "Content-Type: \(type)", "Content-Length: \(body.utf8.count)",
        "Connection: close", "Cache-Control: no-store",
      ] + headers
    return .own(Array((head.joined(separator: "\r\n") + "\r\n\r\n" + body).utf8))
  }
}
