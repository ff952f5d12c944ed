// GET …/session: the identity and the rights of the client. For scripts: pages hold nothing
// personal.

import Albums
import CGI
import Host
import Store
import Text

struct SessionRoute {
  let installation: Installation

  /// While no accounts are set up, every client that the access policy allows is the owner.
  ///
  /// Each visit to the camera page asks for this, so it also starts a worker for jobs that are due:
  /// the worker exits while only jobs for later are left.
  func result(of request: Request) -> RouteResult {
    let decision = installation.accessPolicy.decision(on: request, changesState: false)
    let isAllowed = decision == .allowed
    let state = isAllowed ? try? state() : nil
    return RouteResult(
      response(isAllowed: isAllowed, spent: state?.spent),
      needsWorker: state?.needsWorker ?? false)
  }

  /// This month's spending, with the maximum price of each call whose cost is unknown.
  private func state() throws -> (spent: Money, needsWorker: Bool) {
    let store = try Store.open(installation.configuration.database, zone: installation.zone)
    let month = store.zone.month(of: installation.now)
    return (try store.spending(in: month).total, try installation.needsWorker(store))
  }

  /// `spent` is nil while the database cannot be read.
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
        // From 80 % of the cap on, for the owner's pages.
        "spendingNote": note.map { .string($0) } ?? .null,
        "advancedSearch": isAllowed ? .bool(services.isAdvancedSearchDefault) : nil,
        // CSRF tokens belong to a session's cookie, which does not exist without accounts.
        "csrf": nil,
      ])
  }

  private func spendingNote(spent: Money, cap: Money) -> String? {
    let zone = installation.zone
    let next = zone.start(of: zone.month(of: installation.now).next)
    return SpendingNote.sentence(spent: spent, cap: cap, next: next).map {
      installation.messages?.text($0) ?? FailureCode.cap.minimalSentence
    }
  }
}
