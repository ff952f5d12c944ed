// The database determines the known covers. The index file only makes the search faster. It may be
// missing, stale or damaged at any time.

import Albums
import Covers
import Host
import Store
import Support
import Testing

@testable import Scanning

@Suite struct KnownCoversTests {
  @Test func `a cover is recognised with an index file, without one, and if it is newer`() throws {
    let house = try CoverHouse()
    try house.know(0..<3)
    #expect(try house.isSure(of: 1))
    #expect(try house.bringUpToDate())
    #expect(try house.isSure(of: 1) && house.isSure(of: 2))
    try house.know(3..<5)
    #expect(try house.isSure(of: 1) && house.isSure(of: 4))
    #expect(try house.matches(CoverHouse.fingerprint(99)).allSatisfy { !$0.isSure })
  }

  @Test func `the file is rebuilt when more than 64 covers are missing from it`() throws {
    let house = try CoverHouse()
    try house.know(0..<1)
    #expect(try house.bringUpToDate())
    try house.know(1..<65)
    #expect(try !house.bringUpToDate())
    #expect(try house.isSure(of: 64))
    try house.know(65..<66)
    #expect(try house.bringUpToDate() && !house.bringUpToDate())
    #expect(try house.isSure(of: 65) && house.isSure(of: 0))
    #expect(KnownCovers.mostChanges(of: 64_000) == 1_000)
  }

  @Test func `another fingerprint for a picture replaces its cover`()
    throws
  {
    let house = try CoverHouse()
    try house.know(0..<60)
    #expect(try house.bringUpToDate())
    let before = try house.ids()
    try house.know(200, album: 7, source: 7)
    let after = try house.ids()
    #expect(after.count == 60 && Set(after).subtracting(before).count == 1)
    #expect((after.last ?? 0) > (before.last ?? 0))
    #expect(try house.matches(CoverHouse.fingerprint(200)).first?.isSure == true)
    #expect(try house.matches(CoverHouse.fingerprint(7)).allSatisfy { !$0.isSure })
  }

  @Test func `the same picture again keeps its id, and a corrected album counts at once`() throws {
    let house = try CoverHouse()
    try house.know(0..<60)
    #expect(try house.bringUpToDate())
    let before = try house.ids()
    try house.know(7, album: 8, source: 7)
    #expect(try house.ids() == before)
    #expect(try house.matches(CoverHouse.fingerprint(7)).first?.album == house.albumID(8))
  }

  @Test func `an id is never used twice`() throws {
    let house = try CoverHouse()
    try house.know(0..<3)
    let last = try #require(try house.ids().last)
    try house.sql("DELETE FROM covers WHERE id = \(last)")
    try house.know(3..<4)
    #expect(try house.ids().last == last + 1)
  }

  @Test func `deleted covers are not found, and the file is rebuilt after many deletions`() throws {
    let house = try CoverHouse()
    try house.know(0..<80)
    #expect(try house.bringUpToDate())
    try house.sql("DELETE FROM covers WHERE id <= 64")
    #expect(try !house.bringUpToDate())
    #expect(try house.matches(CoverHouse.fingerprint(0)).allSatisfy { !$0.isSure })
    try house.sql("DELETE FROM covers WHERE id = 65")
    #expect(try house.bringUpToDate())
    #expect(try house.isSure(of: 79))
  }

  @Test func `a fingerprint of another version is not changed`() throws {
    let house = try CoverHouse()
    try house.know(0..<2)
    try house.know([UInt8](repeating: 1, count: 50), album: 5, source: 5)
    try house.know([], album: 6, source: 6)
    #expect(try house.bringUpToDate() && !house.bringUpToDate())
    #expect(try house.isSure(of: 1))
    #expect(try house.matches([1, 2, 3]).isEmpty && house.matches([]).isEmpty)
  }

  @Test(arguments: [
    "", "short", "a text that is as long as a header is, or a little longer than one",
  ])
  func `a file that is not an index is ignored and replaced`(_ text: String) throws {
    let house = try CoverHouse()
    try house.know(0..<3)
    try house.folder.write(text, to: "covers.index")
    #expect(try house.isSure(of: 2))
    #expect(try house.bringUpToDate() && !house.bringUpToDate())
    #expect(try house.isSure(of: 2))
  }

