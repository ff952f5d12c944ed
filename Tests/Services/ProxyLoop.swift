// The thread of a shaping proxy: accepts connections, reads bytes as fast as the slow line takes
// them, and delivers each piece after the delay of the line.

import Glibc
import Synchronization

struct ProxyLoop {
  private let listener: Int32
  private let target: UInt16
  private let line: SlowLine
  private let orders: ProxyOrders
  private var up: SlowDirection
  private var down: SlowDirection
  private var flows: [ProxyFlow] = []
  /// The index of the flow that the next pass reads first, so that each connection gets its share.
  private var turn = 0

  /// The size of a piece: the bytes that TCP sends in one packet of Ethernet.
  private static let piece = 1460
  /// The pieces that wait for the line take at most this many microseconds.
  private static let longestBacklog: Int64 = 8_000
  /// The longest time until the thread reads an order, in microseconds.
  private static let longestPause: Int64 = 20_000

  init(listener: Int32, target: UInt16, line: SlowLine, orders: ProxyOrders) {
    self.listener = listener
    self.target = target
    self.line = line
    self.orders = orders
    up = SlowDirection(line)
    down = SlowDirection(line)
  }

  mutating func run() {
    while obey() {
      let now = monotonicMicroseconds()
      for index in flows.indices { flows[index].deliver(at: now) }
      closeEnded()
      waitForBytes(at: now)
    }
    close(listener)
  }

  /// Follows the owner's orders. Returns false after `stop`.
  private mutating func obey() -> Bool {
    let counts = (up.bytes, down.bytes)
    let (isDropping, isStopped) = orders.state.withLock { state in
      (state.counts.up, state.counts.down) = counts
      defer { state.isDropping = false }
      return (state.isDropping, state.isStopped)
    }
    if isDropping || isStopped {
      for index in flows.indices { flows[index].isBroken = true }
      closeEnded()
    }
    return !isStopped
  }

  /// Closes the connections whose two flows have ended, and those of which one flow is broken. The
  /// flows of a connection are neighbours.
  private mutating func closeEnded() {
    for index in stride(from: 0, to: flows.count, by: 2).reversed() {
      let pair = flows[index...index + 1]
      guard pair.contains(where: \.isBroken) || pair.allSatisfy(\.isOver) else { continue }
      close(flows[index].source)
      close(flows[index].sink)
      flows.removeSubrange(index...index + 1)
    }
  }

  private mutating func waitForBytes(at now: Int64) {
    var questions = [pollfd(fd: listener, events: Int16(POLLIN), revents: 0)]
    for flow in flows {
      let isRead = flow.reads(at: now) && backlog(of: flow, at: now) < Self.longestBacklog
      questions.append(pollfd(fd: isRead ? flow.source : -1, events: Int16(POLLIN), revents: 0))
      questions.append(
        pollfd(fd: flow.isBlocked ? flow.sink : -1, events: Int16(POLLOUT), revents: 0))
    }
    let pause = Int32((microsecondsToWait(at: now) + 999) / 1000)
    guard poll(&questions, nfds_t(questions.count), pause) > 0 else { return }
    let readable = flows.indices.filter { questions[1 + 2 * $0].revents != 0 }
    let first = readable.firstIndex { $0 >= turn } ?? 0
    for index in readable[first...] + readable[..<first] { read(index) }
    turn = (readable.last ?? 0) + 1 < flows.count ? turn + 1 : 0
    if questions[0].revents != 0 { accept() }
  }

  private func backlog(of flow: ProxyFlow, at now: Int64) -> Int64 {
    (flow.isUp ? up : down).backlog(at: now)
  }

  private func microsecondsToWait(at now: Int64) -> Int64 {
    let events = flows.flatMap { flow -> [Int64] in
      let free = now + backlog(of: flow, at: now) - Self.longestBacklog
      return [flow.nextDue ?? 0, flow.readsFrom, free]
    }
    let next = events.filter { $0 > now }.min() ?? now + Self.longestPause
    return min(Self.longestPause, next - now)
  }

  private mutating func read(_ index: Int) {
    let now = monotonicMicroseconds()
    let flow = flows[index]
    guard flow.reads(at: now), backlog(of: flow, at: now) < Self.longestBacklog else { return }
    var chunk = [UInt8](repeating: 0, count: Self.piece)
    let count = recv(flow.source, &chunk, chunk.count, Int32(MSG_DONTWAIT))
    if count < 0, errno == EAGAIN || errno == EINTR { return }
    let length = max(0, count)
    let due = flow.isUp ? up.accept(length, at: now) : down.accept(length, at: now)
    flows[index].append(chunk[..<length], due: due)
  }

  /// Accepts a client. Its first byte waits for a round trip, because a handshake of TCP takes one.
  private mutating func accept() {
    let client = Glibc.accept(listener, nil, nil)
    guard client >= 0 else { return }
    guard let server = connectedSocket(to: target) else {
      close(client)
      return
    }
    for number in [client, server] {
      _ = fcntl(number, F_SETFD, FD_CLOEXEC)
      var yes: Int32 = 1
      setsockopt(
        number, Int32(IPPROTO_TCP), TCP_NODELAY, &yes, socklen_t(MemoryLayout<Int32>.size))
    }
    orders.state.withLock { $0.counts.connections += 1 }
    let open = monotonicMicroseconds() + line.roundTripMilliseconds * 1000
    flows.append(ProxyFlow(from: client, to: server, isUp: true, readsFrom: open))
    flows.append(ProxyFlow(from: server, to: client, isUp: false, readsFrom: open))
  }
}

/// A socket connected to a port of 127.0.0.1; nil if no program listens there.
private func connectedSocket(to port: UInt16) -> Int32? {
  let number = socket(AF_INET, Int32(SOCK_STREAM.rawValue | SOCK_CLOEXEC.rawValue), 0)
  setReceiveBuffer(of: number)
  var address = sockaddr_in()
  address.sin_family = sa_family_t(AF_INET)
  address.sin_port = port.bigEndian
  address.sin_addr.s_addr = UInt32(0x7F00_0001).bigEndian
  let isConnected = withUnsafePointer(to: &address) {
    $0.withMemoryRebound(to: sockaddr.self, capacity: 1) {
      connect(number, $0, socklen_t(MemoryLayout<sockaddr_in>.size)) == 0
    }
  }
  if isConnected { return number }
  close(number)
  return nil
}
