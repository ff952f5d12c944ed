// A history in a temporary folder: a real database with data/artwork, and random finds in it.

import Albums
import Host
import JPEG
import Photos
import Pictures
import Scanning
import Support

@testable import Exchange
@testable import Store

extension DatabaseActor: ImportDatabase {}

final class ExchangeHouse: Sendable {
  static let now = Timestamp(milliseconds: 1_795_262_400_000)

  let folder: TemporaryFolder
  var artwork: String { folder.file("artwork") }
  static let photoProgram = PhotoProgram(path: "\(Checkout.debugPrograms)/albumscan-photo")

  init() throws {
    folder = try TemporaryFolder()
    _ = try Store.openUpgrading(folder.file("albums.db"))
    try Files.makeDirectories(folder.file("artwork"))
  }

  func store() throws -> Store { try Store.open(folder.file("albums.db")) }

  /// The database for an import.
  func database() throws -> DatabaseActor { DatabaseActor(try store()) }

  /// The bytes of an export of the history.
  func export() throws -> [UInt8] {
    let path = folder.file("export.zip")
    _ = try HistoryExport(artworkFolder: artwork).write(try store(), to: path)
    return try Files.read(path)
  }

  /// Imports an export. Returns the number of new finds.
  @discardableResult
  func take(
    _ path: String, takesPeople: Bool = true, progress: (Int) throws -> Void = { _ in },
    leftOut: (String) -> Void = { _ in }
  ) async throws -> Int {
    let archive = try HistoryArchive(path)
    let database = try database()
    let restore = HistoryRestore(artworkFolder: artwork, photoProgram: Self.photoProgram)
    _ = try await restore.report(of: archive, in: database)
    return try await restore.run(
      archive, name: "export.zip", by: .owner, into: database, takesPeople: takesPeople,
      at: Self.now, leftOut: leftOut, progress: progress
    ).count
  }

  @discardableResult
  func write(_ bytes: [UInt8], to name: String) throws -> String {
    try Files.replace(folder.file(name), with: bytes, durably: false)
    return folder.file(name)
  }

  // MARK: Tables

  func table(_ text: String) throws -> TableFile {
    try TableFile(Array(text.utf8), zone: .utc, at: Self.now)
  }

  func report(_ text: String) async throws -> ImportReport {
    try await TableImport(try table(text), name: "a.csv").report(in: try database())
  }

  @discardableResult
  func take(
    table text: String, takesAmbiguous: Bool = false, writesReviews: Bool = false,
    progress: (Int) throws -> Void = { _ in }
  ) async throws -> (id: Int64?, count: Int) {
    try await TableImport(try table(text), name: "a.csv").run(
      by: .owner, into: try database(), takesAmbiguous: takesAmbiguous,
      writesReviews: writesReviews, at: Self.now,
      makeID: { FindID(randomBytes: Randomness.bytes(FindID.randomByteCount)) },
      progress: progress)
  }

  /// All finds, newest first.
  func finds() throws -> [Find] { try store().newestFinds(100_000) }
}

/// Fills a history with everything that an export contains.
struct FilledLog {
  private var random: SeededGenerator
  private let house: ExchangeHouse

  init(seed: UInt64, in house: ExchangeHouse) {
    random = SeededGenerator(seed: seed)
    self.house = house
  }

  private static let words = [
    "Tago", "Mago", "The", "宇多田ヒカル", "AC/DC", "\"quoted\"", "=1+1", "Ænima", "( )", "&", "Live",
    "e\u{301}te", "<b>", "👩‍👩‍👧", "'s", "2",
  ]

  private mutating func words(_ range: ClosedRange<Int>) -> String {
    (0..<Int.random(in: range, using: &random)).map { _ in
      Self.words.randomElement(using: &random) ?? ""
    }.joined(separator: " ")
  }

  private mutating func bytes(_ count: Int) -> [UInt8] {
    (0..<count).map { _ in UInt8.random(in: 0...255, using: &random) }
  }

  private mutating func chance() -> Bool { Bool.random(using: &random) }

  mutating func fill() async throws {
    let store = try house.store()
    for number in 0..<Int.random(in: 3...12, using: &random) {
      try addFind(number, to: store)
    }
    if chance() { try addPeople(to: store) }
    let ids = try house.finds().map(\.id)
    if let deleted = ids.randomElement(using: &random) {
      _ = try store.delete(deleted, at: ExchangeHouse.now)
    }
    for id in ids where chance() { try edit(id, in: store) }
    try await house.take(
      table: "Artist,Title,Released,release_id,CollectionFolder,Collection Notes\r\n"
        + "\"\(DiscogsNames.defaultFolder) (2)\",One,0,7,Jazz,\"a\nb\"\r\nTwo,Two,1977,8,,=1\r\n")
  }

