// Books in the database: rows of their own kind, without reviews, lookups at MusicBrainz and known
// covers; and the correction of a kind.

import Albums
import Support
import Testing

@testable import Store

@Suite struct BookTests {
  let fixture: StoreFixture
  static let now = StoreFixture.time(50)

  init() throws { fixture = try StoreFixture() }

  static let book = Album(
    kind: .book, artist: "Can", title: "Tago Mago", year: 1971, recordLabel: "Lantern Press",
    isbn: "9780441478125", pages: 304)
  static let record = Album(artist: "Can", title: "Tago Mago", year: 1971, recordLabel: "UA")

  /// Makes a find of a work, with a crop.
  @discardableResult
  private func found(_ number: UInt8, _ work: Album, _ store: borrowing Store) throws -> FindID {
    let now = StoreFixture.time(Int64(number))
    _ = try store.accept(StoreFixture.scan(number), at: now)
    let claim = try #require(try store.claimJob(of: [.scan], at: now))
    try store.record(fingerprint: [2, number], crop: "quad", of: claim, at: now)
    try store.identify(claim, as: try store.keep(work), isRecognised: false, at: now)
    try store.finish(claim, as: StoreFixture.find(number), evidence: .sure, at: now)
    try store.markAllWritten()
    return StoreFixture.find(number)
  }

  private func correct(
    _ find: FindID, _ correction: Correction, _ store: borrowing Store
  ) throws {
    #expect(try store.correct(find, correction, by: .owner, at: Self.now) == .accepted)
    let job = try #require(try store.claimJob(of: [.correct], at: Self.now))
    guard case .album(let album) = job.request else {
      Issue.record("\(job.request)")
      return
    }
    try store.correct(find, to: album, by: job, evidence: Evidence(.person), at: Self.now)
    try store.complete(job, at: Self.now)
  }

  @Test func `a book and an album of equal names are two rows`() throws {
    let store = try fixture.open()
    let (book, record) = (try store.keep(Self.book), try store.keep(Self.record))
    #expect(book != record)
    #expect(try store.album(book) == Self.book)
    #expect(try store.album(record) == Self.record)
    #expect(try store.albumID(of: Self.book.key) == book)
    #expect(try store.albumID(of: Self.record.key) == record)
    // Facts that are missing in a later answer stay.
    let again = Album(kind: .book, artist: "Can", title: "Tago Mago", pages: 310)
    #expect(try store.keep(again) == book)
    #expect(try store.album(book)?.isbn == Self.book.isbn && store.album(book)?.pages == 310)
  }

  @Test func `a find of a book is read with its kind, in each form`() throws {
    let store = try fixture.open()
    let book = try found(1, Self.book, store)
    let record = try found(2, Self.record, store)
    let find = try #require(try store.find(book))
    #expect(find.album == Self.book && find.page == "/book/\(book)/" && !find.isMoved)
    #expect(try store.kind(of: book) == .book && store.kind(of: record) == .album)
    #expect(try store.page(of: book) == find.page)
    #expect(try store.scan(StoreFixture.scan(1).id)?.findPage == find.page)
    #expect(try store.allFindSummaries().map(\.kind) == [.book, .album])
    #expect(try store.findPages() == [find.page, "/album/\(record)/"])
    let month = try #require(try store.month(of: book))
    #expect(try store.searchEntries(in: month, 0..<9).map(\.album.kind) == [.book, .album])
    let statistics = try store.statistics(ofYear: nil)
    #expect((statistics.albums, statistics.books) == (1, 1))
    #expect(try store.facets(of: book).map(\.kind) == [.author, .year])
    #expect(find.earlier.isEmpty, "a record of the same names is no earlier find")
  }

  @Test func `no review is written of a book, and no archive is asked about it`() throws {
    let store = try fixture.open()
    let book = try found(1, Self.book, store)
    for request in [JobRequest.review, .importedReview, .refreshArtwork] {
      #expect(try !store.enqueue(request, for: book, by: .owner, at: Self.now))
    }
    #expect(try store.claimJob(at: StoreFixture.time(90_000)) == nil)
    #expect(try !store.needsLookup(Self.book.key))
    #expect(try store.findsReviewed(otherThanBy: "p").isEmpty)
    let record = try found(2, Self.record, store)
    #expect(try store.enqueue(.review, for: record, by: .owner, at: Self.now))
  }

