// A sheet: one picture with numbered cut-outs of items of a shelf. One call to a model reads it.

import Store

/// A picture with up to ten items of a shelf.
package struct ShelfSheet: Equatable, Sendable {
  /// The maximum number of items of a sheet. Source: docs/limits.md "Shelves".
  package static let mostItems = Store.itemsInSheet

  /// The maximum number of pixels of a sheet's longer side.
  package static let sidePixels = 1536

  /// JPEG without metadata, at most `sidePixels` wide and high. Each cut-out is upright and has its
  /// number beside it.
  package let jpeg: [UInt8]

  /// The numbers of the items, 1…100, as the picture shows them.
  package let numbers: [Int]

  /// The number of the sheet in the ledger. A sheet never changes, so a sheet that is made again from
  /// the same items has the same number, and its answer is not paid for twice.
  package let part: Int

  /// Nil without an item, or with more than `mostItems`.
  package init?(part: Int, jpeg: [UInt8], numbers: [Int]) {
    guard (1...Self.mostItems).contains(numbers.count) else { return nil }
    self.part = part
    self.jpeg = jpeg
    self.numbers = numbers
  }
}
