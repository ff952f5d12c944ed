// The texts of the CGI as a flat file. The build writes the file, and the CGI reads it line by line
// when it needs a message. Reading a message catalogue would take fifty times as long.

extension Phrasebook {
  /// The file contains the keys with these beginnings.
  package static let served = [
    "account.", "code.", "import.", "refusal.", "failure.", "advice.", "public.", "spending.",
    "date.", "month.", "number.", "hint.", "shelf.items.", "earlier.want.",
  ]

  /// The first line has the language and the plural rule. Every other line has a key and its forms,
  /// separated by tabs.
  package var lines: [UInt8] {
    var rule = PluralRule.english
    var lines = ""
    for key in keys where Self.served.contains(where: key.hasPrefix) {
      let forms = source(of: key)
      if forms.count > 1, let own = phrases[key]?.rule { rule = own }
      lines += ([key] + forms.map(Self.oneLine)).joined(separator: "\t") + "\n"
    }
    return Array("\(language)\t\(rule.field)\n\(lines)".utf8)
  }

  /// Reads the format of `lines`; nil for any other text.
  package init?(lines: [UInt8], zone: Zone) {
    let rows = lines.split(separator: UInt8(ascii: "\n")).map { line in
      line.split(separator: UInt8(ascii: "\t")).map { String(decoding: $0, as: UTF8.self) }
    }
    guard let head = rows.first, head.count == 2, let rule = PluralRule(head[1]) else { return nil }
    var phrases: [String: Phrases] = [:]
    for row in rows.dropFirst() where row.count > 1 {
      let forms = row.dropFirst().compactMap { Phrase($0) }
      // An untranslated text is English, and English may have another number of forms.
      let isOwn = forms.count == 1 || forms.count == rule.count
      phrases[row[0]] = Phrases(forms: forms, rule: isOwn ? rule : .english)
    }
    self.init(language: head[0], zone: zone, phrases: phrases)
  }

  private static func oneLine(_ text: String) -> String {
    String(text.map { $0.isNewline || $0 == "\t" ? " " : $0 })
  }
}
