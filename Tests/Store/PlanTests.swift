// Plans in the ledger: the scans that count, and the calls that a used plan refuses.

import Albums
import Host
import Store
import Support
import Testing

@Suite struct PlanTests {
  let fixture: StoreFixture

  init() throws { fixture = try StoreFixture() }

  private static let now = StoreFixture.time(0)
  private static let cap = Money(microdollars: 1_000_000_000)
  private static let free = PlanLimit(2, isMonthly: false)
  private static let base = PlanLimit(2, isMonthly: true)
  private static let two = PlanLimits([.free: free, .base: base])

  private static func scan(_ number: Int, of person: Person) -> ScanID {
    let digest = SHA256.digest(of: Array("\(person.id)/\(number)".utf8))
    return ScanID(randomBytes: Array(digest[..<17]))
  }

  private func person(
    _ plan: Plan, _ name: String = "Ben", in store: borrowing Store
  ) throws -> Person {
    if try !store.hasPeople() {
      _ = try store.addPerson(
        name: try #require(PersonName("Owner")), plan: .owner, files: fixture.sessionFiles,
        at: Self.now)
    }
    return try store.addPerson(
      name: try #require(PersonName(name)), plan: plan, files: fixture.sessionFiles, at: Self.now)
  }

  private func book(
    _ scan: Int, of person: Person, _ stage: CallStage = .identify, job: Int64? = nil,
    by other: Person? = nil, plans: PlanLimits = two, at now: Timestamp = now,
    in store: borrowing Store
  ) throws -> Booking {
    let owner = CallOwner(
      Self.scan(scan, of: person), job: job, person: (other ?? person).id)
    let call = PlannedCall(
      owner: owner, stage: stage, provider: "openai", model: "m", prompt: "p",
      worstCase: Money(microdollars: 1000))
    return try store.reserve(call, cap: Self.cap, plans: plans, at: now)
  }

  private func reserved(_ booking: Booking) throws -> Reservation {
    guard case .reserved(let reservation) = booking else {
      throw StoreError.damaged("\(booking)")
    }
    return reservation
  }

  /// A person who is no owner has a share of 2,500 of the cap; each call books 1,000.
  @Test(arguments: [Plan.free, .base, .ultra])
  func `hints and reviews of one person cannot use up the cap of the household`(plan: Plan) throws {
    let store = try fixture.open()
    let ben = try person(plan, in: store)
    let owner = try #require(try store.people().first { $0.plan == .owner })
    let share = Money(microdollars: 2500)
    func book(
      by person: Person, job: Int64?, isEarly: Bool = false, at now: Timestamp = Self.now
    ) throws -> Booking {
      try store.reserve(
        PlannedCall(
          owner: CallOwner(Self.scan(1, of: ben), job: job, person: person.id), stage: .review,
          provider: "openai", model: "m", prompt: "p", worstCase: Money(microdollars: 1000),
          isEarly: isEarly), cap: Self.cap, personCap: share, at: now)
    }
    // The scan already counts, so the plan admits its further calls.
    for job in [nil, 1, 2] as [Int64?] {
      let booking = try book(by: ben, job: job)
      if job == 2 {
        #expect(booking == .overShare(Money(microdollars: 2500)))
      } else {
        _ = try reserved(booking)
      }
    }
    #expect(try book(by: ben, job: 3, isEarly: true) == .tooEarly)
    for job: Int64 in 4..<8 { _ = try reserved(try book(by: owner, job: job)) }
    let next = store.zone.start(of: store.zone.month(of: Self.now).next)
    _ = try reserved(try book(by: ben, job: 9, at: next))
  }

  @Test func `without people, the share of a person limits no call`() throws {
    let store = try fixture.open()
    let call = PlannedCall(
      owner: CallOwner(StoreFixture.scan(1).id, person: .owner), stage: .identify,
      provider: "openai", model: "m", prompt: "p", worstCase: Money(microdollars: 1000))
    _ = try reserved(
      try store.reserve(call, cap: Self.cap, personCap: .zero, at: Self.now))
  }

  @Test func `the scans of a shared plan count for all of its people together, and for no others`()
    throws
  {
    let store = try fixture.open()
    let (ben, eve) = (try person(.base, in: store), try person(.base, "Eve", in: store))
    let dan = try person(.free, "Dan", in: store)
    let shared = PlanLimit(3, isMonthly: true, isShared: true)
    let plans = PlanLimits([.base: shared])
    func used(by person: Person) throws -> Int {
      try store.usedScans(of: person.id, limit: shared, at: Self.now)
    }
    _ = try reserved(try book(1, of: dan, plans: plans, in: store))
    _ = try reserved(try book(1, of: ben, plans: plans, in: store))
    _ = try reserved(try book(1, of: eve, plans: plans, in: store))
    #expect(try used(by: ben) == 2 && used(by: eve) == 2)
    _ = try reserved(try book(2, of: eve, plans: plans, in: store))
    #expect(try book(2, of: ben, plans: plans, in: store) == .planUsed(shared))
    _ = try reserved(try book(1, of: ben, .review, plans: plans, in: store))
    _ = try reserved(try book(2, of: dan, plans: plans, in: store))
    let next = store.zone.start(of: store.zone.month(of: Self.now).next)
    _ = try reserved(try book(3, of: ben, plans: plans, at: next, in: store))
  }

  @Test func `a scan counts when its first call is booked, and all its calls count once`() throws {
    let store = try fixture.open()
    let ben = try person(.free, in: store)
    func used() throws -> Int {
      try store.usedScans(of: ben.id, limit: Self.free, at: Self.now)
    }
    #expect(try used() == 0)
    for stage in [CallStage.identify, .search, .review] {
      _ = try reserved(book(1, of: ben, stage, in: store))
      #expect(try used() == 1)
    }
    _ = try reserved(book(2, of: ben, in: store))
    #expect(try used() == 2)
    #expect(try book(3, of: ben, in: store) == .planUsed(Self.free))
    // Scans that already count continue, and so do their corrections and requested reviews.
    _ = try reserved(book(2, of: ben, .review, in: store))
    _ = try reserved(book(1, of: ben, .hint, job: 7, in: store))
    _ = try reserved(book(1, of: ben, .review, job: 8, in: store))
    #expect(try used() == 2)
    #expect(
      try book(3, of: ben, .review, job: 9, in: store) == .planUsed(Self.free),
      "a known cover's first paid call counts, too")
  }

