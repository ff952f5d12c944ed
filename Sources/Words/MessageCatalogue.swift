// Reads PO files into a phrasebook. The template contains every text in English; a translation
// replaces the texts that it contains.

package import Albums

/// The texts of a language, by key.
package struct MessageCatalogue: Sendable {
  private var phrases: [String: Phrases]
  private let language: String

  /// The template alone: English.
  package init(template text: String) throws(WordsError) {
    try self.init(try PortableObject(text, name: Self.templateName))
  }

  /// English, from the template: `msgctxt` is the key, `msgid` the text.
  private init(_ template: PortableObject) throws(WordsError) {
    var phrases: [String: Phrases] = [:]
    phrases.reserveCapacity(template.entries.count)
    for entry in template.entries {
      guard let key = entry.context, let id = entry.id else {
        throw .file(Self.templateName, line: entry.line, "an entry has no msgctxt")
      }
      let texts = [id] + (entry.plural.map { [$0] } ?? [])
      let english = Phrases(
        forms: try Self.forms(texts, of: entry, in: Self.templateName), rule: .english)
      guard phrases.updateValue(english, forKey: key) == nil else {
        throw .file(Self.templateName, line: entry.line, "\(key) is there twice")
      }
    }
    self.phrases = phrases
    language = "en"
  }

  /// The template with a translation. A text stays English if its translation is missing, empty or
  /// fuzzy, or was made for another English text.
  package init(
    template: String, translation text: String, language: String
  ) throws(WordsError) {
    let source = try PortableObject(template, name: Self.templateName)
    let base = try MessageCatalogue(source)
    let english = Dictionary(source.entries.map { ($0.context, $0) }) { first, _ in first }
    let name = "\(language).po"
    let translation = try PortableObject(text, name: name)
    guard let rule = PluralRule(translation.header["Plural-Forms"] ?? "") else {
      throw .file(name, line: 1, "its Plural-Forms is not a rule that is known here")
    }
    var phrases = base.phrases
    for entry in translation.entries where !entry.isFuzzy {
      guard let key = entry.context, let source = english[key], source.id == entry.id,
        source.plural == entry.plural, entry.strings.allSatisfy({ !$0.isEmpty })
      else { continue }
      guard entry.strings.count == (entry.plural == nil ? 1 : rule.count) else {
        throw .file(name, line: entry.line, "\(key) has not as many forms as Plural-Forms says")
      }
      phrases[key] = Phrases(forms: try Self.forms(entry.strings, of: entry, in: name), rule: rule)
      try Self.check(phrases[key], against: base.phrases[key], key, line: entry.line, in: name)
    }
    self.phrases = phrases
    self.language = language
  }

  /// These texts, and the texts of `other` for keys that this catalogue does not have.
  func completed(by other: MessageCatalogue) -> MessageCatalogue {
    var whole = self
    whole.phrases.merge(other.phrases) { (own, _) in own }
    return whole
  }

  package func phrasebook(zone: Zone) -> Phrasebook {
    Phrasebook(language: language, zone: zone, phrases: phrases)
  }

  static let templateName = "albumscan.pot"

  private static func forms(
    _ texts: [String], of entry: PortableEntry, in name: String
  ) throws(WordsError) -> [Phrase] {
    var forms: [Phrase] = []
    for text in texts {
      guard let phrase = Phrase(text) else {
        throw .file(name, line: entry.line, "a brace that belongs to no argument")
      }
      forms.append(phrase)
    }
    return forms
  }

  /// Throws if a translation contains an argument that the English text does not have.
  private static func check(
    _ translated: Phrases?, against source: Phrases?, _ key: String, line: Int, in name: String
  ) throws(WordsError) {
    func names(_ phrases: Phrases?) -> Set<String> {
      (phrases?.forms ?? []).reduce(into: []) { $0.formUnion($1.argumentNames) }
    }
    let unknown = names(translated).subtracting(names(source))
    if let unknown = unknown.min() {
      throw .file(name, line: line, "\(key) has no argument {\(unknown)}")
    }
  }
}
