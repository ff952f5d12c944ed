// The lookup of books at Open Library, with the database: stores the found book and its cover.
// Shelves, corrections and refills use it.

import Albums
import Books
import HTTP
import Host
import Photos
import Store

struct BookLookup: Sendable {
  /// Value of `albums.artwork_source` for a cover of Open Library.
  static let source = "open-library"

  /// The minimum likeness of names that differ only in their spelling. Less similar names do not
  /// replace names that a person typed.
  private static let sameNames = 0.95

  var library: OpenLibrary
  let artworkKeeping: ArtworkKeeping
  let database: DatabaseActor
  let log: LogFile
  let now: @Sendable () -> Timestamp

  /// The name of the job, for the log.
  let jobName: String

  /// The result of a request to Open Library.
  struct Result: Sendable {
    /// The row of the book; nil if neither the history nor the service has one.
    var id: Int64?
    var grounding: Grounding

    /// Data that a later request may bring.
    var missing: Set<Refill> = []
  }

  /// The book that Open Library has for the names. Names that a person typed stay, unless the service
  /// has a book of the same names.
  func book(_ reading: SpineReading, isTyped: Bool) async throws(StoreError) -> Result {
    // A stored book of exactly these names does not prove that the names are right.
    let own = try await database.with { (store) throws(StoreError) in
      try reading.album.flatMap { (album) throws(StoreError) in try store.albumID(of: album.key) }
    }
    let match: BookMatch?
    do throws(LookupError) {
      match = try await library.book(reading)
    } catch {
      log.write(now().iso, "open-library", "\(jobName): \(error)", level: .warning)
      return Result(id: own, grounding: .notAsked, missing: [.musicBrainz])
    }
    guard let match else { return Result(id: own, grounding: .unknown) }
    let grounding = Grounding.known(title: match.titleLikeness, creator: match.authorLikeness)
    if isTyped, match.likeness < Self.sameNames { return Result(id: own, grounding: grounding) }
    let (id, missing) = try await keep(match, of: reading)
    return Result(id: id, grounding: grounding, missing: missing)
  }

  /// The row of a book that was found by its number, with its cover.
  func row(of match: BookMatch) async throws(StoreError) -> Int64 {
    try await keep(match, of: SpineReading(title: nil, creator: nil, kind: .book, confidence: 1)).id
  }

  /// The row of the book with a number; nil if Open Library does not know the number.
  func id(of isbn: ISBN) async throws(ScanFailure) -> Int64? {
    let match: BookMatch?
    do throws(LookupError) {
      match = try await library.book(isbn)
    } catch {
      log.write(now().iso, "open-library", "\(jobName), \(isbn): \(error)", level: .warning)
      throw ScanFailure(.network)
    }
    guard let match else { return nil }
    do throws(StoreError) {
      return try await row(of: match)
    } catch {
      throw ScanFailure(storing: error)
    }
  }

  /// Looks up a stored book. Nil if there is no such row, and for an album.
  func lookedUp(_ id: Int64) async throws(StoreError) -> LookedUpAlbum? {
    let known = try await database.with { (store) throws(StoreError) in try store.album(id) }
    guard let known, known.kind == .book else { return nil }
    guard known.artwork == nil || known.isbn == nil else {
      return LookedUpAlbum(id, known, .notAsked)
    }
    let result = try await book(
      SpineReading(
        title: known.title, creator: known.artist.isEmpty ? nil : known.artist,
        publisher: known.recordLabel, kind: .book, confidence: 1, year: known.year),
      isTyped: true)
    let found = result.id ?? id
    let album = try await database.with { (store) throws(StoreError) in
      try store.album(found)
    }
    var lookedUp = LookedUpAlbum(found, album ?? known, .notAsked)
    lookedUp.missing = result.missing
    return lookedUp
  }

  /// Stores the book and its cover.
  private func keep(
    _ match: BookMatch, of reading: SpineReading
  ) async throws(StoreError) -> (id: Int64, missing: Set<Refill>) {
    let (id, hasCover) = try await keepNames(match, of: reading)
    guard let cover = match.cover, !hasCover else { return (id, []) }
    return (id, try await keepCover(cover, of: id) ? [] : [.artwork])
  }

  private func keepNames(
    _ match: BookMatch, of reading: SpineReading
  ) async throws(StoreError) -> (id: Int64, hasCover: Bool) {
    let known = Album(
      kind: .book, artist: match.author ?? reading.creator ?? "", title: match.title,
      year: match.year ?? reading.year, recordLabel: match.publisher, isbn: match.isbn,
      pages: match.pages)
    return try await database.with { (store) throws(StoreError) in
      var facts = known
      // Without a publisher, the match has the ISBN of any edition, so a stored ISBN stays.
      if match.publisher == nil, let old = try store.albumID(of: known.key),
        let isbn = try store.album(old)?.isbn
      {
        facts.isbn = isbn
      }
      let id = try store.keep(facts)
      return (id, try store.album(id)?.artwork != nil)
    }
  }

  /// Stores a cover. False if the service gave no answer; a picture that cannot be read is an answer.
  private func keepCover(_ cover: Int, of id: Int64) async throws(StoreError) -> Bool {
    let bytes: [UInt8]?
    do throws(LookupError) {
      bytes = try await library.cover(cover)
    } catch {
      log.write(now().iso, "open-library", "\(jobName), cover \(cover): \(error)", level: .warning)
      return false
    }
    guard let bytes, let kept = artworkKeeping.keep(bytes) else { return true }
    _ = try await database.with { (store) throws(StoreError) in
      guard var album = try store.album(id), album.artwork == nil else { return }
      album.artwork = kept.artwork
      _ = try store.learn(
        album, as: id, fingerprint: nil, from: AlbumSources(artwork: Self.source))
    }
    return true
  }
}
