// The finds in the published database: the finds that the rule chooses, the pages that become
// stale, and the finds that strangers may no longer see.

import Albums
import Host
import Support
import Testing

@testable import Store

@Suite struct PublishedFindTests {
  private let fixture: PublishedFixture
  private let one = StoreFixture.find(1)
  private let two = StoreFixture.find(2)
  private let three = StoreFixture.find(3)

  /// Find 1 is public, find 2 has the tag Jazz, find 3 is public and of the album of find 1. A
  /// fourth find has nothing.
  init() throws {
    fixture = try PublishedFixture()
    let log = try fixture.log()
    try fixture.add(
      1, "Tago Mago", FindDetails(note: "a *note*", place: "Kiosk", publicChoice: .yes), to: log)
    try fixture.add(2, nil, FindDetails(tags: [Tag(stored: "Jazz")]), to: log)
    try fixture.add(3, "Tago Mago", to: log)
    try fixture.add(4, nil, FindDetails(), to: log)
  }

  private func edit(_ find: FindID, _ change: FindEdit) throws {
    let id = EditID(randomBytes: Randomness.bytes(EditID.randomByteCount))
    _ = try fixture.log().edit([find], change, as: id, by: .owner, at: StoreFixture.time(50))
  }

  private func ids(_ store: borrowing Store) throws -> [FindID] {
    try store.newestFinds(100).map(\.id).sorted()
  }

  static let rules: [(rule: PublishRule.Selection, finds: [UInt8])] = [
    (.chosen, [1, 3]), (.all, [1, 2, 3, 4]), (.tag("JAZZ"), [1, 2, 3]),
    (.tag("jaz"), [1, 3]),
  ]

  @Test(arguments: rules)
  func `the rule chooses the finds`(rule: PublishRule.Selection, finds: [UInt8]) throws {
    let published = try fixture.published(PublishRule(choice: rule, showsNotes: false))
    #expect(try published.takeOver(from: fixture.log()) == finds.count)
    #expect(try ids(published) == finds.map { StoreFixture.find($0) }.sorted())
    #expect(try published.stale() == finds.map { StoreFixture.find($0) }, "the oldest first")
    #expect(try published.countFinds() == finds.count && published.damage() == nil)
  }

  /// "é" in one Unicode scalar, and in two.
  @Test func `spellings of a tag that look the same are the same tag`() throws {
    try edit(two, FindEdit(addTags: "Cafe\u{301}"))
    let published = try fixture.published(
      PublishRule(choice: .tag("caf\u{E9}"), showsNotes: false))
    try published.takeOver(from: fixture.log())
    #expect(try ids(published) == [one, two, three])
  }

  @Test func `a public find has the album, the review and the details, and nothing private`() throws
  {
    let log = try fixture.log()
    try log.keep(
      StoreFixture.review(), of: AlbumKey(artist: "Can", title: "Tago Mago"), origin: "m",
      at: StoreFixture.time(7))
    let published = try fixture.published()
    try published.takeOver(from: log)
    let find = try #require(try published.find(one))
    let original = try #require(try log.find(one))
    #expect(find.album == original.album && find.review == original.review && find.isSure)
    #expect(find.review?.writer == ReviewWriter(model: "m", written: StoreFixture.time(7)))
    #expect(find.found == original.found && find.details.place == "Kiosk")
    #expect(find.details.note == nil && find.scan == nil && find.feedID == nil && find.job == nil)
    #expect(try published.finder(of: one) == PersonID("host"))
    #expect(try published.find(three)?.earlier.map(\.id) == [one])
    #expect(try published.facets(of: one) == log.facets(of: one))
  }

  @Test func `notes are there only with the setting`() throws {
    let published = try fixture.published(PublishRule(choice: .chosen, showsNotes: true))
    try published.takeOver(from: fixture.log())
    #expect(try published.find(one)?.details.note == "a *note*")
  }

  @Test func `the feed of the published log has an id of its own, for ever`() throws {
    let log = try fixture.log()
    let id = try log.preparePublishing()
    #expect(try fixture.published().feedID() == id)
    #expect(try log.feedID() != id && log.preparePublishing() == id)
    try log.endPublishing()
    #expect(try log.preparePublishing() == id)
  }

