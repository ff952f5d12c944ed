// The addresses and names of a site in the local network, for which a certificate is valid.

import HTTP
package import Host

/// The host of `base-url`, the address on which the server listens, and `NAME.local`, the computer's
/// name in multicast DNS (RFC 6762).
package struct CertificateNames: Equatable, Sendable {
  package let addresses: [NumericAddress]

  /// Names of the DNS, in lower case; never empty.
  package let names: [String]

  /// `hostName` is the computer's name, with or without a domain. Nil for a base URL without a
  /// host.
  package init?(baseURL: String, listening: String, hostName: String) {
    guard let host = HostPort(baseURL)?.host.lowercased() else { return nil }
    let local = Self.localName(hostName)
    var addresses: [NumericAddress] = []
    for text in [host, listening] {
      guard let address = NumericAddress(text), !address.isWildcard, !addresses.contains(address)
      else { continue }
      addresses.append(address)
    }
    self.addresses = addresses
    names = NumericAddress(host) == nil && host != local ? [host, local] : [local]
  }

  /// `box.local` for `Box` and for `box.example.org`. A name that is not valid in the DNS becomes
  /// `albumscan.local`.
  static func localName(_ hostName: String) -> String {
    let label = hostName.lowercased().prefix { $0 != "." }
    let isValid =
      !label.isEmpty && label.utf8.count <= 63
      && label.utf8.allSatisfy { (97...122).contains($0) || (48...57).contains($0) || $0 == 45 }
    return "\(isValid ? String(label) : "albumscan").local"
  }

  /// All names and addresses, the host of `base-url` first.
  package var all: [String] {
    names.count > 1
      ? [names[0]] + addresses.map(\.text) + names.dropFirst()
      : addresses.map(\.text) + names
  }

  /// The name of the certificate authority, as a phone shows it: at most 64 bytes (RFC 5280,
  /// ub-common-name).
  package var authorityName: String { String("AlbumScan \(all[0])".prefix(64)) }
}
