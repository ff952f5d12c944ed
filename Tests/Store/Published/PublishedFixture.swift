// A history with a published database beside it.

import Albums
import Host
import Support

@testable import Store

struct PublishedFixture {
  static let chosen = PublishRule(choice: .chosen, showsNotes: false)

  let fixture: StoreFixture
  let path: String

  init() throws {
    fixture = try StoreFixture()
    path = fixture.folder.file("published.db")
    _ = try fixture.open().preparePublishing()
  }

  func log() throws -> Store { try fixture.open() }

  func published(_ rule: PublishRule = chosen, at path: String? = nil) throws -> Store {
    try Store.openPublished(
      path ?? self.path, log: fixture.path, rule: rule, feedID: try log().preparePublishing())
  }

  /// A find of its own album by one artist, without a scan. `number` is also the second of the find.
  func add(
    _ number: Int, _ title: String? = nil, _ details: FindDetails = FindDetails(publicChoice: .yes),
    to store: borrowing Store
  ) throws {
    let id = try store.beginImport(Self.importRecord)
    let find = ImportedFind(
      line: number, identity: "row \(number)", raw: [], find: StoreFixture.find(UInt8(number)),
      album: Album(artist: "Can", title: title ?? "Title \(number)", year: 1971, genres: ["Rock"]),
      hasFactsOfEdition: false, found: StoreFixture.time(Int64(number)), details: details)
    _ = try store.importFinds(
      [find], by: .owner, into: id, read: number, at: StoreFixture.time(Int64(number)))
  }

  private static let importRecord = ImportRecord(
    person: .owner, format: .discogs, name: "a.csv", digest: Array(repeating: 1, count: 32),
    header: ["a"], read: 0, created: StoreFixture.time(0), ended: nil, undone: nil)
}

extension Store {
  /// Projects the changes of `log`, as a publish does. Returns the number of stale public pages.
  @discardableResult
  func takeOver(
    from log: borrowing Store, at now: Timestamp = StoreFixture.time(99)
  ) throws -> Int {
    let (changes, serial) = try log.publishedChanges()
    let count = try project(changes, at: now)
    if let serial { try log.markProjected(upTo: serial) }
    return count
  }

  /// Marks all pages as written and forgets withdrawn finds.
  func finishPublishing() throws {
    try markAllWritten()
    try removeWithdrawn()
  }

  /// The finds with stale pages, in the order in which the pages are written.
  func stale() throws -> [FindID] {
    try stalePages().compactMap { page in
      if case .find(let id) = page.subject { id } else { nil }
    }
  }

  /// All rows of the tables that a projection fills.
  func publishedRows() throws -> [String: [String]] {
    var rows: [String: [String]] = [:]
    for table in PublishedTable.ofFinds(PublishedFixture.chosen) + PublishedTable.ofAlbums {
      let values = table.columns.map { "quote(\($0.name))" }.joined(separator: " || ' ' || ")
      rows[table.name] = try connection.rows(
        "SELECT \(values) AS line FROM \(table.name) ORDER BY line"
      ) { (row) in row.text(0) }
    }
    return rows
  }
}
