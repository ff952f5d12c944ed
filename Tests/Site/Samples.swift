// Invented albums, and a site in a temporary directory for their pages. No album is real.

import Albums
import Glibc
import Host
import Site
import Support

/// A site with its own web root and artwork folder, which are removed when the test ends.
final class SampleSite {
  let folder: String
  let site: Site
  var root: String { "\(folder)/site" }

  /// The folder of the checkout, which contains templates/ and public/.
  static let project = Files.parent(
    of: Files.parent(of: Files.parent(of: #filePath)))

  init(at path: String? = nil, settings: SiteSettings = Sample.settings) throws {
    folder = try Self.newFolder(path)
    let templates = "\(Self.project)/templates"
    site = try Site(
      root: "\(folder)/site", templates: templates,
      publishedTemplates: settings.isPublished ? ["\(templates)/published"] : [],
      publicFiles: "\(Self.project)/public", artwork: "\(folder)/artwork", settings: settings)
  }

  /// A published log with small templates and files of public/. `change` gets the folder with
  /// `published/` and `public/` before they are read. A template in `own/`, which `change` may make,
  /// comes before those in `published/`.
  init(
    publishing appearance: PublishedAppearance, words: Phrasebook = Sample.words,
    in folder: String? = nil,
    change: (String) throws -> Void = { _ in }
  ) throws {
    self.folder = try Self.newFolder(folder)
    try PublishedTemplates.write(into: self.folder)
    try change(self.folder)
    site = try Site(
      root: "\(self.folder)/site", templates: "\(Self.project)/templates",
      publishedTemplates: ["\(self.folder)/own", "\(self.folder)/published"].filter(Files.exists),
      publicFiles: "\(self.folder)/public",
      artwork: "\(self.folder)/artwork",
      settings: SiteSettings(publishing: appearance, words: words))
  }

  private static func newFolder(_ path: String?) throws -> String {
    let mark = Randomness.bytes(6).map { String($0, radix: 36) }.joined()
    let folder = path ?? "\(TemporaryFolder.parent)/albumscan-site-\(getpid())-\(mark)"
    for name in ["site", "artwork"] { try Files.makeDirectories("\(folder)/\(name)") }
    return folder
  }

  deinit { if folder.contains("/albumscan-site-") { try? Files.removeTree(folder) } }

  /// Writes three files in the folder in which the worker keeps artwork.
  func keep(_ artwork: Artwork) throws {
    for side in Artwork.sides {
      let path = "\(folder)/artwork/\(artwork.fileName(side: side))"
      let bytes = Array("picture \(artwork.digest) \(side)".utf8)
      if !Files.exists(path) { try Files.replace(path, with: bytes, durably: false) }
    }
  }

  func text(_ path: String) throws -> String {
    String(decoding: try Files.read("\(root)/\(path)"), as: UTF8.self)
  }

  /// Every file below the web root with its bytes.
  func files(under path: String = "") throws -> [String: [UInt8]] {
    var all: [String: [UInt8]] = [:]
    for name in try Files.entries(of: "\(root)/\(path)") {
      let inside = path.isEmpty ? name : "\(path)/\(name)"
      if Files.isDirectory("\(root)/\(inside)") {
        all.merge(try files(under: inside)) { one, _ in one }
      } else {
        all[inside] = try Files.read("\(root)/\(inside)")
      }
    }
    return all
  }
}

/// Invented values for tests.
enum Sample {
  /// The data of a certificate page.
  static let certificate = CertificateFacts(
    authorityName: "AlbumScan 192.168.1.5", names: ["192.168.1.5", "box.local"],
    fingerprint: (0..<16).map { String(1000 + $0 * 111) },
    certificate: Array("a certificate".utf8))

  /// The checkout's English texts; if they cannot be read, pages show keys.
  static let words =
    (try? Phrasebook.english()) ?? Phrasebook(language: "en", zone: .utc, phrases: [:])
  static let settings = SiteSettings(baseURL: "https://records.example", words: words)

  /// A published log below a path of its server.
  static let appearance = PublishedAppearance(
    title: "Records & Ferries", author: "Ada Ferry", about: "Found *by the sea*.",
    url: "https://records.example/found", isIndexed: true, colour: "#C0FFEE",
    background: "#102030")

  static let feedID = "urn:uuid:0b6d1c5e-4f1a-4b8e-9c66-3d2f1a7e8b90"

  static let feed = FeedRecord(id: feedID)

  /// An id that contains its number.
  static func find(_ number: Int) -> FindID { FindID(unchecked: spelled(number, "f")) }
  static func scan(_ number: Int) -> ScanID { ScanID(unchecked: spelled(number, "s")) }

  static func artwork(_ number: Int) throws -> Artwork {
    let digits = String(number, radix: 16)
    let digest = String(repeating: digits, count: 64).prefix(64)
    let tint = Tint(number: number * 5 % Tint.count)
    guard let artwork = Artwork(digest: String(digest), tint: tint) else {
      throw SampleError.artwork
    }
    return artwork
  }

  /// 21 November 2026, 12:00 UTC, and days before it.
  static func moment(daysBefore days: Int) -> Timestamp {
    Timestamp(milliseconds: 1_795_262_400_000 - Int64(days) * 86_400_000)
  }

  static func review(
    _ recommendation: Recommendation = .genreLandmark, tenths: Int = 92,
    summary: String =
      "A patient record that turns *one borrowed drum machine* into a whole town at night. If you love early electronic music that still smells of solder, this is yours.",
    tracks: [String] = ["Paper Moon Motel", "#1 Exit", "1. Outside", "*Night Ferry"]
  ) throws -> Review {
    guard let rating = Rating(tenths: tenths) else { throw SampleError.artwork }
    return try Review(
      summary: summary,
      bullets: [
        "**Reception:** ignored on release, passed from hand to hand for a decade, then named as a first love by half of the next generation.",
        "**Sound:** four tracks of hiss under a dry voice; \"Paper Moon Motel\" holds one chord for six minutes and never stands still.",
        "**Influence:** the way the bass answers the voice can be heard all over the records that followed it.",
      ],
      rating: rating, recommendation: recommendation, keyTracks: tracks)
  }

  /// The same review with three cited pages, one of them cited twice.
  static func citedReview() throws -> Review {
    let plain = try review()
    let writer = ReviewWriter(model: "model-5", written: moment(daysBefore: 41))
    let (first, second) = ("https://www.press.example/lantern", "https://weekly.example/a?b=1&c=2")
    var review = try Review(
      summary: plain.summary, bullets: plain.bullets, rating: plain.rating,
      recommendation: plain.recommendation, keyTracks: plain.keyTracks,
      sources: [
        ReviewSource(passage: .summary, address: first, title: "Lanterns & <Ferries>"),
        ReviewSource(passage: .bullet(0), address: second, title: ""),
        ReviewSource(passage: .bullet(0), address: first, title: "Lanterns & <Ferries>"),
        ReviewSource(passage: .bullet(2), address: "http://plain.example/", title: "Not linked"),
      ])
    review.writer = writer
    return review
  }

  static func made(
    _ number: Int, kind: WorkKind = .album, daysBefore days: Int = 0,
    artist: String = "The Night Ferries",
    title: String = "Paper Moon Motel", artwork: Artwork? = nil, isSure: Bool = true,
    review: Review? = nil, feedID: String? = nil
  ) -> Find {
    let isBook = kind == .book
    let album = Album(
      kind: kind, artist: artist, title: title, year: 1970 + number % 50,
      genres: isBook ? [] : ["Dream Pop", "Art Rock"],
      recordLabel: isBook ? "Lantern Press" : "Lantern Records", artwork: artwork,
      isbn: isBook ? "9780441478125" : nil, pages: isBook ? 304 : nil)
    return Find(
      id: find(number), scan: scan(number), found: moment(daysBefore: days), isSure: isSure,
      album: album, review: review, feedID: feedID)
  }

  /// A find of a shelf, of the day `daysBefore`. `letter` is the shelf.
  static func shelved(
    _ number: Int, on letter: String, kind: WorkKind = .book, daysBefore days: Int = 0,
    artist: String = "Odalys Verne", title: String, artwork: Artwork? = nil, isSure: Bool = true
  ) -> Find {
    var find = made(
      number, kind: kind, daysBefore: days, artist: artist, title: title, artwork: artwork,
      isSure: isSure)
    find.shelf = ShelfKey(stored: String(repeating: letter, count: 32))
    find.added = moment(daysBefore: days)
    return find
  }

  private static func spelled(_ number: Int, _ letter: Character) -> String {
    let digits = String(number)
    return String(repeating: letter, count: 26 - digits.count) + digits
  }
}

enum SampleError: Error { case artwork }

/// A history in memory that gives the same answers as the store.
struct SampleLog {
  var finds: [Find] = []
  var scans: [Scan] = []

  var newestFirst: [Find] { finds.sorted { ($0.found, $0.id) > ($1.found, $1.id) } }
  var months: [Month] { Set(finds.map { Zone.utc.month(of: $0.found) }).sorted(by: >) }

  /// The values that a build receives at its start. It reads all other values from the history
  /// later.
  var contents: SampleContents { SampleContents(log: self) }

  /// The finds of a month, oldest first.
  func oldestFirst(_ month: Month) -> [Find] {
    newestFirst.reversed().filter { Zone.utc.month(of: $0.found) == month }
  }

  /// The newest finds of an index page, as the feed of a tag has them.
  func newest(of facet: Facet) -> [Find] {
    entries(newestFirst.filter { $0.facets.contains { $0.isSamePage(as: facet) } })
  }

  /// The first of these finds, down to the last entry of a feed.
  private func entries(_ finds: [Find]) -> [Find] {
    Array(
      finds.prefix(finds.length(ofGroups: HistoryContents.feedCount, byShelf: \.shelf)))
  }

  /// The finds of `/history/` and of the feed.
  var newest: [Find] {
    let all = newestFirst
    return Array(all.prefix(max(HistoryContents.newestCount, entries(all).count)))
  }

  func surroundings(of find: Find) -> Surroundings {
    let month = Zone.utc.month(of: find.found)
    let all = oldestFirst(month)
    let firsts = stride(from: 0, to: all.count, by: HistoryContents.partSize).map { all[$0] }
    let older = firsts.count { ($0.found, $0.id) <= (find.found, find.id) }
    return Surroundings(
      newest: newest, months: months, month: month,
      firsts: firsts.map(\.id), changed: max(0, older - 1), feed: Sample.feed)
  }

  /// The finds of a range of a month, newest first, as the store gives them.
  func finds(in month: Month, _ range: Range<Int>) -> [Find] {
    let all = oldestFirst(month)
    return all[range.clamped(to: 0..<all.count)].reversed()
  }

  /// The entries of a range of a month, oldest first, as the store gives them.
  func entries(in month: Month, _ range: Range<Int>) -> [SearchEntry] {
    finds(in: month, range).reversed().map { find in
      SearchEntry(
        id: find.id, found: find.found, isSure: find.isSure, album: find.album,
        verdict: find.review.map {
          SearchVerdict(rating: $0.rating, recommendation: $0.recommendation)
        }, details: find.details)
    }
  }
}

extension SampleLog {
  /// The finds by their facets. Finds of the same album key have the same album.
  var index: LoadedIndex {
    let keys = Set(finds.map(\.album.key.text)).sorted()
    let summaries = finds.map { find in
      FindSummary(find, album: Int64(keys.firstIndex(of: find.album.key.text) ?? 0))
    }
    let names = ArtistNames(
      finds.filter { $0.album.kind == .album }.compactMap {
        ArtistNames.Name(
          key: AlbumKey.creator(named: $0.album.artist), text: $0.album.artist)
      })
    return LoadedIndex(summaries, zone: .utc) { add in
      for find in finds {
        let review = find.review.map { ([$0.summary] + $0.bullets).joined(separator: "\n") }
        let named = names.facets(
          artist: find.album.artist, review: review,
          own: AlbumKey.creator(named: find.album.artist))
        for facet in find.facets + named { add(find.id, facet) }
      }
    }
  }
}

struct SampleContents {
  let log: SampleLog
}

extension Site {
  /// Writes the files that a change of `find` in `log` affects. A find that is not in the history
  /// was removed.
  @discardableResult
  func follow(_ find: Find, in log: SampleLog) throws(SiteError) -> [String] {
    let around = log.surroundings(of: find)
    let finds = { (range: Range<Int>) in log.finds(in: around.month, range) }
    let entries = { (range: Range<Int>) in log.entries(in: around.month, range) }
    guard let present = log.finds.first(where: { $0.id == find.id }) else {
      return try withdraw(find.id, amid: around, finds: finds, entries: entries)
    }
    return try refresh(
      present, amid: around, finds: finds, entries: entries)
  }

  func build(_ contents: SampleContents) throws(SiteError) {
    let log = contents.log
    let all = log.newestFirst
    let known = HistoryContents(
      newest: log.newest, months: log.months,
      feed: Sample.feed)
    try build(
      known, index: log.index,
      findsIn: { month in all.filter { Zone.utc.month(of: $0.found) == month } },
      scans: { log.scans })
  }
}
