// The files of the search: their form, their size, and what they must not contain.
// Source: docs/interface.md "Search".

import Albums
import Foundation
import Host
import Support
import Testing
import Text
import Tracks

@testable import Site

@Suite struct SearchShardTests {
  @Test func `a shard has the facts of each find in columns, oldest first`() throws {
    let sample = try SampleSite()
    try sample.keep(try Sample.artwork(1))
    var log = SampleLog()
    var first = Sample.made(
      1, daysBefore: 2, artist: "Ada", title: "One", artwork: try Sample.artwork(1), isSure: false,
      review: try Sample.review())
    first.details = FindDetails(
      status: .have, tags: [Albums.Tag(stored: "for <Ada>")], note: "a secret note",
      place: "Rough Trade East", publicChoice: .yes, ownRating: Rating(tenths: 85))
    log.finds = [first, Sample.made(2, daysBefore: 1, artist: "Ada", title: "Two")]
    try sample.site.build(log.contents)
    let shard = try Self.shard("2026-11-1", of: sample)
    let text = { (name: String) in shard[name].items.map { $0.text ?? "" } }
    #expect(shard["ids"].text == "\(Sample.find(1))\(Sample.find(2))")
    #expect(text("titles") == ["One", "Two"])
    #expect(text("artists") == ["Ada"] && shard["artist"] == [0, 0])
    #expect(shard["years"] == [1971, 1972] && shard["days"] == [19, 20])
    #expect(text("genres") == ["Dream Pop", "Art Rock"] && shard["genre"] == [[0, 1], [0, 1]])
    #expect(text("labels") == ["Lantern Records"] && shard["label"] == [0, 0])
    #expect(text("tags") == ["for <Ada>"] && shard["tag"] == [[0], []])
    #expect(text("places") == ["Rough Trade East"] && shard["place"] == [0, -1])
    #expect(shard["verdicts"] == [["Genre Landmark", 1]] && shard["verdict"] == [0, -1])
    #expect(shard["ratings"] == [92, -1] && shard["ownRatings"] == [85, -1])
    #expect(shard["statuses"].text == "h-" && shard["flags"].text == "70")
    #expect(shard["artworks"].text == String(repeating: "1", count: 32))
  }

  @Test func `a shard without own ratings has no column for them`() throws {
    let sample = try SampleSite()
    try sample.site.build(try SampleLog.whole().contents)
    let text = try sample.text(
      try #require(try sample.files().keys.first { $0.hasPrefix("search/2026-11-1.") }))
    #expect(!text.contains("ownRatings"))
  }

  @Test func `no file of the search has a note`() throws {
    let sample = try SampleSite()
    var log = try SampleLog.whole()
    for index in log.finds.indices { log.finds[index].details.note = "zanzibarnote" }
    try sample.site.build(log.contents)
    for (path, bytes) in try sample.files() where path.hasPrefix("search/") {
      #expect(!String(decoding: bytes, as: UTF8.self).contains("zanzibarnote"), "\(path)")
    }
  }

  @Test func `the manifest lists the shards newest first, with the totals of the log`() throws {
    let sample = try SampleSite()
    var log = SampleLog()
    for number in 0..<1100 {
      var find = Sample.made(number, daysBefore: number < 1050 ? 0 : 40, isSure: number % 10 > 0)
      if number % 4 == 0 { find.review = try Sample.review(.essentialClassic) }
      find.details.status = number % 2 == 0 ? .want : nil
      log.finds.append(find)
    }
    try sample.site.build(log.contents)
    let manifest = try #require(JSON(try Files.read("\(sample.root)/search/index.json")))
    let shards = manifest["shards"].items
    #expect(shards.map { $0["part"].text } == ["2026-11-2", "2026-11-1", "2026-10-1"])
    #expect(shards.map { $0["count"].integer } == [50, 1000, 50])
    #expect(shards.map { $0["words"].items.count } == [1, 10, 1])
    #expect(shards.map { $0["tracks"].items.count } == [1, 10, 1])
    let totals = manifest["totals"]
    #expect(totals["finds"] == 1100 && totals["unsure"] == 110)
    #expect(totals["tiers"] == [275, 0, 0, 0, 0, 0, 0, 0])
    #expect(totals["statuses"] == ["want": 550, "have": 0, "heard": 0])
    #expect(totals["genres"] == [["Art Rock", 1100], ["Dream Pop", 1100]])
    #expect(
      totals["decades"].items.map { $0.items.first?.integer } == [2010, 2000, 1990, 1980, 1970])
  }

  @Test
  func `every file that the manifest names exists, and its name is the digest of its content`()
    throws
  {
    let sample = try SampleSite()
    try sample.site.build(try SampleLog.whole().contents)
    let files = try sample.files().filter { $0.key.hasPrefix("search/") }
    let bytes = try #require(files[SearchManifest.path])
    let manifest = try #require(SearchManifest(bytes))
    #expect(Set(files.keys) == Set(manifest.fileNames.map { "search/\($0)" }))
    #expect(SearchManifest(manifest.bytes)?.shards == manifest.shards)
    for (path, bytes) in files where path != SearchManifest.path {
      #expect(path.hasSuffix(".\(SearchManifest.hash(of: bytes)).json"), "\(path)")
    }
  }

