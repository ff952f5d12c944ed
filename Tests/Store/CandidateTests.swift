// "Do I have it already?" in the database: offers, choices, earlier finds, and their effect on
// pages.

import Albums
import Store
import Testing

@Suite struct CandidateTests {
  let fixture: StoreFixture

  init() throws {
    fixture = try StoreFixture()
    let store = try fixture.open()
    for (number, title) in ["Tago Mago", "Ege Bamyasi", "Future Days"].enumerated() {
      try store.importCover(
        of: Album(artist: "Can", title: title), review: nil, fingerprint: [2, UInt8(number)],
        name: "\(title).jpg", at: StoreFixture.time(0))
    }
  }

  private func claimed(_ number: UInt8, _ store: borrowing Store) throws -> Job {
    let now = StoreFixture.time(Int64(number))
    _ = try store.accept(StoreFixture.scan(number), at: now)
    return try #require(try store.claimJob(of: [.scan], at: now))
  }

  private func album(_ title: String, _ store: borrowing Store) throws -> Int64 {
    try #require(try store.albumID(of: AlbumKey(artist: "Can", title: title)))
  }

  @Test func `offers are on the scan, likeliest first, and a choice ends the scan with that album`()
    throws
  {
    let store = try fixture.open()
    let now = StoreFixture.time(9)
    let claim = try claimed(1, store)
    let (one, two) = (try album("Ege Bamyasi", store), try album("Tago Mago", store))
    try store.record(
      fingerprint: [2, 9], crop: "quad", advice: [.blurred], of: claim, at: now)
    try store.offer([(one, 0.4), (two, 0.3)], of: claim, at: now)
    let scan = try #require(try store.scan(claim.scanID))
    #expect(scan.likely.map(\.album.title) == ["Ege Bamyasi", "Tago Mago"])
    #expect(scan.advice == [.blurred])
    #expect(try store.correct(claim.scanID, .candidate("\(two)"), by: .owner, at: now) == .accepted)
    #expect(try store.scan(claim.scanID)?.likely.isEmpty == true)
    try store.finish(claim, as: StoreFixture.find(1), evidence: .unsure, at: now)
    let find = try #require(try store.find(StoreFixture.find(1)))
    #expect(find.album.title == "Tago Mago")
    #expect(find.isSure)
    #expect(try store.scan(claim.scanID)?.isRecognised == true)
  }

