// A shelf in the database: its job finds and reads items, its person changes them, and every change can
// be undone.

import Albums
import Testing

@testable import Store

@Suite struct ShelfTests {
  let fixture: StoreFixture

  init() throws { fixture = try StoreFixture() }

  private let now = StoreFixture.time(0)
  private let id = ScanID(randomBytes: Array(repeating: 1, count: 17))

  private func upload(
    _ number: UInt8 = 1, by person: PersonID = .owner, own: [UInt8]? = nil
  ) -> NewScan {
    NewScan(
      id: ScanID(randomBytes: Array(repeating: number, count: 17)), person: person,
      key: "key-\(number)-000", digest: Array(repeating: number, count: 32), byteCount: 1000,
      guide: nil, kind: .shelf,
      ownShelves: own?.map { ScanID(randomBytes: Array(repeating: $0, count: 17)) })
  }

  static func box(_ number: Int) -> ShelfBox {
    let left = Double(number) * 50
    return ShelfBox(
      source: .spine, corners: [left, 10, left + 40, 10, left + 40, 900, left, 900],
      rotation: 270, confidence: 0.9)
  }

  private static let names = ["Dune", "Emma", "Solaris", "Ubik", "Kim"]

  private static func reading(_ index: Int, _ kind: SpineReading.Kind = .book) -> SpineReading {
    SpineReading(
      title: names[index % names.count], creator: "Author \(index)", kind: kind, confidence: 0.9)
  }

  /// A shelf with `count` boxes, whose job runs.
  private func begun(
    _ count: Int, _ photo: UInt8 = 1, in store: borrowing Store
  ) throws -> Job {
    #expect(try store.accept(upload(photo), at: now) == .accepted)
    let job = try #require(try store.claimJob(at: now))
    #expect(job.request == .shelf)
    try store.beginFinding(job, at: now)
    try store.record(
      (0..<count).map(Self.box), width: 3000, height: 2000, advice: [], of: job, at: now)
    return job
  }

  /// A shelf whose items are read and known with the confidence `confidence`.
  private func complete(
    _ count: Int, _ photo: UInt8 = 1, confidence: Double = 0.9, in store: borrowing Store
  ) throws {
    let job = try begun(count, photo, in: store)
    try store.makeSheets(of: job, at: now)
    for task in try store.shelfTasks(of: job) {
      try store.record(Self.reading(task.number - 1), of: task, job, at: now)
    }
    for task in try store.shelfTasks(of: job) {
      let album = Album(
        kind: .book, artist: task.reading?.creator ?? "", title: task.reading?.title ?? "")
      let work = try store.keep(album)
      try store.record(work: work, confidence: confidence, of: task, job, at: now)
    }
    #expect(try store.endShelf(job, at: now))
  }

  private func shelf(_ store: borrowing Store) throws -> Shelf {
    try #require(try store.shelf(id))
  }

  @discardableResult private func change(
    _ change: ShelfChange, in store: borrowing Store, after seconds: Int64 = 0
  ) throws -> ShelfResult {
    try store.change(id, change, by: .owner, at: StoreFixture.time(seconds))
  }

  // MARK: The job

  @Test
  func `a shelf gets its boxes, its names and its works, and every step changes its revision`()
    throws
  {
    let store = try fixture.open()
    let job = try begun(3, in: store)
    var revisions = [try shelf(store).revision]
    #expect(try shelf(store).state == .reading)
    try store.makeSheets(of: job, at: now)
    let task = try #require(try store.shelfTasks(of: job).first)
    try store.record(Self.reading(0), of: task, job, at: now)
    revisions.append(try shelf(store).revision)
    let ground = try #require(try store.shelfTasks(of: job).first)
    #expect(ground.kind == .ground)
    let work = try store.keep(Album(kind: .book, artist: "Author 0", title: "Dune"))
    try store.record(work: work, confidence: 0.8, of: ground, job, at: now)
    revisions.append(try shelf(store).revision)
    #expect(revisions == revisions.sorted() && Set(revisions).count == 3)
    let item = try #require(try shelf(store).items.first)
    #expect(item.number == 1)
    #expect(item.work?.album.title == "Dune")
    #expect(item.sureness == .sure && item.isInAddAll)
    #expect(try !store.endShelf(job, at: now), "two items have tasks")
  }

