// Whether a sleeve was read so clearly that it contradicts a model's answer.
// Source: docs/decisions/179-words-of-a-sleeve.md.

import Albums

extension SleeveReading {
  /// A line that was read with less confidence may be wrong.
  private static let sureConfidence = 0.9

  /// Smaller lettering is text about the record.
  private static let leastHeight = 0.03

  /// An answer is doubtful if less of both names stands on the sleeve.
  private static let leastShare = 0.34

  private static let fewestLetters = 8
  private static let fewestWords = 2

  /// Whether the answer is doubtful: the sleeve was read clearly, but neither the artist nor the title stands on it.
  /// Only lines in a script of the names count, because a name may be a transcription.
  package func contradicts(artist: String, title: String) -> Bool {
    let scripts = Script.all(in: "\(artist) \(title)")
    guard isReadable({ !scripts.isDisjoint(with: Script.all(in: $0)) }) else { return false }
    let text = SleeveText(self)
    let forms = (WrittenNames.artists(artist), WrittenNames.titles(title))
    return (forms.0 + forms.1).allSatisfy { NameOnSleeve($0, text).share < Self.leastShare }
  }

  /// Whether the sleeve was read clearly enough that a wrong answer of a model can be doubted: at least two words and
  /// eight letters in clear, not too small lettering. Only lines with a text that counts are compared.
  private func isReadable(_ isCounted: (String) -> Bool) -> Bool {
    let clear = lines.filter { line in
      line.confidence >= Self.sureConfidence && line.height >= Self.leastHeight
        && isCounted(line.text)
    }.map(WordLine.init)
    let words = clear.flatMap { line in
      zip(line.words, line.isWeak).filter { !$1 && $0.run.letters.count >= 2 }.map(\.0)
    }
    return words.count >= Self.fewestWords
      && words.reduce(0) { $0 + $1.run.letters.count } >= Self.fewestLetters
  }
}

/// The scripts that a comparison distinguishes.
private enum Script: Hashable {
  case latin, greek, cyrillic, other

  static func all(in text: String) -> Set<Self> {
    Set(text.unicodeScalars.filter(\.properties.isAlphabetic).map(of))
  }

  private static func of(_ scalar: Unicode.Scalar) -> Self {
    switch scalar.value {
    case ..<0x370, 0x1E00...0x1EFF: .latin
    case 0x370..<0x400, 0x1F00...0x1FFF: .greek
    case 0x400..<0x530: .cyrillic
    default: .other
    }
  }
}
