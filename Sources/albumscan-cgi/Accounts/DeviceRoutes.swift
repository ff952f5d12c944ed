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
    if form["sign-out-all"] == "1" { return try signOutAll(person, store) }
    if let id = form["sign-out"] { return try signOut(id, of: person, store) }
    if let id = form["revoke"] {
      guard let number = Int64(id), try store.revokeToken(number, of: person.id) else {
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

  /// Ends the session of this browser, too.
  private func signOutAll(_ person: Person, _ store: borrowing Store) throws -> RouteResult {
    try store.signOutAll(of: person.id, files: files)
    return RouteResult(try SignInRoutes(installation: installation).signedOut(access.request))
  }

  private func settings(_ done: String, _ store: borrowing Store) throws -> RouteResult {
    if access.request.wantsJSON { return RouteResult(.json(.ok, ["version": 1])) }
    return try SettingsRoutes(access: access).page(store, done: done)
  }
}
