// Host and port of a service's address in the control file.

import Text

extension Destination {
  /// The destination of a configured address; the public service if no address is configured.
  package static func of(_ url: String?) -> Destination {
    guard let url, let address = HostPort(url) else { return .public }
    return .configured(host: address.host, port: address.port)
  }
}

/// Host and port of an http(s) URL whose form the control file's reader has checked.
package struct HostPort: Equatable {
  /// The host in the spelling of the URL; an IPv6 address is in brackets.
  package let host: String
  package let port: UInt16

  /// Nil for a URL without a host.
  package init?(_ url: String) {
    let isSecure = url.hasPrefix("https://")
    let rest = url.drop { $0 != ":" }.dropFirst(3).prefix { $0 != "/" && $0 != "?" && $0 != "#" }
    // A user name before the host is not part of it (RFC 3986 §3.2).
    let authority = rest.lastIndex(of: "@").map { rest[rest.index(after: $0)...] } ?? rest
    if let colon = authority.lastIndex(of: ":"),
      let port = UInt16(authority[authority.index(after: colon)...])
    {
      host = String(authority[..<colon])
      self.port = port
    } else {
      host = String(authority)
      port = isSecure ? 443 : 80
    }
    if host.isEmpty { return nil }
  }

  /// Whether the host is in the installation's own network. `further`: the hosts of the setting
  /// `own-network`.
  package func isPrivate(further: [String]) -> Bool {
    OwnNetwork.contains(host, further: further)
  }
}
