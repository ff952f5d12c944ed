// GET …/session: the identity and the rights of the client. Scripts request it, because pages
// contain nothing personal.

import Albums
import CGI
import Host
import Store
import Text

struct SessionRoute {
  let installation: Installation

  /// The response. Without accounts, every client that the access policy allows is the owner.
  ///
  /// Each visit to the camera page requests this route, so the route also starts a worker for due
  /// jobs. The worker exits if no job is due.
  func result(of request: Request) -> RouteResult {
    let decision = installation.accessPolicy.decision(on: request, changesState: false)
    let isAllowed = decision == .allowed
    let state = isAllowed ? try? state() : nil
    return RouteResult(
      response(isAllowed: isAllowed, spent: state?.spent),
      needsWorker: state?.needsWorker ?? false)
  }

  /// This month's spending, and whether a worker is needed. A call with an unknown cost counts with
  /// its maximum cost.
  private func state() throws -> (spent: Money, needsWorker: Bool) {
    let store = try Store.open(installation.configuration.database, zone: installation.zone)
    let month = store.zone.month(of: installation.now)
    return (try store.spending(in: month).total, try installation.needsWorker(store))
  }

  /// The response for a client. `spent` is nil if the database cannot be read.
  private func response(isAllowed: Bool, spent: Money?) -> Response {
    let services = installation.configuration.services
    let cap = Money(microdollars: services.monthlyCapMicrodollars)
    let note = spent.flatMap { spendingNote(spent: $0, cap: cap) }
    return .json(
      .ok,
      [
        "version": 1,
        "who": isAllowed ? "owner" : nil,
        "mayScan": .bool(isAllowed),
        "plan": isAllowed ? .string(Plan.owner.rawValue) : nil,
        "scansLeft": nil,
        "spending": spent.map { .double($0.dollars) } ?? .null,
        "cap": isAllowed ? .double(cap.dollars) : nil,
        // A note for the owner's pages if the spending is 80 % of the cap or more.
        "spendingNote": note.map { .string($0) } ?? .null,
        "advancedSearch": isAllowed ? .bool(services.isAdvancedSearchDefault) : nil,
        // A CSRF token belongs to the cookie of a session. Without accounts there is no session.
        "csrf": nil,
      ])
  }

  private func spendingNote(spent: Money, cap: Money) -> String? {
    let zone = installation.zone
    let note = SpendingNote.sentence(
      spent: spent, cap: cap, next: zone.start(of: zone.month(of: installation.now).next))
    return note.map {
      installation.messages?.text($0) ?? FailureCode.cap.minimalSentence
    }
  }
}