  @Test func `calls that were refused or never sent do not count`() throws {
    let store = try fixture.open()
    let ben = try person(.free, in: store)
    for number in 0..<2 {
      try store.unsend(try reserved(book(number, of: ben, in: store)), at: Self.now)
      try store.refuse(try reserved(book(number + 2, of: ben, in: store)), at: Self.now)
    }
    #expect(try store.usedScans(of: ben.id, limit: Self.free, at: Self.now) == 0)
    for number in 4..<6 { _ = try reserved(book(number, of: ben, in: store)) }
    #expect(try book(6, of: ben, in: store) == .planUsed(Self.free))
  }

  @Test func `a monthly plan begins anew with the month, and a free one does not`() throws {
    let store = try fixture.open()
    let ben = try person(.base, in: store)
    let eve = try person(.free, "Eve", in: store)
    let next = store.zone.start(of: store.zone.month(of: Self.now).next)
    let last = next.advanced(byMilliseconds: -1)
    for person in [ben, eve] {
      for number in 0..<2 { _ = try reserved(book(number, of: person, at: last, in: store)) }
    }
    #expect(try book(2, of: ben, at: last, in: store) == .planUsed(Self.base))
    #expect(try book(2, of: eve, at: next, in: store) == .planUsed(Self.free))
    // A scan counts in the month of its first call only.
    _ = try reserved(book(1, of: ben, .review, at: next, in: store))
    #expect(try store.usedScans(of: ben.id, limit: Self.base, at: next) == 0)
    for number in 2..<4 { _ = try reserved(book(number, of: ben, at: next, in: store)) }
    #expect(try book(4, of: ben, at: next, in: store) == .planUsed(Self.base))
  }

