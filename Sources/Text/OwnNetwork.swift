// The rule that says which hosts are in the installation's own network. The address of a model's server
// and `base-url` follow it. No name is looked up. Source: docs/interface.md "The own network".

package enum OwnNetwork {
  /// Whether a host is in the own network: a local address, a name without a dot, a name below one of
  /// `domains`, or one of `further`, the hosts of the setting `own-network`. `host` is in the spelling of a
  /// URL. `further` has names and addresses in lower case; one that begins with a dot stands for all names
  /// below it.
  package static func contains(_ host: String, further: [String] = []) -> Bool {
    let name = plain(host)
    if further.contains(where: { $0.utf8.first == .dot ? name.hasSuffix($0) : plain($0) == name }) {
      return !name.isEmpty
    }
    if let address = IPAddress(name) { return address.isLocalNetwork }
    return host.utf8.first != UInt8(ascii: "[") && isName(name)
      && (!name.utf8.contains(.dot) || domains.contains { isBelow($0, name) })
  }

  /// Domains that the public DNS does not have: RFC 6762 §3 (`local`) and appendix G (`lan`, `home`,
  /// `intranet`, `private`, `corp`), RFC 8375 §7 (`home.arpa`), ICANN's resolution 2024.07.29.06
  /// (`internal`, with `host.docker.internal` and `host.containers.internal`). `fritz.box` belongs to the
  /// maker of the FRITZ!Box, which answers for the names below it.
  private static let domains = [
    ".local", ".lan", ".home", ".intranet", ".private", ".corp", ".home.arpa", ".internal",
    ".fritz.box",
  ]

  private static func isBelow(_ domain: String, _ name: String) -> Bool {
    name.hasSuffix(domain) || (domain == ".fritz.box" && name == "fritz.box")
  }

  /// The host in lower case, without brackets, the zone of an IPv6 address, and the dot of the root.
  private static func plain(_ host: String) -> String {
    var bytes = Array(host.utf8)[...]
    if bytes.first == UInt8(ascii: "["), bytes.last == UInt8(ascii: "]") {
      bytes = bytes.dropFirst().dropLast().prefix { $0 != UInt8(ascii: "%") }
    } else if bytes.last == .dot {
      bytes = bytes.dropLast()
    }
    return bytes.lowercaseText
  }

  /// Whether a text is a name. libcurl reads a text whose last label is a number as an address:
  /// `http://134744072` is 8.8.8.8.
  private static func isName(_ text: String) -> Bool {
    let last = text.utf8.reversed().prefix { $0 != .dot }
    let isNumber = last.allSatisfy(\.isDigit)
    let isHexadecimal = last.suffix(2).elementsEqual("x0".utf8)
    let isSpelled = text.utf8.allSatisfy {
      $0.isLetterOrDigit || $0 == .dot || $0 == .dash || $0 == UInt8(ascii: "_")
    }
    return isSpelled && !last.isEmpty && !isNumber && !isHexadecimal
  }
}
