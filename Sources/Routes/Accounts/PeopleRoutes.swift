// The owner's page of people: adding, inviting and changing accounts. The command line has the same
// actions (`albumscan person`).

import Albums
import CGI
import Host
import Store
import Text

struct PeopleRoutes {
  let access: Access

  private var installation: Installation { access.installation }
  private var files: SessionFiles { installation.configuration.sessionFiles }

  // MARK: GET …/people

  func page(_ store: borrowing Store, done: String? = nil) throws -> RouteResult {
    guard access.identity.person != nil else { throw Refusal.notFound }
    var fill = PageFill()
    if let done {
      fill["done"] = done
      fill.show("done")
    }
    var entries: [PageFill] = []
    for person in try store.people() { entries.append(try entry(of: person, store)) }
    fill.list("entry", entries)
    fill.list("choice", choices(.base))
    return try installation.page(.people, fill)
  }

  private func entry(
    of person: Person, _ store: borrowing Store
  ) throws(StoreError) -> PageFill {
    let now = installation.now
    let devices = try store.sessions(of: person.id, at: now).count
    var entry = PageFill()
    entry["name"] = person.name.text
    entry["id"] = person.id.text
    entry["plan"] = installation.planName(person.plan)
    entry["use"] =
      try PlanUse(of: person, installation, store)?.text(installation)
      ?? installation.sentence("account.use.owner")
    entry["devices"] = installation.sentence(
      devices == 0 ? "account.devices.none" : "account.devices", ["count": .count(devices)])
    let spent = try store.spending(of: person.id, in: installation.zone.month(of: now))
    entry["spent"] = installation.sentence("account.spent", ["spent": .money(spent)])
    entry.show("you", person.id == access.identity.person?.id)
    entry.show(person.isDisabled ? "disabled" : "enabled")
    entry.show("invited", devices == 0 && !person.isDisabled)
    entry.list("choice", choices(person.plan))
    return entry
  }

  /// The plans to choose from.
  private func choices(_ chosen: Plan) -> [PageFill] {
    Plan.allCases.reversed().map { plan in
      var choice = PageFill()
      choice["value"] = plan.rawValue
      choice["title"] = installation.planName(plan)
      choice.show("chosen", plan == chosen)
      return choice
    }
  }

  // MARK: POST …/people

  func change(_ form: Form, _ store: borrowing Store) throws -> RouteResult {
    guard access.identity.person != nil else { throw Refusal.notFound }
    do {
      return try changed(form, store)
    } catch let error as StoreError {
      guard case .person(let reason) = error else { throw error }
      throw Refusal.person(reason)
    }
  }

  private func changed(_ form: Form, _ store: borrowing Store) throws -> RouteResult {
    if form["do"] == "add" {
      let person = try store.addPerson(
        name: try name(form["name"]), plan: try plan(form["plan"] ?? Plan.base.rawValue),
        files: files, at: installation.now)
      return try invite(person, store)
    }
    guard let person = try store.person(PersonID(form["id"] ?? "")) else {
      throw Refusal.person(.unknown)
    }
    if form["do"] == "invite" { return try invite(person, store) }
    let done = try change(person, form, store)
    // The worker writes changed pages; with `show-finder`, a name may be on all of them. It deletes the
    // shelves of a removed person.
    let isShown = installation.configuration.people.showsFinder
    let needsWorker = try isShown || store.hasWork(at: installation.now)
    if access.request.wantsJSON {
      return RouteResult(.json(.ok, ["version": 1]), needsWorker: needsWorker)
    }
    // An owner may have signed out, disabled or demoted their own account.
    let now = try installation.identity(of: access.request, in: store)
    guard now.person?.plan == .owner else {
      return RouteResult(try .seeOther("/"), needsWorker: needsWorker)
    }
    return RouteResult(try page(store, done: done).response, needsWorker: needsWorker)
  }

  private func invite(_ person: Person, _ store: borrowing Store) throws -> RouteResult {
    try CodePage(installation: installation)
      .result(person.plan == .owner ? .owner : .invitation, for: person, access, store)
  }

  /// Makes the change and returns a sentence about the change.
  private func change(_ person: Person, _ form: Form, _ store: borrowing Store) throws -> String {
    let old = person.name.text
    switch form["do"] {
    case "plan":
      let plan = try plan(form["plan"])
      try store.setPlan(plan, of: person.id)
      return installation.sentence(
        "account.done.plan",
        ["name": .text(old), "plan": .text(installation.planName(plan))])
    case "rename":
      let name = try name(form["name"])
      try store.rename(person.id, to: name)
      return installation.sentence(
        "account.done.renamed", ["old": .text(old), "name": .text(name.text)])
    case "disable":
      try store.disable(person.id, files: files)
      return installation.sentence("account.done.disabled", ["name": .text(old)])
    case "enable":
      try store.enable(person.id)
      return installation.sentence("account.done.enabled", ["name": .text(old)])
    case "sign-out":
      try store.signOutAll(of: person.id, files: files)
      return installation.sentence("account.done.signed-out-all", ["name": .text(old)])
    case "remove":
      guard form["sure"] == "1" else { throw Refusal.malformedRequest }
      let exports = try store.remove(
        person.id, finds: form["finds"] == "delete" ? .delete : .keep, files: files,
        at: installation.now)
      for id in exports { try Files.remove(installation.configuration.export(id.text)) }
      return installation.sentence("account.done.removed", ["name": .text(old)])
    default: throw Refusal.malformedRequest
    }
  }

  private func name(_ text: String?) throws(Refusal) -> PersonName {
    guard let name = PersonName(text ?? "") else { throw .badName }
    return name
  }

  private func plan(_ text: String?) throws(Refusal) -> Plan {
    guard let plan = Plan(rawValue: text ?? "") else { throw .malformedRequest }
    return plan
  }
}
