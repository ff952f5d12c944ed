// GET …/session: the identity and the rights of the client. Scripts request it, because pages
// contain nothing personal.

import Albums
import CGI
import Host
import Store
import Text

struct SessionRoute {
  let installation: Installation

  /// The response. Without people, every client that the access policy allows is the owner. Throws if the database cannot
  /// be read: browsers remove what they keep for a person when the response names another one.
  ///
  /// Each visit to the camera page requests this route, so the route also starts a worker for due
  /// jobs. The worker exits if no job is due.
  func result(of request: Request) throws -> RouteResult {
    let store = try installation.openStoreWithMonths()
    var (result, identity) = try store.reading { store in
      let identity = try installation.identity(of: request, in: store)
      return (try self.result(of: request, by: identity, store), identity)
    }
    let access = Access(installation: installation, request: request, identity: identity)
    try access.renewCookie(of: &result.response, in: store)
    return result
  }

  private func result(
    of request: Request, by identity: Identity, _ store: borrowing Store
  ) throws -> RouteResult {
    switch identity {
    case .noPeople where !isAllowed(request): return RouteResult(response(hasPeople: false))
    case .stranger:
      // The worker also removes the file of a session that is too old.
      return RouteResult(
        response(hasPeople: true), needsWorker: try installation.needsWorker(store))
    case .noPeople, .person:
      let state = try state(of: identity.person, store)
      return RouteResult(response(of: identity.person, state), needsWorker: state.needsWorker)
    }
  }

  private func isAllowed(_ request: Request) -> Bool {
    installation.accessPolicy.decision(on: request, changesState: false) == .allowed
  }

  /// The changing values of a response.
  private struct State {
    /// The spending of this month by the person; for an owner, by all people. A call with an unknown
    /// cost counts with its maximum cost.
    let spent: Money
    let scansLeft: Int?
    let needsWorker: Bool
  }

  private func state(of person: Person?, _ store: borrowing Store) throws -> State {
    let month = store.zone.month(of: installation.now)
    let isOwner = person.map { $0.plan == .owner } ?? true
    let spent: Money =
      if let person, !isOwner { try store.spending(of: person.id, in: month) } else {
        try store.spending(in: month).total
      }
    let use = try person.flatMap { (person) throws(StoreError) in
      try PlanUse(of: person, installation, store)
    }
    return State(
      spent: spent, scansLeft: use?.left, needsWorker: try installation.needsWorker(store))
  }

  /// The response for a client without rights.
  private func response(hasPeople: Bool) -> Response {
    document(
      who: nil, id: nil, plan: nil, scansLeft: nil, hasPeople: hasPeople, state: nil, search: nil)
  }

  /// The response for a person; without people, for the owner.
  private func response(of person: Person?, _ state: State) -> Response {
    let setting = installation.configuration.services.isAdvancedSearchDefault
    return document(
      who: person?.name.text ?? "owner", id: person?.id ?? .owner, plan: person?.plan ?? .owner,
      scansLeft: state.scansLeft, hasPeople: person != nil, state: state,
      search: person?.usesAdvancedSearch(setting: setting) ?? setting)
  }

  private func document(
    who: String?, id: PersonID?, plan: Plan?, scansLeft: Int?, hasPeople: Bool, state: State?,
    search: Bool?
  ) -> Response {
    let services = installation.configuration.services
    let cap = Money(microdollars: services.monthlyCapMicrodollars)
    let isOwner = plan == .owner
    let spent = state?.spent
    let note = isOwner ? spent.flatMap { installation.spendingNote(spent: $0, cap: cap) } : nil
    return .json(
      .ok,
      [
        "version": 1,
        "who": who.map { .string($0) } ?? .null,
        "id": id.map { .string($0.text) } ?? .null,
        "people": .bool(hasPeople),
        "mayScan": .bool(who != nil),
        "plan": plan.map { .string($0.rawValue) } ?? .null,
        "scansLeft": scansLeft.map { .integer($0) } ?? .null,
        "spending": spent.map { .double($0.dollars) } ?? .null,
        "cap": isOwner ? .double(cap.dollars) : nil,
        // A note for the owner's pages if the spending is 80 % of the cap or more.
        "spendingNote": note.map { .string($0) } ?? .null,
        "advancedSearch": search.map { .bool($0) } ?? .null,
        // A same-origin request needs no token (docs/faults.md §6 "Cookies").
        "csrf": nil,
      ])
  }
}
