// The reviews of finds that were added from a shelf: which works get one, their jobs, and the undo.

import Albums
import Testing

@testable import Store

@Suite struct ShelfReviewTests {
  let fixture: StoreFixture
  private static let now = StoreFixture.time(9)
  private let id = ScanID(randomBytes: Array(repeating: 1, count: 17))

  init() throws { fixture = try StoreFixture() }

  private static let works = [
    Album(artist: "Can", title: "Tago Mago"),
    Album(artist: "Neu!", title: "Neu! 2"),
    Album(kind: .book, artist: "Frank Herbert", title: "Dune"),
    Album(artist: "Can", title: "Tago Mago"),
  ]

  /// A shelf with the items of `works`, all added. The works have all data unless `needsLookUp`.
  private func added(
    _ store: borrowing Store, needsLookUp: Bool = false
  ) throws {
    let scan = NewScan(
      id: id, person: .owner, key: "key-1-000", digest: Array(repeating: 1, count: 32),
      byteCount: 1000, guide: nil, kind: .shelf)
    #expect(try store.accept(scan, at: Self.now) == .accepted)
    let job = try #require(try store.claimJob(at: Self.now))
    try store.beginFinding(job, at: Self.now)
    try store.record(
      Self.works.indices.map(ShelfTests.box), width: 3000, height: 2000, advice: [], of: job,
      at: Self.now)
    try store.makeSheets(of: job, at: Self.now)
    for task in try store.shelfTasks(of: job) {
      let work = Self.works[task.number - 1]
      let reading = SpineReading(
        title: work.title, creator: work.artist, kind: work.kind == .book ? .book : .record,
        confidence: 0.9)
      try store.record(reading, of: task, job, at: Self.now)
    }
    for task in try store.shelfTasks(of: job) {
      let work = try store.keep(Self.works[task.number - 1])
      try store.record(work: work, confidence: 0.9, of: task, job, at: Self.now)
    }
    if !needsLookUp {
      let artwork = String(repeating: "a", count: 64)
      try store.connection.run("UPDATE albums SET release_group = 'g', artwork = '\(artwork)'")
    }
    #expect(try store.endShelf(job, at: Self.now))
    let numbers = Array(1...Self.works.count)
    #expect(try change(.add(numbers, isMine: true), store) == .done(needsWorker: true))
  }

  @discardableResult
  private func change(_ change: ShelfChange, _ store: borrowing Store) throws -> ShelfResult {
    try store.change(id, change, by: .owner, at: Self.now)
  }

  private func offered(_ store: borrowing Store) throws -> [Int] {
    try store.itemsToReview(of: try #require(try store.shelf(id)))
  }

  private func requests(_ store: borrowing Store) throws -> [JobRequest] {
    try store.queuedJobs().map(\.request)
  }

  @Test func `each record that has no review is offered once, and a book is not`() throws {
    let store = try fixture.open()
    try added(store)
    #expect(try offered(store) == [1, 2])
    try store.keep(StoreFixture.review(), of: Self.works[0].key, origin: "m", at: Self.now)
    #expect(try offered(store) == [2])
    try change(.remove([2]), store)
    #expect(try offered(store).isEmpty)
  }

  @Test func `with book-reviews, books are offered, too`() throws {
    try added(try fixture.open())
    let store = try Store.open(fixture.path, reviewsBooks: true)
    #expect(try offered(store) == [1, 2, 3])
  }

  @Test func `a thing that is neither a book nor a record gets no review`() throws {
    let store = try Store.open(fixture.path, reviewsBooks: true)
    try added(store)
    try store.connection.run("UPDATE shelf_items SET kind = 'other' WHERE title = 'Dune'")
    #expect(try offered(store) == [1, 2])
  }

  @Test func `the reviews are queued once, for the person who asked, and no longer offered`()
    throws
  {
    let store = try fixture.open()
    try added(store)
    #expect(try change(.review([1, 2]), store) == .done(needsWorker: true))
    #expect(try offered(store).isEmpty)
    try change(.review([1, 2]), store)
    #expect(try requests(store) == [.importedReview, .importedReview])
    let job = try #require(try store.claimJob(of: [.importedReview], at: Self.now))
    #expect(job.person == .owner)
  }

  @Test func `a review follows the lookup of its work`() throws {
    let store = try fixture.open()
    try added(store, needsLookUp: true)
    #expect(try Set(requests(store)) == [.refill])
    try change(.review([1, 2]), store)
    #expect(try Set(requests(store)) == [.refill])
    #expect(try offered(store).isEmpty)
    let late = StoreFixture.time(999)
    let lookUp = try #require(try store.claimJob(of: [.refill], at: late))
    try store.complete(lookUp, at: late) { (store) throws(StoreError) in
      try store.takeReview(after: lookUp, at: late)
    }
    #expect(try requests(store).contains(.importedReview))
  }

  @Test func `an undo withdraws the reviews, also those that wait for a lookup`() throws {
    for needsLookUp in [false, true] {
      let fixture = try StoreFixture()
      let store = try fixture.open()
      try ShelfReviewTests(fixture).added(store, needsLookUp: needsLookUp)
      let before = try requests(store)
      try change(.review([1, 2]), store)
      #expect(try change(.undo, store) == .done(needsWorker: false))
      #expect(try offered(store) == [1, 2])
      #expect(try requests(store) == before)
      let late = StoreFixture.time(999)
      while let lookUp = try store.claimJob(of: [.refill], at: late) {
        try store.complete(lookUp, at: late) { (store) throws(StoreError) in
          try store.takeReview(after: lookUp, at: late)
        }
      }
      #expect(try requests(store).isEmpty, "no lookup asks for a review")
      #expect(try change(.undo, store) == .refused(.nothingToUndo))
    }
  }

  private init(_ fixture: StoreFixture) { self.fixture = fixture }

  @Test func `a review that a worker has begun stays after an undo`() throws {
    let store = try fixture.open()
    try added(store)
    try change(.review([1, 2]), store)
    let begun = try #require(try store.claimJob(of: [.importedReview], at: Self.now))
    try change(.undo, store)
    #expect(try store.queuedJobs().map(\.id) == [begun.id])
    #expect(try offered(store) == [2])
  }
}
