// A rating: that of a review, or the own rating of a find.

import Text

/// A rating from 0 to 10 in tenths.
package struct Rating: Hashable, Comparable, Sendable, CustomStringConvertible {
  package let tenths: Int

  /// Nil outside 0...100.
  package init?(tenths: Int) {
    guard (0...100).contains(tenths) else { return nil }
    self.tenths = tenths
  }

  /// Reads `8.5`, `8,5`, `8` and `10`; nil for any other text, such as one with two decimals.
  package init?(_ text: String) {
    let parts = text.trimmed.utf8.split(
      maxSplits: 1, omittingEmptySubsequences: false,
      whereSeparator: { $0 == UInt8(ascii: ".") || $0 == UInt8(ascii: ",") })
    guard parts.allSatisfy({ (1...2).contains($0.count) && $0.allSatisfy(\.isDigit) }),
      let whole = parts.first.flatMap({ Int(Substring($0)) }),
      let tenth = parts.count == 1 ? 0 : parts[1].count == 1 ? Int(Substring(parts[1])) : nil
    else { return nil }
    self.init(tenths: whole * 10 + tenth)
  }

  /// The form on pages: `8.5`, `10`.
  package var description: String {
    tenths == 100 ? "10" : "\(tenths / 10).\(tenths % 10)"
  }

  /// The nearest of 1 to 5 stars.
  package var stars: Int { max(1, (tenths + 10) / 20) }

  /// The half point that the rating reaches: 8.5 for 8.5 to 8.9.
  package var halfPoint: Rating { Rating(tenths: tenths / 5 * 5) ?? self }

  package static func < (a: Self, b: Self) -> Bool { a.tenths < b.tenths }
}