  @Test func `the words of reviews are listed with the rows of their finds`() throws {
    let review = try Review(
      summary: "A *Patient* record — naïve, of 1959.", bullets: ["**Sound:** a café", "b", "c"],
      rating: try #require(Rating(tenths: 80)), recommendation: .deepCut,
      keyTracks: ["x", "y", "z"])
    let finds = [Sample.made(1), Sample.made(2, review: review), Sample.made(3, review: review)]
    let document = try #require(ReviewWords(finds).bytes.flatMap { JSON($0) })
    #expect(document["words"].text == "1959 café naïve patient record sound —")
    #expect(document["rows"].items.allSatisfy { $0 == [1, 2] })
    #expect(ReviewWords([Sample.made(1)]).bytes == nil)
  }

  @Test func `the titles of tracks are in a file of their own, once for each record`() throws {
    let tracks = ["Paperhouse", "[untitled]", "Paperhouse", "Mushroom\u{202E}"].map {
      TrackList.Track(number: "", title: $0)
    }
    let list = try #require(TrackList(release: "r", media: [TrackList.Medium(tracks: tracks)]))
    var finds = [Sample.made(1), Sample.made(2), Sample.made(3)]
    finds[1].tracks = StoredTracks(list)
    finds[2].tracks = StoredTracks(list)
    let document = try #require(TrackTitles(finds).bytes.flatMap { JSON($0) })
    #expect(document["lists"] == [["Paperhouse", "Mushroom"]])
    #expect(document["list"] == [-1, 0, 0])
    #expect(TrackTitles([Sample.made(1)]).bytes == nil)
  }

  @Test func `tracks change no file of the search but their own and the manifest`() throws {
    let sample = try SampleSite()
    var log = SampleLog()
    log.finds = [Sample.made(1), Sample.made(2)]
    try sample.site.build(log.contents)
    let before = try sample.files().filter { $0.key.hasPrefix("search/") }
    log.finds[0].tracks = StoredTracks(release: "r", text: "=\n1\t\tNight Ferry\n")
    try sample.site.build(log.contents)
    let after = try sample.files().filter { $0.key.hasPrefix("search/") }
    let new = Set(after.keys).subtracting(before.keys)
    #expect(new.count == 1 && new.allSatisfy { $0.contains(".tracks-0.") })
    #expect(Set(before.keys).isSubset(of: after.keys))
    for (path, bytes) in before where path != SearchManifest.path {
      #expect(after[path] == bytes, "\(path)")
    }
    // A log without tracks has no such file any more.
    log.finds[0].tracks = nil
    try sample.site.build(log.contents)
    #expect(try sample.files().filter { $0.key.hasPrefix("search/") } == before)
  }

