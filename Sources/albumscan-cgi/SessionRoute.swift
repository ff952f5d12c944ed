// GET …/session: who is asking and what they may do. For scripts; pages hold nothing personal.

import Albums
import CGI
import Host
import Store
import Text

struct SessionRoute {
  let house: House

  /// Without people, whoever the door admits is the owner. Every visit to the camera asks for this, so it
  /// also wakes a worker for what has become due meanwhile, as a refill has that keeps none awake.
  func answer(_ request: Request) -> Answer {
    let isAdmitted = house.door.verdict(on: request, changesState: false) == .admitted
    let known = isAdmitted ? try? known() : nil
    return Answer(
      response(isAdmitted: isAdmitted, spent: known?.spent), hasWork: known?.isAsleep ?? false)
  }

  /// Worst cases of unknown answers are spent, too.
  private func known() throws -> (spent: Money, isAsleep: Bool) {
    let store = try Store.open(house.configuration.database, zone: house.zone)
    return (
      try store.spending(in: store.zone.month(of: house.now)).total, try house.isAsleep(store)
    )
  }

  /// `spent` is nil while the database cannot be asked.
  private func response(isAdmitted: Bool, spent: Money?) -> Response {
    let services = house.configuration.services
    let cap = Money(microdollars: services.monthlyCapMicrodollars)
    let note = spent.flatMap { spendingNote(spent: $0, cap: cap) }
    return .json(
      .ok,
      [
        "version": 1,
        "who": isAdmitted ? "owner" : nil,
        "mayScan": .bool(isAdmitted),
        "plan": isAdmitted ? .string(Plan.owner.rawValue) : nil,
        "scansLeft": nil,
        "spending": spent.map { .double($0.dollars) } ?? .null,
        "cap": isAdmitted ? .double(cap.dollars) : nil,
        // From 80 % of the cap on, for the owner's pages.
        "spendingNote": note.map { .string($0) } ?? .null,
        "advancedSearch": isAdmitted ? .bool(services.isAdvancedSearchDefault) : nil,
        // A token belongs to a session's cookie; the loopback rule has neither.
        "csrf": nil,
      ])
  }

  private func spendingNote(spent: Money, cap: Money) -> String? {
    let zone = house.zone
    let next = zone.start(of: zone.month(of: house.now).next)
    return SpendingNote.sentence(spent: spent, cap: cap, next: next).map {
      house.messages?.text($0) ?? FailureCode.cap.minimalSentence
    }
  }
}
