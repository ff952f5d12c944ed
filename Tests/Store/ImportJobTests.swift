// The jobs of imports from the web, and the reviews that an import asks for.

import Albums
import Store
import Support
import Testing

@Suite struct ImportJobTests {
  private static let now = StoreFixture.time(0)

  private let fixture: StoreFixture

  init() throws { fixture = try StoreFixture() }

  private static func upload(_ number: UInt8) -> UploadID {
    UploadID(randomBytes: Array(repeating: number, count: UploadID.randomByteCount))
  }

  private static func order(_ number: UInt8 = 1) -> ImportOrder {
    ImportOrder(.check, of: upload(number), name: "a \"name\".csv")
  }

  /// Claims the job of a step and completes it.
  private func complete(_ step: ImportStep, in store: borrowing Store) throws {
    let job = try #require(try store.claimJob(of: [.importFile], at: Self.now))
    guard case .importFile(let order) = job.request else {
      Issue.record("\(job.request)")
      return
    }
    #expect(order.step == step && job.item == nil && job.find == nil)
    try store.complete(job, at: Self.now)
  }

  // MARK: Steps

  @Test func `an import is started once, and only after its dry run`() throws {
    let store = try fixture.open()
    let id = Self.upload(1)
    try store.queueCheck(Self.order(), by: .owner, at: Self.now)
    func start() throws -> Bool {
      try store.startImport(
        of: id, takesAmbiguous: true, writesReviews: true, by: .owner, at: Self.now)
    }
    #expect(try !start() && store.uploadedImport(id)?.needsFile == true)
    try complete(.check, in: store)
    #expect(try store.uploadedImport(id)?.needsFile == true)
    #expect(try start())
    #expect(try !start())
    let last = try #require(try store.uploadedImport(id))
    #expect(last.order.takesAmbiguous && last.order.writesReviews && last.state == .queued)
    #expect(last.order.name == "a \"name\".csv")
    try complete(.run, in: store)
    #expect(try store.uploadedImport(id)?.needsFile == false)
    #expect(try !start() && store.uploadedImports().count == 1)
  }

