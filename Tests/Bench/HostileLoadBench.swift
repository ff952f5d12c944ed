// The time in which the scan of a known album is recognised beside hostile clients, services and
// programs. Each disturbance lasts for the whole measurement. Source: docs/faults.md.

import Glibc
import Host
import Services
import Store
import Support
import Synchronization

struct HostileLoadBench {
  /// The most milliseconds from the last byte of the photo to its find.
  private let most = 3000.0

  private let album = Awkward.backInBlack

  func figures() throws -> [Figure] {
    guard Files.exists("/usr/sbin/lighttpd") else {
      return [
        Figure(
          name: "hostile load", value: "lighttpd is not installed", target: "≤ 3 s", isMet: nil)
      ]
    }
    return try Self.disturbances.map { name, start in
      let house = try ServicesHouse(.knowing(Awkward.albums), Awkward.catalogue, pace: nil)
      guard try house.time(album).total < .infinity else { throw BenchError.noServer }
      let disturbance = try start(house)
      usleep(1_000_000)
      let times = try (1...3).map { try house.recognition(of: album, number: $0) }
      disturbance.end()
      return Figure(
        name: "a known album is recognised beside \(name), the longest of three scans",
        milliseconds: times.max() ?? .infinity, atMost: most)
    }
  }

  private static let disturbances: [(String, @Sendable (ServicesHouse) throws -> Disturbance)] = [
    ("nothing else", { (_) in Disturbance() }),
    (
      "60 bodies of 100 bytes a second",
      { house in
        let head =
          "POST /cgi-bin/albumscan/scans HTTP/1.1\r\nHost: 127.0.0.1:\(house.port)\r\n"
          + "Content-Type: multipart/form-data; boundary=x\r\nContent-Length: 3000000\r\n\r\n"
        return Disturbance(
          clients: 60, to: house.port, head: head, each: String(repeating: "x", count: 100))
      }
    ),
    (
      "700 connections with half a request",
      { house in
        let head = "GET / HTTP/1.1\r\nHost: 127.0.0.1:\(house.port)\r\nX-Slow: "
        return Disturbance(clients: 700, to: house.port, head: head, each: "x")
      }
    ),
    ("20 photos for a model that hangs", { try crowd(of: $0, .timeout) }),
    ("20 photos whose answers have no end", { try crowd(of: $0, .endless) }),
    ("20 photos whose answers unpack to 1 GB", { try crowd(of: $0, .gzipBomb(mebibytes: 1024)) }),
    (
      "80 pictures that are slow to decode",
      { house in
        for (number, bomb) in HostileBench.bombs.enumerated() {
          let bytes = bomb.bytes()
          for copy in 0..<10 { house.post(LoadBench.numbered(bytes, number * 10 + copy)) }
        }
        return Disturbance()
      }
    ),
    (
      // With the journal mode TRUNCATE, a commit waits for each reader (docs/faults.md G2).
      "a program that reads the database for a second, again and again",
      { house in
        let file = house.database
        return Disturbance { (isOver) in
          guard let store = try? Store.open(file) else { return }
          while !isOver() {
            try? store.reading { (store: borrowing Store) in
              _ = try store.countFinds()
              usleep(1_000_000)
            }
            usleep(200_000)
          }
        }
      }
    ),
  ]

  /// 20 photos of albums that the installation does not know. The model answers each with `fault`.
  private static func crowd(of house: ServicesHouse, _ fault: Fault) throws -> Disturbance {
    house.order(fault)
    for album in BenchAlbums.invented(20) { house.post(try album.photo()) }
    return Disturbance()
  }
}

/// A disturbance that lasts until `end`.
private final class Disturbance: Sendable {
  private let isOver = Atomic(false)

  /// The disturbance is already there.
  init() {}

  /// Runs `body` in a thread of its own. `body` returns soon after its argument becomes true.
  init(_ body: @escaping @Sendable (_ isOver: () -> Bool) -> Void) {
    startThread { [self] in body { isOver.load(ordering: .relaxed) } }
  }

  /// Clients that send `head`, and then `each` once a second.
  convenience init(clients: Int, to port: UInt16, head: String, each: String) {
    self.init { isOver in
      let connections = (0..<clients).compactMap { _ in BenchServer.connected(to: port) }
      for connection in connections { BenchServer.send(Array(head.utf8), to: connection) }
      while !isOver() {
        usleep(1_000_000)
        for connection in connections { BenchServer.send(Array(each.utf8), to: connection) }
      }
      for connection in connections { close(connection) }
    }
  }

  func end() { isOver.store(true, ordering: .relaxed) }
}