  /// A change of one find in the history, and the finds whose public pages become stale.
  struct Change: CustomTestStringConvertible, Sendable {
    let name: String
    let stale: [UInt8]
    let change: @Sendable (PublishedFindTests) throws -> Void
    var testDescription: String { name }
  }

  static let changes: [Change] = [
    Change(name: "a new public find", stale: [2]) {
      try $0.edit($0.two, FindEdit(publicChoice: "yes"))
    },
    Change(name: "a find that later finds name is withdrawn", stale: [3, 1]) {
      try $0.edit($0.one, FindEdit(publicChoice: "no"))
    },
    Change(name: "a find that no find names is deleted", stale: [3]) {
      _ = try $0.fixture.log().delete($0.three, at: StoreFixture.time(60))
    },
    Change(name: "another place", stale: [1]) { try $0.edit($0.one, FindEdit(place: "Berlin")) },
    Change(name: "a tag", stale: [3]) { try $0.edit($0.three, FindEdit(tags: "drums")) },
    Change(name: "the person has the record", stale: [1, 3]) {
      try $0.edit($0.one, FindEdit(status: "have"))
    },
    Change(name: "a review", stale: [1, 3]) {
      try $0.fixture.log().keep(
        StoreFixture.review(), of: AlbumKey(artist: "Can", title: "Tago Mago"), origin: "m",
        at: StoreFixture.time(60))
    },
    Change(name: "facts of the album", stale: [1, 3]) {
      _ = try $0.fixture.log().keep(Album(artist: "Can", title: "Tago Mago", recordLabel: "UA"))
    },
    Change(name: "a note", stale: []) { try $0.edit($0.one, FindEdit(note: "private")) },
    Change(name: "the evidence", stale: []) {
      let log = try $0.fixture.log()
      let album = try #require(try log.albumID(of: $0.one))
      try log.confirm(
        $0.one, of: album, as: album, musicBrainz: .agrees, picture: .same,
        at: StoreFixture.time(60))
    },
    Change(name: "the reason for no review", stale: []) {
      try $0.fixture.log().note(unreviewed: .noReview(.network), of: $0.one)
    },
    Change(name: "a private find of the album", stale: []) {
      try $0.fixture.add(5, "Tago Mago", FindDetails(note: "private"), to: $0.fixture.log())
    },
    Change(name: "a private find", stale: []) { try $0.edit($0.two, FindEdit(status: "want")) },
    Change(name: "a job of the find", stale: []) {
      _ = try $0.fixture.log().enqueue(.review, for: $0.one, by: .owner, at: StoreFixture.time(60))
    },
  ]

  @Test(arguments: changes)
  func `a change marks the public pages that show it, and no others`(change: Change) throws {
    let log = try fixture.log()
    let published = try fixture.published()
    try published.takeOver(from: log)
    try published.finishPublishing()
    let before = try published.publishedRows()
    try change.change(self)
    #expect(try log.hasChangesToPublish(), "the log does not know what is public")
    #expect(try published.takeOver(from: log) == change.stale.count)
    #expect(try published.stale() == change.stale.map { StoreFixture.find($0) })
    #expect(try published.publishedRows() == before || !change.stale.isEmpty)
    #expect(try !log.hasChangesToPublish() && published.damage() == nil)
  }

  @Test func `a withdrawn find leaves no content, and nothing after its page is removed`() throws {
    let log = try fixture.log()
    let published = try fixture.published()
    try published.takeOver(from: log)
    try published.finishPublishing()
    try edit(one, FindEdit(publicChoice: "no"))
    try published.takeOver(from: log)
    #expect(try published.find(one) == nil && ids(published) == [three])
    #expect(try published.find(three)?.earlier.isEmpty == true)
    #expect(try published.parts(around: one, of: 100)?.firsts == [three], "for the lists")
    let find = try #require(try published.deletedFind(one))
    #expect(find.details == FindDetails(publicChoice: .yes) && find.album.title.isEmpty)
    try published.removeWithdrawn()
    #expect(try published.deletedFind(one) != nil, "its page is not removed yet")
    try published.finishPublishing()
    #expect(try published.deletedFind(one) == nil && published.damage() == nil)
    #expect(try published.publishedRows()["albums"]?.count == 1)
  }