  @Test func `a sheet has at most ten items, and keeps them in a second attempt`() throws {
    let store = try fixture.open()
    let job = try begun(24, in: store)
    try store.makeSheets(of: job, at: now)
    let sheets = try store.shelfTasks(of: job).map(\.sheet)
    #expect(
      sheets == Array(repeating: 1, count: 10) + Array(repeating: 2, count: 10) + [3, 3, 3, 3])
    try store.makeSheets(of: job, at: now)
    #expect(try store.shelfTasks(of: job).map(\.sheet) == sheets)
  }

  @Test func `a photo has at most 100 items`() throws {
    let store = try fixture.open()
    _ = try begun(130, in: store)
    #expect(try shelf(store).items.count == 100)
    #expect(try change(.draw(corners: Self.box(1).corners), in: store) == .refused(.full))
  }

  @Test func `scans go before shelves, and a shelf before background work`() throws {
    let store = try fixture.open()
    _ = try store.accept(upload(), at: now)
    _ = try store.accept(StoreFixture.scan(2), at: StoreFixture.time(1))
    #expect(try store.claimJob(at: StoreFixture.time(2))?.request == .scan)
  }

  @Test func `a cancelled job writes nothing more, and its items stay`() throws {
    let store = try fixture.open()
    let job = try begun(3, in: store)
    try store.makeSheets(of: job, at: now)
    let task = try #require(try store.shelfTasks(of: job).first)
    #expect(try change(.cancel, in: store) == .done(needsWorker: true))
    #expect(throws: StoreError.stale) {
      try store.record(Self.reading(0), of: task, job, at: now)
    }
    #expect(try !store.isClaimed(job))
    #expect(try shelf(store).state == .cancelled)
    #expect(try shelf(store).items.count == 3)
    #expect(try store.claimJob(at: StoreFixture.time(9)) == nil)
  }

  @Test func `a reading that comes after a person has moved the box is dropped`() throws {
    let store = try fixture.open()
    let job = try begun(2, in: store)
    try store.makeSheets(of: job, at: now)
    let task = try #require(try store.shelfTasks(of: job).first)
    try change(.move(1, corners: Self.box(7).corners), in: store)
    try store.record(Self.reading(0), of: task, job, at: now)
    let again = try #require(try store.shelfTasks(of: job).first)
    #expect(again.number == 1 && again.kind == .read && again.sheet == nil && again.reading == nil)
  }

  @Test func `names that a person types are not replaced by those of a model`() throws {
    let store = try fixture.open()
    let job = try begun(2, in: store)
    try store.makeSheets(of: job, at: now)
    let task = try #require(try store.shelfTasks(of: job).first)
    try change(.name(1, Self.reading(3)), in: store)
    try store.record(Self.reading(0), of: task, job, at: now)
    let item = try #require(try shelf(store).items.first)
    #expect(item.reading?.title == "Ubik")
    #expect(item.isTyped && item.sureness == .sure)
  }

  @Test func `without a model the items stay without names, and can be typed in and added`() throws
  {
    let store = try fixture.open()
    let job = try begun(2, in: store)
    try store.leaveUnread(try store.shelfTasks(of: job), because: .noModel, of: job, at: now)
    #expect(try store.endShelf(job, at: now))
    #expect(try shelf(store).items.map(\.sureness) == [.unsure, .unsure])
    #expect(try shelf(store).failure == .noModel)
    #expect(try change(.add([1], isMine: true), in: store) == .refused(.unnamed))
    let typed = SpineReading(
      title: "Dune", creator: "Frank Herbert", kind: .book, confidence: 1, year: 1965)
    try change(.name(1, typed), in: store)
    let named = try #require(try store.claimJob(at: now))
    #expect(try store.shelfTasks(of: named).map(\.kind) == [.ground])
    try store.record(
      work: nil, confidence: 1, of: try store.shelfTasks(of: named)[0], named, at: now)
    #expect(try store.endShelf(named, at: now))
    #expect(try change(.add([1], isMine: true), in: store) == .done(needsWorker: true))
    let find = try #require(try store.newestFinds(1).first)
    #expect(find.album.title == "Dune" && find.isSure && find.details.status == .have)
    #expect(find.album.kind == .book && find.album.year == 1965)
  }

  @Test func `a failed photo without boxes fails the shelf, and with boxes it is complete`() throws
  {
    let store = try fixture.open()
    _ = try store.accept(upload(), at: now)
    let job = try #require(try store.claimJob(at: now))
    try store.failShelf(job, .unreadable, at: now)
    #expect(try shelf(store).state == .failed)
    #expect(try shelf(store).failure == .unreadable)
    let other = try StoreFixture()
    let otherStore = try other.open()
    let begun = try begun(2, in: otherStore)
    try otherStore.failShelf(begun, .noAnswer, at: now)
    let shelf = try #require(try otherStore.shelf(id))
    #expect(shelf.state == .complete && shelf.failure == .noAnswer)
  }

  // MARK: Changes

  @Test func `added items become finds of one photo, once, and an undo takes them back`() throws {
    let store = try fixture.open()
    try complete(3, in: store)
    let all = try shelf(store).items.filter(\.isInAddAll).map(\.number)
    #expect(all == [1, 2, 3])
    try change(.add(all, isMine: true), in: store)
    try change(.add(all, isMine: true), in: store)
    #expect(try store.countFinds() == 3)
    #expect(try store.newestFinds(9).allSatisfy { $0.scan == id && $0.isSure })
    #expect(try shelf(store).items.allSatisfy { $0.find != nil && !$0.isInAddAll })
    try change(.undo, in: store)
    #expect(try store.countFinds() == 0)
    #expect(try change(.undo, in: store) == .refused(.nothingToUndo))
  }

  @Test func `a removed find comes back with its details`() throws {
    let store = try fixture.open()
    try complete(1, in: store)
    try change(.add([1], isMine: true), in: store)
    let find = try #require(try shelf(store).items[0].find)
    try change(.remove([1]), in: store)
    #expect(try store.countFinds() == 0)
    try change(.add([1], isMine: false), in: store)
    #expect(try shelf(store).items[0].find == find)
    #expect(try store.find(find)?.details.status == .have)
  }

  @Test func `an item below 0.7 is not sure until a person confirms it`() throws {
    let store = try fixture.open()
    try complete(1, confidence: 0.5, in: store)
    #expect(try shelf(store).items[0].sureness == .likely)
    try change(.add([1], isMine: true), in: store)
    #expect(try store.newestFinds(1)[0].isSure == false)
    try change(.remove([1]), in: store)
    try change(.name(1, Self.reading(0)), in: store)
    #expect(try shelf(store).items[0].sureness == .sure)
  }

  @Test func `a work that the person has is not in Add all, and one of another person is`() throws {
    let store = try fixture.open()
    let ben = try store.addPerson(
      name: try #require(PersonName("Anna")), plan: .owner, files: fixture.sessionFiles, at: now)
    let other = try store.addPerson(
      name: try #require(PersonName("Ben")), plan: .base, files: fixture.sessionFiles, at: now)
    try complete(2, in: store)
    try change(.add([1, 2], isMine: true), in: store)
    let second = upload(2, by: ben.id)
    let third = upload(3, by: other.id)
    for upload in [second, third] {
      _ = try store.accept(upload, at: now)
      let job = try #require(try store.claimJob(at: now))
      try store.record([Self.box(0)], width: 3000, height: 2000, advice: [], of: job, at: now)
      try store.record(Self.reading(0), of: try store.shelfTasks(of: job)[0], job, at: now)
      let work = try store.keep(Album(kind: .book, artist: "Author 0", title: "Dune"))
      try store.record(
        work: work, confidence: 0.9, of: try store.shelfTasks(of: job)[0], job, at: now)
      #expect(try store.endShelf(job, at: now))
    }
    let mine = try #require(try store.shelf(second.id)).items[0]
    #expect(mine.holder == .person && !mine.isInAddAll)
    let theirs = try #require(try store.shelf(third.id)).items[0]
    #expect(theirs.holder == .other(nil) && theirs.isInAddAll)
    let naming = try Store.open(fixture.path, showsFinder: true)
    let named = try #require(try naming.shelf(third.id)).items[0]
    #expect(named.holder == .other(PersonName("Anna")))

    // A find with the status *want* does not count as a find that the person has.
    let find = try #require(try shelf(store).items[0].find)
    let change = try FindEdit(status: "want")
    _ = try store.edit(
      [find], change, as: EditID(randomBytes: Array(1...17)), by: .owner, at: now)
    let wanted = try #require(try store.shelf(second.id)).items[0]
    #expect(wanted.holder == nil && wanted.wisher == .person)
    let others = try #require(try store.shelf(third.id)).items[0]
    #expect(others.holder == nil && others.wisher == .other(nil))
    let namedWish = try #require(try naming.shelf(third.id)).items[0].wisher
    #expect(namedWish == .other(PersonName("Anna")))

    // A work that the person of the shelf wants is in *Add all*.
    _ = try store.add(
      Album(kind: .book, artist: "Author 0", title: "Dune"), status: .want, isCopy: true,
      by: other.id,
      at: now)
    let own = try #require(try store.shelf(third.id)).items[0]
    #expect(own.wisher == .person && own.isInAddAll)
  }

  static let undoable: [ShelfChange] = [
    .add([1, 2], isMine: true), .remove([3]), .dismiss([2]), .clear,
    .name(1, SpineReading(title: "Other", creator: "Body", kind: .book, confidence: 1)),
    .move(1, corners: box(9).corners),
  ]

  @Test(arguments: undoable)
  func `every change can be undone once`(_ made: ShelfChange) throws {
    let store = try fixture.open()
    try complete(3, in: store)
    try change(.add([3], isMine: true), in: store)
    let before = try shelf(store)
    #expect(try isDone(change(made, in: store)))
    #expect(try shelf(store).items != before.items || shelf(store).cleared != nil)
    #expect(try isDone(change(.undo, in: store)))
    let after = try shelf(store)
    #expect(after.cleared == nil)
    #expect(after.items.map(\.reading) == before.items.map(\.reading))
    #expect(after.items.map(\.find) == before.items.map(\.find))
    #expect(after.items.map(\.isDismissed) == before.items.map(\.isDismissed))
    #expect(after.items.map(\.box.corners) == before.items.map(\.box.corners))
    #expect(try change(.undo, in: store) == .refused(.nothingToUndo))
  }

  private func isDone(_ result: ShelfResult) -> Bool {
    if case .done = result { true } else { false }
  }

  @Test func `Clear all keeps what was added, and can be undone for ten minutes`() throws {
    let store = try fixture.open()
    try complete(2, in: store)
    try change(.add([1], isMine: true), in: store)
    try change(.clear, in: store)
    #expect(try store.countFinds() == 1)
    #expect(try change(.undo, in: store, after: 601) == .refused(.nothingToUndo))
    #expect(try isDone(change(.undo, in: store, after: 600)))
  }

  @Test func `a drawn box is read like the others, and its undo removes it`() throws {
    let store = try fixture.open()
    try complete(2, in: store)
    try change(.draw(corners: [2900, 10, 3400, 10, 3400, 2500, 2900, 2500]), in: store)
    let drawn = try #require(try shelf(store).items.last)
    #expect(drawn.number == 3)
    #expect(
      drawn.box.corners == [2900, 10, 3000, 10, 3000, 2000, 2900, 2000], "inside the picture")
    let job = try #require(try store.claimJob(at: now))
    #expect(try store.shelfTasks(of: job).map(\.number) == [3])
    try store.makeSheets(of: job, at: now)
    #expect(try store.shelfTasks(of: job)[0].sheet == 2)
    try change(.undo, in: store)
    #expect(try shelf(store).shownItems.map(\.number) == [1, 2])
    #expect(try store.endShelf(job, at: now))
  }

  @Test func `a box that is moved twice gets a new sheet each time`() throws {
    let store = try fixture.open()
    try complete(2, in: store)
    var sheets: [Int?] = []
    for column in [7, 8] {
      try change(.move(1, corners: Self.box(column).corners), in: store)
      let job = try #require(try store.claimJob(at: now))
      try store.makeSheets(of: job, at: now)
      let task = try #require(try store.shelfTasks(of: job).first)
      sheets.append(task.sheet)
      let call = PlannedCall(
        owner: CallOwner(job), stage: .shelf, provider: "openai", model: "m", prompt: "p",
        worstCase: Money(microdollars: 10), part: task.sheet)
      _ = try store.reserve([call], cap: Money(microdollars: 1000), at: now)
      try store.leaveUnread([task], because: nil, of: job, at: now)
      #expect(try store.endShelf(job, at: now))
    }
    #expect(sheets == [2, 3])
    let item = try shelf(store).items[0]
    #expect(item.work == nil && item.names == nil && item.sureness == .unsure)
  }

  @Test func `an undo of a move gives the names and the work back without a call`() throws {
    let store = try fixture.open()
    try complete(2, in: store)
    let before = try shelf(store).items[0]
    try change(.move(1, corners: Self.box(7).corners), in: store)
    #expect(try shelf(store).items[0].names == nil)
    try change(.undo, in: store)
    #expect(try shelf(store).items[0] == before)
    let job = try #require(try store.claimJob(at: now))
    #expect(try store.shelfTasks(of: job).isEmpty)
  }

  @Test func `an undo of the names gives the find its former work`() throws {
    let store = try fixture.open()
    try complete(1, in: store)
    try change(.add([1], isMine: true), in: store)
    let other = SpineReading(title: "Emma", creator: "Jane Austen", kind: .book, confidence: 1)
    try change(.name(1, other), in: store)
    try change(.undo, in: store)
    let jobs = try store.queuedJobs().filter { $0.request.kind == .correct }
    let dune = try #require(
      try store.albumID(of: AlbumKey(kind: .book, artist: "Author 0", title: "Dune")))
    #expect(jobs.map(\.request) == [.album(dune)])
  }

  @Test func `names that were typed after Remove become the find's work`() throws {
    let store = try fixture.open()
    try complete(1, in: store)
    try change(.add([1], isMine: true), in: store)
    try change(.remove([1]), in: store)
    let other = SpineReading(title: "Emma", creator: "Jane Austen", kind: .book, confidence: 1)
    try change(.name(1, other), in: store)
    try change(.add([1], isMine: true), in: store)
    let emma = try #require(
      try store.albumID(of: AlbumKey(kind: .book, artist: "Jane Austen", title: "Emma")))
    #expect(try store.queuedJobs().map(\.request).contains(.album(emma)))
  }

  @Test func `Not a book of an added item can be undone with its find`() throws {
    let store = try fixture.open()
    try complete(1, in: store)
    try change(.add([1], isMine: true), in: store)
    try change(.dismiss([1]), in: store)
    #expect(try store.countFinds() == 0)
    try change(.undo, in: store)
    #expect(try store.countFinds() == 1)
  }

  @Test func `a box that was dismissed before it was read is read after Restore`() throws {
    let store = try fixture.open()
    try complete(1, in: store)
    try change(.draw(corners: Self.box(5).corners), in: store)
    try change(.undo, in: store)
    let job = try #require(try store.claimJob(at: now))
    #expect(try store.endShelf(job, at: now))
    try change(.restore([2]), in: store)
    let again = try #require(try store.claimJob(at: now))
    #expect(try store.shelfTasks(of: again).map(\.number) == [2])
  }

  @Test func `calls that were booked and not sent are released when the person cancels`() throws {
    let store = try fixture.open()
    let job = try begun(2, in: store)
    let call = PlannedCall(
      owner: CallOwner(job), stage: .shelf, provider: "openai", model: "m", prompt: "p",
      worstCase: Money(microdollars: 10), part: 1)
    _ = try store.reserve([call], cap: Money(microdollars: 1000), at: now)
    try change(.cancel, in: store)
    #expect(try store.callRecords(of: id).map(\.state) == ["unsent"])
  }

  @Test func `an attempt that dies while it looks for boxes counts`() throws {
    let store = try fixture.open()
    _ = try store.accept(upload(), at: now)
    for attempt in 1...3 {
      let job = try #require(try store.claimJob(at: now))
      #expect(job.attempts == attempt)
      try store.beginFinding(job, at: now)
    }
  }

  @Test func `an upload without a key that is sent again is the same shelf`() throws {
    let store = try fixture.open()
    func upload(_ number: UInt8, _ kind: ScanKind) -> NewScan {
      NewScan(
        id: ScanID(randomBytes: Array(repeating: number, count: 17)), person: .owner, key: nil,
        digest: Array(repeating: 9, count: 32), byteCount: 9, guide: nil, kind: kind)
    }
    let first = upload(1, .shelf)
    #expect(try store.accept(first, at: now) == .accepted)
    #expect(try store.accept(upload(2, .shelf), at: now) == .repeated(first.id))
    #expect(try store.accept(upload(3, .album), at: now) == .accepted)
  }

  @Test func `the secret of a shelf depends on its key and its photo`() throws {
    let uuid = "0b9e4f52-7a31-4c1e-9a55-3d1f8f1f2a6b"
    let senders = [("shelf-key-1", 1), ("shelf-key-1", 2), ("shelf-key-2", 1), (uuid, 1)].map {
      ShelfSender(person: .owner, key: $0.0, digest: Array(repeating: $0.1, count: 32))
    }
    #expect(Set(senders.map(\.secret)).count == 4)
    #expect(senders.allSatisfy { $0.secret.utf8.count == 32 && $0.has(secret: $0.secret) })
    #expect(!senders[0].has(secret: senders[1].secret) && !senders[0].has(secret: ""))
    // The cookie of version 1.0 was the key. Browsers choose a UUID.
    #expect(!senders[0].has(secret: "shelf-key-1") && senders[3].has(secret: uuid))
  }

  @Test func `a picture that is over is work for a worker, until it is deleted`() throws {
    let store = try fixture.open()
    try complete(1, in: store)
    try store.markAllWritten()
    #expect(try !store.hasWork(at: now))
    try change(.clear, in: store)
    #expect(try !store.hasWork(at: StoreFixture.time(600)))
    #expect(try store.hasWork(at: StoreFixture.time(601)))
    try store.notePictureDeleted(of: id)
    #expect(try !store.hasWork(at: StoreFixture.time(601)))
  }

  // MARK: Sessions

  private static let hours: Int64 = 3600
  static let sessions: [(change: ShelfChange?, seconds: Int64, own: [UInt8]?, joins: Bool)] = [
    (nil, 1, nil, true), (nil, 12 * hours, nil, true), (nil, 12 * hours + 1, nil, false),
    (.finish, 1, nil, false), (.clear, 1, nil, false), (.cancel, 1, nil, true),
    (nil, 1, [1, 9], true), (nil, 1, [9], false), (nil, 1, [], false),
  ]

  @Test(arguments: sessions)
  func `a photo joins the session of its sender until Finish, for twelve hours`(
    made: ShelfChange?, seconds: Int64, own: [UInt8]?, joins: Bool
  ) throws {
    let store = try fixture.open()
    _ = try store.accept(upload(), at: now)
    if let made { try change(made, in: store) }
    let second = upload(2, own: own)
    _ = try store.accept(second, at: StoreFixture.time(seconds))
    let session = try #require(try store.shelf(second.id)).session
    #expect(session == (joins ? id : second.id))
    let third = upload(3, own: [2])
    _ = try store.accept(third, at: StoreFixture.time(seconds + 1))
    #expect(try store.shelf(third.id)?.session == session, "it joins the last photo's session")
  }

  @Test func `a work of an earlier photo counts once, until a person separates the copies`() throws
  {
    let store = try fixture.open()
    try complete(2, in: store)
    try complete(3, 2, in: store)
    let second = upload(2).id
    func items() throws -> [ShelfItem] { try #require(try store.shelf(second)).items }
    func make(_ change: ShelfChange) throws {
      #expect(try isDone(store.change(second, change, by: .owner, at: now)))
    }
    #expect(
      try items().map(\.original) == [
        .init(scan: id, photo: 1, number: 1), .init(scan: id, photo: 1, number: 2), nil,
      ])
    #expect(try items().filter(\.isInAddAll).map(\.number) == [3])
    #expect(try store.shelf(second)?.countedItems.count == 1)
    #expect(try shelf(store).items.allSatisfy { $0.original == nil })
    #expect(try store.photos(of: id).map(\.itemCount) == [2, 3])

    try make(.separate(1))
    #expect(try items().filter(\.isInAddAll).map(\.number) == [1, 3])
    try make(.undo)
    #expect(try items().filter(\.isInAddAll).map(\.number) == [3])
    // The earlier box contains no item after all.
    try change(.dismiss([1]), in: store)
    #expect(try items().filter(\.isInAddAll).map(\.number) == [1, 3])
    try change(.clear, in: store)
    #expect(try items().allSatisfy { $0.original == nil })
    #expect(try store.photos(of: id).map(\.id) == [second])
  }

  @Test func `Finish ends the whole session, and a photo that is still read keeps its picture`()
    throws
  {
    let store = try fixture.open()
    try complete(1, in: store)
    try complete(1, 2, in: store)
    let job = try begun(1, 3, in: store)
    #expect(try isDone(store.change(upload(2).id, .finish, by: .owner, at: now)))
    let shelves = try store.photos(of: id).map { try store.shelf($0.id) }
    #expect(shelves.count == 3 && shelves.allSatisfy { $0?.finished == now })
    #expect(shelves.map { $0?.pictureIsOver(at: now) } == [true, true, false])
    for task in try store.shelfTasks(of: job) {
      try store.record(Self.reading(0, .other), of: task, job, at: now)
    }
    #expect(try store.endShelf(job, at: now))
    #expect(try store.shelf(upload(3).id)?.pictureIsOver(at: now) == true)
  }

  // MARK: Keeping

  static let pictures: [(change: ShelfChange?, seconds: Int64, isOver: Bool)] = [
    (nil, 0, false), (nil, 7 * 86_400, false), (nil, 7 * 86_400 + 1, true), (.finish, 0, true),
    (.clear, 600, false), (.clear, 601, true),
  ]

  @Test(arguments: pictures)
  func `the picture stays until Finish, ten minutes after Clear all, or seven days`(
    made: ShelfChange?, seconds: Int64, isOver: Bool
  ) throws {
    let store = try fixture.open()
    try complete(1, in: store)
    if let made { try change(made, in: store) }
    #expect(try shelf(store).pictureIsOver(at: StoreFixture.time(seconds)) == isOver)
  }

  @Test func `the list of a removed person goes with its picture, and the finds of it stay`() throws
  {
    let store = try fixture.open()
    let (anna, ben) = (PersonName("Anna"), PersonName("Ben"))
    let files = fixture.sessionFiles
    _ = try store.addPerson(name: try #require(anna), plan: .owner, files: files, at: now)
    let his = try store.addPerson(name: try #require(ben), plan: .base, files: files, at: now).id
    try complete(2, in: store)
    try change(.add([1], isMine: true), in: store)
    _ = try sqlite(
      fixture.path, "UPDATE scans SET person = '\(his)'; UPDATE finds SET person = '\(his)'")
    try store.removeShelves(before: now)
    #expect(try store.shelf(id)?.items.count == 2)
    try store.remove(his, finds: .keep, files: files, at: now)
    try store.removeShelves(before: now)
    #expect(try store.shelf(id)?.finished == now, "its picture is not deleted yet")
    try store.notePictureDeleted(of: id)
    try store.removeShelves(before: now)
    #expect(try store.shelf(id) == nil && store.newestFinds(9).map(\.album.title) == ["Dune"])
    #expect(try store.albumRecords(after: nil, count: 9).map(\.album.title) == ["Dune"])
  }

  @Test func `an old list goes, and the finds of it stay`() throws {
    let store = try fixture.open()
    try complete(2, in: store)
    try change(.add([1], isMine: true), in: store)
    // The list of the shelf also has "Emma", which was not added. Only the person sees the list, so
    // no export has "Emma".
    #expect(try store.albumRecords(after: nil, count: 9).map(\.album.title) == ["Dune"])
    try store.removeShelves(before: StoreFixture.time(1))
    #expect(try store.albumRecords(after: nil, count: 9).map(\.album.title) == ["Dune"])
    #expect(try store.shelf(id) == nil)
    #expect(try store.countFinds() == 1)
    #expect(try store.newestFinds(1)[0].album.title == "Dune")
    try store.removeShelves(before: StoreFixture.time(1))
  }
}
