// POST …/devices: "Add a phone", signing out one device or all, and revoking an API token.

import Albums
import CGI
import Host
import Store
import Text

struct DeviceRoutes {
  let access: Access

  private var installation: Installation { access.installation }
  private var files: SessionFiles { installation.configuration.sessionFiles }

  func change(_ form: Form, _ store: borrowing Store) throws -> RouteResult {
    guard let person = access.identity.person else { throw Refusal.notFound }
    if form["add"] == "1" {
      return try CodePage(installation: installation).result(.device, for: person, access, store)
    }
    if form["sign-out-all"] == "1" { return try signOutOthers(person, form, store) }
    if let id = form["sign-out"] { return try signOut(id, of: person, store) }
    if let id = form["revoke"] {
      guard let number = Int64(id), try store.revokeToken(number, of: person.id, files: files)
      else {
        throw Refusal.notFound
      }
      return try settings(installation.sentence("account.done.revoked"), store)
    }
    throw Refusal.malformedRequest
  }

  private func signOut(
    _ id: String, of person: Person, _ store: borrowing Store
  ) throws -> RouteResult {
    guard let session = Int64(id), try store.signOut(session, of: person.id, files: files) else {
      throw Refusal.notFound
    }
    return try settings(installation.sentence("account.done.signed-out-device"), store)
  }

  /// Ends the other sessions of the person. With `choose`, the passphrase and the API tokens end only if
  /// the form names them. This browser gets a new cookie.
  private func signOutOthers(
    _ person: Person, _ form: Form, _ store: borrowing Store
  ) throws -> RouteResult {
    var kept: Store.KeptWays = []
    if form["choose"] == "1" {
      if form["passphrase"] != "1" { kept.insert(.passphrase) }
      if form["tokens"] != "1" { kept.insert(.tokens) }
    }
    let done = installation.sentence("account.done.signed-out-others")
    guard let session = access.identity.session else {
      try store.signOutAll(of: person.id, keeping: kept, files: files)
      return try settings(done, store)
    }
    let signIn = try store.signOutOthers(
      of: person, than: session, keeping: kept, files: files)
    var result = try DeviceRoutes(access: access.with(signIn)).settings(done, store)
    try result.response.add(.setCookie, installation.cookie(signIn.token))
    // The worker makes a missing file of a session.
    result.needsWorker = !signIn.hasFile
    return result
  }

  private func settings(_ done: String, _ store: borrowing Store) throws -> RouteResult {
    if access.request.wantsJSON { return RouteResult(.json(.ok, ["version": 1])) }
    return try SettingsRoutes(access: access).page(store, done: done)
  }
}