  @Test func `an owner, and an installation without people, have no plan limit`() throws {
    let store = try fixture.open()
    let nobody = Person(
      id: .owner, name: try #require(PersonName("x")), plan: .free, created: Self.now)
    for number in 0..<5 { _ = try reserved(book(number, of: nobody, in: store)) }
    let owner = try store.addPerson(
      name: try #require(PersonName("Anna")), plan: .owner, files: fixture.sessionFiles,
      at: Self.now)
    for number in 5..<9 { _ = try reserved(book(number, of: owner, in: store)) }
  }

  @Test func `the waiting jobs of a removed person get no more than the plan free includes`() throws
  {
    let store = try fixture.open()
    let ben = try person(.ultra, in: store)
    try store.remove(ben.id, finds: .keep, files: fixture.sessionFiles, at: Self.now)
    for number in 0..<2 { _ = try reserved(book(number, of: ben, in: store)) }
    #expect(try book(2, of: ben, in: store) == .planUsed(Self.free))
    #expect(
      try store.searchRights(of: ben.id, setting: true)
        == SearchRights(includesCall2: false, isAdvanced: false))
    let owner = try store.person(named: try #require(PersonName("Owner")))
    #expect(
      try store.searchRights(of: try #require(owner).id, setting: true)
        == SearchRights(includesCall2: true, isAdvanced: true))
  }

  @Test func `a call of another person for a counted scan counts for nobody else`() throws {
    let store = try fixture.open()
    let ben = try person(.free, in: store)
    let eve = try person(.free, "Eve", in: store)
    _ = try reserved(book(1, of: ben, in: store))
    _ = try reserved(book(1, of: ben, .review, job: 5, by: eve, in: store))
    #expect(try store.usedScans(of: eve.id, limit: Self.free, at: Self.now) == 0)
    #expect(try store.usedScans(of: ben.id, limit: Self.free, at: Self.now) == 1)
  }

  @Test func `a stored answer is given out even when the plan is used`() throws {
    let store = try fixture.open()
    let ben = try person(.free, in: store)
    let answer = KeptAnswer(text: "{}", inputTokens: 1, outputTokens: 1)
    let first = try reserved(book(1, of: ben, in: store))
    try store.settle(first, answer: answer, cost: .zero, at: Self.now)
    _ = try reserved(book(2, of: ben, in: store))
    #expect(try book(1, of: ben, in: store) == .answered(answer))
  }

  @Test func `call 2 and advanced search follow the plan and the person's switch`() throws {
    let store = try fixture.open()
    #expect(
      try store.searchRights(of: .owner, setting: true)
        == SearchRights(includesCall2: true, isAdvanced: true))
    let ben = try person(.base, in: store)
    try store.setAdvancedSearch(true, of: ben.id)
    #expect(
      try store.searchRights(of: ben.id, setting: true)
        == SearchRights(includesCall2: false, isAdvanced: false))
    try store.setPlan(.ultra, of: ben.id)
    #expect(
      try store.searchRights(of: ben.id, setting: false)
        == SearchRights(includesCall2: true, isAdvanced: true))
    try store.setAdvancedSearch(nil, of: ben.id)
    #expect(
      try store.searchRights(of: ben.id, setting: false)
        == SearchRights(includesCall2: true, isAdvanced: false))
  }

  /// Each person has one scan of the plan left, and the cap has one cent left: enough for five calls
  /// at 0.2 cents, or for fewer calls at a higher price.
  @Test(arguments: [(2000, 5), (3000, 3), (10_000, 1), (10_001, 0)] as [(Int64, Int)])
  func `500 bookings at once by 5 people end at exactly the plan and exactly the cap`(
    price: Int64, granted: Int
  ) async throws {
    let store = try fixture.open()
    let people = try (0..<5).map { try person(.free, "Person \($0)", in: store) }
    for person in people { _ = try reserved(book(1000, of: person, in: store)) }
    let spent = try store.spending(in: Self.now.month).total
    let cap = spent + Money(microdollars: 10_000)
    let path = fixture.path
    let bookings = try await withThrowingTaskGroup(of: [Booking].self) { group in
      for worker in 0..<5 {
        group.addTask {
          let store = try Store.open(path)
          return try (0..<100).map { round in
            let person = people[(worker + round) % 5]
            let call = PlannedCall(
              owner: CallOwner(
                Self.scan(worker * 100 + round, of: person), person: person.id),
              stage: .identify, provider: "openai", model: "m", prompt: "p",
              worstCase: Money(microdollars: price))
            return try store.reserve(call, cap: cap, plans: Self.two, at: Self.now)
          }
        }
      }
      return try await group.reduce(into: []) { $0 += $1 }
    }
    #expect(bookings.count == 500)
    let reserved = bookings.count { if case .reserved = $0 { true } else { false } }
    #expect(reserved == granted)
    #expect(
      bookings.allSatisfy {
        switch $0 {
        case .reserved, .overCap, .planUsed(Self.free): true
        default: false
        }
      })
    let total = try store.spending(in: Self.now.month).total
    #expect(total.microdollars == spent.microdollars + Int64(granted) * price && total <= cap)
    let used = try people.map {
      try store.usedScans(of: $0.id, limit: Self.free, at: Self.now)
    }
    #expect(used.allSatisfy { (1...2).contains($0) } && used.reduce(0, +) == 5 + granted)
    if granted == 5 { #expect(total == cap && used == [2, 2, 2, 2, 2]) }
  }
}

