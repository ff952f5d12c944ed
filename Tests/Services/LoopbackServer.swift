// A plain HTTP/1.1 server on 127.0.0.1 for tests. Each connection has its own thread, which may
// wait, stop sending or break off. The server itself refuses only invalid framing.

import Glibc
import Synchronization

enum LoopbackError: Error, Equatable, Sendable {
  case system(operation: String, code: Int32)
}

final class LoopbackServer: Sendable {
  /// Serves one request on its connection. True if another request may follow.
  typealias Turn = @Sendable (ServedRequest, inout Connection) -> Bool

  let port: UInt16
  private let listeningPort: ListeningPort

  /// Port 0 means any free port.
  init(port: UInt16, turn: @escaping Turn) throws(LoopbackError) {
    let (socket, port) = try boundSocket(port: port)
    self.port = port
    listeningPort = ListeningPort(socket: socket, port: port, turn: turn)
    listeningPort.open()
  }

  deinit { listeningPort.stop() }

  /// Makes the kernel refuse new connections, as on a machine without the service. Open connections
  /// continue.
  func refuseConnections() throws(LoopbackError) { try listeningPort.shut() }

  func acceptConnections() { listeningPort.open() }

  /// Ends every connection and frees the port.
  func stop() { listeningPort.stop() }
}

/// The state that the threads share. The threads refer to this object and not to the server, so
/// that the server can be freed.
private final class ListeningPort: Sendable {
  struct State {
    var socket: Int32
    /// The number of times that the port was opened. A thread that accepts connections for an older
    /// opening ends.
    var opening = 0
    var isStopped = false
    var connections: Set<Int32> = []
  }

  let port: UInt16
  let turn: LoopbackServer.Turn
  private let state: Mutex<State>

  init(socket: Int32, port: UInt16, turn: @escaping LoopbackServer.Turn) {
    self.port = port
    self.turn = turn
    state = Mutex(State(socket: socket))
  }

  func open() {
    let (socket, opening) = state.withLock { state in
      state.opening += 1
      return (state.socket, state.opening)
    }
    listen(socket, 128)
    startThread { self.accept(from: socket, opening: opening) }
  }

  /// Binds the port without listening. The port stays reserved, and the kernel refuses connections.
  func shut() throws(LoopbackError) {
    let old = state.withLock { state in
      state.opening += 1
      return state.socket
    }
    shutdown(old, Int32(SHUT_RDWR))
    close(old)
    let (socket, _) = try boundSocket(port: port)
    state.withLock { $0.socket = socket }
  }

  func stop() {
    state.withLock { state in
      guard !state.isStopped else { return }
      state.isStopped = true
      state.opening += 1
      shutdown(state.socket, Int32(SHUT_RDWR))
      close(state.socket)
      for connection in state.connections { shutdown(connection, Int32(SHUT_RDWR)) }
    }
  }

  private func accept(from socket: Int32, opening: Int) {
    while true {
      var question = pollfd(fd: socket, events: Int16(POLLIN), revents: 0)
      let answer = poll(&question, 1, 1000)
      guard state.withLock({ $0.opening == opening }) else { return }
      guard answer > 0 else { continue }
      let connection = Glibc.accept(socket, nil, nil)
      guard connection >= 0 else { continue }
      _ = fcntl(connection, F_SETFD, FD_CLOEXEC)
      let isWelcome = state.withLock { state in
        guard !state.isStopped else { return false }
        state.connections.insert(connection)
        return true
      }
      guard isWelcome else {
        close(connection)
        return
      }
      startThread { self.serve(connection) }
    }
  }

  private func serve(_ number: Int32) {
    var yes: Int32 = 1
    setsockopt(
      number, Int32(IPPROTO_TCP), TCP_NODELAY, &yes, socklen_t(MemoryLayout<Int32>.size))
    var connection = Connection(number: number) { self.state.withLock { $0.isStopped } }
    var goesOn = true
    while goesOn {
      switch connection.request() {
      case .request(let request): goesOn = turn(request, &connection)
      case .refused(let answer):
        _ = connection.deliver(answer, .whole, from: 0)
        goesOn = false
      case .ended: goesOn = false
      }
    }
    state.withLock { state in
      _ = state.connections.remove(number)
      close(number)
    }
  }
}

/// A TCP socket bound to 127.0.0.1. The corresponding C functions are `socket` and `bind`.
func boundSocket(port: UInt16) throws(LoopbackError) -> (socket: Int32, port: UInt16) {
  let number = socket(AF_INET, Int32(SOCK_STREAM.rawValue | SOCK_CLOEXEC.rawValue), 0)
  guard number >= 0 else { throw .system(operation: "socket", code: errno) }
  var yes: Int32 = 1
  setsockopt(number, SOL_SOCKET, SO_REUSEADDR, &yes, socklen_t(MemoryLayout<Int32>.size))
  var address = sockaddr_in()
  address.sin_family = sa_family_t(AF_INET)
  address.sin_port = port.bigEndian
  address.sin_addr.s_addr = UInt32(0x7F00_0001).bigEndian
  var length = socklen_t(MemoryLayout<sockaddr_in>.size)
  let code = withUnsafeMutablePointer(to: &address) {
    $0.withMemoryRebound(to: sockaddr.self, capacity: 1) { address in
      guard bind(number, address, length) == 0 else { return errno }
      return getsockname(number, address, &length) == 0 ? 0 : errno
    }
  }
  guard code == 0 else {
    close(number)
    throw .system(operation: "bind", code: code)
  }
  return (number, UInt16(bigEndian: address.sin_port))
}