  @Test(arguments: ["", "{}", "{\"version\":2}", "[1]", #"{"version":1,"shards":[{"part":"x"}]}"#])
  func `a damaged manifest is removed, so that the site is built again`(text: String) throws {
    let sample = try SampleSite()
    let log = try SampleLog.whole()
    try sample.site.build(log.contents)
    let path = "\(sample.root)/\(SearchManifest.path)"
    try Files.replace(path, with: Array(text.utf8), durably: false)
    #expect(throws: SiteError.self) { try sample.site.follow(log.finds[0], in: log) }
    #expect(!sample.site.hasSearch)
  }

  @Test(arguments: [
    ("2026-11-1", true), ("2026-11-12", true), ("2026-11-0", false), ("2026-13-1", false),
    ("2026-11", false), ("2026-11-1-1", false), ("2026-1-1", false), ("2026-11-+1", false),
    ("99999999999999999999-11-1", false),
  ])
  func `the name of a shard is a month and a number`(text: String, isName: Bool) {
    #expect((ShardName(text) != nil) == isName)
  }

  /// 10,000 finds may take 0.7 MB, so 1,000 may take 70 kB. The names are varied: half of the
  /// artists and all titles are different.
  @Test func `a shard of 1,000 varied finds has at most 70 kB compressed`() throws {
    let sample = try SampleSite()
    var random = SeededGenerator(seed: 20_261_121)
    var entries: [SearchEntry] = []
    for number in 0..<1000 { entries.append(try Self.varied(number, sample, &random)) }
    let shard = SearchShard(entries, artworks: sample.site.artworks, settings: sample.site.settings)
    let compressed = try Self.compressedSize(of: shard.bytes)
    note("a shard of 1,000 finds: \(shard.bytes.count) bytes, \(compressed) compressed")
    #expect(shard.counts.finds == 1000)
    #expect(compressed <= 70_000)
  }

  /// The page has 100 different albums with artwork and reviews.
  @Test func `a page of the history with 100 varied finds has at most 15 kB compressed`() throws {
    let sample = try SampleSite()
    var random = SeededGenerator(seed: 20_261_122)
    var finds: [Find] = []
    for number in 0..<100 {
      let entry = try Self.varied(number, sample, &random)
      var find = Find(
        id: entry.id, scan: nil, found: entry.found, isSure: entry.isSure, album: entry.album,
        review: nil)
      if let verdict = entry.verdict {
        find.review = try Sample.review(verdict.recommendation, tenths: verdict.rating.tenths)
      }
      finds.append(find)
    }
    finds.sort { ($0.found, $0.id) > ($1.found, $1.id) }
    let page = HistoryPage(
      MonthPages(Month(year: 2026, month: 11), finds: 100), part: 0, finds: finds,
      artworks: sample.site.artworks, settings: sample.site.settings)
    let bytes = try sample.site.templates.render(page)
    let compressed = try Self.compressedSize(of: bytes)
    note("a page of 100 finds: \(bytes.count) bytes, \(compressed) compressed")
    #expect(compressed <= 15_000)
  }

  private static func shard(_ part: String, of sample: SampleSite) throws -> JSON {
    let names = try Files.entries(of: "\(sample.root)/search")
    let name = try #require(names.first { $0.hasPrefix("\(part).") && !$0.contains("words") })
    return try #require(JSON(try Files.read("\(sample.root)/search/\(name)")))
  }

  /// A find with invented names, its own artwork and, in most cases, a verdict and details.
  private static func varied(
    _ number: Int, _ sample: SampleSite, _ random: inout SeededGenerator
  ) throws -> SearchEntry {
    let digest = (0..<64).map { _ in String(Int.random(in: 0..<16, using: &random), radix: 16) }
    let artwork = try #require(Artwork(digest: digest.joined()))
    try sample.keep(artwork)
    let letters = Array("0123456789abcdefghijklmnopqrstuv")
    let id = String((0..<26).map { _ in letters[Int.random(in: 0..<32, using: &random)] })
    let genres = (0..<Int.random(in: 1...3, using: &random)).map { _ in
      "Genre \(Int.random(in: 0..<60, using: &random))"
    }
    let artist =
      number % 2 == 0 ? "Artist \(number % 50)" : phrase(2, capital: true, &random)
    let label = number % 3 == 0 ? phrase(1, capital: true, &random) + " Records" : "Lantern Records"
    let details = FindDetails(
      status: [nil, .want, .have, .heard][Int.random(in: 0..<4, using: &random)],
      tags: number % 5 == 0 ? [Albums.Tag(stored: "tag \(number % 30)")] : [],
      place: number % 4 == 0 ? "Shop \(number % 20)" : nil,
      publicChoice: number % 2 == 0 ? .yes : nil)
    let verdict = SearchVerdict(
      rating: try #require(Rating(tenths: Int.random(in: 20...100, using: &random))),
      recommendation: Recommendation.allCases.randomElement(using: &random) ?? .deepCut)
    return SearchEntry(
      id: FindID(unchecked: id), found: Sample.moment(daysBefore: 20 - number / 50),
      isSure: number % 9 > 0,
      album: Album(
        artist: artist,
        title: phrase(Int.random(in: 1...4, using: &random), capital: true, &random),
        year: Int.random(in: 1955...2026, using: &random), genres: Array(Set(genres)).sorted(),
        recordLabel: label, artwork: artwork),
      verdict: number % 6 == 0 ? nil : verdict, details: details)
  }

  /// Words of two or three invented syllables.
  private static func phrase(_ words: Int, capital: Bool, _ random: inout SeededGenerator) -> String
  {
    let syllables = [
      "ka", "ri", "mo", "ta", "len", "bel", "sor", "min", "dal", "ver", "no", "shi", "gra", "tor",
      "wen", "pol", "ash", "ing", "er", "ly", "ton", "quil", "zan", "fe", "mar", "lo", "bri",
      "ches",
    ]
    return (0..<words).map { _ in
      (0..<Int.random(in: 2...3, using: &random)).map { _ in
        syllables[Int.random(in: 0..<syllables.count, using: &random)]
      }.joined().capitalized
    }.joined(separator: " ")
  }

  /// The size after `gzip -6`, the usual level of web servers, in bytes.
  private static func compressedSize(of bytes: [UInt8]) throws -> Int {
    let folder = try TemporaryFolder()
    let file = try folder.write(String(decoding: bytes, as: UTF8.self), to: "file")
    let process = Process()
    process.executableURL = URL(fileURLWithPath: "/usr/bin/env")
    process.arguments = ["gzip", "-6", "-k", file]
    try process.run()
    process.waitUntilExit()
    #expect(process.terminationStatus == 0)
    return try Files.read("\(file).gz").count
  }
}
