// An address of the control file: exactly that host and port may be asked, wherever it lies.

extension Destination {
  /// A configured address is exactly that host and port; none is the public service.
  package static func of(_ url: String?) -> Destination {
    guard let url, let place = Place(url) else { return .public }
    return .configured(host: place.host, port: place.port)
  }
}

/// Host and port of a configured address; the control file has checked its form.
package struct Place: Equatable {
  package let host: String
  package let port: UInt16

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

  /// A server of one's own: loopback, a private address, or a name without a dot.
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
