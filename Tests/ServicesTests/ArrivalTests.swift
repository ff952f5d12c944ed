// The time at which a played service says that a request arrived.

import Glibc
import Host
import Support
import Synchronization
import Testing

@testable import Services

@Suite struct ArrivalTests {
  @Test func `a request arrives when the kernel has it, however late its thread reads it`() throws {
    let arrivals = Mutex<[Int64]>([])
    let server = try LoopbackServer(port: 0) { request, connection in
      arrivals.withLock { $0.append(request.receivedAt) }
      return connection.pause(milliseconds: 500)
    }
    let client = socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0)
    defer { close(client) }
    var address = sockaddr_in()
    address.sin_family = sa_family_t(AF_INET)
    address.sin_port = server.port.bigEndian
    address.sin_addr.s_addr = UInt32(0x7f00_0001).bigEndian
    let isConnected = withUnsafePointer(to: &address) {
      $0.withMemoryRebound(to: sockaddr.self, capacity: 1) {
        connect(client, $0, socklen_t(MemoryLayout<sockaddr_in>.size)) == 0
      }
    }
    try #require(isConnected)
    let request = "GET / HTTP/1.1\r\n\r\n"
    #expect(send(client, request, request.utf8.count, 0) == request.utf8.count)
    #expect(try eventually { arrivals.withLock(\.count) == 1 })
    #expect(send(client, request, request.utf8.count, 0) == request.utf8.count)
    let sent = monotonicMicroseconds()
    #expect(try eventually { arrivals.withLock(\.count) == 2 })
    let arrived = arrivals.withLock { $0[1] }
    #expect(arrived <= sent + 20_000, "arrived \(arrived - sent) µs after it was sent")
    extendLifetime(server)
  }
}
