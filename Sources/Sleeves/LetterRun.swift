// Compares words letter by letter: a reader confuses, loses and adds letters.

/// The letters of a word, or of several neighbouring words without the spaces between them.
struct LetterRun: Sendable {
  let letters: [Unicode.Scalar]

  /// A bit for each letter of the run. Words that differ by one letter differ by at most two bits.
  private let mask: UInt64

  init(_ letters: [Unicode.Scalar]) {
    self.letters = letters
    mask = letters.reduce(0) { $0 | 1 << UInt64($1.value & 63) }
  }

  /// The number of wrong letters that still make the same word. Short words allow none, because "love" and "live" are
  /// two words.
  static func mostErrors(_ count: Int) -> Int {
    switch count {
    case ...4: 0
    case 5...8: 1
    case 9...13: 2
    default: 3
    }
  }

  /// 0 to 1: how well the runs agree. A wrong letter weighs less in a long word.
  func agreement(with other: Self) -> Double {
    if letters == other.letters { return 1 }
    if isShort(other) { return Self.shortAgreement }
    let longer = max(letters.count, other.letters.count)
    let most = Self.mostErrors(min(letters.count, other.letters.count))
    guard most > 0, abs(letters.count - other.letters.count) <= most,
      (mask ^ other.mask).nonzeroBitCount <= 2 * most,
      let errors = Self.errors(letters, other.letters, most: most)
    else { return 0 }
    return 1 - 1.2 * Double(errors) / Double(longer)
  }

  /// A word of three or four letters with a changed letter: more often another word than a wrong letter.
  private static let shortAgreement = 0.4

  private func isShort(_ other: Self) -> Bool {
    guard (3...4).contains(letters.count), letters.count == other.letters.count else {
      return false
    }
    return zip(letters, other.letters).count { $0 != $1 } == 1
  }

  /// The number of letters to change, to add or to remove (Levenshtein distance); nil if it is more than `most`.
  static func errors(
    _ one: [Unicode.Scalar], _ other: [Unicode.Scalar], most: Int
  ) -> Int? {
    var before = Array(0...other.count)
    for (index, letter) in one.enumerated() {
      var row = [index + 1]
      row.reserveCapacity(other.count + 1)
      var least = index + 1
      for (position, another) in other.enumerated() {
        let changed = before[position] + (letter == another ? 0 : 1)
        let value = min(changed, before[position + 1] + 1, row[position] + 1)
        row.append(value)
        least = min(least, value)
      }
      guard least <= most else { return nil }
      before = row
    }
    let errors = before[other.count]
    return errors <= most ? errors : nil
  }
}
