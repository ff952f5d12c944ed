// The number of an edition of a book. Source: ISO 2108; <https://www.isbn-international.org>.

/// An ISBN with a right check digit, as the 13 digits that a bar code has.
package struct ISBN: Hashable, Sendable, CustomStringConvertible {
  /// 13 ASCII digits that begin with 978 or 979.
  package let digits: String

  package var description: String { digits }

  /// Reads an ISBN of 10 or 13 digits with or without hyphens and spaces. An ISBN of 10 digits
  /// becomes the ISBN of 13 digits for the same edition. Nil for any other text, also if the check
  /// digit is wrong.
  package init?(_ text: some StringProtocol) {
    let signs = text.utf8.filter { $0 != UInt8(ascii: "-") && $0 != UInt8(ascii: " ") }
    let values = signs.map { (48...57).contains($0) ? Int($0) - 48 : nil }
    switch signs.count {
    case 13:
      let all = values.compactMap(\.self)
      guard all.count == 13, [[9, 7, 8], [9, 7, 9]].contains(Array(all.prefix(3))),
        all[12] == Self.check(all.prefix(12))
      else { return nil }
      digits = Self.text(all)
    case 10:
      // The last sign may be an X, which stands for 10.
      let isTen = signs[9] == UInt8(ascii: "X") || signs[9] == UInt8(ascii: "x")
      let all = values.prefix(9).compactMap(\.self)
      guard all.count == 9, let last = isTen ? 10 : values[9] else { return nil }
      let sum = all.indices.reduce(last) { $0 + (10 - $1) * all[$1] }
      guard sum.isMultiple(of: 11) else { return nil }
      let long = [9, 7, 8] + all
      digits = Self.text(long + [Self.check(long[...])])
    default: return nil
    }
  }

  /// The check digit after twelve digits, whose weights are 1 and 3 in turn.
  private static func check(_ twelve: ArraySlice<Int>) -> Int {
    let sum = twelve.enumerated().reduce(0) {
      $0 + $1.element * ($1.offset.isMultiple(of: 2) ? 1 : 3)
    }
    return (10 - sum % 10) % 10
  }

  private static func text(_ digits: [Int]) -> String { digits.map(String.init).joined() }
}
