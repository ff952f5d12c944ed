// The texts of one language by key. Writes sentences, dates, numbers and money. The patterns for
// dates and numbers are texts of the message catalogue too, so a new language is one file.

/// The texts of one installation, in its language and its time zone.
package struct Phrasebook: Sendable {
  /// The language in the form of `<html lang>`: `en`, `de`.
  package let language: String
  package let zone: Zone
  let phrases: [String: Phrases]

  package init(language: String, zone: Zone, phrases: [String: Phrases]) {
    self.language = language
    self.zone = zone
    self.phrases = phrases
  }

  package var keys: [String] { phrases.keys.sorted() }

  package func has(_ key: String) -> Bool { phrases[key] != nil }

  /// The pieces of a text without a plural, for a template that adds its own markup between them.
  package func pieces(of key: String) -> [Phrase.Piece]? { phrases[key]?.forms.first?.pieces }

  /// Every form of a text, with `{name}` for each argument.
  package func source(of key: String) -> [String] {
    (phrases[key]?.forms ?? []).map { phrase in
      phrase.pieces.map { piece in
        switch piece {
        case .text(let text): text
        case .argument(let name): "{\(name)}"
        }
      }.joined()
    }
  }

  /// The sentence as text. An unknown key is returned unchanged: a page with one odd word is better
  /// than no page.
  package func text(_ sentence: Sentence) -> String {
    guard let phrase = phrase(for: sentence) else { return sentence.key }
    if phrase.pieces.count == 1, case .text(let text)? = phrase.pieces.first { return text }
    return phrase.pieces.map { piece in
      switch piece {
      case .text(let text): text
      case .argument(let name): sentence.arguments[name].map(text) ?? "{\(name)}"
      }
    }.joined()
  }

  /// The same as `text`, in a short form for callers: `words("album.by", ["title": .text(title)])`.
  package func callAsFunction(
    _ key: String, _ arguments: [String: SentenceArgument] = [:]
  ) -> String {
    text(Sentence(key, arguments))
  }

  /// The text before and after one argument. The caller writes the argument itself, for example as
  /// a link.
  package func parts(_ sentence: Sentence, around name: String) -> (before: String, after: String) {
    var parts = ("", "")
    var isAfter = false
    for piece in phrase(for: sentence)?.pieces ?? [] {
      if piece == .argument(name) {
        isAfter = true
        continue
      }
      let text =
        switch piece {
        case .text(let text): text
        case .argument(let name): sentence.arguments[name].map(text) ?? ""
        }
      if isAfter { parts.1 += text } else { parts.0 += text }
    }
    return parts
  }

  /// The sentences in their order, separated by spaces.
  package func text(_ sentences: [Sentence]) -> String {
    sentences.map(text).joined(separator: " ")
  }

  private func phrase(for sentence: Sentence) -> Phrase? {
    guard let phrases = phrases[sentence.key] else { return nil }
    guard phrases.forms.count > 1, case .count(let count)? = sentence.arguments["count"] else {
      return phrases.forms.first
    }
    let form = phrases.rule.form(count)
    return phrases.forms.indices.contains(form) ? phrases.forms[form] : phrases.forms.last
  }
}

extension Phrasebook {
  package func text(_ argument: SentenceArgument) -> String {
    switch argument {
    case .text(let text): text
    case .count(let count): number(count)
    case .decimal(let digits): decimal(digits)
    case .day(let moment): day(moment)
    case .clock(let moment): clock(moment)
    case .month(let month): name(of: month)
    case .money(let money): self("number.money", ["amount": .decimal(money.cents)])
    case .exactMoney(let money): self("number.money", ["amount": .decimal(money.exact)])
    case .sentence(let sentence): text(sentence)
    }
  }

  /// The day in words: `21 November 2026`.
  package func day(_ moment: Timestamp) -> String {
    let time = zone.civilTime(of: moment)
    return self(
      "date.day",
      [
        "day": .text(String(time.day)), "month": .sentence(Self.monthNames[time.month - 1]),
        "year": .text(String(time.year)),
      ])
  }

  /// `November 2026`.
  package func name(of month: Month) -> String {
    self(
      "date.month",
      [
        "month": .sentence(Self.monthNames[month.month - 1]), "year": .text(String(month.year)),
      ])
  }

  /// `14:05 UTC`.
  package func clock(_ moment: Timestamp) -> String {
    let time = zone.civilTime(of: moment)
    let digits = "\(padded(time.hour, to: 2)):\(padded(time.minute, to: 2))"
    return self("date.clock", ["time": .text(digits), "zone": .text(time.abbreviation)])
  }

  /// The number with separators: `12,000`. A number of four digits has no separator, in German too.
  package func number(_ count: Int) -> String {
    let digits = String(count.magnitude)
    let sign = count < 0 ? "-" : ""
    guard digits.utf8.count > 4 else { return sign + digits }
    var groups: [Substring] = []
    var rest = Substring(digits)
    while !rest.isEmpty {
      groups.insert(rest.suffix(3), at: 0)
      rest = rest.dropLast(3)
    }
    return sign + groups.joined(separator: self("number.group"))
  }

  /// The number with the decimal sign of the language: `8.5`.
  package func decimal(_ digits: String) -> String {
    guard let point = digits.utf8.firstIndex(of: UInt8(ascii: ".")) else { return digits }
    let decimals = digits[digits.utf8.index(after: point)...]
    return "\(digits[..<point])\(self("number.point"))\(decimals)"
  }

  private static let monthNames = [
    Sentence("month.1"), Sentence("month.2"), Sentence("month.3"), Sentence("month.4"),
    Sentence("month.5"), Sentence("month.6"), Sentence("month.7"), Sentence("month.8"),
    Sentence("month.9"), Sentence("month.10"), Sentence("month.11"), Sentence("month.12"),
  ]
}
