// Host and port of a service's address in the control file.

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
    let authority = url.drop { $0 != ":" }.dropFirst(3).prefix { $0 != "/" }
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

  /// Whether the host is in the installation's own network: loopback, a private address, a name without a
  /// dot, or a name below `.local` or `.lan`.
  package var isPrivate: Bool {
    if host.hasPrefix("[") {
      // Source: RFC 4291 §2.5.3, RFC 4193 §3.1, RFC 4291 §2.5.6 (loopback, fc00::/7, fe80::/10).
      let head = host.dropFirst().prefix { $0 != ":" && $0 != "]" }
      let isLocal = UInt16(head, radix: 16).map { $0 & 0xFE00 == 0xFC00 || $0 & 0xFFC0 == 0xFE80 }
      return host == "[::1]" || isLocal ?? false
    }
    if !host.contains(".") { return true }
    let labels = host.split(separator: ".", omittingEmptySubsequences: false)
    let parts = labels.compactMap { UInt8($0) }
    guard labels.count == 4, parts.count == 4 else {
      return host.hasSuffix(".local") || host.hasSuffix(".lan")
    }
    return parts[0] == 127 || parts[0] == 10 || (parts[0] == 192 && parts[1] == 168)
      || (parts[0] == 172 && (16...31).contains(parts[1]))
  }
}