  @Test func `the id of an import is stored in its job, unless the job was claimed again`() throws {
    let store = try fixture.open()
    try store.queueCheck(Self.order(), by: .owner, at: Self.now)
    let job = try #require(try store.claimJob(at: Self.now))
    try store.note(7, as: Self.order(), of: job, at: Self.now)
    #expect(try store.uploadedImport(Self.upload(1))?.order.number == 7)
    _ = try store.claimJob(at: Self.now)
    #expect(throws: StoreError.stale) {
      try store.note(8, as: Self.order(), of: job, at: Self.now)
    }
  }

  @Test func `a committed part begins the count of attempts anew`() throws {
    let store = try fixture.open()
    try store.queueCheck(Self.order(), by: .owner, at: Self.now)
    _ = try store.claimJob(at: Self.now)
    let second = try #require(try store.claimJob(at: Self.now))
    #expect(second.attempts == 2)
    try store.noteProgress(of: second, at: Self.now)
    let third = try #require(try store.claimJob(at: Self.now))
    #expect(third.attempts == 2)
    #expect(throws: StoreError.stale) { try store.noteProgress(of: second, at: Self.now) }
  }

  @Test func `a cancelled dry run writes nothing more, and a started import is not cancelled`()
    throws
  {
    let store = try fixture.open()
    try store.queueCheck(Self.order(), by: .owner, at: Self.now)
    let job = try #require(try store.claimJob(at: Self.now))
    #expect(try store.cancelImport(of: Self.upload(1)))
    #expect(throws: StoreError.stale) { try store.complete(job, at: Self.now) }
    #expect(try store.uploadedImport(Self.upload(1)) == nil)
    #expect(try !store.cancelImport(of: Self.upload(1)))
    try store.queueCheck(Self.order(2), by: .owner, at: Self.now)
    try complete(.check, in: store)
    _ = try store.startImport(
      of: Self.upload(2), takesAmbiguous: false, writesReviews: false, by: .owner, at: Self.now)
    #expect(try !store.cancelImport(of: Self.upload(2)))
  }

  @Test func `an undo is queued once, and an undone import has no undo`() throws {
    let fixture = try StoreFixture()
    let store = try fixture.open()
    let number = try take([Self.row(1), Self.row(2)], into: store)
    #expect(try store.queueUndo(of: 9, as: Self.upload(1), by: .owner, at: Self.now) == nil)
    let first = try store.queueUndo(of: number, as: Self.upload(1), by: .owner, at: Self.now)
    let second = try store.queueUndo(of: number, as: Self.upload(2), by: .owner, at: Self.now)
    #expect(first == Self.upload(1) && second == first)
    #expect(try store.uploadedImport(Self.upload(1))?.order.rowCount == 2)
    _ = try store.undoImport(number, after: 0, count: 9, at: Self.now)
    _ = try store.undoImport(number, after: 9, count: 9, at: Self.now)
    #expect(try store.queueUndo(of: number, as: Self.upload(3), by: .owner, at: Self.now) == nil)
    #expect(try store.imports(atMost: 5).map(\.count) == [0])
  }

  @Test func `jobs of imports disturb neither finds nor the queue`() throws {
    let store = try fixture.open()
    try take([Self.row(1)], into: store)
    try store.queueCheck(Self.order(), by: .owner, at: Self.now)
    let find = try #require(try store.find(StoreFixture.find(1)))
    #expect(find.job == nil)
    #expect(try store.queuedJobs().map(\.request) == [.refill, .importFile(Self.order())])
    let later = Self.now.advanced(byMilliseconds: Store.endedJobMilliseconds + 1)
    try complete(.check, in: store)
    try store.removeEndedJobs(before: later)
    #expect(try store.uploadedImport(Self.upload(1)) == nil)
  }

  // MARK: Reviews

  private static func row(_ number: UInt8, album: String? = nil) -> ImportedFind {
    ImportedFind(
      line: Int(number) + 1, identity: "discogs have \(number)", raw: ["x"],
      find: StoreFixture.find(number),
      album: Album(artist: "Artist", title: album ?? "Title \(number)"), hasFactsOfEdition: false,
      found: now, details: FindDetails())
  }

  @discardableResult
  private func take(
    _ rows: [ImportedFind], into store: borrowing Store, reviewer: PersonID? = nil
  ) throws -> Int64 {
    let id = try store.beginImport(
      ImportRecord(
        person: .owner, format: .discogs, name: "a.csv", digest: Array(repeating: 1, count: 32),
        header: [], read: 0, created: Self.now, ended: nil, undone: nil))
    _ = try store.importFinds(
      rows, by: .owner, into: id, read: rows.count, reviewer: reviewer, at: Self.now)
    return id
  }

  private func requests(_ store: borrowing Store) throws -> [JobRequest] {
    try store.queuedJobs().map(\.request)
  }

  /// Claims a lookup and completes it.
  private func lookUp(in store: borrowing Store) throws {
    let job = try #require(try store.claimJob(of: [.refill], at: Self.now))
    try store.complete(job, at: Self.now) { (store) throws(StoreError) in
      try store.takeReview(after: job, at: Self.now)
    }
  }

  @Test func `a review is queued after its lookup, once for an album, for the person who asked`()
    throws
  {
    let store = try fixture.open()
    let anna = PersonID("anna")
    try take(
      [Self.row(1, album: "T"), Self.row(2, album: "T"), Self.row(3)], into: store, reviewer: anna)
    #expect(try requests(store) == [.refill, .refill])
    try lookUp(in: store)
    #expect(try requests(store) == [.refill, .importedReview])
    let review = try #require(try store.claimJob(of: [.importedReview], at: Self.now))
    #expect(review.person == anna && review.find == StoreFixture.find(1))
    #expect(try store.find(StoreFixture.find(1))?.job == nil)
    try lookUp(in: store)
    #expect(try requests(store) == [.importedReview, .importedReview])
  }

  @Test func `an import that asks for reviews uses a lookup that is queued already`() throws {
    let store = try fixture.open()
    try take([Self.row(1, album: "T")], into: store)
    let running = try #require(try store.claimJob(of: [.refill], at: Self.now))
    try take([Self.row(2, album: "T")], into: store, reviewer: .owner)
    #expect(try requests(store) == [.refill])
    // The worker had claimed the lookup before the import asked for a review.
    try store.queueReview(after: running, at: Self.now)
    try store.queueReview(after: running, at: Self.now)
    #expect(try requests(store) == [.refill, .importedReview])
  }

  @Test func `an album with a review, a deleted find, and an import without a wish get none`()
    throws
  {
    let store = try fixture.open()
    let reviewed = Album(artist: "Artist", title: "Title 1")
    try store.keep(StoreFixture.review(), of: reviewed.key, origin: "model", at: Self.now)
    try take([Self.row(1), Self.row(2)], into: store, reviewer: .owner)
    try take([Self.row(3)], into: store)
    _ = try store.delete(StoreFixture.find(2), at: Self.now)
    for _ in 0..<3 { try lookUp(in: store) }
    #expect(try requests(store).isEmpty)
  }

  @Test func `an undo withdraws the review of an album that was looked up`() throws {
    let store = try fixture.open()
    let number = try take([Self.row(1)], into: store, reviewer: .owner)
    try lookUp(in: store)
    #expect(try requests(store) == [.importedReview])
    _ = try store.undoImport(number, after: 0, count: 9, at: Self.now)
    #expect(try requests(store).isEmpty)
  }
}
