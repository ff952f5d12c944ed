// The person who sent a request. Without people the access policy decides alone; from the first
// person on, only a session, an API token or a trusted web server names the sender.

import Albums
import CGI
import Host
import Store
import Text

/// The sender of a request.
enum Identity {
  /// The database has no person. Every client that the access policy admits is the owner.
  case noPeople
  /// A client that has not signed in. `reason` tells the client the next step.
  case stranger(reason: Refusal)
  /// A person with an account that is not disabled.
  case person(Person, Proof)
}

/// The way in which a person was recognised.
enum Proof: Equatable {
  /// The cookie of a session. `isRenewed` has the meaning of `SignedIn.isRenewed`.
  case session(Int64, SessionToken, isRenewed: Bool)
  case apiToken
  /// REMOTE_USER, or the header of a trusted proxy.
  case webServer
}

extension Identity {
  /// The person; nil for a stranger and without people.
  var person: Person? {
    if case .person(let person, _) = self { person } else { nil }
  }

  /// The id of the session of this browser; nil if another proof counts.
  var session: Int64? {
    if case .person(_, .session(let id, _, _)) = self { id } else { nil }
  }

  var isStranger: Bool {
    if case .stranger = self { true } else { false }
  }
}

extension Installation {
  /// Finds out who sent a request. If the request uses a method of signing in without success, the
  /// other methods do not count.
  ///
  /// Throws a refusal if `insecure-lan` contradicts the people of the database.
  func identity(of request: Request, in store: borrowing Store) throws -> Identity {
    let settings = configuration.people
    let countsOnlyCookie = settings.usesOnlySignIns && request.apiToken == nil
    let byCookie = countsOnlyCookie ? try cookieIdentity(of: request, in: store) : nil
    // The person of a session is one of the people, so this request needs no further statement.
    if byCookie?.person == nil {
      guard try store.hasPeople() else { return .noPeople }
    }
    guard !configuration.isOpenToLAN else {
      logRefusal("insecure-lan", "insecure-lan: on excludes people; see albumscan doctor")
      throw Refusal.internalError
    }
    if let byCookie { return byCookie }
    if settings.proxyUserHeader != nil { return try proxyIdentity(of: request, in: store) }
    if settings.usesRemoteUser, let name = request.remoteUser {
      return try identity(named: name, in: store)
    }
    if let token = request.apiToken {
      let person = try store.person(withToken: token)
      return person.map { .person($0, .apiToken) } ?? .stranger(reason: .signIn)
    }
    return try cookieIdentity(of: request, in: store)
  }

  /// The person whom a trusted proxy names. The header of any other peer does not count.
  private func proxyIdentity(
    of request: Request, in store: borrowing Store
  ) throws(StoreError) -> Identity {
    let peer = request.remoteAddress?.description ?? ""
    guard configuration.people.trustedProxies.contains(where: { $0.contains(peer) }) else {
      logRefusal("untrusted-proxy", "a request came past the trusted proxy")
      return .stranger(reason: .notAllowed)
    }
    // If a proxy passes on an upgrade to HTTP/2 in clear text, the client bypasses the proxy and can
    // send the header itself.
    guard !request.isClearHTTP2 else {
      logRefusal(
        "clear-http2",
        "a request came over HTTP/2 in clear text, with which a client can imitate the proxy; "
          + "switch h2c off in the proxy and in the web server")
      return .stranger(reason: .notAllowed)
    }
    guard let name = request.proxyUser else { return .stranger(reason: .notAllowed) }
    return try identity(named: name, in: store)
  }

  private func identity(
    named name: String, in store: borrowing Store
  ) throws(StoreError) -> Identity {
    guard let known = PersonName(name), let person = try store.person(named: known),
      !person.isDisabled
    else { return .stranger(reason: .unknownUser(name: name)) }
    return .person(person, .webServer)
  }

  private func cookieIdentity(
    of request: Request, in store: borrowing Store
  ) throws(StoreError) -> Identity {
    for token in sessionTokens(of: request) {
      guard let signedIn = try store.session(token, at: now) else { continue }
      return .person(
        signedIn.person,
        .session(signedIn.session, token, isRenewed: signedIn.isRenewed))
    }
    return .stranger(reason: .signIn)
  }

  /// The tokens in the cookies of a request: at most two (`AccessPolicy.sessionTokens`).
  func sessionTokens(of request: Request) -> [SessionToken] {
    accessPolicy.sessionTokens(of: request).compactMap(SessionToken.init)
  }
}