@Suite struct PhotoLimitTests {
  let fixture: StoreFixture

  init() throws { fixture = try StoreFixture() }

  private let limits = PhotoLimits(aMinute: 3, aDay: 5)

  private func people(in store: borrowing Store) throws -> (owner: Person, ben: Person) {
    let names = try ["Anna", "Ben"].map { try #require(PersonName($0)) }
    let now = StoreFixture.time(0)
    return (
      try store.addPerson(name: names[0], plan: .owner, files: fixture.sessionFiles, at: now),
      try store.addPerson(name: names[1], plan: .base, files: fixture.sessionFiles, at: now)
    )
  }

  private func accept(
    _ number: UInt8, by person: PersonID, second: Int64, in store: borrowing Store
  ) throws -> Acceptance {
    try store.accept(
      StoreFixture.scan(number, by: person), limits: limits, at: StoreFixture.time(second))
  }

  @Test func `a person sends as many photos a minute as the limit says`() throws {
    let store = try fixture.open()
    let (owner, ben) = try people(in: store)
    for (index, person) in [owner, ben].enumerated() {
      let first = UInt8(index * 20)
      for number in 0..<UInt8(3) {
        #expect(
          try accept(first + number, by: person.id, second: Int64(number) * 10, in: store)
            == .accepted)
      }
      #expect(
        try accept(first + 3, by: person.id, second: 20, in: store)
          == .tooMany(retryAfterSeconds: 40))
      #expect(
        try accept(first + 3, by: person.id, second: 59, in: store)
          == .tooMany(retryAfterSeconds: 1))
      #expect(try accept(first + 3, by: person.id, second: 60, in: store) == .accepted)
    }
  }

  @Test func `the limit of a day does not apply to owners`() throws {
    let store = try fixture.open()
    let (owner, ben) = try people(in: store)
    for (index, person) in [owner, ben].enumerated() {
      for number in 0..<UInt8(7) {
        let result = try accept(
          UInt8(index) * 20 + number, by: person.id, second: Int64(number) * 100, in: store)
        let isLate = person == ben && number >= 5
        #expect(
          result
            == (isLate
              ? .tooMany(retryAfterSeconds: 86_400 - Int(number) * 100) : .accepted))
      }
    }
    #expect(try accept(99, by: ben.id, second: 86_399, in: store) != .accepted)
    #expect(try accept(99, by: ben.id, second: 86_400, in: store) == .accepted)
  }

  @Test func `a repeated upload is no further photo`() throws {
    let store = try fixture.open()
    let (_, ben) = try people(in: store)
    for number in 0..<UInt8(3) { _ = try accept(number, by: ben.id, second: 0, in: store) }
    #expect(
      try accept(0, by: ben.id, second: 0, in: store) == .repeated(StoreFixture.scan(0).id))
  }

  @Test func `a person who is disabled or removed while the photo arrives is not allowed`() throws {
    let store = try fixture.open()
    let (owner, ben) = try people(in: store)
    #expect(try accept(1, by: ben.id, second: 0, in: store) == .accepted)
    try store.disable(ben.id, files: fixture.sessionFiles)
    #expect(try accept(2, by: ben.id, second: 1, in: store) == .notAllowed)
    #expect(try accept(1, by: ben.id, second: 1, in: store) == .notAllowed, "also a repeated one")
    try store.remove(ben.id, finds: .keep, files: fixture.sessionFiles, at: StoreFixture.time(1))
    #expect(try accept(2, by: ben.id, second: 1, in: store) == .notAllowed)
    #expect(try store.scan(StoreFixture.scan(2).id) == nil)
    #expect(
      try store.accept(StoreFixture.scan(2, by: ben.id), at: StoreFixture.time(1)) == .accepted,
      "the command line needs no account")
    #expect(try accept(3, by: owner.id, second: 1, in: store) == .accepted)
  }

  @Test func `without people, and at the command line, nothing is limited`() throws {
    let store = try fixture.open()
    for number in 0..<UInt8(9) {
      #expect(try accept(number, by: .owner, second: 0, in: store) == .accepted)
    }
    _ = try people(in: store)
    for number in 9..<UInt8(19) {
      #expect(
        try store.accept(StoreFixture.scan(number), at: StoreFixture.time(0)) == .accepted)
    }
    #expect(try accept(20, by: .owner, second: 1, in: store) == .tooMany(retryAfterSeconds: 59))
  }
}
