// The address of an installation as `albumscan setup` accepts it: a scheme, a host and perhaps a port.

/// `https://records.example`, `http://192.168.1.20:8017`.
package struct SiteAddress: Equatable, Sendable {
  package let isHTTPS: Bool

  /// A name, an IPv4 address, or an IPv6 address in brackets; in lower case.
  package let host: String

  /// Nil for the port of the scheme.
  package let port: UInt16?

  package var text: String {
    "\(isHTTPS ? "https" : "http")://\(host)\(port.map { ":\($0)" } ?? "")"
  }

  /// Throws a sentence for the host if the text is no address of a whole site.
  package init(_ text: String) throws(InstallingError) {
    let lower = text.lowercased()
    guard let scheme = ["https://", "http://"].first(where: { lower.hasPrefix($0) }) else {
      throw InstallingError(
        "an address begins with https:// or http://, such as https://records.example")
    }
    isHTTPS = scheme == "https://"
    var rest = lower.dropFirst(scheme.count)
    if rest.last == "/" { rest.removeLast() }
    guard !rest.contains(where: { "/?#".contains($0) }) else {
      throw InstallingError(
        "\(text) has a path. AlbumScan is not built for a path, because cookies, caches and the queue of a "
          + "browser belong to a whole host: choose a name or a port of its own, such as https://records.example"
      )
    }
    let colon = rest.lastIndex(of: ":").flatMap { rest[$0...].contains("]") ? nil : $0 }
    guard let colon else {
      (host, port) = (String(rest), nil)
      try Self.check(host, in: text)
      return
    }
    guard let number = UInt16(rest[rest.index(after: colon)...]), number > 0 else {
      throw InstallingError("\(text) has no port between 1 and 65535")
    }
    (host, port) = (String(rest[..<colon]), number == (isHTTPS ? 443 : 80) ? nil : number)
    try Self.check(host, in: text)
  }

  private static func check(_ host: String, in text: String) throws(InstallingError) {
    let isPlain = host.utf8.allSatisfy { byte in
      (UInt8(ascii: "a")...UInt8(ascii: "z")).contains(byte)
        || (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte) || ".-[]:".utf8.contains(byte)
    }
    guard isPlain, !host.isEmpty else {
      throw InstallingError("\(text) has no name or number of a host; write other letters as xn--…")
    }
  }

  /// The warning about an address of plain http that other computers open; nil for any other address.
  package var warning: String? {
    isHTTPS || isLoopback
      ? nil
      : "With \(text), people cannot sign in, and a phone has no live camera, because everybody in the network could read "
        + "along. Choose an address with https://, or go on without people."
  }

  /// Whether only this computer can open the address.
  package var isLoopback: Bool { host == "localhost" || host == "[::1]" || host.hasPrefix("127.") }
}

/// A sentence for the host.
package struct InstallingError: Error, Equatable, Sendable, CustomStringConvertible {
  package let description: String

  package init(_ description: String) { self.description = description }
}
