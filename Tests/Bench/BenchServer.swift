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
        "echo $$ > \(pidFile); exec \(house.programs)/albumscan --config \(house.controlFile) serve --port \(house.port) \(options)",
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
    let head = """
      POST /cgi-bin/albumscan/scans HTTP/1.1\r
      Host: 127.0.0.1:\(house.port)\r
      Connection: close\r
      Content-Type: multipart/form-data; boundary=benchbound\r
      Content-Length: \(body.count)\r
      \r

      """
    guard let connection = Self.connected(to: house.port) else { return .infinity }
    defer { close(connection) }
    Self.send(Array(head.utf8) + body, to: connection)
    let start = Measure.now()
    var answer: [UInt8] = []
    var chunk = [UInt8](repeating: 0, count: 65536)
    while true {
      let count = recv(connection, &chunk, chunk.count, 0)
      if count <= 0 { break }
      answer += chunk[..<count]
    }
    let elapsed = Measure.now() - start
    return answer.starts(with: Array("HTTP/1.1 303".utf8)) ? elapsed : .infinity
  }

  private static func send(_ bytes: [UInt8], to connection: Int32) {
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

  private static func connected(to port: UInt16) -> Int32? {
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
