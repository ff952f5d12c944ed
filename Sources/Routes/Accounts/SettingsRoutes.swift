// The settings page: the reader's account, plan, devices and switches. Every form of the page works
// without script.

import Albums
import CGI
import Host
import Store
import Text

struct SettingsRoutes {
  let access: Access

  private var installation: Installation { access.installation }
  private var configuration: Configuration { installation.configuration }

  // MARK: GET …/settings

  func page(_ store: borrowing Store, done: String? = nil) throws -> RouteResult {
    try installation.page(.settings, try fill(store, done))
  }

  private func fill(_ store: borrowing Store, _ done: String?) throws(StoreError) -> PageFill {
    var fill = PageFill()
    fill["version"] = installation.version
    if let done {
      fill["done"] = done
      fill.show("done")
    }
    try ExportRoutes(access: access).add(to: &fill, store)
    if access.isOwner {
      try addBudget(to: &fill, store)
      try addSearchCost(to: &fill, store)
    }
    if let price = configuration.services.ultraPrice {
      fill["ultra-price"] = price
      fill.show("ultra-price")
    }
    if let person = access.identity.person {
      try addAccount(of: person, to: &fill, store)
    } else {
      fill.show("without-people")
      fill["plan"] = installation.planName(.owner)
      let isOn = configuration.services.isAdvancedSearchDefault
      fill["search-is-on"] = isOn ? "true" : "false"
      fill["search"] = installation.sentence(isOn ? "account.search.on" : "account.search.off")
      fill.show("search-fixed")
    }
    return fill
  }

  private func addBudget(to fill: inout PageFill, _ store: borrowing Store) throws(StoreError) {
    let cap = Money(microdollars: configuration.services.monthlyCapMicrodollars)
    let month = installation.zone.month(of: installation.now)
    let spent = try store.spending(in: month).total
    fill["spent"] = installation.text(spent)
    fill["cap"] = installation.text(cap)
    fill["spent-percent"] = "\(percent(spent, of: cap))"
    fill.show("budget")
    fill.show("owner")
    fill.show("people", access.identity.person != nil)
    if let note = installation.spendingNote(spent: spent, cap: cap) {
      fill["note"] = note
      fill.show("note")
    }
  }

  /// The measured cost of a review that searches the web, and whether reviews of new albums do so by themselves.
  private func addSearchCost(
    to fill: inout PageFill, _ store: borrowing Store
  ) throws(StoreError) {
    fill.show("new-albums", configuration.services.searchesNewAlbums)
    guard let searched = try store.meanReviewCost(isSearched: true) else { return }
    let plain = try store.meanReviewCost(isSearched: false)
    fill["search-cost"] = installation.sentence(
      plain == nil ? "settings.search.cost.alone" : "settings.search.cost",
      ["searched": .exactMoney(searched), "plain": .exactMoney(plain ?? .zero)])
    fill.show("search-cost")
  }

  private func addAccount(
    of person: Person, to fill: inout PageFill, _ store: borrowing Store
  ) throws(StoreError) {
    fill.show("with-people")
    fill["person"] = person.name.text
    fill["plan"] = installation.planName(person.plan)
    if let use = try PlanUse(of: person, installation, store) {
      fill["used"] = "\(min(use.used, use.limit.count))"
      fill["limit"] = "\(max(1, use.limit.count))"
      fill["use"] = use.text(installation)
      fill.show("meter")
    } else {
      fill.show("unlimited")
    }
    if person.plan != .owner {
      let month = installation.zone.month(of: installation.now)
      fill["own-spent"] = installation.text(try store.spending(of: person.id, in: month))
      fill.show("own-spending")
    }
    try addDevices(of: person, to: &fill, store)
    addSearch(of: person, to: &fill)
    let hasPassphrase = try store.passphraseHash(of: person.id) != nil
    fill.show(hasPassphrase ? "passphrase-set" : "passphrase-unset")
    let isFresh = try isFresh(store)
    fill.show(isFresh ? "sign-in-fresh" : "sign-in-stale")
    fill.show("old-passphrase", hasPassphrase && !isFresh)
  }

