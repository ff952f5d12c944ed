// Where catalogues and time zones lie on the disk.

import Host

extension Catalogue {
  /// Bytes a catalogue may have.
  private static let fileLimit = 4 << 20

  /// The catalogue of `language` in `folder`: `albumscan.pot`, and `de.po` for `de`.
  package init(language: String, folder: String) throws(WordsError) {
    let template = try Self.text(Self.templateName, in: folder)
    guard language != "en" else {
      try self.init(template: template)
      return
    }
    let translation = try Self.text("\(language).po", in: folder)
    try self.init(template: template, translation: translation, language: language)
  }

  private static func text(_ name: String, in folder: String) throws(WordsError) -> String {
    let bytes: [UInt8]
    do {
      bytes = try Files.read("\(folder)/\(name)", limit: fileLimit)
    } catch {
      throw .unreadable("\(folder)/\(name)", "\(error)")
    }
    guard let text = String(validating: bytes, as: UTF8.self) else {
      throw .unreadable("\(folder)/\(name)", "it is not UTF-8")
    }
    return text
  }
}
