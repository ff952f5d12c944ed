// A WebSocket client for texts on loopback, enough for WebDriver BiDi. Source: RFC 6455.

import Support

final class WebSocket {
  private let connection: Connection
  private var received: [UInt8] = []

  /// Opens the connection. Throws if the server does not switch protocols.
  init(port: UInt16, path: String) throws {
    connection = try Connection(port: port)
    connection.send(
      Array(
        """
        GET \(path) HTTP/1.1\r
        Host: 127.0.0.1:\(port)\r
        Connection: Upgrade\r
        Upgrade: websocket\r
        Sec-WebSocket-Version: 13\r
        Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r
        \r\n
        """.utf8))
    let end = Array("\r\n\r\n".utf8)
    while received.firstRange(of: end) == nil {
      let bytes = connection.receive()
      guard !bytes.isEmpty else { throw InstallationError.noServer }
      received += bytes
    }
    guard String(decoding: received, as: UTF8.self).hasPrefix("HTTP/1.1 101"),
      let head = received.firstRange(of: end)
    else { throw InstallationError.noServer }
    received.removeSubrange(..<head.upperBound)
  }

  /// Sends a text in one frame. Firefox closes the connection at a mask of zero.
  func send(_ text: String) {
    let bytes = Array(text.utf8)
    var frame: [UInt8] = [0x81]
    switch bytes.count {
    case ..<126: frame.append(0x80 | UInt8(bytes.count))
    case ..<65536: frame += [0xFE] + Self.bigEndian(bytes.count, 2)
    default: frame += [0xFF] + Self.bigEndian(bytes.count, 8)
    }
    let mask: [UInt8] = [1, 2, 3, 4]
    connection.send(frame + mask + bytes.enumerated().map { $1 ^ mask[$0 % 4] })
  }

  /// The next text, whose frames are put together; nil after the end. Control frames are skipped.
  func receive() -> String? {
    var text: [UInt8] = []
    while let frame = nextFrame() {
      guard frame.kind < 8 else {
        if frame.kind == 8 { return nil }
        continue
      }
      text += frame.content
      if frame.isLast { return String(decoding: text, as: UTF8.self) }
    }
    return nil
  }

  private func nextFrame() -> (kind: UInt8, isLast: Bool, content: [UInt8])? {
    guard let head = take(2) else { return nil }
    var length = Int(head[1] & 0x7F)
    if length > 125 {
      guard let more = take(length == 126 ? 2 : 8) else { return nil }
      length = more.reduce(0) { $0 << 8 | Int($1) }
    }
    guard let content = take(length) else { return nil }
    return (head[0] & 0x0F, head[0] & 0x80 != 0, content)
  }

  private func take(_ count: Int) -> [UInt8]? {
    while received.count < count {
      let bytes = connection.receive()
      guard !bytes.isEmpty else { return nil }
      received += bytes
    }
    defer { received.removeFirst(count) }
    return Array(received.prefix(count))
  }

  private static func bigEndian(_ number: Int, _ count: Int) -> [UInt8] {
    (0..<count).reversed().map { UInt8(truncatingIfNeeded: number >> ($0 * 8)) }
  }
}