  private func addDevices(
    of person: Person, to fill: inout PageFill, _ store: borrowing Store
  ) throws(StoreError) {
    let session = access.identity.session
    fill.show("session", session != nil)
    fill.show("add-device", installation.configuration.people.proxyUserHeader == nil)
    fill.list(
      "device",
      try store.sessions(of: person.id, at: installation.now).map { device in
        var entry = PageFill()
        entry["name"] =
          device.device.isEmpty ? installation.sentence("account.device.unknown") : device.device
        entry["id"] = "\(device.id)"
        entry["since"] = installation.sentence(
          "account.device.since", ["day": .day(device.created), "used": .day(device.lastUsed)])
        entry.show(device.id == session ? "this" : "other")
        return entry
      })
    let tokens = try store.tokens(of: person.id)
    fill.show(tokens.isEmpty ? "no-tokens" : "tokens")
    fill.list(
      "token",
      tokens.map { token in
        var entry = PageFill()
        entry["name"] = token.name
        entry["id"] = "\(token.id)"
        entry["since"] = installation.sentence(
          "account.token.since", ["day": .day(token.created)])
        return entry
      })
  }

  private func addSearch(of person: Person, to fill: inout PageFill) {
    guard person.plan.includesSearch else { return fill.show("search-unavailable") }
    let isOn = person.usesAdvancedSearch(
      setting: configuration.services.isAdvancedSearchDefault)
    fill.show(isOn ? "search-on" : "search-off")
  }

  // MARK: POST …/settings

  /// Changes one setting of the sender, and sends the page again.
  func change(_ form: Form, _ store: borrowing Store) throws -> RouteResult {
    // Without people, the control file has the settings.
    guard let person = access.identity.person else { throw Refusal.notFound }
    let done: String
    if let value = form["advanced-search"] {
      done = try setSearch(value, of: person, store)
    } else if let passphrase = form["passphrase"] {
      try requireProof(of: person, form["old-passphrase"], store)
      let hash = try PassphraseCheck(installation: installation).hash(ofNew: passphrase)
      try store.setPassphraseHash(hash, of: person.id)
      done = installation.sentence("account.done.passphrase")
    } else if form["remove-passphrase"] == "1" {
      try store.setPassphraseHash(nil, of: person.id)
      done = installation.sentence("account.done.passphrase-removed")
    } else {
      throw Refusal.malformedRequest
    }
    if access.request.wantsJSON { return RouteResult(.json(.ok, ["version": 1])) }
    let changed = try store.person(person.id) ?? person
    return try Self(access: access.with(changed)).page(store, done: done)
  }

  /// Throws `.staleSignIn` or `.wrongOldPassphrase`. Without this check, the thief of a session could set
  /// a passphrase of his own.
  private func requireProof(
    of person: Person, _ old: String?, _ store: borrowing Store
  ) throws {
    if try isFresh(store) { return }
    guard let old, try store.passphraseHash(of: person.id) != nil else {
      throw Refusal.staleSignIn
    }
    try PassphraseCheck(installation: installation).requireOld(
      old, of: person, access.request, store)
  }

  /// Whether the person signed in during the last minutes. True for a person whom the web server names,
  /// because the web server checks each request.
  private func isFresh(_ store: borrowing Store) throws(StoreError) -> Bool {
    guard case .person(_, let proof) = access.identity else { return false }
    return switch proof {
    case .session(let session, _, _): try store.isFresh(session, at: installation.now)
    case .apiToken: false
    case .webServer: true
    }
  }

  private func setSearch(
    _ value: String, of person: Person, _ store: borrowing Store
  ) throws -> String {
    guard person.plan.includesSearch else { throw Refusal.notAllowed }
    switch value {
    case "on": try store.setAdvancedSearch(true, of: person.id)
    case "off": try store.setAdvancedSearch(false, of: person.id)
    default: throw Refusal.malformedRequest
    }
    return installation.sentence("account.done.saved")
  }
}
