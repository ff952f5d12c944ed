// A language for tests. Each text of the catalogue is in brackets, so a text without brackets on a
// page comes from code or from a template.

package import Albums
import Host
import Words

extension Phrasebook {
  /// Every text as `⟦text⟧`, in UTC.
  package static func pseudo() throws -> Phrasebook {
    let template = String(
      decoding: try Files.read("\(Checkout.root)/words/albumscan.pot"), as: UTF8.self)
    return try Catalogue(
      template: template, translation: pseudoTranslation(of: template), language: "qps"
    ).phrasebook(zone: .utc)
  }

  /// A PO file with a translation for each entry of `template`.
  private static func pseudoTranslation(of template: String) -> String {
    var lines = ["msgid \"\"", "msgstr \"Plural-Forms: nplurals=2; plural=(n != 1);\\n\""]
    var texts: [Substring] = []
    var isHeader = true
    for line in template.split(separator: "\n", omittingEmptySubsequences: false) {
      if line.hasPrefix("msgctxt") { isHeader = false }
      if isHeader { continue }
      if line.hasPrefix("msgid") {
        texts.append(line.dropFirst(line.hasPrefix("msgid_plural") ? 13 : 6))
      }
      guard line.hasPrefix("msgstr") else {
        lines.append(String(line))
        continue
      }
      let isPlural = line.hasPrefix("msgstr[")
      let text = line.hasPrefix("msgstr[1]") ? texts.last : texts.first
      let name = line.prefix { $0 != " " }
      lines.append("\(name) \"⟦\((text ?? "").dropFirst().dropLast())⟧\"")
      if !isPlural || line.hasPrefix("msgstr[1]") { texts = [] }
    }
    return lines.joined(separator: "\n") + "\n"
  }
}
