// Requests and answers over real sockets.

import Host
import Support
import Synchronization
import Testing

@testable import HTTP

@Suite struct TransportTests {
  @Test func `an answer has its status, its headers whatever their case, and its body`()
    async throws
  {
    let server = try LoopbackServer(
      answering:
        "HTTP/1.1 404 Not Found\r\nX-One:  a b \r\nx-one: 2\r\nContent-Length: 3\r\n\r\nno!")
    let answer = try await live().send(server.get("/x?q=%22"), nil)
    #expect(answer.status == 404)
    #expect(answer.headers["X-ONE"] == "a b")
    #expect(answer.body == Array("no!".utf8))
    #expect(answer.url == "\(server.url)/x?q=%22")
    let asked = try #require(server.seen.requests.first)
    #expect(asked.hasPrefix("GET /x?q=%22 HTTP/1.1\r\n"))
    #expect(asked.contains("User-Agent: AlbumScan/test (+test)\r\n"))
    #expect(!asked.contains("Accept-Encoding"))
  }

  @Test func `a body is posted without waiting for 100 Continue`() async throws {
    let server = try LoopbackServer(answering: LoopbackServer.ok("done"))
    let body = String(repeating: "x", count: 1_200_000)
    let request = server.post(body, headers: ["content-type": "text/plain", "x-empty": ""])
    #expect(try await live().send(request, nil).body == Array("done".utf8))
    let asked = try #require(server.seen.requests.first)
    #expect(asked.contains("Content-Length: 1200000\r\n"))
    #expect(asked.contains("x-empty:\r\n"))
    #expect(!asked.contains("Expect:"))
    #expect(asked.hasSuffix("\r\n\r\n" + body))
  }

  @Test func `a 2xx body is passed on as it arrives, another body is not`() async throws {
    let server = try LoopbackServer { peer in
      while let request = peer.request() {
        let status = request.hasPrefix("GET /bad") ? "500 No" : "200 OK"
        peer.send("HTTP/1.1 \(status)\r\nTransfer-Encoding: chunked\r\n\r\n1\r\na\r\n")
        pause(milliseconds: 100)
        for piece in ["2", "\r", "\nbc", "\r\n", "0\r\n", "\r\n"] {
          peer.send(piece)
          pause(milliseconds: 10)
        }
      }
    }
    let pieces = Mutex<[[UInt8]]>([])
    let transport = live()
    let answer = try await transport.send(server.get("/")) { piece in
      pieces.withLock { $0.append(piece) }
    }
    #expect(pieces.withLock { $0.first } == Array("a".utf8))
    #expect(pieces.withLock { $0.flatMap { $0 } } == Array("abc".utf8))
    #expect(answer.body == Array("abc".utf8))
    pieces.withLock { $0 = [] }
    let bad = try await transport.send(server.get("/bad")) { _ in pieces.withLock { $0.append([]) }
    }
    #expect(bad.status == 500)
    #expect(pieces.withLock { $0.isEmpty })
  }

  @Test func `twenty requests run side by side`() async throws {
    let server = try LoopbackServer { peer in
      while peer.request() != nil {
        // The server answers after all requests have arrived.
        _ = eventually { peer.server.seen.mostOpen == 20 }
        peer.send(LoopbackServer.ok("x"))
      }
    }
    let transport = live()
    try await withThrowingTaskGroup(of: Int.self) { group in
      for _ in 0..<20 { group.addTask { try await transport.send(server.get(), nil).status } }
      for try await status in group { #expect(status == 200) }
    }
    #expect(server.seen.mostOpen == 20)
  }

  @Test func `a cancelled request ends at once, and its connection with it`() async throws {
    let server = try LoopbackServer { peer in
      _ = peer.request()
      peer.waitForEnd()
    }
    let transport = live()
    let task = Task { await transport.failure(of: server.get()) }
    #expect(eventually { server.seen.requests.count == 1 })
    task.cancel()
    // The cancelled request ends before its timeout.
    #expect(await task.value == .cancelled)
    #expect(eventually { server.seen.open == 0 })
  }

  @Test func `a cancelled task does not wait`() async throws {
    let server = try LoopbackServer { $0.waitForEnd() }
    let transport = live()
    let task = Task {
      withUnsafeCurrentTask { $0?.cancel() }
      return await transport.failure(of: server.get())
    }
    #expect(await task.value == .cancelled)
  }

  @Test func `a released transport ends its thread`() async throws {
    let server = try LoopbackServer(answering: LoopbackServer.ok("x"))
    let threads = { try Files.entries(of: "/proc/self/task").count }
    let before = try threads()
    for _ in 0..<20 { _ = try await live().send(server.get(), nil) }
    #expect(try eventually { try threads() < before + 15 })
    #expect(eventually { server.seen.open == 0 })
  }

  @Test func `a post is never sent twice, even if its connection was closed`() async throws {
    let server = try LoopbackServer { peer in
      guard let request = peer.request() else { return }
      if request.hasPrefix("POST") { return }
      peer.send(LoopbackServer.ok("x"))
      _ = peer.request()
    }
    let transport = live()
    #expect(try await transport.send(server.get(), nil).status == 200)
    #expect(await transport.failure(of: server.post("paid")) == .brokenOff)
    #expect(server.seen.requests.filter { $0.hasPrefix("POST") }.count == 1)
  }

  @Test(arguments: [
    ("x-a", "b\r\nx-c: d"), ("x-a", "b\nx"), ("x-a", "b\0"), ("x-a\r\nb", "c"), ("", "x"),
    ("x a", "b"), ("x:a", "b"), ("Host", "evil"), ("content-length", "1"), ("Expect", "x"),
  ])
  func `a header with a line break is refused`(name: String, value: String) async throws {
    let server = try LoopbackServer(answering: LoopbackServer.ok("x"))
    var headers = HTTPHeaders()
    headers.add(name, value)
    #expect(await live().failure(of: server.get(headers: headers)) == .badHeader(name))
    #expect(server.seen.connections == 0)
  }

  @Test func `no proxy is taken from the environment`() async throws {
    let trap = try LoopbackServer(answering: LoopbackServer.ok("trapped"))
    let names = ["http_proxy", "https_proxy", "HTTPS_PROXY", "all_proxy", "ALL_PROXY"]
    for name in names { Environment.set(name, trap.url) }
    defer { for name in names { Environment.set(name, nil) } }
    // The transport's list of addresses without a proxy does not contain this address. No server
    // listens there.
    for scheme in ["http", "https"] {
      let request = HTTPRequest(
        .get, "\(scheme)://127.0.0.2:\(trap.port)/", limits: .test(),
        destination: .configured(host: "127.0.0.2", port: trap.port))
      for _ in 0..<10 { #expect(await live().failure(of: request) == .connect) }
    }
    #expect(trap.seen.connections == 0)
  }

  @Test func `the configured proxy is used, except for this machine`() async throws {
    let proxy = try LoopbackServer(answering: LoopbackServer.ok("by proxy"))
    let server = try LoopbackServer(answering: LoopbackServer.ok("direct"))
    let transport = live(proxy: proxy.url)
    #expect(try await transport.send(server.get(), nil).body == Array("direct".utf8))
    let request = HTTPRequest(
      .get, "http://models.invalid:8080/v1", limits: .test(),
      destination: .configured(host: "models.invalid", port: 8080))
    #expect(try await transport.send(request, nil).body == Array("by proxy".utf8))
    #expect(proxy.seen.requests.first?.hasPrefix("GET http://models.invalid:8080/v1 HTTP") == true)
  }
}
