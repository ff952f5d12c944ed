// The times of the feeds of the published log when finds come and go. Source: RFC 4287, section 4.2.15.

import Albums
import Host
import Publishing
import Store
import Support
import Testing

@Suite struct FeedTimeTests {
  let house: PublishHouse

  init() throws { house = try PublishHouse() }

  /// The times of the feed of all finds and of the feed of the tag.
  private func times() throws -> [String] {
    try ["feed.atom", "tags/jazz/feed.atom"].map { feed in
      let bytes = try #require(try house.tree()[feed], "\(feed)")
      let time = String(decoding: bytes, as: UTF8.self)
        .firstMatch(of: #/<updated>(.*?)</updated>/#)
      return String(try #require(time).1)
    }
  }

  private func publish(after minutes: Int64) throws -> String {
    let now = PublishHouse.now.advanced(byMilliseconds: minutes * 60_000)
    _ = try house.publisher().publish(from: try house.store(), at: now, PublishOptions())
    return now.iso
  }

  private func edit(_ finds: [FindID], _ change: FindEdit) throws {
    let id = EditID(randomBytes: Randomness.bytes(EditID.randomByteCount))
    _ = try house.store().edit(finds, change, as: id, by: .owner, at: PublishHouse.now)
  }

  @Test func `the time of a feed advances when a find comes or goes, and never goes back`() throws {
    let finds = try (1...4).map { try house.addFind($0, isPublic: $0 != 1) }
    var change = FindEdit()
    change.tags = [Tag(stored: "Jazz")]
    try edit(finds, change)
    _ = try publish(after: 0)
    let first = try times()

    _ = try house.store().delete(finds[3], at: PublishHouse.now)
    let deletion = try publish(after: 1)
    #expect(try times() == [deletion, deletion] && first.allSatisfy { $0 < deletion })

    try house.setPublic(finds[0], true)
    let arrival = try publish(after: 2)
    #expect(try times() == [arrival, arrival])

    change.tags = []
    try edit([finds[2]], change)
    let loss = try publish(after: 3)
    #expect(try times() == [arrival, loss])

    // A change of a private find is no change of the feeds.
    let secret = try house.addFind(9, isPublic: false)
    _ = try house.store().delete(secret, at: PublishHouse.now)
    _ = try publish(after: 4)
    #expect(try times() == [arrival, loss])

    // A published database that is made anew keeps the times.
    let made = try Programs.run(
      "/usr/bin/sqlite3",
      [house.configuration.publishedDatabase, "UPDATE published SET digest = ''"],
      input: "/dev/null", limit: 1 << 16, timeoutMilliseconds: 60_000)
    #expect(made.exitCode == 0)
    _ = try publish(after: 5)
    #expect(try times() == [arrival, loss])
  }

  @Test func `the feed of the household notes deleted and restored finds`() throws {
    let find = try house.addFind(1)
    let store = try house.store()
    #expect(try store.feed().changes.isEmpty)
    let times = (1...2).map { PublishHouse.now.advanced(byMilliseconds: $0 * 1000) }
    #expect(try store.delete(find, at: times[0]))
    #expect(try store.feed().changes == ["": times[0]])
    #expect(try store.undelete(find, at: times[1]))
    #expect(try store.feed().changes == ["": times[1]])
  }
}
