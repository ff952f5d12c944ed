// Slow, endless and wrong servers (docs/faults.md E2): each request ends in time and with its own
// error.

import Host
import Support
import Testing

@testable import HTTP

/// A fault of a server, and the expected error.
struct Misbehaviour: Sendable, CustomTestStringConvertible {
  let testDescription: String
  let error: HTTPError?
  var limits = HTTPLimits.test(total: 4000, idle: 500, body: 100_000)
  /// The expected limit in milliseconds plus a margin for a busy machine. The value is below the
  /// next higher limit.
  var endsWithin: Int64 = 3900
  let script: @Sendable (Peer) -> Void
}

private let head = "HTTP/1.1 200 OK\r\n"
private let chunked = head + "Transfer-Encoding: chunked\r\n\r\n"
private let chunk = "2710\r\n" + String(repeating: "x", count: 10_000) + "\r\n"

@Suite struct LimitTests {
  static let misbehaviours: [Misbehaviour] = [
    Misbehaviour(testDescription: "no answer", error: .timeout) { $0.waitForEnd() },
    Misbehaviour(testDescription: "a header that drips", error: .timeout) { peer in
      peer.send(head + "X-Drip: ")
      while peer.send("x") { pause(milliseconds: 50) }
    },
    Misbehaviour(testDescription: "headers without end", error: .tooLarge) { peer in
      peer.send(head)
      while peer.send("X-Filler: \(String(repeating: "x", count: 1000))\r\n") {}
    },
    Misbehaviour(testDescription: "100 Continue without end", error: .tooLarge) { peer in
      while peer.send("HTTP/1.1 100 Continue\r\n\r\n") {}
    },
    Misbehaviour(testDescription: "a body that drips", error: .timeout) { peer in
      peer.send(chunked)
      while peer.send("1\r\nx\r\n") { pause(milliseconds: 20) }
    },
    Misbehaviour(testDescription: "a body that stands still", error: .timeout) { peer in
      peer.send(head + "Content-Length: 10\r\n\r\nx")
      peer.waitForEnd()
    },
    Misbehaviour(
      testDescription: "a body that drips where a byte will do, to the end of the time",
      error: .timeout, limits: .test(total: 1500, idle: 300, least: 0), endsWithin: 10_000
    ) { peer in
      peer.send(chunked)
      while peer.send("1\r\nx\r\n") { pause(milliseconds: 50) }
    },
    Misbehaviour(
      testDescription: "a thinker: silent 400 ms at a time, then done", error: nil,
      limits: .test(total: 8000, idle: 1400, least: 0), endsWithin: 8000
    ) { peer in
      peer.send(chunked)
      for _ in 0..<4 {
        pause(milliseconds: 400)
        peer.send("1\r\nx\r\n")
      }
      peer.send("0\r\n\r\n")
    },
    Misbehaviour(testDescription: "a quick body without end", error: .tooLarge) { peer in
      peer.send(chunked)
      while peer.send(chunk) {}
    },
    Misbehaviour(testDescription: "a body without end or length", error: .tooLarge) { peer in
      peer.send(head + "\r\n")
      while peer.send(chunk) {}
    },
    Misbehaviour(testDescription: "a length beyond the limit", error: .tooLarge) { peer in
      peer.send(head + "Content-Length: 100001\r\n\r\n")
      peer.waitForEnd()
    },
    Misbehaviour(testDescription: "exactly the limit", error: nil) { peer in
      peer.send(head + "Content-Length: 100000\r\n\r\n" + String(repeating: "x", count: 100_000))
    },
    Misbehaviour(testDescription: "one byte more, in chunks", error: .tooLarge) { peer in
      peer.send(chunked + String(repeating: chunk, count: 10) + "1\r\nx\r\n0\r\n\r\n")
    },
    Misbehaviour(testDescription: "a length that promises too much", error: .brokenOff) { peer in
      peer.send(head + "Content-Length: 10\r\n\r\nnine char")
    },
    Misbehaviour(testDescription: "chunks cut off", error: .brokenOff) { peer in
      peer.send(chunked + "A\r\nxxx")
    },
    Misbehaviour(testDescription: "no byte at all", error: .brokenOff) { _ in },
    Misbehaviour(testDescription: "a reset in the middle", error: .brokenOff) { peer in
      peer.send(head + "Content-Length: 10\r\n\r\nx")
      pause(milliseconds: 50)
      peer.reset()
    },
    Misbehaviour(testDescription: "another protocol", error: .other(code: 1)) { peer in
      peer.send("SSH-2.0-OpenSSH_9.2\r\n")
    },
    Misbehaviour(testDescription: "a length below nothing", error: .other(code: 8)) { peer in
      peer.send(head + "Content-Length: -5\r\n\r\nhello")
    },
    Misbehaviour(testDescription: "a chunk's length that is none", error: .brokenOff) { peer in
      peer.send(chunked + "zz\r\nhello\r\n")
    },
  ]

