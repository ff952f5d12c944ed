// A proxy for TCP connections that is as slow as a phone's connection. It passes all bytes on
// unchanged, so a browser speaks TLS with the server behind it. The proxy delays bytes and not
// packets: it plays no loss and no slow start.

import Glibc
import Synchronization

package final class ShapingProxy: Sendable {
  /// The traffic since the start.
  package struct Counts: Equatable, Sendable {
    package var connections = 0
    /// Bytes from clients to the server.
    package var up = 0
    /// Bytes from the server to clients.
    package var down = 0
  }

  package let port: UInt16
  private let orders: ProxyOrders

  /// Passes connections to `port` of 127.0.0.1 on to the port `target`. Port 0 means any free port.
  package init(port: UInt16 = 0, to target: UInt16, _ line: SlowLine) throws {
    let (socket, port) = try boundSocket(port: port)
    self.port = port
    let orders = ProxyOrders()
    self.orders = orders
    setReceiveBuffer(of: socket)
    listen(socket, 128)
    startThread {
      var loop = ProxyLoop(listener: socket, target: target, line: line, orders: orders)
      loop.run()
    }
  }

  deinit { stop() }

  package var counts: Counts { orders.state.withLock { $0.counts } }

  /// Closes every connection, as the pause between two visits does.
  package func dropConnections() { orders.state.withLock { $0.isDropping = true } }

  /// Closes every connection and frees the port.
  package func stop() { orders.state.withLock { $0.isStopped = true } }
}

/// The state that the thread of a proxy shares with the proxy's owner.
final class ProxyOrders: Sendable {
  struct State {
    var counts = ShapingProxy.Counts()
    var isDropping = false
    var isStopped = false
  }

  let state = Mutex(State())
}

/// Lets the kernel keep few bytes, so that the sender waits for the slow line and not for the
/// kernel. Accepted connections inherit the size.
func setReceiveBuffer(of socket: Int32) {
  var size: Int32 = 16 << 10
  setsockopt(socket, SOL_SOCKET, SO_RCVBUF, &size, socklen_t(MemoryLayout<Int32>.size))
}