  @Test func `a withdrawn find can come back before its page is removed`() throws {
    let log = try fixture.log()
    let published = try fixture.published()
    try published.takeOver(from: log)
    let rows = try published.publishedRows()
    try published.finishPublishing()
    try edit(one, FindEdit(publicChoice: "no"))
    try published.takeOver(from: log)
    try edit(one, FindEdit(publicChoice: "yes"))
    #expect(try published.takeOver(from: log) == 2)
    try published.finishPublishing()
    #expect(try published.publishedRows() == rows && published.damage() == nil)
  }

  @Test func `a find whose row was removed from the log is withdrawn`() throws {
    let log = try fixture.log()
    let published = try fixture.published()
    try published.takeOver(from: log)
    let later = StoreFixture.time(40 * 86_400)
    #expect(try log.delete(one, at: StoreFixture.time(60)))
    try log.markAllWritten()
    try log.removeOldDeletions(at: later)
    #expect(try log.hasFind(one), "the published database has to see the change first")
    try published.takeOver(from: log)
    try log.removeOldDeletions(at: later)
    #expect(try !log.hasFind(one) && ids(published) == [three])
  }

  @Test func `a projection that was not recorded is repeated without effect`() throws {
    let log = try fixture.log()
    let published = try fixture.published()
    try published.takeOver(from: log)
    try edit(two, FindEdit(publicChoice: "yes"))
    let changes = try log.publishedChanges()
    #expect(try published.project(changes.changes, at: StoreFixture.time(70)) == 1)
    let (rows, stale) = (try published.publishedRows(), try published.stalePages())
    // The state after a process died here: the household database has no record of the projection.
    #expect(try log.publishedChanges() == changes)
    #expect(try published.takeOver(from: log) == 0)
    #expect(try published.publishedRows() == rows && published.stalePages() == stale)
  }

  /// The public log of 10,000 finds is made from nothing, and then one find changes.
  @Test func `a large log is taken over fast`() throws {
    let log = try fixture.log()
    try log.connection.script(
      """
      PRAGMA foreign_keys=OFF; BEGIN; DELETE FROM stale_pages;
      WITH RECURSIVE numbers(n) AS (SELECT 101 UNION ALL SELECT n + 1 FROM numbers WHERE n < 10100)
      INSERT INTO albums (id, key, artist, title, year, key_rules)
        SELECT n, printf('a %d / %d', n % 3000, n), printf('A %d', n % 3000), n, 1970, 2
        FROM numbers;
      INSERT INTO album_genres SELECT id, 0, 'Rock' FROM albums WHERE id > 100;
      INSERT INTO items (id, position, sure, progress, created, updated)
        SELECT id, 0, 1, 'queued', 0, 0 FROM albums WHERE id > 100;
      INSERT INTO finds (id, item, person, album, found, public_choice)
        SELECT printf('find%022d', id), id, 'owner', id, id * 1000, 'yes'
        FROM albums WHERE id > 100;
      INSERT INTO find_tags SELECT id, 0, 'jazz', 'Jazz' FROM finds WHERE item > 100;
      INSERT INTO reviews SELECT key, 'en', hex(randomblob(200)), 80, 'deepCut', 'm', 'p', 1
        FROM albums WHERE id > 100;
      INSERT INTO review_points
        SELECT albums.key, 'en', 'bullet', value, hex(randomblob(60))
        FROM albums, json_each('[0,1,2,3]') WHERE albums.id > 100;
      COMMIT; PRAGMA foreign_keys=ON;
      """)
    let published = try fixture.published()
    let all = try processorTime { _ = try published.takeOver(from: log) }
    #expect(try published.countFinds() == 10_002 && published.damage() == nil)
    #expect(all < .seconds(1))
    try published.finishPublishing()
    let find = FindID(unchecked: "find" + String(repeating: "0", count: 17) + "10000")
    _ = try log.delete(find, at: StoreFixture.time(80))
    let single = try processorTime { _ = try published.takeOver(from: log) }
    #expect(try published.stale() == [find])
    #expect(single < .milliseconds(30))
    note("10,000 finds are projected in \(all), one find in \(single)")
  }
}
