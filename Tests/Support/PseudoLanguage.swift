// Two languages for tests. In the first, each text of the message catalogue is in brackets, so a
// text without brackets on a page comes from code or from a template. In the second, each text is
// 40 % longer than the English text, so a page with room for these texts has room for other
// languages.

package import Albums
import Host
import Words

package enum PseudoLanguage {
  /// Writes a folder for the setting `words` with the language `name`: English, but 40 % longer.
  package static func writeLongWords(to folder: String, name: String) throws {
    let template = try template()
    try Files.replace("\(folder)/albumscan.pot", with: Array(template.utf8), durably: false)
    let longer = translation(of: template) { lengthened($0) }
    try Files.replace("\(folder)/\(name).po", with: Array(longer.utf8), durably: false)
  }

  /// The text with its first vowels doubled: as many vowels as make the text 40 % longer, or all of
  /// them. Words become longer, as in German; names of arguments and escapes stay.
  package static func lengthened(_ text: Substring) -> String {
    let letters = text.count { $0.isLetter }
    var missing = (letters * 4 + 9) / 10
    var result = ""
    var isName = false
    for character in text {
      result.append(character)
      if character == "{" { isName = true }
      if character == "}" { isName = false }
      guard missing > 0, !isName, "aeiouyAEIOUY".contains(character) else { continue }
      result += character.lowercased()
      missing -= 1
    }
    return result
  }

  static func template() throws -> String {
    String(decoding: try Files.read("\(Checkout.root)/words/albumscan.pot"), as: UTF8.self)
  }

  /// A PO file with a translation for each entry of `template`.
  static func translation(of template: String, _ change: (Substring) -> String) -> String {
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
      lines.append("\(name) \"\(change((text ?? "").dropFirst().dropLast()))\"")
      if !isPlural || line.hasPrefix("msgstr[1]") { texts = [] }
    }
    return lines.joined(separator: "\n") + "\n"
  }
}

extension Phrasebook {
  /// English, but 40 % longer, in UTC.
  package static func lengthened() throws -> Phrasebook {
    let template = try PseudoLanguage.template()
    let longer = PseudoLanguage.translation(of: template) { PseudoLanguage.lengthened($0) }
    return try MessageCatalogue(template: template, translation: longer, language: "qps")
      .phrasebook(zone: .utc)
  }

  /// Every text as `⟦text⟧`, in UTC.
  package static func pseudo() throws -> Phrasebook {
    let template = try PseudoLanguage.template()
    let translation = PseudoLanguage.translation(of: template) { "⟦\($0)⟧" }
    return try MessageCatalogue(template: template, translation: translation, language: "qps")
      .phrasebook(zone: .utc)
  }
}