  @Test func `with book-reviews, a book gets reviews, and still no artwork of the archive`() throws
  {
    _ = try fixture.open()
    let store = try Store.open(fixture.path, reviewsBooks: true)
    let book = try found(1, Self.book, store)
    for request in [JobRequest.review, .importedReview] {
      #expect(try store.enqueue(request, for: book, by: .owner, at: Self.now))
    }
    #expect(try !store.enqueue(.refreshArtwork, for: book, by: .owner, at: Self.now))
  }

  @Test func `only a prompt for books makes reviews of books outdated`() throws {
    let store = try fixture.open()
    let (book, record) = (try found(1, Self.book, store), try found(2, Self.record, store))
    for (work, prompt) in [(Self.book, "b-1"), (Self.record, "a-1")] {
      try store.keep(
        StoreFixture.review(), of: work.key, origin: "m", prompt: prompt, at: Self.now)
    }
    #expect(try store.findsReviewed(otherThanBy: "a-1").isEmpty)
    #expect(try store.findsReviewed(otherThanBy: "a-1", books: "b-1").isEmpty)
    #expect(try store.findsReviewed(otherThanBy: "a-2") == [record])
    #expect(try store.findsReviewed(otherThanBy: "a-1", books: "b-2") == [book])
  }

  @Test func `the pictures of a book are no known covers`() throws {
    let store = try fixture.open()
    var book = Self.book
    book.artwork = Artwork(digest: String(repeating: "a", count: 64))
    let id = try store.keep(book, fingerprint: [2, 9])
    let find = try found(1, book, store)
    try store.connection.transaction { (_: borrowing Connection) throws(StoreError) in
      try store.keepOwn(
        Artwork(digest: String(repeating: "b", count: 64)).map { ($0, [2, 8]) }, of: find)
    }
    #expect(try store.knownCovers().isEmpty)
    #expect(try store.unknownArtworks(version: 2, atMost: 9).isEmpty)
    #expect(try store.find(find)?.hasOwnArtwork == true && store.album(id)?.artwork != nil)
  }

  @Test func `a correction by names keeps the kind`() throws {
    let store = try fixture.open()
    let find = try found(1, Self.book, store)
    try correct(find, .named(artist: "Holger", title: "Boat Woman Song"), store)
    let after = try #require(try store.find(find))
    #expect(after.album.kind == .book && after.album.artist == "Holger" && !after.isMoved)
    #expect(after.candidates.map(\.album.kind) == [.book])
  }

  @Test func `a find whose kind is corrected has another address, and its former one is kept`()
    throws
  {
    let store = try fixture.open()
    let find = try found(1, Self.record, store)
    #expect(try store.knownCovers().count == 1)
    try correct(find, .named(artist: "Can", title: "Tago Mago", kind: .book), store)
    var after = try #require(try store.find(find))
    #expect(after.album.kind == .book && after.isMoved && after.page == "/book/\(find)/")
    #expect(try store.knownCovers().isEmpty, "the crop shows a book now")
    try correct(find, .candidate(try #require(after.candidates.first).id), store)
    after = try #require(try store.find(find))
    #expect(after.album.kind == .album && after.isMoved && after.page == "/album/\(find)/")
    #expect(try store.knownCovers().count == 1, "the crop is a known cover again")
  }

  @Test func `an import asks neither for the lookup nor for the review of a book`() throws {
    let store = try fixture.open()
    var record = FindRecord(
      id: StoreFixture.find(1), person: .owner, album: Self.book.key, found: Self.now)
    record.isMoved = true
    try store.restore([
      AlbumRecord(
        key: Self.book.key, keyRules: AlbumKey.rules, album: Self.book, unownedArtwork: nil,
        sources: AlbumSources(artwork: "open-library"),
        covers: [
          .init(
            source: .catalogue("c.jpg"), artwork: nil, picture: nil, fingerprint: [2, 2])
        ])
    ])
    let id = try store.beginImport(
      ImportRecord(
        person: .owner, format: .albumscan, name: "a", digest: [1], header: nil, read: 0,
        created: Self.now, ended: nil, undone: nil))
    #expect(
      try store.restore([(line: 1, record: record)], into: id, reviewer: .owner, at: Self.now) == 1)
    let find = try #require(try store.find(record.id))
    #expect(find.album == Self.book && find.isMoved)
    #expect(try store.claimJob(at: StoreFixture.time(90_000)) == nil)
    #expect(try store.knownCovers().isEmpty)
    let read = try store.albumRecords(after: nil, count: 9)
    #expect(read.map(\.album) == [Self.book] && read[0].sources.artwork == "open-library")
    #expect(try store.findRecords(after: nil, count: 9).map(\.isMoved) == [true])
  }
}
