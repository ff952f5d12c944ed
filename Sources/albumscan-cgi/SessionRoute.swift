// GET …/session: who is asking and what they may do. For scripts; pages hold nothing personal.

import Albums
import CGI
import Host
import Store

struct SessionRoute {
  let house: House

  /// Worst cases of unknown answers included; nil while the database cannot be asked.
  private var spentThisMonth: Money? {
    try? house.openStore().spending(in: house.now.month).total
  }

  /// Without people, whoever the door admits is the owner.
  func answer(_ request: Request) -> Response {
    let isAdmitted = house.door.verdict(on: request, changesState: false) == .admitted
    let services = house.configuration.services
    let cap = Money(microdollars: services.monthlyCapMicrodollars)
    let spent = isAdmitted ? spentThisMonth : nil
    let note = spent.flatMap { SpendingNote.sentence(spent: $0, cap: cap, in: house.now.month) }
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
}
