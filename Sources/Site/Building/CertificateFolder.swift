// Writes the web root of the certificate page. It is separate from the site, because its port uses
// plain HTTP. Its files have plain names.

import Albums
import Host

extension Site {
  /// Writes the page, the certificate, the style and the pictures into `folder`.
  package func writeCertificatePage(
    _ facts: CertificateFacts, into folder: String
  ) throws(SiteError) {
    let root = Tree(root: folder)
    var settings = settings
    settings.assets = .none
    let page = try templates.render(CertificatePage(facts, settings: settings))
    _ = try root.write(facts.certificate, at: CertificatePage.file, durably: false)
    for (file, name) in [
      ("style.css", "style.css"), ("logo.svg", "logo.svg"), ("icons/icon.svg", "icon.svg"),
    ] {
      _ = try root.write(try publicFiles.bytes(of: file), at: name, durably: false)
    }
    _ = try root.write(page, at: "index.html", durably: false)
  }
}