  @Test(arguments: misbehaviours)
  func `a bad server costs at most the limits`(_ case: Misbehaviour) async throws {
    let server = try LoopbackServer { peer in
      if peer.request() != nil { `case`.script(peer) }
    }
    let before = Clock.bootMilliseconds()
    let error = await live().failure(of: server.get(limits: `case`.limits))
    let time = Clock.bootMilliseconds() - before
    #expect(error == `case`.error)
    #expect(time < `case`.endsWithin)
    note("\(`case`.testDescription): \(time) ms")
  }

  @Test func `a port without a listener gives no connection`() async throws {
    let port = try LoopbackServer { _ in }.port
    let request = HTTPRequest(
      .get, "http://127.0.0.1:\(port)/", limits: .test(),
      destination: .configured(host: "127.0.0.1", port: port))
    #expect(await live().failure(of: request) == .connect)
  }

  @Test func `an invalid name does not resolve, or not in time`() async {
    let request = HTTPRequest(
      .get, "http://nowhere.invalid:80/", limits: .test(),
      destination: .configured(host: "nowhere.invalid", port: 80))
    let error = await live().failure(of: request)
    #expect(error == .resolve || error == .connect, "it was not asked")
  }

  @Test func `a handshake that is not answered in time is no request`() async throws {
    let server = try LoopbackServer { $0.waitForEnd() }
    let request = HTTPRequest(
      .post, "https://127.0.0.1:\(server.port)/", body: Array("paid".utf8), limits: .test(),
      destination: server.destination)
    #expect(await live().failure(of: request) == .connect)
    #expect(server.seen.connections == 1)
  }

  @Test func `a small file that unpacks to 64 MB is stopped, and a small one is unpacked`()
    async throws
  {
    let folder = try TemporaryFolder()
    let bomb = try gzip("head -c 67108864 /dev/zero", in: folder)
    let small = try gzip("printf hello", in: folder)
    let server = try LoopbackServer { peer in
      while let request = peer.request() {
        let bytes = request.hasPrefix("GET /bomb") ? bomb : small
        peer.send(head + "Content-Encoding: gzip\r\nContent-Length: \(bytes.count)\r\n\r\n")
        peer.send(bytes)
      }
    }
    let request = server.get("/bomb", limits: .test(body: 100_000), acceptsCompression: true)
    #expect(bomb.count < 100_000)
    #expect(await live().failure(of: request) == .tooLarge)
    let answer = try await live().send(server.get(acceptsCompression: true), nil)
    #expect(answer.body == Array("hello".utf8))
    #expect(try #require(server.seen.requests.last).contains("Accept-Encoding: "))
    #expect(try await live().send(server.get(), nil).body == small)
  }

  @Test func `nonsense instead of gzip is an error`() async throws {
    let server = try LoopbackServer(
      answering: head + "Content-Encoding: gzip\r\nContent-Length: 5\r\n\r\nhello")
    #expect(await live().failure(of: server.get(acceptsCompression: true)) == .other(code: 61))
  }

  private func gzip(_ command: String, in folder: TemporaryFolder) throws -> [UInt8] {
    try Programs.run(
      "/bin/sh", ["-c", "\(command) | gzip -9"], input: "/dev/null", limit: 1 << 20,
      timeoutMilliseconds: 10_000
    ).bytes
  }
}

@Suite struct IdleTimerTests {
  /// A timer with a window of 10 s from time 0, at 1,000 bytes a second.
  private func timer(least: Int = 1000) -> IdleTimer {
    IdleTimer(.test(idle: 10_000, least: least), now: 0)
  }

  @Test func `silence ends the request after the window`() {
    #expect(timer().deadline == 10_000)
  }

  @Test func `at the minimum speed the timer never ends, at half of it after two windows`() {
    var (steady, slow) = (timer(), timer())
    var end: Int64?
    for second in Int64(1)...100 {
      steady.note(bytes: Int(second) * 1000, now: second * 1000)
      #expect(steady.deadline == (second + 10) * 1000)
      if end == nil {
        slow.note(bytes: Int(second) * 500, now: second * 1000)
        if slow.deadline <= second * 1000 { end = second }
      }
    }
    #expect(end == 20)
  }

  @Test func `a burst of bytes extends the deadline by one window at most`() {
    var timer = timer()
    timer.note(bytes: 1 << 30, now: 1000)
    #expect(timer.deadline == 11_000)
    timer.note(bytes: 1 << 30, now: 2000)
    #expect(timer.deadline == 11_000)
  }

  @Test func `if any byte counts, one byte extends the deadline by a window`() {
    var timer = timer(least: 0)
    timer.note(bytes: 1, now: 9_999)
    #expect(timer.deadline == 19_999)
  }
}
