// The upgrade to rules 3 for names: albums and tags get the keys of the present rules.

import Albums
import Store
import Support
import Testing

@Suite struct NameRenewalTests {
  let fixture: StoreFixture

  init() throws { fixture = try StoreFixture() }

  /// Inserts an album as version 1.0 stored it.
  private func older(_ key: String, _ artist: String, _ title: String, kind: String = "album")
    throws
  {
    try sqlite(
      fixture.path,
      """
      INSERT INTO albums (key, artist, title, key_rules, kind)
        VALUES ('\(key)', '\(artist)', '\(title)', 2, '\(kind)')
      """)
  }

  @Test func `an album of earlier rules is found before and after the renewal`() throws {
    try older("the / infected", "The The", "Infected")
    try older("book: кии\u{306} / один", "Кии\u{306}", "Один", kind: "book")
    let store = try fixture.open()
    let album = AlbumKey(artist: "The The", title: "Infected")
    let book = AlbumKey(kind: .book, artist: "Кий", title: "Один")
    #expect(try store.albumID(of: album) == 1 && store.albumID(of: book) == 2)
    try store.renewNames(at: StoreFixture.time(50))
    #expect(try store.key(of: 1).text == "the the / infected")
    #expect(try Array(store.key(of: 2).text.utf8) == Array(book.text.utf8))
    try sqliteConfirms(fixture.path, "SELECT min(key_rules) = 3 FROM albums")
    #expect(try store.albumID(of: album) == 1 && store.albumID(of: book) == 2)
  }

  @Test func `a review moves with its album, and other albums stay as they are`() throws {
    let former = AlbumKey(stored: "c / one")
    try older(former.text, "C#", "One")
    try older("can / landed", "Can", "Landed")
    let store = try fixture.open()
    try store.keep(
      try StoreFixture.review(), of: former, origin: "model", at: StoreFixture.time(0))
    try store.renewNames(at: StoreFixture.time(50))
    #expect(try store.key(of: 1).text == "c sharp / one" && store.key(of: 2).text == "can / landed")
    #expect(try store.shownReview(of: AlbumKey(artist: "C#", title: "One")) != nil)
    #expect(try store.shownReview(of: former) == nil && store.damage() == nil)
  }

  @Test func `a key becomes free for another album`() throws {
    try older("x / the", "X", "The +")
    try older("the / x", "The The", "X")
    try older("x / plus", "X", "+ Plus +")
    let store = try fixture.open()
    try store.renewNames(at: StoreFixture.time(50))
    let keys = try (1...3).map { try store.key(of: $0).text }
    #expect(keys[1] == "the the / x" && Set(keys).count == 3, "\(keys)")
  }

  @Test func `tags get their present keys, and one spelling of two stays`() throws {
    let store = try fixture.open()
    _ = try store.keep(Album(artist: "Can", title: "Landed"), fingerprint: [2, 1])
    try sqlite(fixture.path, "UPDATE covers SET artwork = NULL")
    let id = try store.addTyped()
    try sqlite(
      fixture.path,
      """
      INSERT INTO find_tags (find, position, key, tag) VALUES ('\(id)', 0, 'hip-hop', 'Hip-Hop'),
        ('\(id)', 1, 'hip hop', 'hip hop'), ('\(id)', 2, 'jazz', 'Jazz')
      """)
    try store.renewNames(at: StoreFixture.time(50))
    #expect(try store.details(of: id)?.tags.map(\.key) == ["hip hop", "jazz"])
    try sqliteConfirms(fixture.path, "SELECT group_concat(key) = 'hip hop,jazz' FROM find_tags")
  }
}

extension Store {
  /// A find of an album, without a scan.
  fileprivate func addTyped() throws -> FindID {
    let id = StoreFixture.find(1)
    let record = FindRecord(
      id: id, person: .owner, album: AlbumKey(artist: "Can", title: "Landed"),
      found: StoreFixture.time(0))
    let number = try beginImport(
      ImportRecord(
        person: .owner, format: .albumscan, name: "x", digest: [1], header: nil, read: 0,
        created: StoreFixture.time(0), ended: nil, undone: nil))
    _ = try restore([(line: 1, record: record)], into: number, at: StoreFixture.time(0))
    return id
  }
}
