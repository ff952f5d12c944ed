// Reads message catalogues from their files.

import Host

extension MessageCatalogue {
  /// The maximum size of a message catalogue file in bytes.
  private static let fileLimit = 4 << 20

  /// Reads the message catalogue of `language` from `folder`: `albumscan.pot`, and for `de` also
  /// `de.po`. A text that this folder does not have comes from the folder `installed`, if that exists:
  /// a host's own folder may be older than the program.
  package init(language: String, folder: String, installed: String) throws(WordsError) {
    let own = try Self(language: language, folder: folder)
    guard folder != installed, Files.exists("\(installed)/\(Self.templateName)") else {
      self = own
      return
    }
    let known = Files.exists("\(installed)/\(language).po") ? language : "en"
    self = own.completed(by: try Self(language: known, folder: installed))
  }

  /// Reads the message catalogue of `language` from `folder` alone.
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
