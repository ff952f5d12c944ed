// Who may come in while no people are set up, and which requests no page of ours can have made.
// Policy on values alone: it knows no route, session or plan, and checks no CSRF token.

/// The house's door. Source: FAULTS B1, §6 "Cookies"; INTERFACE `insecure-lan`.
package struct Door: Equatable, Sendable {
  package let baseURL: BaseURL

  /// `insecure-lan: on`: whoever can reach us may scan.
  package let isOpenToLAN: Bool

  package init(baseURL: BaseURL, isOpenToLAN: Bool) {
    self.baseURL = baseURL
    self.isOpenToLAN = isOpenToLAN
  }

  /// Whether `request` may come in, with nobody to say who it is.
  ///
  /// A request that changes state must also not be another site's.
  package func verdict(on request: Request, changesState: Bool) -> Verdict {
    if let refusal = refusalOfStranger(request) { return .refused(refusal) }
    if changesState, let refusal = refusalOfForgery(request) { return .refused(refusal) }
    return .admitted
  }

  /// Why the client does not count as sitting at this machine; nil when it does, or need not.
  ///
  /// Loopback means something only where nobody stands in between and nobody sent the browser here
  /// under a name of theirs (DNS rebinding: a foreign name that suddenly means 127.0.0.1).
  package func refusalOfStranger(_ request: Request) -> Refusal? {
    if isOpenToLAN { return nil }
    guard request.remoteAddress?.isLoopback == true else { return .notLoopback }
    guard baseURL.isLoopback else { return .servesOthers }
    if request.isForwarded { return .forwarded }
    if let host = request.host, !isOurs(host) { return .foreignHost }
    return nil
  }

  /// Why the request may be another site's work; nil when it is our own page's or a program's.
  ///
  /// Applies with people too; a script's request with a cookie then needs its token besides.
  package func refusalOfForgery(_ request: Request) -> Refusal? {
    switch request.origin {
    case .absent: break
    case .null: return .nullOrigin
    case .value(let sent): if sent != baseURL.origin { return .foreignOrigin }
    }
    switch request.fetchSite {
    case .absent, .sameOrigin: break
    case .sameSite, .crossSite, .none, .other: return .foreignFetch
    }
    let isSilent = request.origin == .absent && request.fetchSite == .absent
    return isSilent && request.cookies.wereSent ? .cookieWithoutOrigin : nil
  }

  private func isOurs(_ host: Authority) -> Bool {
    let port = host.port ?? baseURL.scheme.defaultPort
    return host.isLoopback && port == baseURL.port
  }
}

/// What the door says.
package enum Verdict: Equatable, Sendable {
  case admitted
  case refused(Refusal)
}

/// Why the door stayed shut. The words are for the log and the tests, not for the client.
package enum Refusal: String, Equatable, Sendable, CaseIterable {
  /// The peer's address is not this machine's, or unknown.
  case notLoopback
  /// `base-url` is not loopback: the loopback peer is a proxy with everybody behind it.
  case servesOthers
  /// A forwarding header: the same, said by the proxy.
  case forwarded
  /// The Host header names no loopback host with our port: DNS rebinding.
  case foreignHost
  /// `Origin: null`.
  case nullOrigin
  /// Origin is not `base-url`'s.
  case foreignOrigin
  /// Sec-Fetch-Site is not `same-origin`. `none` is the user's typing, which never posts.
  case foreignFetch
  /// A cookie, so a browser, yet neither Origin nor Sec-Fetch-Site.
  case cookieWithoutOrigin
}
