// Decides which clients may use the CGI while no accounts are set up, and refuses forged requests.
// Its input is only values of the request and the settings: it knows no person, route, session or
// plan. `Identity` of albumscan-cgi says which person sent a request.

package import Text

/// The rules by which a request is allowed or denied. Source: docs/faults.md B1, §6 "Cookies";
/// docs/interface.md `insecure-lan`.
package struct AccessPolicy: Equatable, Sendable {
  package let baseURL: BaseURL

  /// `insecure-lan: on`: every client of the local network may scan.
  package let isOpenToLAN: Bool

  /// The hosts of the setting `own-network`.
  private let ownHosts: [String]

  package init(baseURL: BaseURL, isOpenToLAN: Bool, ownHosts: [String] = []) {
    self.baseURL = baseURL
    self.isOpenToLAN = isOpenToLAN
    self.ownHosts = ownHosts
  }

  /// Whether `request` is allowed, independent of the person who sent it.
  ///
  /// A request that changes state must also not come from another site's page.
  package func decision(on request: Request, changesState: Bool) -> AccessDecision {
    if let reason = reasonToDenyClient(request) { return .denied(reason) }
    if changesState, let reason = reasonToDenyForgery(request) { return .denied(reason) }
    return .allowed
  }

  /// The reason why the client is not trusted. Nil for a client on this computer; with
  /// `insecure-lan: on`, also for a client of the local network.
  package func reasonToDenyClient(_ request: Request) -> DenialReason? {
    isOpenToLAN ? reasonToDenyOnLAN(request) : reasonToDenyElsewhere(request)
  }

  /// The rule without `insecure-lan`: the client must run on this computer.
  ///
  /// The peer's address proves this only if no proxy is in between, and only if the browser did not
  /// use a foreign name that resolves to 127.0.0.1 (DNS rebinding).
  private func reasonToDenyElsewhere(_ request: Request) -> DenialReason? {
    guard request.remoteAddress?.isLoopback == true else { return .notLoopback }
    guard baseURL.isLoopback else { return .servesOthers }
    if request.isForwarded { return .forwarded }
    if let host = request.host, !isThisComputer(host) { return .foreignHost }
    return nil
  }

  /// The rule with `insecure-lan: on`: the client must be in the local network.
  ///
  /// Behind a reverse proxy every client of the internet has the proxy's address. Each of three
  /// signs of a proxy denies the request: an https or public `base-url`, a forwarding header, and a
  /// peer on this computer that asks for another host than `base-url`'s.
  private func reasonToDenyOnLAN(_ request: Request) -> DenialReason? {
    guard baseURL.isLocalNetwork(further: ownHosts) else { return .servesOthers }
    if request.isForwarded { return .forwarded }
    guard let peer = request.remoteAddress, !peer.isPublicIPv4 || sharesNetwork(with: peer) else {
      return .notLocalNetwork
    }
    if peer.isLoopback, let host = request.host, !isBase(host), !isThisComputer(host) {
      return .foreignHost
    }
    return nil
  }

  /// Whether the client and `base-url` are in the same virtual private network. With any other
  /// `base-url`, a client with a shared address may be a stranger of the same internet provider.
  private func sharesNetwork(with peer: IPAddress) -> Bool {
    peer.isShared && IPAddress(baseURL.authority.host)?.isShared == true
  }

  /// Why the request may have been made by another site's page; nil when it was made by one of our
  /// pages or by a program.
  ///
  /// The rule also applies once accounts exist: a browser sends Origin with every POST, so a session's
  /// cookie needs no further token.
  package func reasonToDenyForgery(_ request: Request) -> DenialReason? {
    switch request.origin {
    case .absent: break
    case .null: return .nullOrigin
    case .value(let sent): if sent != baseURL.origin { return .foreignOrigin }
    }
    switch request.fetchSite {
    case .absent, .sameOrigin: break
    case .sameSite, .crossSite, .none, .other: return .foreignFetch
    }
    let isUnmarked = request.origin == .absent && request.fetchSite == .absent
    return isUnmarked && request.cookies.wereSent ? .cookieWithoutOrigin : nil
  }

  /// Whether a browser may sign in: a cookie over plain http could be read by everybody in the
  /// network, unless only this computer can open `base-url`.
  package var admitsSignIn: Bool { baseURL.scheme == .https || baseURL.isLoopback }

  /// The cookie with the session's token.
  package var sessionCookie: SessionCookie {
    SessionCookie(isHTTPS: baseURL.scheme == .https, port: baseURL.port)
  }

  /// The values of the cookies that may have the session's token: that with the present name first.
  /// The cookie without the port may be of this installation, or of another one.
  package func sessionTokens(of request: Request) -> [String] {
    let cookie = sessionCookie
    let former = cookie.name == cookie.portlessName ? nil : request.cookies[cookie.portlessName]
    return [request.cookies[cookie.name], former].compactMap(\.self)
  }

  /// The value of Set-Cookie that stores `token` for `seconds`; an empty token with 0 removes it.
  package func cookie(_ token: String, seconds: Int64) -> String {
    cookie(sessionCookie.name, token, path: "/", seconds: seconds)
  }

  /// The value of Set-Cookie for a cookie that scripts cannot read, and that browsers send only to
  /// addresses below `path`.
  package func cookie(
    _ name: String, _ value: String, path: String, seconds: Int64
  ) -> String {
    "\(name)=\(value); Path=\(path); Max-Age=\(seconds); HttpOnly; SameSite=Lax"
      + (baseURL.scheme == .https ? "; Secure" : "")
  }

  /// Whether `host` is a loopback host with the port of `base-url`, which must be loopback too.
  private func isThisComputer(_ host: Authority) -> Bool {
    baseURL.isLoopback && host.isLoopback && port(of: host) == baseURL.port
  }

  /// Whether `host` is the host and port of `base-url`.
  private func isBase(_ host: Authority) -> Bool {
    host.host == baseURL.authority.host && port(of: host) == baseURL.port
  }

  private func port(of host: Authority) -> UInt16 { host.port ?? baseURL.scheme.defaultPort }
}

/// The answer of the access policy.
package enum AccessDecision: Equatable, Sendable {
  case allowed
  case denied(DenialReason)
}

/// Why a request was denied. The raw values are for the log and the tests, not for the client.
package enum DenialReason: String, Equatable, Sendable, CaseIterable {
  /// The peer's address is not this computer's, or is unknown.
  case notLoopback
  /// With `insecure-lan`: the peer's address is a public IPv4 address, or is unknown.
  case notLocalNetwork
  /// `base-url` is not loopback, or with `insecure-lan` is https or public: the peer may be a proxy
  /// through which anyone connects.
  case servesOthers
  /// The request has a forwarding header, so a proxy passed it on.
  case forwarded
  /// The Host header names neither a loopback host with our port nor `base-url`: DNS rebinding, or
  /// a proxy.
  case foreignHost
  /// `Origin: null`.
  case nullOrigin
  /// Origin is not that of `base-url`.
  case foreignOrigin
  /// Sec-Fetch-Site is not `same-origin`. Its value `none` means a typed address; a browser never
  /// sends a POST to a typed address.
  case foreignFetch
  /// The request has a cookie, so a browser sent it, but it has neither Origin nor Sec-Fetch-Site.
  case cookieWithoutOrigin
}
