// Canaries in a whole published log: each field of 200 finds has a text of its own. After each
// publish, no file of the folder, of the remote and of the archive contains a text, a picture or an
// id that is private now. Every public text is in one of the files.

import Albums
import Host
import Publishing
import Store
import Support
import Testing

@testable import Exchange

@Suite struct PublishCanaryTests {
  static let seeds: [UInt64] = {
    let first = testSeed()
    return (0..<(Environment.isTorture ? 10 : 1)).map { first &+ $0 }
  }()

  private enum Kind: CaseIterable { case findsOnly, stale, staleAgain, everything }

  @Test(arguments: seeds)
  func `no file has what is private now, and what is public now is there`(seed: UInt64) throws {
    note("ALBUMSCAN_SEED=\(seed)")
    let house = try PublishHouse()
    var log = try CanaryLog(house, seed: seed, finds: 200)
    var random = SeededGenerator(seed: seed &+ 1)
    try house.publish()
    try expect(log, in: house, .everything, "seed \(seed), first")
    for round in 1...(Environment.isTorture ? 40 : 5) {
      try log.change(Int.random(in: 1...30, using: &random))
      // The last publish writes everything, so that the comparison of the archive needs no
      // exceptions.
      let isLast = round == (Environment.isTorture ? 40 : 5)
      let some = Kind.allCases.randomElement(using: &random) ?? .stale
      let kind = isLast ? Kind.everything : some
      switch kind {
      case .findsOnly: try house.publish(PublishHouse.findsOnly)
      case .stale, .staleAgain: try house.publish()
      case .everything: try house.publish(PublishHouse.all)
      }
      log.notePublished(everything: kind == .everything)
      try expect(log, in: house, kind, "seed \(seed), round \(round), \(kind)")
    }
  }

  private func expect(
    _ log: CanaryLog, in house: PublishHouse, _ kind: Kind, _ mark: String
  ) throws {
    let (shown, former) = (log.shown, log.former)
    #expect(shown.count > 200, "\(mark): almost nothing is public")
    for (place, files) in try [
      ("folder", house.folderFiles()), ("remote", house.remote()), ("archive", archive(house)),
    ] {
      var seen: Set<String> = []
      for (path, bytes) in files {
        let isLate = kind == .findsOnly || place == "archive" || path == "archive.zip"
        let found = texts(path, bytes)
        let secret = found.subtracting(shown).subtracting(isLate ? former : [])
        #expect(secret.isEmpty, "\(mark): \(place), \(path) has \(secret.sorted())")
        if path != "archive.zip" { seen.formUnion(found) }
      }
      if place == "archive", kind != .everything { continue }
      let lacking = shown.subtracting(seen)
      #expect(lacking.isEmpty, "\(mark): \(place) lacks \(lacking.sorted())")
    }
    #expect(try house.remote() == house.tree(), "\(mark)")
  }

  private func texts(_ path: String, _ bytes: [UInt8]) -> Set<String> {
    CanaryText.found(in: bytes).union(CanaryText.found(in: Array(path.utf8)))
  }

  /// The files in the archive.
  private func archive(_ house: PublishHouse) throws -> [String: [UInt8]] {
    let zip = try ZipReader("\(try house.settings.folder)/archive.zip")
    var files: [String: [UInt8]] = [:]
    for name in zip.names {
      files[name] = try zip.bytes(of: name, limit: 64 << 20)
    }
    #expect(files.count == zip.names.count)
    return files
  }

  @Test func `the search for private texts finds the title of a public find in each kind of file`()
    throws
  {
    let house = try PublishHouse()
    let title = CanaryText.made("t", 1)
    let picture = CanaryText.made("i", 2)
    let store = try house.store()
    let id = try store.beginImport(
      ImportRecord(
        person: .owner, format: .discogs, name: "a.csv", digest: Array(repeating: 1, count: 32),
        header: ["a"], read: 0, created: PublishHouse.now, ended: nil, undone: nil))
    let find = FindID(randomBytes: Array(repeating: 3, count: 17))
    let album = Album(
      artist: "Can", title: title, year: 1971, genres: ["Rock"],
      artwork: try house.addPicture(picture))
    let row = ImportedFind(
      line: 1, identity: "row 1", raw: [], find: find, album: album, hasFactsOfEdition: false,
      found: PublishHouse.now, details: FindDetails(publicChoice: .yes))
    _ = try store.importFinds([row], by: .owner, into: id, read: 1, at: PublishHouse.now)
    try house.publish()
    let withTitle = try house.folderFiles().filter { texts($0.key, $0.value).contains(title) }
    for path in [
      "album/\(find)/index.html", "index.html", "history/index.html", "feed.atom", "feed.json",
      "archive.zip",
    ] {
      #expect(withTitle[path] != nil, "\(path)")
    }
    #expect(withTitle.keys.contains { $0.hasPrefix("search/") && $0 != "search/index.json" })
    let pictures = try house.remote().filter { texts($0.key, $0.value).contains(picture) }
    #expect(pictures.keys.filter { $0.hasSuffix(".jpg") }.count == Artwork.sides.count)
    #expect(try archive(house).contains { texts($0.key, $0.value).contains(title) })
    #expect(CanaryText.found(in: Array("zqx ZQXTAAAAB zqxtaaa".utf8)).isEmpty)
    #expect(CanaryText.found(in: Array("a\(title)\(picture)".utf8)) == [title, picture])
  }
}