  @Test func `a file cut off or changed anywhere makes nothing sure that is not`() throws {
    let house = try CoverHouse()
    try house.know(0..<60)
    #expect(try house.bringUpToDate())
    let whole = try Files.read(house.known.path)
    let seed = testSeed()
    note("seed \(seed)")
    var generator = SeededGenerator(seed: seed)
    for _ in 0..<20 {
      var bytes = whole
      for _ in 0..<100 {
        let index = Int.random(in: 128..<bytes.count, using: &generator)
        bytes[index] = .random(in: 0...255, using: &generator)
      }
      try Files.replace(house.known.path, with: bytes, durably: false)
      for number in [7, 99] {
        for match in try house.matches(CoverHouse.fingerprint(number)) where match.isSure {
          #expect(try match.album == house.albumID(number))
        }
      }
    }
    let part = Int.random(in: 0..<whole.count, using: &generator)
    try Files.replace(house.known.path, with: Array(whole.prefix(part)), durably: false)
    #expect(try house.isSure(of: 7))
    #expect(try house.bringUpToDate())
  }

  @Test func `an index of another database is ignored`() throws {
    let (one, other) = (try CoverHouse(), try CoverHouse())
    try one.know(0..<60)
    try other.know(100..<160)
    #expect(try one.bringUpToDate())
    try Files.replace(other.known.path, with: Files.read(one.known.path), durably: false)
    #expect(try other.isSure(of: 120))
    #expect(try other.bringUpToDate())
  }

  @Test func `covers are recognised even if no file can be written`() throws {
    let house = try CoverHouse()
    try house.know(0..<3)
    let elsewhere = KnownCovers(path: "/proc/none/covers.index")
    #expect(throws: KnownCoversError.self) { try elsewhere.bringUpToDate(from: house.open()) }
    let matches = try elsewhere.matches(for: CoverHouse.fingerprint(2), in: house.open())
    #expect(matches.first?.isSure == true)
  }
}

/// A database of invented covers, and its index file.
struct CoverHouse {
  let folder: TemporaryFolder
  var known: KnownCovers { KnownCovers(path: folder.file("covers.index")) }

  init() throws {
    // The test makes hundreds of commits, and does not need them on a disk.
    folder = try TemporaryFolder(under: Files.isDirectory("/dev/shm") ? "/dev/shm" : "/tmp")
    _ = try Store.openUpgrading(folder.file("albums.db"))
  }

  func open() throws -> Store { try Store.open(folder.file("albums.db")) }

  /// The fingerprint of the invented cover `number`, the same in every test.
  static func fingerprint(_ number: Int) -> [UInt8] {
    var generator = SeededGenerator(seed: UInt64(number))
    return InventedCovers.fingerprint(&generator, features: 60).bytes
  }

  static func album(_ number: Int) -> Album { Album(artist: "Artist", title: "Title \(number)") }

  func know(_ numbers: Range<Int>) throws {
    for number in numbers { try know(number, album: number, source: number) }
  }

  func know(_ number: Int, album: Int, source: Int) throws {
    try know(Self.fingerprint(number), album: album, source: source)
  }

  func know(_ fingerprint: [UInt8], album: Int, source: Int) throws {
    try open().importCover(
      of: Self.album(album), review: nil, fingerprint: fingerprint, name: "\(source)",
      picture: [UInt8(truncatingIfNeeded: source)],
      at: Timestamp(milliseconds: 0))
  }

  func ids() throws -> [Int64] { try open().knownCovers().map(\.id) }

  func albumID(_ number: Int) throws -> Int64? { try open().albumID(of: Self.album(number).key) }

  func matches(_ fingerprint: [UInt8]) throws -> [CoverMatch] {
    try known.matches(for: fingerprint, in: open())
  }

  /// Whether the search returns the cover's own album as a sure match.
  func isSure(of number: Int) throws -> Bool {
    let best = try matches(Self.fingerprint(number)).first
    return try best?.isSure == true && best?.album == albumID(number)
  }

  func bringUpToDate() throws -> Bool { try known.bringUpToDate(from: open()) }

  /// Changes the database with the real `sqlite3` program.
  func sql(_ sql: String) throws {
    let output = try Programs.run(
      "/usr/bin/sqlite3", [folder.file("albums.db"), sql], input: "/dev/null", limit: 1000,
      timeoutMilliseconds: 5000)
    #expect(output.exitCode == 0)
  }
}
