// The headers with which a browser names the origin of a request: Origin and Sec-Fetch-Site.
// `AccessPolicy` decides what they mean.

/// The Origin header. Source: RFC 6454 §7.
package enum Origin: Hashable, Sendable {
  /// Not sent. A program does not send it, and a browser does not send it with a same-origin GET.
  case absent
  /// `null`: a sandboxed frame, a `data:` page, or a redirect that hides the origin.
  case null
  /// Any other value, unchanged; also one that is not a valid origin.
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
  /// Not sent. A program does not send it, nor does a browser over plain http to another computer.
  case absent
  case sameOrigin, sameSite, crossSite
  /// The user typed the address or chose a bookmark.
  case none
  /// A value that the standard does not have.
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
