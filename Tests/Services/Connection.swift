// One accepted connection. It reads requests and writes answers, with the faults that a test has
// ordered.

import Glibc

/// This type does not close the connection: the server does so, under its own lock.
struct Connection {
  let number: Int32
  let isStopped: @Sendable () -> Bool
  private var buffer: [UInt8] = []

  /// Whether the client closed its side during a pause.
  private(set) var hasClientLeft = false

  init(number: Int32, isStopped: @escaping @Sendable () -> Bool) {
    self.number = number
    self.isStopped = isStopped
  }

  enum Reading {
    case request(ServedRequest)
    /// The request was invalid HTTP. The answer gives the reason.
    case refused(Answer)
    case ended
  }

  /// Reads the next request. A head may have 64 kB. A body needs a Content-Length, of at most 64
  /// MB.
  mutating func request() -> Reading {
    guard let end = head() else { return .ended }
    let receivedAt = arrivalOfLastBytes()
    let lines = String(decoding: buffer[..<end], as: UTF8.self).split(separator: "\r\n")
    buffer.removeFirst(end + 4)
    let words = lines.first.map { $0.split(separator: " ") } ?? []
    guard words.count == 3, words[2] == "HTTP/1.1" || words[2] == "HTTP/1.0" else {
      return .refused(Answer(400))
    }
    let headers = lines.dropFirst().map { line in
      let halves = line.split(separator: ":", maxSplits: 1, omittingEmptySubsequences: false)
      return Header(String(halves[0]), halves.count > 1 ? trimmed(halves[1]) : "")
    }
    func header(_ name: String) -> String? {
      headers.first { $0.name.lowercased() == name }?.value
    }
    guard header("transfer-encoding") == nil else { return .refused(Answer(411)) }
    let length = header("content-length").map { Int($0) ?? -1 } ?? 0
    guard (0...64 << 20).contains(length) else { return .refused(Answer(413)) }
    if header("expect")?.lowercased() == "100-continue" {
      _ = write(Array("HTTP/1.1 100 Continue\r\n\r\n".utf8)[...])
    }
    guard let body = body(length) else { return .ended }
    let target = words[1].split(separator: "?", maxSplits: 1, omittingEmptySubsequences: false)
    return .request(
      ServedRequest(
        method: String(words[0]), path: String(target[0]),
        query: target.count > 1 ? String(target[1]) : "", headers: headers, body: body,
        receivedAt: receivedAt))
  }

  private mutating func head() -> Int? {
    let mark = Array("\r\n\r\n".utf8)
    var start = 0
    while true {
      if buffer.count >= 4 {
        for index in start...(buffer.count - 4) where Array(buffer[index..<index + 4]) == mark {
          return index
        }
        start = buffer.count - 3
      }
      guard buffer.count < 64 << 10, receive() else { return nil }
    }
  }

  private mutating func body(_ length: Int) -> [UInt8]? {
    while buffer.count < length { guard receive() else { return nil } }
    let body = Array(buffer[..<length])
    buffer.removeFirst(length)
    return body
  }

  private mutating func receive() -> Bool {
    var chunk = [UInt8](repeating: 0, count: 1 << 16)
    let count = recv(number, &chunk, chunk.count, 0)
    guard count > 0 else { return false }
    buffer += chunk[..<count]
    return true
  }

  /// When the kernel received the last bytes, in microseconds since start-up. A thread of a busy
  /// computer may read bytes long after they arrived. Unit of the kernel's answer: milliseconds
  /// (tcp(7), `TCP_INFO`).
  private func arrivalOfLastBytes() -> Int64 {
    var info = tcp_info()
    var size = socklen_t(MemoryLayout<tcp_info>.size)
    let now = monotonicMicroseconds()
    guard getsockopt(number, Int32(IPPROTO_TCP), TCP_INFO, &info, &size) == 0 else { return now }
    return now - Int64(info.tcpi_last_data_recv) * 1000
  }

  private func trimmed(_ text: Substring) -> String {
    let blanks: Set<Character> = [" ", "\t"]
    let start = text.drop { blanks.contains($0) }
    return String(start.reversed().drop { blanks.contains($0) }.reversed())
  }

  /// Writes bytes. False if the client has closed the connection.
  func write(_ bytes: ArraySlice<UInt8>) -> Bool {
    var rest = bytes
    while !rest.isEmpty {
      let count = rest.withUnsafeBytes {
        send(number, $0.baseAddress, $0.count, Int32(MSG_NOSIGNAL))
      }
      guard count > 0 else { return false }
      rest = rest.dropFirst(count)
    }
    return true
  }

  mutating func pause(milliseconds: Int64) -> Bool {
    pause(until: monotonicMicroseconds() + milliseconds * 1000)
  }

  /// Waits until `end`, in microseconds since start-up, and notices if the client leaves. False if
  /// the server was stopped.
  mutating func pause(until end: Int64) -> Bool {
    while !isStopped() {
      let rest = end - monotonicMicroseconds()
      guard rest > 0 else { return true }
      if hasClientLeft || rest < 2000 {
        usleep(UInt32(min(rest, 20_000)))
      } else {
        var question = pollfd(fd: number, events: Int16(POLLIN), revents: 0)
        guard poll(&question, 1, Int32(clamping: rest / 1000)) > 0 else { continue }
        var byte: UInt8 = 0
        hasClientLeft = recv(number, &byte, 1, Int32(MSG_PEEK)) <= 0
        if !hasClientLeft { usleep(1000) }
      }
    }
    return false
  }

  /// Waits until the client leaves or the server is stopped.
  mutating func waitForEnd() {
    while !hasClientLeft { guard pause(milliseconds: 60_000) else { return } }
  }

  /// Makes the next `close` send a reset. The corresponding C function is `setsockopt` with
  /// `SO_LINGER`.
  func resetOnClose() {
    var linger = linger(l_onoff: 1, l_linger: 0)
    setsockopt(number, SOL_SOCKET, SO_LINGER, &linger, socklen_t(MemoryLayout<Glibc.linger>.size))
  }
}
