// The configuration of `openssl req` for the two certificates of a site. Source: req(1ssl),
// x509v3_config(5ssl), RFC 5280 §4.2.

import Host

/// Texts for `openssl req -config`.
struct CertificateRequest {
  let names: CertificateNames

  /// An authority that can certify only `names`: its name constraints are critical, so a program
  /// without support for name constraints refuses its certificates. A DNS name also permits the names
  /// below it.
  var authority: String {
    text(
      commonName: names.authorityName,
      """
      basicConstraints = critical, CA:TRUE, pathlen:0
      keyUsage = critical, keyCertSign, cRLSign
      subjectKeyIdentifier = hash
      nameConstraints = critical, @names
      """, list(prefix: "permitted;") { "\($0.text)/\(mask(of: $0))" } + noAddress)
  }

  var server: String {
    text(
      commonName: String((names.names.last ?? "albumscan.local").prefix(64)),
      """
      basicConstraints = critical, CA:FALSE
      keyUsage = critical, digitalSignature
      extendedKeyUsage = serverAuth
      subjectKeyIdentifier = hash
      authorityKeyIdentifier = keyid
      subjectAltName = @names
      """, list(prefix: "", address: \.text))
  }

  private func list(prefix: String, address: (NumericAddress) -> String) -> [String] {
    names.addresses.enumerated().map { "\(prefix)IP.\($0) = \(address($1))" }
      + names.names.enumerated().map { "\(prefix)DNS.\($0) = \($1)" }
  }

  /// The mask of exactly one address.
  private func mask(of address: NumericAddress) -> String {
    address.isIPv6 ? "ffff:ffff:ffff:ffff:ffff:ffff:ffff:ffff" : "255.255.255.255"
  }

  /// The lines that exclude all addresses if `names` has no address: without any constraint on
  /// addresses, every address would be permitted.
  private var noAddress: [String] {
    names.addresses.isEmpty
      ? ["excluded;IP.0 = 0.0.0.0/0.0.0.0", "excluded;IP.1 = ::/::"] : []
  }

  private func text(commonName: String, _ extensions: String, _ list: [String]) -> String {
    """
    [req]
    prompt = no
    utf8 = yes
    string_mask = utf8only
    distinguished_name = subject
    x509_extensions = extensions
    [subject]
    CN = \(commonName)
    [extensions]
    \(extensions)
    [names]
    \(list.joined(separator: "\n"))

    """
  }
}
