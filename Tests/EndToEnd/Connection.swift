// A client's connection, for requests that curl cannot send: incomplete, reset or invalid requests.

import Glibc

/// A connection to a loopback port. It is closed when the value is destroyed.
struct Connection: ~Copyable {
  private let number: Int32

  /// Connects to the port. Throws `noServer` if the port is closed.
  init(port: UInt16) throws {
    number = socket(AF_INET, Int32(SOCK_STREAM.rawValue | SOCK_CLOEXEC.rawValue), 0)
    var address = sockaddr_in()
    address.sin_family = sa_family_t(AF_INET)
    address.sin_port = port.bigEndian
    address.sin_addr.s_addr = UInt32(0x7F00_0001).bigEndian
    let isConnected = withUnsafePointer(to: &address) {
      $0.withMemoryRebound(to: sockaddr.self, capacity: 1) {
        connect(number, $0, socklen_t(MemoryLayout<sockaddr_in>.size)) == 0
      }
    }
    guard isConnected else { throw InstallationError.noServer }
    var timeout = timeval(tv_sec: 60, tv_usec: 0)
    setsockopt(number, SOL_SOCKET, SO_RCVTIMEO, &timeout, socklen_t(MemoryLayout<timeval>.size))
  }

  deinit { close(number) }

  /// Sends the bytes until the other side accepts no more.
  func send(_ bytes: some Collection<UInt8>) {
    var rest = Array(bytes)[...]
    while !rest.isEmpty {
      let count = rest.withUnsafeBytes {
        Glibc.send(number, $0.baseAddress, $0.count, Int32(MSG_NOSIGNAL))
      }
      guard count > 0 else { return }
      rest = rest.dropFirst(count)
    }
  }

  /// All bytes that arrive until the other side closes the connection or sends no byte for 60 s.
  func receiveAll() -> [UInt8] {
    var answer: [UInt8] = []
    var chunk = [UInt8](repeating: 0, count: 65536)
    while true {
      let count = recv(number, &chunk, chunk.count, 0)
      guard count > 0 else { return answer }
      answer += chunk[..<count]
    }
  }

  /// The next bytes; none if the other side has closed the connection or sends no byte for 60 s.
  func receive() -> [UInt8] {
    var chunk = [UInt8](repeating: 0, count: 65536)
    let count = recv(number, &chunk, chunk.count, 0)
    return count > 0 ? Array(chunk[..<count]) : []
  }

  /// Makes the next close reset the connection.
  func resetAtClose() {
    var now = linger(l_onoff: 1, l_linger: 0)
    setsockopt(number, SOL_SOCKET, SO_LINGER, &now, socklen_t(MemoryLayout<linger>.size))
  }
}

/// A response with its head.
struct RawAnswer {
  let status: Int

  /// The lines of the head, the status line first.
  let head: [String]
  let body: String

  init(_ bytes: [UInt8]) {
    let end = bytes.indices.first { bytes[$0...].starts(with: [13, 10, 13, 10]) } ?? bytes.count
    let text = String(decoding: bytes[..<end], as: UTF8.self)
    head = text.split(separator: "\r\n").map(String.init)
    let words = (head.first ?? "").split(separator: " ")
    status = words.count > 1 ? Int(words[1]) ?? 0 : 0
    body = String(decoding: bytes.dropFirst(end + 4), as: UTF8.self)
  }

  var text: String { head.joined(separator: "\n") + "\n\n" + body }
}

extension Installation {
  /// Sends these header lines unchanged; the caller adds `Host` and `Connection: close`.
  func raw(_ lines: [String], body: [UInt8] = []) -> RawAnswer {
    guard let connection = try? Connection(port: port) else { return RawAnswer([]) }
    connection.send(Array((lines.joined(separator: "\r\n") + "\r\n\r\n").utf8) + body)
    return RawAnswer(connection.receiveAll())
  }
}
