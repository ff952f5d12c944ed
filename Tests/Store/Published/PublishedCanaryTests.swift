// Canaries: a unique text stands in every private column of the history, and in every column of
// private finds. No byte of the published database contains one of them.

import Albums
import Host
import Support
import Testing

@testable import Store

@Suite struct PublishedCanaryTests {
  private static let canary = "canary"

  private let fixture: PublishedFixture
  private let publicFind = StoreFixture.find(1)
  private let privateFind = StoreFixture.find(2)

  /// A public and a private find of different albums, each with a review and all details.
  init() throws {
    fixture = try PublishedFixture()
    let log = try fixture.log()
    try fixture.add(
      1, "Tago Mago",
      FindDetails(
        status: .have, tags: [Tag(stored: "Drums")], note: "canary note", place: "Kiosk",
        publicChoice: .yes), to: log)
    try fixture.add(
      2, "canary title",
      FindDetails(
        status: .want, tags: [Tag(stored: "canary tag")], note: "canary note",
        place: "canary place", publicChoice: .no), to: log)
    try log.keep(
      Self.review("A public summary."), of: AlbumKey(artist: "Can", title: "Tago Mago"),
      origin: "a-model", prompt: "canary prompt", at: StoreFixture.time(5))
    try log.keep(
      Self.review("A canary summary."), of: AlbumKey(artist: "Can", title: "canary title"),
      origin: "canary-model", at: StoreFixture.time(5))
  }

  private static func review(_ text: String) throws -> Review {
    try Review(
      summary: text, bullets: [text, "two", "three"], rating: rating(tenths: 85),
      recommendation: .cultEssential, keyTracks: [text, "b", "c"],
      sources: [ReviewSource(passage: .summary, address: "https://a.example/", title: text)])
  }

  /// A column of the household database.
  private struct Column {
    let table: String
    let name: String
    let type: String

    /// A unique canary, in SQL.
    var value: String {
      let text = "'canary \(table).\(name) ' || hex(randomblob(8))"
      return type == "BLOB" ? "CAST(\(text) AS BLOB)" : text
    }
  }

  private func columns() throws -> [Column] {
    try fixture.log().connection.rows(
      """
      SELECT tables.name, columns.name, columns.type
      FROM sqlite_schema AS tables, pragma_table_xinfo(tables.name) AS columns
      WHERE tables.type = 'table' AND tables.name NOT LIKE 'sqlite_%' AND columns.hidden = 0
      """
    ) { (row) in Column(table: row.text(0), name: row.text(1), type: row.text(2)) }
  }

