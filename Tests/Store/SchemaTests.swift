// Opening a database: the connection is hardened, the version is right, and no database is partly
// upgraded.

import Albums
import Host
import Support
import Testing

@testable import Store

@Suite struct SchemaTests {
  @Test func `the version counts the migrations after the first version`() {
    #expect(Schema.version == Schema.firstVersion + Schema.migrations.count)
  }

  @Test func `a writer keeps its journal beside the database, and no write-ahead log`() throws {
    let fixture = try StoreFixture()
    let mode = try fixture.open().connection.transaction {
      (connection: borrowing Connection) throws(StoreError) in
      try connection.row("PRAGMA journal_mode") { (row) in row.text(0) }
    }
    #expect(mode == "truncate")
    #expect(Files.exists("\(fixture.path)-journal") && !Files.exists("\(fixture.path)-wal"))
  }

  @Test func `a database that is not there is not made by opening`() throws {
    let folder = try TemporaryFolder()
    let path = folder.file("albums.db")
    #expect(throws: StoreError.missing(path: path)) { _ = try Store.open(path) }
    #expect(!Files.exists(path))
  }

  @Test func `a database of a later version is refused and left as it is`() throws {
    let fixture = try StoreFixture()
    try sqlite(fixture.path, "PRAGMA user_version = 99")
    let before = try Files.read(fixture.path)
    #expect(throws: StoreError.newer(version: 99, known: Schema.version)) { _ = try fixture.open() }
    #expect(throws: StoreError.newer(version: 99, known: Schema.version)) {
      _ = try Store.openUpgrading(fixture.path)
    }
    #expect(try Files.read(fixture.path) == before)
  }

  @Test func `a database of an earlier version is not opened for use`() throws {
    let folder = try TemporaryFolder()
    let path = folder.file("albums.db")
    let version = Schema.version - 1
    try sqlite(path, "PRAGMA user_version = \(version); CREATE TABLE finds (a)")
    #expect(throws: StoreError.older(version: version, known: Schema.version)) {
      _ = try Store.open(path)
    }
  }

  @Test func `a second upgrade changes nothing`() throws {
    let fixture = try StoreFixture()
    let before = try Files.read(fixture.path)
    _ = try Store.openUpgrading(fixture.path)
    #expect(try Files.read(fixture.path) == before)
    #expect(try fixture.open().damage() == nil)
  }

  @Test func `the same catalogue twice adds nothing`() throws {
    let fixture = try StoreFixture()
    let store = try fixture.open()
    let album = Album(
      artist: "Sigur Rós", title: "( )", year: 2002, genres: ["Post-Rock", "Ambient"],
      recordLabel: "FatCat")
    for _ in 0..<2 {
      try store.importCover(
        of: album, review: try StoreFixture.review(), fingerprint: [1, 2], name: "a",
        at: StoreFixture.time(0))
    }
    let covers = try store.knownCovers()
    #expect(covers.count == 1)
    #expect(try store.album(covers[0].album) == album)
    #expect(try store.shownReview(of: album.key) == StoreFixture.review(isByModel: false))
    #expect(try fixture.open().damage() == nil)
  }

  @Test func `text that looks like SQL is text`() throws {
    let fixture = try StoreFixture()
    let store = try fixture.open()
    let album = Album(artist: "'; DROP TABLE finds; --", title: "\"Bobby\" \u{0}tables")
    try store.importCover(
      of: album, review: nil, fingerprint: [1], name: "a", at: StoreFixture.time(0))
    #expect(try store.album(store.knownCovers()[0].album)?.artist == album.artist)
    #expect(try fixture.open().countFinds() == 0)
  }
}

/// Runs the real program `sqlite3`, as a host would. Returns its output without the last line end.
@discardableResult
func sqlite(_ path: String, _ sql: String) throws -> String {
  let output = try Programs.run(
    "/usr/bin/sqlite3", [path, sql], input: "/dev/null", limit: 1000, timeoutMilliseconds: 5000)
  guard output.exitCode == 0 else {
    throw StoreError.damaged("sqlite3 ended with \(output.exitCode)")
  }
  let text = String(decoding: output.bytes, as: UTF8.self)
  return text.hasSuffix("\n") ? String(text.dropLast()) : text
}

/// Throws unless the query answers 1.
func sqliteConfirms(_ path: String, _ query: String) throws {
  let answer = try sqlite(path, query)
  guard answer == "1" else { throw StoreError.damaged("\(query): \(answer)") }
}
