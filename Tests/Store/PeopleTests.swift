// People in a real database: who may be added, changed and removed.

import Albums
import Host
import Store
import Testing

@Suite struct PeopleTests {
  let fixture: StoreFixture
  let files: SessionFiles

  init() throws {
    fixture = try StoreFixture()
    files = SessionFiles(folder: fixture.folder.file("sessions"))
  }

  private let now = StoreFixture.time(0)

  private func add(
    _ name: String, _ plan: Plan, in store: borrowing Store
  ) throws -> Person {
    try store.addPerson(name: try #require(PersonName(name)), plan: plan, files: files, at: now)
  }

  /// The error of a rule; nil if `body` succeeded.
  private func refusal(_ body: () throws -> Void) throws -> PersonError? {
    do {
      try body()
      return nil
    } catch StoreError.person(let error) {
      return error
    }
  }

  @Test func `a new database has no people, and the first person is the owner of all data`() throws
  {
    let store = try fixture.open()
    #expect(try !store.hasPeople() && store.people().isEmpty)
    let anna = try add("Anna", .owner, in: store)
    #expect(anna.id == .owner)
    #expect(try store.hasPeople() && store.people() == [anna])
    let ben = try add("Ben", .owner, in: store)
    let eve = try add("Eve", .free, in: store)
    #expect(Set([anna.id, ben.id, eve.id]).count == 3)
    #expect(ben.id.text.utf8.count == 26)
    #expect(try store.person(ben.id) == ben)
    #expect(try store.person(named: try #require(PersonName("EVE"))) == eve)
    #expect(try store.person(PersonID("nobody")) == nil)
  }

  @Test func `the first person must be an owner`() throws {
    let store = try fixture.open()
    for plan in [Plan.free, .base, .ultra] {
      #expect(try refusal { _ = try add("Anna", plan, in: store) } == .firstIsNoOwner)
    }
    #expect(try !store.hasPeople())
  }

  @Test func `of two first people without a plan, added at once, one is the owner`() async throws {
    for _ in 0..<10 {
      let fixture = try StoreFixture()
      let (path, files, now) = (fixture.path, files, now)
      let names = try ["Anna", "Ben"].map { try #require(PersonName($0)) }
      let plans = try await withThrowingTaskGroup(of: Plan.self) { group in
        for name in names {
          group.addTask {
            try Store.open(path).addPerson(name: name, plan: nil, files: files, at: now).plan
          }
        }
        return try await group.reduce(into: Set<Plan>()) { $0.insert($1) }
      }
      #expect(plans == [.owner, .base])
    }
  }

  @Test func `the command line acts for the first person, or else for the earliest enabled owner`()
    throws
  {
    let store = try fixture.open()
    #expect(try store.host() == .owner, "without people")
    let anna = try add("Anna", .owner, in: store)
    let eve = try store.addPerson(
      name: try #require(PersonName("Eve")), plan: .owner, files: files, at: StoreFixture.time(-5))
    let ben = try store.addPerson(
      name: try #require(PersonName("Ben")), plan: .owner, files: files, at: StoreFixture.time(-9))
    #expect(try store.host() == anna.id, "the first person, whatever the clock said")
    try store.setPlan(.free, of: anna.id)
    #expect(try store.host() == ben.id)
    try store.disable(ben.id, files: files)
    #expect(try store.host() == eve.id)
    try store.setPlan(.owner, of: anna.id)
    #expect(try store.host() == anna.id)
    try store.remove(anna.id, finds: .keep, files: files, at: now)
    #expect(try store.host() == eve.id)
  }

  @Test func `two people cannot have one name, and a person may change the case of the name`()
    throws
  {
    let store = try fixture.open()
    let anna = try add("Anna", .owner, in: store)
    #expect(try refusal { _ = try add("ANNA", .free, in: store) } == .nameTaken)
    let ben = try add("Ben", .free, in: store)
    let taken = try #require(PersonName("anna"))
    #expect(try refusal { try store.rename(ben.id, to: taken) } == .nameTaken)
    try store.rename(anna.id, to: taken)
    #expect(try store.people().map(\.name.text).sorted() == ["Ben", "anna"])
    #expect(try refusal { try store.rename(PersonID("x"), to: taken) } == .nameTaken)
    let free = try #require(PersonName("Zoe"))
    #expect(try refusal { try store.rename(PersonID("x"), to: free) } == .unknown)
  }

  @Test func `the last owner is not disabled, removed or demoted`() throws {
    let store = try fixture.open()
    let anna = try add("Anna", .owner, in: store)
    let ben = try add("Ben", .ultra, in: store)
    func tryAll(_ person: Person) throws -> [PersonError?] {
      [
        try refusal { try store.disable(person.id, files: files) },
        try refusal { try store.setPlan(.ultra, of: person.id) },
        try refusal { try store.remove(person.id, finds: .delete, files: files, at: now) },
      ]
    }
    #expect(try tryAll(anna) == [.lastOwner, .lastOwner, .lastOwner])
    #expect(try store.people() == [anna, ben])
    // A disabled owner cannot sign in and therefore does not count.
    try store.setPlan(.owner, of: ben.id)
    try store.disable(ben.id, files: files)
    #expect(try tryAll(anna) == [.lastOwner, .lastOwner, .lastOwner])
    #expect(try refusal { try store.remove(ben.id, finds: .keep, files: files, at: now) } == nil)
    #expect(try tryAll(anna) == [.lastOwner, .lastOwner, .lastOwner])
    let eve = try add("Eve", .owner, in: store)
    #expect(try refusal { try store.remove(anna.id, finds: .keep, files: files, at: now) } == nil)
    #expect(try store.people() == [eve])
  }

  @Test func `of two owners who remove each other at once, one stays`() async throws {
    for _ in 0..<10 {
      let fixture = try StoreFixture()
      let store = try fixture.open()
      let owners = [try add("Anna", .owner, in: store), try add("Ben", .owner, in: store)]
      let (path, files) = (fixture.path, files)
      let results = await withTaskGroup(of: Bool.self) { group in
        for owner in owners {
          group.addTask {
            do {
              try Store.open(path).remove(
                owner.id, finds: .keep, files: files, at: StoreFixture.time(0))
              return true
            } catch {
              return false
            }
          }
        }
        return await group.reduce(into: [Bool]()) { $0.append($1) }
      }
      #expect(results.sorted { !$0 && $1 } == [false, true])
      #expect(try store.people().count == 1)
    }
  }

  @Test func `a person who does not exist is unknown to every change`() throws {
    let store = try fixture.open()
    _ = try add("Anna", .owner, in: store)
    let id = PersonID("nobody")
    let changes: [() throws -> Void] = [
      { try store.setPlan(.owner, of: id) }, { try store.disable(id, files: files) },
      { try store.enable(id) }, { try store.setAdvancedSearch(true, of: id) },
      { try store.remove(id, finds: .keep, files: files, at: now) },
      { _ = try store.makeCode(.device, for: id, at: now) },
      { _ = try store.makeToken(named: "x", for: id, files: files, at: now) },
      { try store.setPassphraseHash("x", of: id) },
      { _ = try store.signIn(id, device: "x", files: files, at: now) },
    ]
    for change in changes { #expect(try refusal { try change() } == .unknown) }
  }

  @Test func `removing a person keeps the finds, or deletes them and stops the scans`() throws {
    for treatment in [Store.FindTreatment.keep, .delete] {
      let fixture = try StoreFixture()
      let store = try fixture.open()
      let album = Album(artist: "Can", title: "Tago Mago")
      try store.importCover(of: album, review: nil, fingerprint: [1], name: "a", at: now)
      _ = try add("Anna", .owner, in: store)
      let ben = try add("Ben", .base, in: store)
      try fixture.complete(1, by: .owner, at: now, in: store)
      try fixture.complete(2, by: ben.id, at: now, in: store)
      _ = try store.accept(StoreFixture.scan(3, by: ben.id), at: now)
      let running = try #require(try store.claimJob(at: now))
      _ = try store.accept(StoreFixture.scan(4, by: .owner), at: now)
      try store.markAllWritten()
      try store.remove(ben.id, finds: treatment, files: files, at: now)
      let isKept = treatment == .keep
      #expect(try store.newestFinds(9).count == (isKept ? 2 : 1))
      #expect(try store.find(StoreFixture.find(1)) != nil)
      #expect(try store.hasStalePages() == !isKept)
      #expect(try store.queuedScans().count == (isKept ? 2 : 1))
      if isKept {
        try store.beginIdentifying(running, at: now)
      } else {
        #expect(throws: StoreError.stale) { try store.beginIdentifying(running, at: now) }
        #expect(try store.scan(running.scanID)?.state.isFinal == true)
      }
      #expect(try store.damage() == nil)
    }
  }
}

extension PeopleTests {
  @Test func `the waiting jobs of a removed person leave the pages of other people's finds`() throws
  {
    let store = try fixture.open()
    let album = Album(artist: "Can", title: "Tago Mago")
    try store.importCover(of: album, review: nil, fingerprint: [1], name: "a", at: now)
    _ = try add("Anna", .owner, in: store)
    let ben = try add("Ben", .base, in: store)
    try fixture.complete(1, by: .owner, at: now, in: store)
    let find = StoreFixture.find(1)
    for request in [JobRequest.review, .hint("the live one")] {
      #expect(try store.enqueue(request, for: find, by: ben.id, at: now))
    }
    let running = try #require(try store.claimJob(of: [.review], at: now))
    #expect(try store.jobNotice(of: find)?.isUnderWay == true)
    try store.markAllWritten()
    try store.remove(ben.id, finds: .delete, files: files, at: now)
    #expect(try store.queuedJobs().isEmpty)
    #expect(try store.jobNotice(of: find) == nil, "the page shows neither a job nor a failure")
    #expect(try store.stalePages().map(\.subject) == [.find(find)])
    #expect(throws: StoreError.stale) { try store.complete(running, at: now) }
  }
}

@Suite struct GuessTests {
  let fixture: StoreFixture

  init() throws { fixture = try StoreFixture() }

  @Test func `after four guesses each further one has to wait twice as long`() throws {
    let store = try fixture.open()
    for _ in 0..<4 {
      #expect(try store.admitGuess(of: ["a", "b"], at: StoreFixture.time(0)) == nil)
    }
    #expect(try store.admitGuess(of: ["a"], at: StoreFixture.time(0)) == 1000)
    #expect(try store.admitGuess(of: ["b", "c"], at: StoreFixture.time(0)) == 1000)
    #expect(try store.admitGuess(of: ["c"], at: StoreFixture.time(0)) == nil, "c was not counted")
    #expect(try store.admitGuess(of: ["a"], at: StoreFixture.time(1)) == nil)
    #expect(try store.admitGuess(of: ["a"], at: StoreFixture.time(1)) == 2000)
    try store.forgetGuesses(of: ["a"])
    #expect(try store.admitGuess(of: ["a"], at: StoreFixture.time(1)) == nil)
  }

  @Test func `many guesses take hours, and a day without one forgets them`() throws {
    let store = try fixture.open()
    var (now, admitted) = (StoreFixture.time(0), 0)
    for _ in 0..<10_000 {
      if let wait = try store.admitGuess(of: ["a"], at: now) {
        now = now.advanced(byMilliseconds: wait)
      } else {
        admitted += 1
      }
      if admitted == 40 { break }
    }
    #expect(now >= StoreFixture.time(25 * 900), "40 guesses take hours")
    #expect(Store.guessPauseMilliseconds(after: 10_000) == Store.longestGuessPause)
    #expect(Store.guessPauseMilliseconds(after: .max) == Store.longestGuessPause)
    let day: Int64 = 24 * 3600 * 1000
    #expect(try store.admitGuess(of: ["a"], at: now) != nil)
    #expect(try store.admitGuess(of: ["a"], at: now.advanced(byMilliseconds: day)) == nil)
  }
}
