// The text of one message catalogue entry, split at its arguments once, so that writing a sentence
// only joins the pieces.

/// One form of a text with `{name}` arguments.
package struct Phrase: Hashable, Sendable {
  package enum Piece: Hashable, Sendable {
    case text(String)
    case argument(String)
  }

  package let pieces: [Piece]

  /// Parses `{name}`; nil for a text with a brace that belongs to no argument. Source: Python's
  /// brace format; the message catalogues use plain names only.
  package init?(_ text: String) {
    var pieces: [Piece] = []
    // Reading bytes is faster than reading characters, and a message catalogue has hundreds of
    // texts.
    var rest = text.utf8[...]
    while let open = rest.firstIndex(where: Self.isBrace) {
      let after = rest[rest.index(after: open)...]
      guard rest[open] == UInt8(ascii: "{"), let close = after.firstIndex(where: Self.isBrace),
        after[close] == UInt8(ascii: "}"), Self.isName(Substring(after[..<close]))
      else { return nil }
      if open != rest.startIndex { pieces.append(.text(String(Substring(rest[..<open])))) }
      pieces.append(.argument(String(Substring(after[..<close]))))
      rest = after[after.index(after: close)...]
    }
    if !rest.isEmpty { pieces.append(.text(String(Substring(rest)))) }
    self.pieces = pieces
  }

  package var argumentNames: Set<String> {
    Set(
      pieces.compactMap { piece in
        if case .argument(let name) = piece { name } else { nil }
      })
  }

  private static func isBrace(_ byte: UInt8) -> Bool {
    byte == UInt8(ascii: "{") || byte == UInt8(ascii: "}")
  }

  private static func isName(_ name: Substring) -> Bool {
    guard let first = name.utf8.first, !(48...57).contains(first) else { return false }
    return name.utf8.allSatisfy {
      (97...122).contains($0 | 0x20) || (48...57).contains($0) || $0 == UInt8(ascii: "_")
    }
  }
}

/// An entry of a message catalogue: its plural forms, and the rule that chooses among them.
package struct Phrases: Sendable {
  /// The plural forms; a text without a plural has one form.
  package let forms: [Phrase]

  /// The rule that chooses the form for a count.
  package let rule: PluralRule

  package init(forms: [Phrase], rule: PluralRule) {
    self.forms = forms
    self.rule = rule
  }
}
