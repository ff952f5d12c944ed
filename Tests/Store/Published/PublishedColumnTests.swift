// Every table and column of the database is copied to the published database, or is not, by
// decision. A new column fails these tests until PublishedTables.swift lists it.

import Albums
import Support
import Testing

@testable import Store

@Suite struct PublishedColumnTests {
  let fixture: StoreFixture

  init() throws { fixture = try StoreFixture() }

  /// The tables of which strangers see no row. The tables of the last line have rows of their own
  /// in the published database.
  static let tablesNotCopied: Set<String> = [
    "album_joins", "answers", "breakers", "calls", "candidates", "citations", "codes", "covers",
    "edited_finds",
    "edits", "guesses", "import_rows", "imports", "jobs", "people", "scans", "sessions", "tokens",
    "unconfirmed_finds", "unowned_pictures", "shelves", "shelf_items",
    "facets", "feeds", "sites", "stale_facets", "stale_pages",
  ]

  private static func tables(_ rule: PublishRule) -> [PublishedTable] {
    PublishedTable.ofFinds(rule) + PublishedTable.ofAlbums
  }

  @Test func `every table is copied or is not, by decision`() throws {
    let all = try sqlite(
      fixture.path,
      "SELECT name FROM sqlite_schema WHERE type = 'table' AND name NOT LIKE 'sqlite_%'")
    let copied = Set(Self.tables(PublishedFixture.chosen).map(\.name))
    #expect(copied.isDisjoint(with: Self.tablesNotCopied))
    #expect(copied.union(Self.tablesNotCopied) == Set(all.split(separator: "\n").map(String.init)))
  }

  @Test(arguments: tables(PublishedFixture.chosen).map(\.name))
  func `every column of a copied table is copied, constant or private, by decision`(name: String)
    throws
  {
    let table = try #require(Self.tables(PublishedFixture.chosen).first { $0.name == name })
    let columns = try sqlite(
      fixture.path, "SELECT name FROM pragma_table_xinfo('\(name)')")
    #expect(
      table.columns.map(\.name).sorted() == columns.split(separator: "\n").map(String.init).sorted()
    )
  }

  /// The columns that strangers see as they are. They stand here a second time, so that a private column needs two
  /// changes to become public.
  static let seen: [String: Set<String>] = [
    "items": ["id", "sure"],
    "finds": [
      "id", "item", "album", "found", "moved", "own_artwork", "own_tint", "corrected", "shelf",
      "added", "status", "place", "favourite",
    ],
    "find_tags": ["find", "position", "key", "tag"],
    "albums": [
      "id", "key", "artist", "title", "year", "record_label", "key_rules", "kind", "isbn", "pages",
    ],
    "track_lists": ["album", "release", "tracks"],
    "album_genres": ["album", "position", "genre"],
    "reviews": ["key", "language", "summary", "rating", "recommendation", "origin", "written"],
    "review_points": ["review", "language", "kind", "position", "text"],
    "review_sources": ["review", "language", "position", "passage", "url", "title"],
  ]

  @Test func `strangers see exactly the columns of the list as they are`() {
    let tables = Self.tables(PublishedFixture.chosen)
    let copied = tables.map { table in
      (table.name, Set(table.columns.filter { $0.origin == .copied }.map(\.name)))
    }
    #expect(Dictionary(uniqueKeysWithValues: copied) == Self.seen)
    let made = tables.flatMap { table in
      table.columns.compactMap { column -> String? in
        guard case .made(let value) = column.origin else { return nil }
        return "\(table.name).\(column.name): \(value.prefix(11))"
      }
    }
    #expect(
      made == [
        "items.created: finds.found", "items.updated: finds.found", "albums.artwork: CASE WHEN E",
        "albums.tint: CASE WHEN E",
      ])
  }

  @Test(arguments: [
    (PublishRule(choice: .chosen, showsNotes: true), ["note", "noted"]),
    (PublishRule(choice: .chosen, showsNotes: false, showsRatings: true), ["own_rating"]),
  ])
  func `a setting shows its detail only`(shown: PublishRule, names: [String]) {
    for (hidden, shown) in zip(Self.tables(PublishedFixture.chosen), Self.tables(shown)) {
      for (one, other) in zip(hidden.columns, shown.columns) where one.origin != other.origin {
        #expect(hidden.name == "finds" && names.contains(one.name))
        #expect(one.origin == .never && other.origin == .copied)
      }
    }
  }

  @Test func `the digest of a database differs with the rule and with the feed`() {
    let rules: [PublishRule] = [
      PublishedFixture.chosen, PublishRule(choice: .chosen, showsNotes: true),
      PublishRule(choice: .all, showsNotes: false),
      PublishRule(choice: .tag("a"), showsNotes: false),
      PublishRule(choice: .tag("b"), showsNotes: false),
    ]
    let digests = rules.flatMap { [$0.digest(feedID: "1"), $0.digest(feedID: "2")] }
    #expect(Set(digests).count == digests.count)
    let loud = PublishRule(choice: .tag("Jazz  Rock"), showsNotes: false)
    #expect(loud == PublishRule(choice: .tag("jazz rock"), showsNotes: false))
  }
}
