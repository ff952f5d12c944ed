// The cost of models by month, person, model and scan, and the used share of the cap.

import Albums
import ArgumentParser
import Host
import Store

extension Show {
  struct SpendingByMonth: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
      commandName: "spending",
      abstract: "The cost of models, and the used share of the monthly limit.")

    @ParentCommand var program: AlbumScan
    @Flag var json = false

    func run() async throws {
      let setup = try Setup(program)
      let store = try setup.openStore()
      let now = Setup.now()
      let people = try store.people()
      let names = Dictionary(
        people.map { ($0.id.text, $0.name.text) }, uniquingKeysWith: { first, _ in first })
      let report = SpendingReport(
        cap: Money(microdollars: setup.configuration.services.monthlyCapMicrodollars),
        thisMonth: SpendingItem(try store.spending(in: setup.words.zone.month(of: now))),
        months: try store.spendingByMonth().map(SpendingItem.init),
        persons: try store.spendingByPerson().map { SpendingItem($0, names: names) },
        people: people.isEmpty
          ? nil : try people.map { try PersonReport($0, in: store, setup) },
        models: try store.spendingByModel().map(SpendingItem.init),
        scans: try store.spendingByScan(limit: 10).map(SpendingItem.init),
        breakers: try store.breakers().filter { $0.isOpen && $0.until > now })
      if json { return try Terminal.printJSON(report) }
      report.lines(setup.words).forEach(Terminal.print)
    }
  }
}

private struct SpendingReport: Encodable {
  let version = 1
  let cap: Double

  /// The used share of the cap, with the maximum cost of each call whose answer is not known.
  /// The member is missing if the cap is 0.
  let used: Double?
  let thisMonth: SpendingItem
  let months: [SpendingItem]
  let persons: [SpendingItem]

  /// The people with their plans; missing without people.
  let people: [PersonReport]?
  let models: [SpendingItem]
  let scans: [SpendingItem]
  let resting: [Pause]

  struct Pause: Encodable {
    let provider: String
    let until: String
    let reason: String
  }

  init(
    cap: Money, thisMonth: SpendingItem, months: [SpendingItem], persons: [SpendingItem],
    people: [PersonReport]?, models: [SpendingItem], scans: [SpendingItem], breakers: [Breaker]
  ) {
    self.cap = cap.dollars
    used = cap > .zero ? (thisMonth.spent + thisMonth.reserved) / cap.dollars : nil
    self.thisMonth = thisMonth
    self.months = months
    self.persons = persons
    self.people = people
    self.models = models
    self.scans = scans
    resting = breakers.map {
      Pause(provider: $0.provider, until: $0.until.iso, reason: $0.reason)
    }
  }

  func lines(_ words: Phrasebook) -> [String] {
    let plans = people.map { people in
      ["", "plans:"] + people.map { "  \($0.name): \($0.plan), \(words.text($0.use))" }
    }
    let share = used.map { ", \(Int(($0 * 100).rounded())) % of it used" } ?? ""
    return ["monthly limit: \(Self.money(cap))\(share)", "this month: \(thisMonth.sums)"]
      + resting.map { "paused until \($0.until): \($0.provider), \($0.reason)" }
      + Self.part("by month", months) + Self.part("by person", persons)
      + (plans ?? [])
      + Self.part("by model", models) + Self.part("most expensive scans", scans)
  }

  private static func part(_ heading: String, _ items: [SpendingItem]) -> [String] {
    items.isEmpty ? [] : ["", "\(heading):"] + items.map { "  \($0.names): \($0.sums)" }
  }

  static func money(_ dollars: Double) -> String {
    Money(microdollars: Int64(exactly: (dollars * 1_000_000).rounded()) ?? .max).description
  }
}

/// The cost of one month, person, model or scan, in US dollars. A name that does not apply is
/// missing.
private struct SpendingItem: Encodable {
  var month: String?
  var person: String?

  /// The name of `person`; missing without people.
  var name: String?
  var provider: String?
  var model: String?
  var stage: String?
  var prompt: String?
  var scan: String?
  let spent: Double

  /// The maximum cost of calls whose answers are not known.
  let reserved: Double
  let calls: Int

  init(_ spending: Spending) {
    month = spending.month.description
    spent = spending.spent.dollars
    reserved = spending.reserved.dollars
    calls = spending.callCount
  }

  init(_ share: Share<PersonMonth>, names: [String: String]) {
    self.init(sumsOf: share)
    month = share.subject.month
    person = share.subject.person
    name = names[share.subject.person]
  }

  init(_ share: Share<AskedModel>) {
    self.init(sumsOf: share)
    provider = share.subject.provider
    model = share.subject.model
    stage = share.subject.stage
    prompt = share.subject.prompt
  }

  init(_ share: Share<ScanID>) {
    self.init(sumsOf: share)
    scan = share.subject.text
  }

  private init<Subject>(sumsOf share: Share<Subject>) {
    spent = share.spent.dollars
    reserved = share.reserved.dollars
    calls = share.callCount
  }

  var names: String {
    [month, name ?? person, provider, model, stage, prompt, scan].compactMap(\.self)
      .joined(separator: " ")
  }

  var sums: String {
    let open =
      reserved > 0
      ? ", and \(SpendingReport.money(reserved)) at most for answers that are not known" : ""
    return "\(SpendingReport.money(spent)) in \(calls) \(calls == 1 ? "call" : "calls")\(open)"
  }
}
