// The texts that the CGI shows, as a flat file: the build writes it, and the CGI reads it line by line
// where it answers with a message. A catalogue would be fifty times as slow to read.

extension Phrasebook {
  /// Beginnings of the keys that the file holds.
  private static let served = [
    "code.", "refusal.", "failure.", "advice.", "spending.", "date.", "month.", "number.",
  ]

  /// The language and the plural rule in the first line, then a key and its forms in each line, with
  /// tabs between.
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

  /// Reads what `lines` wrote; nil for anything else.
  package init?(lines: [UInt8], zone: Zone) {
    let rows = lines.split(separator: UInt8(ascii: "\n")).map { line in
      line.split(separator: UInt8(ascii: "\t")).map { String(decoding: $0, as: UTF8.self) }
    }
    guard let head = rows.first, head.count == 2, let rule = PluralRule(head[1]) else { return nil }
    var phrases: [String: Phrases] = [:]
    for row in rows.dropFirst() where row.count > 1 {
      let forms = row.dropFirst().compactMap { Phrase($0) }
      // An English text in a catalogue with another number of forms.
      let isOwn = forms.count == 1 || forms.count == rule.count
      phrases[row[0]] = Phrases(forms: forms, rule: isOwn ? rule : .english)
    }
    self.init(language: head[0], zone: zone, phrases: phrases)
  }

  private static func oneLine(_ text: String) -> String {
    String(text.map { $0.isNewline || $0 == "\t" ? " " : $0 })
  }
}
