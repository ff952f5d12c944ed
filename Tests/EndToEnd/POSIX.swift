// C calls that only the tests need.

import Glibc
import Support
import Synchronization

func makeExecutable(_ path: String) { chmod(path, 0o755) }

/// Sends bytes to a loopback port and reads the answer. Stops when the answer is complete, when the
/// other side closes the connection, or when it sends no byte for `patienceSeconds`.
func rawExchange(
  port: UInt16, _ bytes: [UInt8], halfClose: Bool = true, patienceSeconds: Int = 5,
  isWhole: ([UInt8]) -> Bool = { _ in false }
) -> String {
  let number = socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0)
  defer { close(number) }
  var address = sockaddr_in()
  address.sin_family = sa_family_t(AF_INET)
  address.sin_port = port.bigEndian
  address.sin_addr.s_addr = UInt32(0x7F00_0001).bigEndian
  let isConnected = withUnsafePointer(to: &address) {
    $0.withMemoryRebound(to: sockaddr.self, capacity: 1) {
      connect(number, $0, socklen_t(MemoryLayout<sockaddr_in>.size)) == 0
    }
  }
  guard isConnected else { return "" }
  _ = bytes.withUnsafeBytes { send(number, $0.baseAddress, $0.count, Int32(MSG_NOSIGNAL)) }
  if halfClose { shutdown(number, Int32(SHUT_WR)) }
  var timeout = timeval(tv_sec: patienceSeconds, tv_usec: 0)
  setsockopt(number, SOL_SOCKET, SO_RCVTIMEO, &timeout, socklen_t(MemoryLayout<timeval>.size))
  var answer: [UInt8] = []
  var chunk = [UInt8](repeating: 0, count: 65536)
  while true {
    let count = recv(number, &chunk, chunk.count, 0)
    if count > 0 { answer += chunk[..<count] }
    if count <= 0 || isWhole(answer) { return String(decoding: answer, as: UTF8.self) }
  }
}

/// Whether a program listens on a loopback port.
func isListening(_ port: UInt16) -> Bool {
  !rawExchange(port: port, Array("GET / HTTP/1.0\r\nHost: 127.0.0.1\r\n\r\n".utf8)).isEmpty
}

func sendSignal(_ signal: Int32, to process: Int32) { kill(process, signal) }

/// The ports that a test may use. They are below the ports that the kernel gives to clients (32768
/// and higher). `Tests/Run/run-tests` gives each process its own range, `FIRST-LAST` in
/// `ALBUMSCAN_TEST_PORTS`.
private let ownPorts: ClosedRange<UInt16> = {
  let ends = (Environment["ALBUMSCAN_TEST_PORTS"] ?? "").split(separator: "-").compactMap {
    UInt16($0)
  }
  return ends.count == 2 && ends[0] <= ends[1] ? ends[0]...ends[1] : 12_000...32_000
}()

/// The port that the last call of `freePort` tried. The first one is random, because a run without
/// `Tests/Run/run-tests` shares the range with other processes.
private let lastPort = Mutex(UInt16.random(in: ownPorts))

/// A loopback port on which no program listens, and which this process did not use before. Two
/// random ports could be equal while no server listens on the first one.
func freePort() -> UInt16 {
  while true {
    let port = lastPort.withLock { last in
      last = last < ownPorts.upperBound ? last + 1 : ownPorts.lowerBound
      return last
    }
    if isFree(port) { return port }
  }
}

/// Whether a server can listen on a loopback port now. Connections that have ended do not hinder it.
func isFree(_ port: UInt16) -> Bool {
  let number = socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0)
  defer { close(number) }
  var isReused: Int32 = 1
  setsockopt(number, SOL_SOCKET, SO_REUSEADDR, &isReused, socklen_t(MemoryLayout<Int32>.size))
  var address = sockaddr_in()
  address.sin_family = sa_family_t(AF_INET)
  address.sin_port = port.bigEndian
  address.sin_addr.s_addr = UInt32(0x7F00_0001).bigEndian
  return withUnsafePointer(to: &address) {
    $0.withMemoryRebound(to: sockaddr.self, capacity: 1) {
      bind(number, $0, socklen_t(MemoryLayout<sockaddr_in>.size)) == 0
    }
  }
}

/// The ports of installations. The installations of a process have the same few ports, one after
/// another, so that a browser finds the assets of an earlier test in its cache.
enum ServerPorts {
  private static let returned = Mutex<[UInt16]>([])

  /// A port of an installation that exists no more, or else a new one. The server of that installation
  /// may still be ending.
  static func take() -> UInt16 {
    guard let port = returned.withLock({ $0.popLast() }) else { return freePort() }
    return eventually(within: 2000, { isFree(port) }) ? port : freePort()
  }

  static func giveBack(_ port: UInt16) { returned.withLock { $0.append(port) } }
}
