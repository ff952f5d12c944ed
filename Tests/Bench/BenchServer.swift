// lighttpd in front of the release programs, and a client that measures the time from the last byte
// that it sends.

import Glibc
import Host
import Support

final class BenchServer: Sendable {
  private let house: BenchHouse
  private let process: Int32

  /// `options` follow the option `--port`.
  init(house: BenchHouse, options: String = "") throws {
    self.house = house
    let pidFile = house.folder.file("serve.pid")
    try Programs.startDetached(
      "/bin/sh",
      [
        "-c",
        "\(house.joining)echo $$ > \(pidFile); exec \(house.programs)/albumscan --config \(house.controlFile) serve --port \(house.port) \(options)",
      ])
    guard eventually({ Files.exists(pidFile) && Self.isUp(house.port) }) else {
      throw BenchError.noServer
    }
    process = Int32(try house.folder.text("serve.pid").split(separator: "\n").first ?? "") ?? 0
  }

  deinit { if process > 1 { kill(process, SIGKILL) } }

  /// The form with a photo and other fields, as `post` sends it.
  static func body(of photo: [UInt8], fields: [(name: String, value: String)] = []) -> [UInt8] {
    let texts = fields.map {
      "--benchbound\r\nContent-Disposition: form-data; name=\"\($0.name)\"\r\n\r\n\($0.value)\r\n"
    }
    let head =
      texts.joined()
      + "--benchbound\r\nContent-Disposition: form-data; name=\"photo\"; filename=\"p.jpg\"\r\n\r\n"
    return Array(head.utf8) + photo + Array("\r\n--benchbound--\r\n".utf8)
  }

  /// Milliseconds from the last sent byte to the end of the answer; infinity if the answer is not a
  /// 303.
  func post(_ body: [UInt8]) -> Double {
    let answer = answer(to: body)
    return answer.status == 303 ? answer.milliseconds : .infinity
  }

  /// The answer to an upload.
  struct Answer: Sendable {
    /// 0 without an answer.
    let status: Int

    /// Whether the server names the time after which the phone should come back.
    let isPutOff: Bool

    /// The time from the last sent byte to the end of the answer; infinity without a connection.
    let milliseconds: Double
  }

  /// Whether the server answers with a page.
  func get(_ path: String) -> Bool {
    guard let connection = Self.connected(to: house.port) else { return false }
    defer { close(connection) }
    Self.send(
      Array(
        "GET \(path) HTTP/1.1\r\nHost: 127.0.0.1:\(house.port)\r\nConnection: close\r\n\r\n".utf8),
      to: connection)
    return Self.received(from: connection).starts(with: Array("HTTP/1.1 200".utf8))
  }

  /// Sends a form with a photo; with `bytesPerSecond`, over a slow link.
  func answer(to body: [UInt8], bytesPerSecond: Int? = nil) -> Answer {
    let head = """
      POST /cgi-bin/albumscan/scans HTTP/1.1\r
      Host: 127.0.0.1:\(house.port)\r
      Connection: close\r
      Content-Type: multipart/form-data; boundary=benchbound\r
      Content-Length: \(body.count)\r
      \r

      """
    guard let connection = Self.connected(to: house.port) else {
      return Answer(status: 0, isPutOff: false, milliseconds: .infinity)
    }
    defer { close(connection) }
    Self.send(Array(head.utf8), to: connection)
    let step = bytesPerSecond.map { $0 / 10 } ?? body.count
    for start in stride(from: 0, to: body.count, by: step) {
      if start > 0 { usleep(100_000) }
      Self.send(Array(body[start..<min(start + step, body.count)]), to: connection)
    }
    let start = Measure.now()
    let received = Self.received(from: connection)
    let elapsed = Measure.now() - start
    let text = String(decoding: received.prefix(2000), as: UTF8.self)
    let status = text.split(separator: " ").dropFirst().first.flatMap { Int($0) } ?? 0
    return Answer(
      status: status, isPutOff: status == 503 && text.lowercased().contains("\r\nretry-after: "),
      milliseconds: elapsed)
  }

  private static func received(from connection: Int32) -> [UInt8] {
    var answer: [UInt8] = []
    var chunk = [UInt8](repeating: 0, count: 65536)
    while true {
      let count = recv(connection, &chunk, chunk.count, 0)
      if count <= 0 { return answer }
      answer += chunk[..<count]
    }
  }

  static func send(_ bytes: [UInt8], to connection: Int32) {
    var done = 0
    while done < bytes.count {
      let count = bytes[done...].withUnsafeBytes {
        Glibc.send(connection, $0.baseAddress, $0.count, Int32(MSG_NOSIGNAL))
      }
      if count <= 0 { return }
      done += count
    }
  }

  static func isUp(_ port: UInt16) -> Bool {
    guard let connection = connected(to: port) else { return false }
    close(connection)
    return true
  }

  static func connected(to port: UInt16) -> Int32? {
    let connection = socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0)
    var address = sockaddr_in()
    address.sin_family = sa_family_t(AF_INET)
    address.sin_port = port.bigEndian
    address.sin_addr.s_addr = UInt32(0x7F00_0001).bigEndian
    let isConnected = withUnsafePointer(to: &address) {
      $0.withMemoryRebound(to: sockaddr.self, capacity: 1) {
        connect(connection, $0, socklen_t(MemoryLayout<sockaddr_in>.size)) == 0
      }
    }
    if isConnected { return connection }
    close(connection)
    return nil
  }
}
