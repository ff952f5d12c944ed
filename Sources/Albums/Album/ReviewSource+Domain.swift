// Whether a page may link to the address of a source, and the domain of that address.

extension ReviewSource {
  /// Maximum length of an address, in bytes.
  private static let byteLimit = 2000

  /// The host without `www.`, in lower case; nil if a page must not link to the address.
  ///
  /// The address must be `https` with a host of letters, digits, dots and hyphens. A user, a port,
  /// a numeric host, and a name that a browser would show differently are refused. Source:
  /// docs/product.md "What a review is".
  package static func domain(of address: String) -> String? {
    let scheme = "https://"
    guard address.utf8.count <= byteLimit, address.lowercased().hasPrefix(scheme),
      address.utf8.allSatisfy({ (0x21...0x7E).contains($0) })
    else { return nil }
    let host = address.dropFirst(scheme.count).prefix { !"/?#".contains($0) }.lowercased()
    let isName = host.utf8.allSatisfy {
      (97...122).contains($0) || (48...57).contains($0) || $0 == 45 || $0 == 46
    }
    let parts = host.split(separator: ".", omittingEmptySubsequences: false)
    guard isName, parts.count >= 2, parts.allSatisfy({ !$0.isEmpty }),
      parts.last?.contains(where: \.isLetter) == true
    else { return nil }
    return host.hasPrefix("www.") && parts.count > 2 ? String(host.dropFirst(4)) : host
  }

  package var domain: String? { Self.domain(of: address) }
}
