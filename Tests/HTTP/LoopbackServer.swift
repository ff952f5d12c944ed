// A server on this machine that sends the bytes of a test. Each connection has a thread, and all
// connections run the same script.

import Glibc
import Support
import Synchronization

/// One accepted connection, which a script controls.
struct Peer: Sendable {
  let socket: Int32
  let server: LoopbackServer

  /// Reads one request, head and body; nil when the client has disconnected.
  func request() -> String? {
    var text = ""
    while !text.contains("\r\n\r\n") {
      guard let more = read() else { return nil }
      text += more
    }
    let length = text.lowercased().split(separator: "\r\n")
      .first { $0.hasPrefix("content-length:") }
      .flatMap { Int($0.dropFirst(15).drop { $0 == " " }) }
    var missing = (length ?? 0) - body(of: text).utf8.count
    while missing > 0 {
      guard let more = read() else { return nil }
      text += more
      missing -= more.utf8.count
    }
    server.note(request: text)
    return text
  }

  /// Sends the bytes; false if the client has disconnected.
  @discardableResult
  func send(_ bytes: [UInt8]) -> Bool {
    var rest = bytes[...]
    while !rest.isEmpty {
      let count = rest.withUnsafeBytes {
        Glibc.send(socket, $0.baseAddress, $0.count, Int32(MSG_NOSIGNAL))
      }
      guard count > 0 else { return false }
      server.note(sent: count)
      rest = rest.dropFirst(count)
    }
    return true
  }

  @discardableResult
  func send(_ text: String) -> Bool { send(Array(text.utf8)) }

  /// Waits until the client disconnects.
  func waitForEnd() { while read() != nil {} }

  /// Makes the end of the connection an RST instead of a FIN.
  func reset() {
    var now = linger(l_onoff: 1, l_linger: 0)
    setsockopt(socket, SOL_SOCKET, SO_LINGER, &now, socklen_t(MemoryLayout<linger>.size))
  }

  private func read() -> String? {
    var bytes = [UInt8](repeating: 0, count: 1 << 16)
    let count = recv(socket, &bytes, bytes.count, 0)
    return count > 0 ? String(decoding: bytes[..<count], as: UTF8.self) : nil
  }

  private func body(of text: String) -> Substring {
    text.ranges(of: "\r\n\r\n").first.map { text[$0.upperBound...] } ?? ""
  }
}

/// Listens on 127.0.0.1 until the value is destroyed.
final class LoopbackServer: Sendable {
  typealias Script = @Sendable (Peer) -> Void

  struct Seen: Sendable {
    var connections = 0
    var open = 0
    var mostOpen = 0
    var requests: [String] = []
    var sentBytes = 0
  }

  let port: UInt16
  private let listener: Int32
  private let seenState = Mutex(Seen())

  var seen: Seen { seenState.withLock { $0 } }
  var url: String { "http://127.0.0.1:\(port)" }

  init(port wanted: UInt16 = 0, _ script: @escaping Script) throws {
    let number = socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0)
    var yes: Int32 = 1
    setsockopt(number, SOL_SOCKET, SO_REUSEADDR, &yes, 4)
    var address = sockaddr_in()
    address.sin_family = sa_family_t(AF_INET)
    address.sin_addr.s_addr = UInt32(0x7F00_0001).bigEndian
    address.sin_port = wanted.bigEndian
    let bound = withSockaddr(&address) { bind(number, $0, $1) }
    var length = socklen_t(MemoryLayout<sockaddr_in>.size)
    _ = withSockaddr(&address) { pointer, _ in getsockname(number, pointer, &length) }
    port = UInt16(bigEndian: address.sin_port)
    guard bound == 0, listen(number, 128) == 0 else { throw Failure.listen(errno) }
    listener = number
    startThread { [weak self] in
      while true {
        let socket = accept(number, nil, nil)
        guard socket >= 0 else {
          close(number)
          return
        }
        guard let server = self else {
          close(socket)
          return
        }
        server.serve(socket, script)
      }
    }
  }

  enum Failure: Error { case listen(Int32) }

  /// The thread closes the socket itself. Otherwise the kernel could give the descriptor's number
  /// to another file while the thread still uses the number.
  deinit { shutdown(listener, Int32(SHUT_RDWR)) }

  func note(request: String) { seenState.withLock { $0.requests.append(request) } }
  func note(sent count: Int) { seenState.withLock { $0.sentBytes += count } }

  private func serve(_ socket: Int32, _ script: @escaping Script) {
    seenState.withLock { seen in
      seen.connections += 1
      seen.open += 1
      seen.mostOpen = max(seen.mostOpen, seen.open)
    }
    startThread { [self] in
      script(Peer(socket: socket, server: self))
      close(socket)
      seenState.withLock { $0.open -= 1 }
    }
  }
}

extension LoopbackServer {
  /// Answers every request on every connection with the same bytes.
  convenience init(answering answer: String) throws {
    try self.init { peer in
      while peer.request() != nil { peer.send(answer) }
    }
  }

  /// A complete answer with its content length.
  static func ok(_ body: String, headers: String = "") -> String {
    "HTTP/1.1 200 OK\r\n\(headers)Content-Length: \(body.utf8.count)\r\n\r\n\(body)"
  }

  static func redirect(_ location: String) -> String {
    "HTTP/1.1 302 Found\r\nLocation: \(location)\r\nContent-Length: 0\r\n\r\n"
  }
}

private func withSockaddr(
  _ address: inout sockaddr_in, _ body: (UnsafeMutablePointer<sockaddr>, socklen_t) -> Int32
) -> Int32 {
  withUnsafeMutablePointer(to: &address) {
    $0.withMemoryRebound(to: sockaddr.self, capacity: 1) {
      body($0, socklen_t(MemoryLayout<sockaddr_in>.size))
    }
  }
}

private final class Work: Sendable {
  let run: @Sendable () -> Void
  init(_ run: @escaping @Sendable () -> Void) { self.run = run }
}

/// Starts a separate thread, because scripts block, and Swift's own threads must not block.
func startThread(_ run: @escaping @Sendable () -> Void) {
  var thread = pthread_t()
  let context = Unmanaged.passRetained(Work(run)).toOpaque()
  let code = pthread_create(
    &thread, nil,
    { context in
      if let context { Unmanaged<Work>.fromOpaque(context).takeRetainedValue().run() }
      return nil
    }, context)
  precondition(code == 0, "pthread_create: \(code)")
  pthread_detach(thread)
}

extension Environment {
  /// Sets or removes an environment variable of the test process.
  static func set(_ name: String, _ value: String?) {
    if let value { setenv(name, value, 1) } else { unsetenv(name) }
  }
}