  @Test
  func `only an offered album can be chosen, and a choice after the end corrects the find`()
    throws
  {
    let store = try fixture.open()
    let now = StoreFixture.time(9)
    let claim = try claimed(1, store)
    let one = try album("Tago Mago", store)
    for text in ["\(one)", "", "0", "1 OR 1", "-1", "x"] {
      #expect(
        try store.correct(claim.scanID, .candidate(text), by: .owner, at: now) == .noCandidate,
        "\(text)")
    }
    try store.offer([(one, 0.4)], of: claim, at: now)
    #expect(
      try store.correct(claim.scanID, .candidate("\(one)0"), by: .owner, at: now) == .noCandidate)
    #expect(
      try store.correct(StoreFixture.scan(7).id, .candidate("\(one)"), by: .owner, at: now)
        == .notFound)
    try store.identify(claim, as: one, isRecognised: true, at: now)
    try store.finish(claim, as: StoreFixture.find(1), evidence: .sure, at: now)
    #expect(try store.correct(claim.scanID, .candidate("\(one)"), by: .owner, at: now) == .accepted)
    #expect(try store.claimJob(of: JobKind.afterScan, at: now)?.find == StoreFixture.find(1))
  }

  @Test func `a choice during the failure of a scan is not lost`() throws {
    let store = try fixture.open()
    let now = StoreFixture.time(9)
    let claim = try claimed(1, store)
    let one = try album("Tago Mago", store)
    try store.offer([(one, 0.4)], of: claim, at: now)
    #expect(try store.correct(claim.scanID, .candidate("\(one)"), by: .owner, at: now) == .accepted)
    try store.fail(claim, Failure(.notIdentified), at: now)
    #expect(try store.scan(claim.scanID)?.state == .queued)
    try store.wait(claim, until: StoreFixture.time(999), Failure(.network), at: now)
    #expect(try #require(try store.claimJob(of: [.scan], at: now)).choice?.album == one)
  }

  @Test func `a failed scan still has offers, and a choice queues it again`() throws {
    let store = try fixture.open()
    let now = StoreFixture.time(9)
    let claim = try claimed(1, store)
    let one = try album("Tago Mago", store)
    try store.offer([(one, 0.4)], of: claim, at: now)
    try store.fail(claim, Failure(.notIdentified), at: now)
    #expect(try store.scan(claim.scanID)?.likely.count == 1)
    #expect(try store.claimJob(of: [.scan], at: now) == nil)
    #expect(try store.correct(claim.scanID, .candidate("\(one)"), by: .owner, at: now) == .accepted)
    #expect(try store.claimJob(of: [.scan], at: now)?.choice?.album == one)
  }

  @Test func `earlier finds are listed, later and deleted ones are not`() throws {
    let store = try fixture.open()
    for number: UInt8 in 1...5 {
      try fixture.complete(number, at: StoreFixture.time(Int64(number)), in: store)
    }
    let earlier = try #require(try store.find(StoreFixture.find(5))).earlier
    #expect(earlier.map(\.id) == [4, 3, 2, 1].map { StoreFixture.find($0) })
    #expect(try store.scan(StoreFixture.scan(3).id)?.earlier.count == 2)
    #expect(try store.find(StoreFixture.find(1))?.earlier == [])
    #expect(try store.delete(StoreFixture.find(3), at: StoreFixture.time(9)))
    #expect(
      try store.find(StoreFixture.find(5))?.earlier.map(\.id)
        == [4, 2, 1].map { StoreFixture.find($0) })
  }

  /// One album: an import of Anna, a scan of Ben, a scan of Anna, and the scan of Ben whose page is
  /// read.
  @Test(arguments: [false, true])
  func `an earlier find says whether it is the reader's own, and whether a scan made it`(
    showsFinder: Bool
  ) throws {
    let store = try Store.open(fixture.path, showsFinder: showsFinder)
    var people: [PersonID] = []
    for name in ["Anna", "Ben"] {
      let name = try #require(PersonName(name))
      people.append(
        try store.addPerson(
          name: name, plan: nil, files: fixture.sessionFiles, at: StoreFixture.time(0)
        ).id)
    }
    try addImported(2, to: store)
    for (number, person) in [(3, people[1]), (4, people[0]), (5, people[1])] as [(UInt8, PersonID)]
    {
      try fixture.complete(number, by: person, at: StoreFixture.time(Int64(number)), in: store)
    }
    let ofScan = try #require(try store.scan(StoreFixture.scan(5).id)).earlier
    #expect(ofScan.map(\.id) == [4, 3, 2].map { StoreFixture.find($0) })
    #expect(ofScan.map(\.isScanned) == [true, true, false])
    #expect(ofScan.map(\.isOwn) == [false, true, false])
    #expect(
      ofScan.map { $0.finder?.text } == (showsFinder ? ["Anna", nil, "Anna"] : [nil, nil, nil]))
    // The whole household reads the page of a find, so no find is the reader's own.
    let ofFind = try #require(try store.find(StoreFixture.find(5))).earlier
    #expect(ofFind.map(\.isOwn) == [false, false, false])
    #expect(
      ofFind.map { $0.finder?.text } == (showsFinder ? ["Anna", "Ben", "Anna"] : [nil, nil, nil]))
  }

  /// The statuses of the four finds of the test before: Anna, Ben, Anna, Ben. `scan` and `find` say of
  /// the three earlier finds, newest first, whether the page of the last scan and the page of the last
  /// find call them wanted.
  static let wants: [(statuses: [FindStatus?], scan: [Bool], find: [Bool])] = [
    ([.want, nil, nil, nil], [false, false, true], [false, false, true]),
    // A later find says that Anna has the album. The wish of Ben is still open.
    ([.want, .want, .have, nil], [false, true, false], [false, true, false]),
    // Ben presses *Have* on the page of the last find.
    ([nil, .want, .want, .have], [true, true, false], [true, false, false]),
  ]

  @Test(arguments: wants)
  func `a person wants an album until a find of that person has it`(
    statuses: [FindStatus?], scan: [Bool], find: [Bool]
  ) throws {
    let store = try fixture.open()
    var people: [PersonID] = []
    for name in ["Anna", "Ben"] {
      let name = try #require(PersonName(name))
      people.append(
        try store.addPerson(
          name: name, plan: nil, files: fixture.sessionFiles, at: StoreFixture.time(0)
        ).id)
    }
    for number: UInt8 in 2...5 {
      try fixture.complete(
        number, by: people[Int(number) % 2], at: StoreFixture.time(Int64(number)), in: store)
      guard let status = statuses[Int(number) - 2] else { continue }
      _ = try store.edit(
        [StoreFixture.find(number)], try FindEdit { $0 == "status" ? status.rawValue : nil },
        as: EditID(randomBytes: Array(repeating: number, count: EditID.randomByteCount)),
        by: .owner, at: StoreFixture.time(9))
    }
    let ofScan = try #require(try store.scan(StoreFixture.scan(5).id)).earlier
    #expect(ofScan.filter { $0.id != StoreFixture.find(1) }.map(\.isWanted) == scan)
    let ofFind = try #require(try store.find(StoreFixture.find(5))).earlier
    #expect(ofFind.filter { $0.id != StoreFixture.find(1) }.map(\.isWanted) == find)
  }

  @Test func `without people, each earlier find is the reader's own`() throws {
    let store = try fixture.open()
    try addImported(2, to: store)
    for number: UInt8 in 3...4 {
      try fixture.complete(number, at: StoreFixture.time(Int64(number)), in: store)
    }
    let scan = try #require(try store.scan(StoreFixture.scan(4).id)).earlier
    let find = try #require(try store.find(StoreFixture.find(4))).earlier
    #expect(scan == find && scan.count == 2)
    #expect(scan.allSatisfy { $0.isOwn && $0.finder == nil })
    #expect(scan.map(\.isScanned) == [true, false])
  }

  /// An imported find of the album of `StoreFixture.complete`.
  private func addImported(_ number: UInt8, to store: borrowing Store) throws {
    let id = try store.beginImport(
      ImportRecord(
        person: .owner, format: .discogs, name: "a.csv", digest: Array(repeating: 1, count: 32),
        header: ["a"], read: 0, created: StoreFixture.time(0), ended: nil, undone: nil))
    let album = try #require(try store.album(try store.knownCovers()[0].album))
    let find = ImportedFind(
      line: 1, identity: "row 1", raw: [], find: StoreFixture.find(number), album: album,
      hasFactsOfEdition: false, found: StoreFixture.time(Int64(number)), details: FindDetails())
    _ = try store.importFinds([find], by: .owner, into: id, read: 1, at: StoreFixture.time(0))
  }

  @Test func `pages that name a find become stale before its deletion and after its return`() throws
  {
    let store = try fixture.open()
    for number: UInt8 in 1...3 {
      try fixture.complete(number, at: StoreFixture.time(Int64(number)), in: store)
    }
    let claim = try claimed(4, store)
    try store.offer([(try store.knownCovers()[0].album, 0.4)], of: claim, at: StoreFixture.time(4))
    try store.markAllWritten()
    let id = StoreFixture.find(2)
    #expect(try store.delete(id, at: StoreFixture.time(9)))
    let noted = try store.stalePages().map(\.subject)
    #expect(noted.last == .find(id))
    #expect(
      Set(noted.map { "\($0)" })
        == Set(
          [
            .find(id), .find(StoreFixture.find(3)), .scan(StoreFixture.scan(2).id),
            .scan(StoreFixture.scan(3).id), .scan(claim.scanID),
          ].map { (subject: StalePage.Subject) in "\(subject)" }))
    try store.markAllWritten()
    #expect(try store.undelete(id, at: StoreFixture.time(9)))
    #expect(try store.stalePages().first?.subject == .find(id))
    #expect(try store.stalePages().count == 5)
  }

  @Test func `offers are removed with their page`() throws {
    let store = try fixture.open()
    let claim = try claimed(1, store)
    try store.offer([(try album("Tago Mago", store), 0.4)], of: claim, at: StoreFixture.time(1))
    try store.clearOffers(before: StoreFixture.time(1))
    #expect(try store.hasOffer(claim.itemID))
    try store.clearOffers(before: StoreFixture.time(2))
    #expect(try !store.hasOffer(claim.itemID))
  }
}
