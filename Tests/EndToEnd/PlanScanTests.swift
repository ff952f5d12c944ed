// Plans in the whole pipeline: a used plan ends the scan with its reason, and scans of known covers
// still succeed.

import Albums
import Host
import Services
import Store
import Support
import Testing

@Suite(.serialized) struct PlanScanTests {
  private var now: Timestamp { Timestamp(milliseconds: Clock.wallMilliseconds()) }

  /// An owner and a person with a plan.
  private func person(_ plan: Plan, in realm: Realm) throws -> Person {
    let store = try realm.installation.store()
    let names = try ["Anna", "Ben"].map { try #require(PersonName($0)) }
    _ = try store.addPerson(
      name: names[0], plan: .owner,
      files: SessionFiles(folder: "\(realm.installation.data)/sessions"), at: now)
    return try store.addPerson(
      name: names[1], plan: plan,
      files: SessionFiles(folder: "\(realm.installation.data)/sessions"), at: now)
  }

  private func work(_ realm: Realm) throws {
    #expect(try realm.installation.albumscan(["work"]).exitCode == 0)
  }

  @Test func `a used plan ends the scan with a sentence, and a known cover still becomes a find`()
    throws
  {
    let realm = try Realm(settings: "plan-free: 1")
    let ben = try person(.free, in: realm)
    let first = try realm.accept(Awkward.backInBlack, by: ben.id)
    try work(realm)
    let store = try realm.installation.store()
    #expect(try store.scan(first)?.state == .complete)
    let second = try realm.accept(Awkward.rumours, by: ben.id)
    try work(realm)
    let refused = try #require(try store.scan(second))
    #expect(refused.state.isFinal && refused.find == nil)
    #expect(
      refused.failure == .planUsed(UsedPlan(count: 1, next: nil, contact: "host@records.example")))
    let status = try realm.installation.text("scan/\(second)/status.json")
    #expect(status.contains(#""code":"quota""#), "\(status)")
    #expect(
      status.contains("The 1 scan of your plan is used. Ask host@records.example for more."),
      "\(status)")
    let page = try realm.installation.text("scan/\(second)/index.html")
    #expect(
      page.contains("Your scans are used") && page.contains("The 1 scan of your plan is used."),
      "\(page)")
    #expect(try realm.installation.photos.isEmpty, "the photo of an ended scan is deleted")
    // The cover of the first find is known now.
    let third = try realm.accept(Awkward.backInBlack, by: ben.id)
    try work(realm)
    #expect(try store.scan(third)?.state == .complete)
    #expect(try store.callRecords(of: third).isEmpty && store.callRecords(of: second).isEmpty)
    #expect(
      try store.usedScans(of: ben.id, limit: PlanLimit(1, isMonthly: false), at: now) == 1)
    let owners = try realm.accept(Awkward.rumours)
    try work(realm)
    #expect(try store.scan(owners)?.state == .complete, "the owner goes on")
  }

  @Test(arguments: [(Plan.free, false), (.ultra, true)])
  func `a cover that needs a search is searched only in a plan with call 2`(
    plan: Plan, searches: Bool
  ) throws {
    let album = Awkward.backInBlack
    var answers = ModelAnswers.knowing([album])
    answers.identify(
      album, as: ModelAnswer(album.identification(status: "search_needed")),
      searched: ModelAnswer(album.identification))
    let realm = try Realm(answers, settings: "advanced-search: on")
    let ben = try person(plan, in: realm)
    let store = try realm.installation.store()
    try store.setAdvancedSearch(true, of: ben.id)
    let scan = try realm.accept(album, by: ben.id)
    try work(realm)
    #expect(try store.scan(scan)?.state.isFinal == true)
    let calls = try store.callRecords(of: scan)
    #expect(calls.contains { $0.stage == "identify" && $0.person == ben.id.text })
    #expect(calls.contains { $0.stage == "search" } == searches)
    #expect(realm.model.log.charged(.identifySearched) == (searches ? 1 : 0))
    if !searches {
      #expect(calls.allSatisfy { $0.searches == 0 })
      #expect(realm.model.log.charged(.reviewSearched) == 0)
    }
  }

  /// A line of the control file, the amount that the person has spent of the monthly cap of $10, and
  /// whether the person's hint makes its call.
  static let shares: [(setting: String, spent: Int64, isAsked: Bool)] = [
    ("", 5_000_000, false), ("person-monthly-cap: 0.50", 500_000, false),
    ("person-monthly-cap: 8", 5_000_000, true),
  ]

  @Test(arguments: shares)
  func `a used share of the cap ends the person's hint, and the owner's scan goes on`(
    setting: String, spent: Int64, isAsked: Bool
  ) throws {
    var answers = ModelAnswers.knowing(Awkward.albums)
    answers.identify(
      searchFor: "the blue one", as: ModelAnswer(Awkward.weezer.identification))
    let realm = try Realm(answers, settings: setting)
    let find = try realm.copyFind()
    let ben = try person(.ultra, in: realm)
    let store = try realm.installation.store()
    _ = try store.reserve(
      PlannedCall(
        owner: CallOwner(ScanID(randomBytes: Randomness.bytes(17)), person: ben.id),
        stage: .identify, provider: "openai", model: "m", prompt: "p-1",
        worstCase: Money(microdollars: spent)),
      cap: Money(microdollars: 10_000_000), at: now)
    #expect(try store.correct(find, .hint("the blue one"), by: ben.id, at: now) == .accepted)
    let scan = try realm.accept(Awkward.backInBlack)
    try work(realm)
    #expect(try store.scan(scan)?.state == .complete, "the owner goes on")
    let hinted = try #require(try store.find(find))
    #expect(hinted.job?.failure == (isAsked ? nil : .requestersShareUsed))
    #expect((hinted.album.title == Awkward.weezer.title) == isAsked)
    // One call for the scan, and one call for the hint.
    #expect(realm.model.log.charged(.identify) == (isAsked ? 2 : 1))
    let sentence = "has used up their part of this month"
    #expect(
      try realm.installation.text("album/\(find)/index.html").contains(sentence) != isAsked)
  }

  @Test func `a monthly plan names the day on which the next month starts`() throws {
    let realm = try Realm(settings: "plan-base: 0/month\nlanguage: de")
    let ben = try person(.base, in: realm)
    let scan = try realm.accept(Awkward.rumours, by: ben.id)
    try work(realm)
    let status = try realm.installation.text("scan/\(scan)/status.json")
    #expect(
      status.contains(
        "Die 0 Scans deines Tarifs für diesen Monat sind aufgebraucht. Der nächste Monat beginnt am 1."
      ),
      "\(status)")
  }
}
