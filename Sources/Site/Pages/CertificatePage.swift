// The page that `albumscan serve --https` sends on its second port: a phone downloads the certificate
// there, and its user reads how to trust the certificate. The page needs no script and no file of the
// site.

import Albums

/// The facts that the page shows about the site's certificate authority.
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
  let view: View

  init(_ facts: CertificateFacts, settings: SiteSettings) {
    let frame = Frame(
      settings.words("certificate.title"), summary: Sentence("certificate.summary"),
      look: "plain", settings: settings)
    let groups = facts.fingerprint
    let lines = stride(from: 0, to: groups.count, by: 4).map {
      groups[$0..<min($0 + 4, groups.count)].joined(separator: " ")
    }
    view = [
      .view(.frame, frame.view),
      .text(.address, settings.baseURL),
      .text(.authority, facts.authorityName),
      .text(.names, facts.names.joined(separator: ", ")),
      .text(.file, Self.file),
      // Lines of four groups.
      .texts(.fingerprint, lines),
    ]
  }
}