  /// Puts a row with canaries into each table that is not copied. In the other tables, puts a canary
  /// into each text column that is not copied.
  private func placeCanaries() throws {
    let copied = PublishedTable.ofFinds(PublishedFixture.chosen) + PublishedTable.ofAlbums
    var statements = ["PRAGMA ignore_check_constraints=ON", "PRAGMA foreign_keys=OFF", "BEGIN"]
    var placed = 0
    for (name, columns) in Dictionary(grouping: try columns(), by: \.table) {
      if let table = copied.first(where: { $0.name == name }) {
        // `public_choice` decides whether the row is public at all.
        let texts = columns.filter { $0.type == "TEXT" || $0.type == "BLOB" }
        for column in texts where column.name != "public_choice" {
          let origin = table.columns.first { $0.name == column.name }?.origin
          guard origin != .copied, column.name != "public_choice" else { continue }
          // The picture of a service is not published while an own picture of the find takes its
          // place.
          if case .made? = origin { try #require(column.name == "artwork") }
          statements.append("UPDATE \(name) SET \"\(column.name)\" = \(column.value)")
          placed += 1
        }
      } else {
        let values = columns.map { column in
          switch column.type {
          case "TEXT", "BLOB": column.value
          case "REAL": "0.5"
          default: "900001"
          }
        }
        let names = columns.map { "\"\($0.name)\"" }.joined(separator: ", ")
        statements.append(
          "INSERT INTO \(name) (\(names)) VALUES (\(values.joined(separator: ", ")))")
        placed += columns.count
      }
    }
    statements.append("UPDATE sites SET digest = 'canary digest' WHERE name = 'household'")
    statements.append("UPDATE finds SET own_artwork = '\(Self.artwork)'")
    try sqlite(fixture.fixture.path, (statements + ["COMMIT"]).joined(separator: ";\n"))
    #expect(placed > 100)
  }

  private static let artwork = String(repeating: "a", count: 64)

  private func text() throws -> String {
    String(decoding: try Files.read(fixture.path), as: UTF8.self)
  }

  @Test func `no private text of the log is in the published database`() throws {
    try placeCanaries()
    let log = String(decoding: try Files.read(fixture.fixture.path), as: UTF8.self)
    #expect(log.contains("canary items.evidence") && log.contains("canary people.name"))
    do {
      let published = try fixture.published()
      #expect(try published.project(.all, at: StoreFixture.time(99)) == 1)
      let find = try #require(try published.find(publicFind))
      #expect(find.album.artwork == Artwork(digest: Self.artwork) && find.agreement == nil)
    }
    let file = try text()
    for shown in ["Tago Mago", "A public summary.", "Drums", "Kiosk", "a-model", Self.artwork] {
      #expect(file.contains(shown), "\(shown) is public")
    }
    for other in file.split(separator: Self.canary).dropFirst() {
      Issue.record("the file contains: canary\(other.prefix(40))")
    }
    let journal = "\(fixture.path)-journal"
    #expect(try !Files.exists(journal) || Files.read(journal).isEmpty)
  }

  @Test func `an own picture is in the published database only with its own public find`() throws {
    let log = try fixture.log()
    let (own, theirs, unowned) = (try artwork("c"), try artwork("d"), try artwork("e"))
    try fixture.add(3, "Tago Mago", FindDetails(publicChoice: .no), to: log)
    _ = try log.keep(Album(artist: "Can", title: "Tago Mago", artwork: theirs))
    let album = try #require(try log.albumID(of: publicFind))
    try log.keepOwn((own, [2]), of: StoreFixture.find(3))
    try log.connection.run(
      "INSERT INTO unowned_pictures VALUES (?, ?)", [.integer(album), .text(unowned.digest)])
    let published = try fixture.published()
    try published.takeOver(from: log)
    #expect(try log.find(publicFind)?.album.artwork == unowned)
    #expect(try log.find(StoreFixture.find(3))?.album.artwork == own)
    #expect(try published.find(publicFind)?.album.artwork == theirs)
    #expect(try !text().contains(own.digest) && !text().contains(unowned.digest))
    try log.keepOwn((own, [2]), of: publicFind)
    try published.takeOver(from: log)
    #expect(try published.find(publicFind)?.album.artwork == own)
    #expect(try published.stale() == [publicFind])
    try sqliteConfirms(fixture.path, "SELECT count(artwork) = 0 FROM albums")
  }

  private func artwork(_ digit: String) throws -> Artwork {
    try #require(Artwork(digest: String(repeating: digit, count: 64)))
  }

  @Test func `a private find that was public leaves no text in the file`() throws {
    let log = try fixture.log()
    let edit = EditID(randomBytes: Array(repeating: 1, count: 17))
    do {
      let published = try fixture.published()
      try published.takeOver(from: log)
      _ = try log.edit(
        [privateFind], FindEdit(publicChoice: "yes"), as: edit, by: .owner,
        at: StoreFixture.time(60))
      try published.takeOver(from: log)
    }
    for text in ["canary title", "canary tag", "canary place", "A canary summary."] {
      #expect(try self.text().contains(text), "\(text) is public")
    }
    #expect(try !text().contains("canary note"))
    do {
      let published = try fixture.published()
      _ = try log.undo(edit, at: StoreFixture.time(61))
      try published.takeOver(from: log)
      try published.finishPublishing()
    }
    try sqlite(fixture.path, "VACUUM")
    #expect(try !text().contains(Self.canary) && text().contains("Tago Mago"))
  }
}
