// GET …/session: who is asking and what they may do. For scripts; pages hold nothing personal.

import Albums
import CGI
import Host
import Store

struct SessionRoute {
  let house: House

  /// Dollars, worst cases of unknown answers included; null while the database cannot be asked.
  private var spentThisMonth: JSON {
    guard let spending = try? house.openStore().spending(in: house.now.month) else { return .null }
    return .double((spending.spent + spending.reserved).dollars)
  }

  /// Without people, whoever the door admits is the owner.
  func answer(_ request: Request) -> Response {
    let isAdmitted = house.door.verdict(on: request, changesState: false) == .admitted
    let services = house.configuration.services
    return .json(
      .ok,
      [
        "version": 1,
        "who": isAdmitted ? "owner" : nil,
        "mayScan": .bool(isAdmitted),
        "plan": isAdmitted ? .string(Plan.owner.rawValue) : nil,
        "scansLeft": nil,
        "spending": isAdmitted ? spentThisMonth : nil,
        "cap": isAdmitted ? .double(Double(services.monthlyCapMicrodollars) / 1_000_000) : nil,
        "advancedSearch": isAdmitted ? .bool(services.isAdvancedSearchDefault) : nil,
        // A token belongs to a session's cookie; the loopback rule has neither.
        "csrf": nil,
      ])
  }
}
