// The rights of one request: who sent it, and whether the sender may use a route.

import Albums
import CGI
import Host
import Store
import Text

struct Access {
  let installation: Installation
  let request: Request
  let identity: Identity

  /// The same sender after a change of the account.
  func with(_ person: Person) -> Access {
    guard case .person(_, let proof) = identity else { return self }
    return Access(installation: installation, request: request, identity: .person(person, proof))
  }

  /// The same sender after the session of this browser got a new token.
  func with(_ signIn: SignIn) -> Access {
    let proof = Proof.session(signIn.session, signIn.token, isRenewed: false)
    return Access(
      installation: installation, request: request, identity: .person(signIn.person, proof))
  }

  /// Whether the sender may change the find, and so may see its names after it was deleted.
  func owns(_ id: FindID, in store: borrowing Store) throws -> Bool {
    switch identity {
    case .noPeople:
      installation.accessPolicy.decision(on: request, changesState: false) == .allowed
    case .stranger: false
    case .person(let person, _):
      if person.plan == .owner { true } else { try store.finder(of: id) == person.id }
    }
  }

  /// The address of a scan's state that this sender can read. The static file is a page, which no token opens.
  func statusAddress(of id: ScanID) -> String {
    if case .person(_, .apiToken) = identity { return "/cgi-bin/albumscan/scans/\(id)/status" }
    return "/scan/\(id)/status.json"
  }

  /// The person whose id new rows get. Without people, this is always the owner.
  var personID: PersonID { identity.person?.id ?? .owner }

  /// Whether the sender has the rights of an owner. Without people, every admitted client has them.
  var isOwner: Bool {
    switch identity {
    case .noPeople: true
    case .stranger: false
    case .person(let person, _): person.plan == .owner
    }
  }

  /// Throws a refusal if the sender lacks the right that the route needs, or if another site's page
  /// may have sent a request that changes something.
  func require(_ route: Route, _ ids: RouteIDs, in store: borrowing Store) throws {
    if case .noPeople = identity {
      try requireAdmission(route)
      if route.right == .shelf { try requireShelf(ids, in: store) }
      return
    }
    if !route.isRead, let reason = installation.accessPolicy.reasonToDenyForgery(request) {
      throw denied(reason)
    }
    if route.changesAccount, case .person(_, .apiToken) = identity {
      // A stranger who has read a token must not be able to get a session, a passphrase or an
      // account with it.
      throw Refusal.notAllowed
    }
    switch route.right {
    case .none: break
    case .reading: if !installation.isOpen(to: request) { _ = try person() }
    case .using: _ = try person()
    case .shelf: try requireShelf(ids, in: store)
    case .owning: if try person().plan != .owner { throw Refusal.ownersOnly }
    case .changing: try requireOwnership(of: ids, in: store)
    }
  }

  /// The rule without people. Everybody may read, because a stranger cannot sign in.
  private func requireAdmission(_ route: Route) throws {
    let isOpen = route.isRead && (route.right == .none || route.right == .reading)
    guard !isOpen else { return }
    let decision = installation.accessPolicy.decision(on: request, changesState: !route.isRead)
    if case .denied(let reason) = decision { throw denied(reason) }
  }

  private func denied(_ reason: DenialReason) -> Refusal {
    installation.logRefusal(reason.rawValue, reason.rawValue)
    return Refusal(reason, home: installation.configuration.baseURL)
  }

  private func person() throws -> Person {
    switch identity {
    case .person(let person, _): return person
    case .stranger(let reason): throw reason
    case .noPeople: throw Refusal.notFound
    }
  }

  /// Throws unless the scan or find belongs to the sender, or the sender is an owner. Only owners may change
  /// the scans and finds of a removed person.
  private func requireOwnership(of ids: RouteIDs, in store: borrowing Store) throws {
    let person = try person()
    if let scan = ids.scan, try !maySee(scan, in: store) { throw Refusal.notFound }
    let holder =
      if let scan = ids.scan {
        try store.uploader(of: scan)
      } else {
        try store.finder(of: ids.get(\.find))
      }
    guard let holder else { throw Refusal.notFound }
    guard holder == person.id || person.plan == .owner else {
      throw Refusal.notYours
    }
  }

  /// A shelf shows private rooms, so not even an owner sees the shelf of another person. Without people,
  /// a cookie identifies the browser that sent the photo.
  private func requireShelf(_ ids: RouteIDs, in store: borrowing Store) throws {
    if case .stranger(let reason) = identity { throw reason }
    guard let id = ids.scan, try store.isShelf(id), try maySee(id, in: store) else {
      throw Refusal.notFound
    }
  }

  /// Whether the sender may know of a scan: every scan but the shelf of somebody else.
  func maySee(_ id: ScanID, in store: borrowing Store) throws(StoreError) -> Bool {
    guard let sender = try store.sender(of: id) else { return true }
    switch identity {
    case .noPeople: return ShelfCookie.isOf(sender, id, request)
    case .stranger: return false
    case .person(let person, _): return sender.person == person.id
    }
  }

  /// Stores the use of the session and sends its cookie again, once a day, so that both last equally
  /// long. Sends the cookie at once if the session's token came in the cookie without the port.
  func renewCookie(of response: inout Response, in store: borrowing Store) throws {
    guard case .person(_, .session(let session, let token, let isRenewed)) = identity,
      !response.headers.contains(where: { $0.name == .setCookie })
    else { return }
    let isNoted = try isRenewed && store.noteUse(of: session, at: installation.now)
    let sent = request.cookies[installation.accessPolicy.sessionCookie.name]
    guard isNoted || sent != token.text else { return }
    try response.add(.setCookie, installation.cookie(token))
  }
}

extension Installation {
  /// Whether the sender may open the pages without a session. Pages for this computer are sent only
  /// to its own clients, at its own names.
  func isOpen(to request: Request) -> Bool {
    switch configuration.sessionFiles.readers {
    case .everybody: true
    case .thisComputer:
      request.host != nil && accessPolicy.reasonToDenyClient(request) == nil
    case .signedIn: false
    }
  }

  /// The value of Set-Cookie for a session.
  func cookie(_ token: SessionToken) -> String {
    accessPolicy.cookie(token.text, seconds: SessionToken.lifetimeMilliseconds / 1000)
  }
}
