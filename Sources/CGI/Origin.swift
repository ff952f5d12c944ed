// Where a request was made, in the browser's own words: Origin and Sec-Fetch-Site.
// Only a browser's user can be tricked, and only a browser sends these; whether they suffice is the
// door's business.

/// The Origin header. Source: RFC 6454 §7.
package enum Origin: Hashable, Sendable {
  /// Not sent: no browser, or a browser's GET.
  case absent
  /// `null`: a sandboxed frame, a `data:` page, a privacy-minded redirect.
  case null
  /// Anything else, as it was sent; also what is no origin at all.
  case value(String)

  init(_ sent: String?) {
    switch sent {
    case nil: self = .absent
    case "null": self = .null
    case let sent?: self = .value(sent)
    }
  }
}

/// The Sec-Fetch-Site header.
///
/// Source: <https://www.w3.org/TR/fetch-metadata/#sec-fetch-site-header>.
package enum FetchSite: Hashable, Sendable, CaseIterable {
  /// Not sent: no browser, or plain http to another machine.
  case absent
  case sameOrigin, sameSite, crossSite
  /// The user typed the address or chose a bookmark; no page did it.
  case none
  /// Sent, and none of the words of the standard.
  case other

  init(_ sent: String?) {
    switch sent {
    case nil: self = .absent
    case "same-origin": self = .sameOrigin
    case "same-site": self = .sameSite
    case "cross-site": self = .crossSite
    case "none": self = .none
    default: self = .other
    }
  }
}
