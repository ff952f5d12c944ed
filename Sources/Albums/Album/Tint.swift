// The colour that the page of a find takes from its cover.

/// One of 48 tints. `albumscan-photo` chooses the tint when it measures a cover, and
/// `public/album/tints.css` has a class for each tint.
package struct Tint: Hashable, Sendable {
  package static let count = 48

  /// 0 to 47: see `Covers.tint`.
  package let number: Int

  /// Nil if no tint has the number.
  package init?(number: Int) {
    guard (0..<Self.count).contains(number) else { return nil }
    self.number = number
  }

  /// The name of the class in the style sheet.
  package var className: String { "tint-\(number)" }
}
