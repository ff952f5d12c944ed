// The page that `albumscan serve --https` sends on its second port: a phone downloads the certificate
// there and learns how to trust it. It needs no script and no file of the site.

import Albums

/// What the page shows about the site's certificate authority.
package struct CertificateFacts: Sendable {
  /// The name that a phone shows, `AlbumScan 192.168.1.20`.
  package let authorityName: String

  /// The addresses and names that the authority may certify.
  package let names: [String]

  /// The SHA-256 of the certificate in groups.
  package let fingerprint: [String]

  /// The certificate as PEM.
  package let certificate: [UInt8]

  package init(
    authorityName: String, names: [String], fingerprint: [String], certificate: [UInt8]
  ) {
    self.authorityName = authorityName
    self.names = names
    self.fingerprint = fingerprint
    self.certificate = certificate
  }
}

/// `certificate.mustache`.
struct CertificatePage: Page {
  static let template = "certificate"
  static let file = "albumscan.crt"
  let frame: Frame
  let address: String
  let authority: String
  let names: String
  let file = Self.file

  /// Lines of four groups.
  let fingerprint: [String]

  func field(_ name: FieldName) -> Field {
    switch name {
    case .frame: Field(frame)
    case .address: Field(address)
    case .authority: Field(authority)
    case .names: Field(names)
    case .file: Field(file)
    case .fingerprint: Field(fingerprint)
    default: .nothing
    }
  }

  init(_ facts: CertificateFacts, settings: SiteSettings) {
    frame = Frame(
      settings.words("certificate.title"), summary: Sentence("certificate.summary"),
      look: "dark plain", settings: settings)
    address = settings.baseURL
    authority = facts.authorityName
    names = facts.names.joined(separator: ", ")
    fingerprint = stride(from: 0, to: facts.fingerprint.count, by: 4).map {
      facts.fingerprint[$0..<min($0 + 4, facts.fingerprint.count)].joined(separator: " ")
    }
  }
}
