// The reasons why a change of a shelf is refused.

/// The reason why a change of a shelf is refused.
package enum ShelfError: String, Error, CaseIterable, Sendable {
  /// An item without names cannot become a find.
  case unnamed
  /// The photo has `mostItems` items already.
  case full
  /// The picture is deleted, so no box can be read.
  case noPicture = "no-picture"
  case nothingToUndo = "nothing-to-undo"
  case badYear = "bad-year"
  /// The box is outside the picture, or too small.
  case noBox = "no-box"
  /// The reviews would cost more than the page showed.
  case otherCost = "other-cost"

  /// The most items of one photo. Source: docs/limits.md "Shelves".
  package static let mostItems = 100
}