  private mutating func addFind(_ number: Int, to store: borrowing Store) throws {
    let time = ExchangeHouse.now.advanced(byMilliseconds: Int64(number * 1000))
    let isBook = number % 4 == 3
    var album = Album(
      kind: isBook ? .book : .album, artist: "A\(number % 5) \(words(0...3))",
      title: "T\(number) \(words(0...3))",
      year: chance() ? Int.random(in: 1900...2026, using: &random) : nil,
      genres: chance() ? ["Rock", words(1...1)] : [], recordLabel: chance() ? words(1...2) : nil)
    if isBook { (album.isbn, album.pages) = ("9780441478125", 304) }
    album.artwork = chance() ? try addPicture() : nil
    let id = try store.keep(album, fingerprint: album.artwork == nil ? nil : bytes(40))
    if chance() {
      _ = try store.learn(
        album, as: id, from: AlbumSources(releaseGroup: "group-\(number)", artwork: "archive"))
    }
    if chance(), !isBook { try addReview(of: album.key, to: store) }
    if chance(), !isBook {
      try store.importCover(
        of: album, review: nil, fingerprint: bytes(30), name: "c\(number).jpg",
        picture: bytes(32), at: time)
    }
    if chance() { try addUnownedPicture(of: id, to: store) }
    let scan = ScanID(randomBytes: bytes(17))
    _ = try store.accept(
      NewScan(
        id: scan, person: .owner, key: nil, digest: bytes(32), byteCount: 9, guide: nil), at: time)
    guard let job = try store.claimJob(of: [.scan], at: time) else { return }
    try store.record(
      fingerprint: bytes(50), crop: "quad 0.9", quad: "1,2,3,4,5,6,7,8",
      advice: chance() ? [.noCover, .glare] : [], of: job, at: time)
    let code = chance() ? ProductCode(.ean13, "5099902894225") : nil
    if let code { try store.record(codes: [code], of: job, at: time) }
    let evidence = Evidence(
      code == nil ? .model(.high, isSettled: chance()) : .sleeve(hasCode: true),
      musicBrainz: .agrees, picture: chance() ? .same : nil,
      isContradicted: code == nil && chance())
    try store.record(
      Observation(text: words(0...3), description: words(0...3), textConfidence: .low),
      evidence: evidence, of: job, at: time)
    if chance() {
      try store.offer([(album: id, similarity: 0.1 + Double(number) / 7)], of: job, at: time)
    }
    try store.name(
      [(album: Album(artist: "Other", title: "O\(number)"), kind: .named, reason: words(0...2))],
      of: job, at: time)
    try store.identify(job, as: id, isRecognised: chance(), at: time)
    let find = FindID(randomBytes: bytes(17))
    try store.finish(
      job, as: find, evidence: evidence, unreviewed: chance() ? .cap(nil) : nil, at: time)
    if chance() { try store.keepOwn((try addPicture(), bytes(30)), of: find) }
  }

  private mutating func addUnownedPicture(
    of album: Int64, to store: borrowing Store
  ) throws {
    try store.connection.run(
      "INSERT OR IGNORE INTO unowned_pictures VALUES (?, ?)",
      [.integer(album), .text(try addPicture().digest)])
  }

  private mutating func addPicture() throws -> Artwork {
    let large = try picture(side: 8)
    guard let artwork = Artwork(digest: hexadecimal(SHA256.digest(of: large))) else {
      throw StoreError.damaged("digest")
    }
    for side in Artwork.sides {
      try house.write(
        side == 1000 ? large : try picture(side: 4),
        to: "artwork/\(artwork.fileName(side: side))")
    }
    return artwork
  }

  private mutating func picture(side: Int) throws -> [UInt8] {
    let pixels = Pixels(width: side, height: side, rgb: bytes(side * side * 3))
    return try JPEG.encode(pixels, quality: 85, maximumBytes: 400_000)
  }

  private mutating func addReview(of key: AlbumKey, to store: borrowing Store) throws {
    let review = try Review(
      summary: "S \(words(0...9))", bullets: ["a", "b", words(1...4)],
      rating: Rating(tenths: Int.random(in: 0...100, using: &random)) ?? Rating.worst,
      recommendation: .deepCut, keyTracks: ["x", "y", "z"],
      sources: [
        ReviewSource(passage: .bullet(1), address: "https://example.org/", title: words(0...2))
      ], language: chance() ? "de" : "en")
    try store.keep(review, of: key, origin: "model-1", prompt: "7", at: ExchangeHouse.now)
  }

  private mutating func edit(_ id: FindID, in store: borrowing Store) throws {
    let mayBeFavourite = try store.favourites().count < FindDetails.mostFavourites
    let change = try FindEdit(
      status: ["want", "have", "heard", "none"].randomElement(using: &random),
      tags: "Jazz, \(words(1...1)), tag", note: "note\n\(words(0...4))", place: words(0...3),
      publicChoice: ["yes", "no", "undecided"].randomElement(using: &random),
      ownRating: ["", "0", "7.5", "10"].randomElement(using: &random),
      favourite: mayBeFavourite && chance() ? "yes" : "no")
    _ = try store.edit(
      [id], change, as: EditID(randomBytes: bytes(17)), by: .owner, at: ExchangeHouse.now)
  }

  private mutating func addPeople(to store: borrowing Store) throws {
    let files = SessionFiles(folder: house.folder.file("sessions"))
    for (index, name) in ["Ada", "Grace"].enumerated() {
      guard let name = PersonName(name) else { continue }
      let person = try store.addPerson(
        name: name, plan: nil, files: files,
        at: ExchangeHouse.now.advanced(byMilliseconds: Int64(index)))
      if chance() { try store.setAdvancedSearch(chance(), of: person.id) }
    }
  }
}

extension Rating {
  fileprivate static var worst: Rating {
    guard let rating = Rating(tenths: 0) else { preconditionFailure("0 is a rating") }
    return rating
  }
}
