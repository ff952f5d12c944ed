// Two sites that follow the changes of the history, each at its own pace.

import Albums
import Support
import Testing

@testable import Store

@Suite struct SiteSerialTests {
  private let fixture: StoreFixture
  private let now = StoreFixture.time(0)

  init() throws { fixture = try StoreFixture() }

  /// A find with a scan, and another scan: three stale pages.
  private func change(_ store: borrowing Store) throws {
    try store.importCover(
      of: Album(artist: "Can", title: "Tago Mago"), review: nil, fingerprint: [1], name: "a",
      at: now)
    try fixture.complete(1, at: now, in: store)
    _ = try store.accept(StoreFixture.scan(2), at: now)
    let job = try #require(try store.claimJob(of: [.scan], at: now))
    try store.fail(job, .notIdentified, at: now)
  }

  @Test func `a page stays stale until both sites have written it`() throws {
    let store = try fixture.open()
    _ = try store.preparePublishing()
    try change(store)
    let pages = try store.stalePages()
    #expect(try pages.count == 3 && store.stalePages(of: .published) == pages)
    try store.markAllWritten()
    #expect(try !store.hasStalePages() && store.newestStalePage() == nil)
    #expect(try store.stalePages().isEmpty && !store.hasWork(at: now))
    #expect(try store.hasStalePages(of: .published) && store.hasChangesToPublish())
    #expect(
      try store.stalePages(of: .published).map(\.subject) == [.find(StoreFixture.find(1))],
      "only the household has pages of scans")
    let changes = try store.publishedChanges()
    #expect(changes.changes == .all)
    try store.markProjected(upTo: try #require(changes.serial))
    #expect(try !store.hasChangesToPublish() && !store.hasStalePages(of: .published))
    #expect(try sqlite(fixture.path, "SELECT count(*) FROM stale_pages") == "0")
  }

  @Test func `the published log may be first`() throws {
    let store = try fixture.open()
    _ = try store.preparePublishing()
    try change(store)
    try store.markProjected(upTo: try #require(try store.publishedChanges().serial))
    #expect(try !store.hasChangesToPublish())
    #expect(try store.stalePages().count == 3 && store.hasStalePages() && store.hasWork(at: now))
    try store.note(unreviewed: nil, of: StoreFixture.find(1))
    #expect(
      try store.publishedChanges().changes == .finds([StoreFixture.find(1)]),
      "a page that changes again")
    try store.markAllWritten()
    #expect(try !store.hasStalePages() && store.hasChangesToPublish())
  }

  @Test func `a log without changes is projected once`() throws {
    let store = try fixture.open()
    _ = try store.preparePublishing()
    #expect(try store.hasChangesToPublish() && !store.hasWork(at: now))
    let (changes, serial) = try store.publishedChanges()
    #expect(changes == .all && serial == 0)
    try store.markProjected(upTo: 0)
    #expect(try !store.hasChangesToPublish())
    let later = try store.publishedChanges()
    #expect(later.changes == .finds([]) && later.serial == nil)
  }

  @Test func `without a published log, the household alone decides`() throws {
    let store = try fixture.open()
    try change(store)
    try store.markAllWritten()
    #expect(try sqlite(fixture.path, "SELECT count(*) FROM stale_pages") == "0")

    _ = try store.preparePublishing()
    try store.markProjected(upTo: 0)
    try store.note(unreviewed: nil, of: StoreFixture.find(1))
    try store.markAllWritten()
    #expect(try store.hasChangesToPublish())
    try store.endPublishing()
    #expect(try !store.hasChangesToPublish() && store.publishedChanges().changes == .finds([]))
    #expect(try sqlite(fixture.path, "SELECT count(*) FROM stale_pages") == "0")
    try store.note(unreviewed: nil, of: StoreFixture.find(1))
    try store.markAllWritten()
    #expect(try sqlite(fixture.path, "SELECT count(*) FROM stale_pages") == "0")
    _ = try store.preparePublishing()
    #expect(try store.publishedChanges().changes == .all, "changes were not noted meanwhile")
  }
}
