// How many of the visible spines of shelves were found, and how many boxes are no books.

package import Covers
package import Pictures

package struct ShelfFigures: Sendable, CustomStringConvertible {
  package private(set) var visible = 0
  package private(set) var found = 0
  package private(set) var boxes = 0

  /// Boxes that overlap each spine by less than a third, and contain at most half of it. Spines
  /// that are only partly seen count, too.
  package private(set) var notBooks = 0

  package init() {}

  /// The figures of one picture. `partlySeen`: spines that need not be found.
  package init(_ boxes: [Quad], spines: [Quad], partlySeen: [Quad]) {
    visible = spines.count
    found = spines.count { spine in boxes.contains { $0.overlap(with: spine) >= 0.7 } }
    self.boxes = boxes.count
    let books = spines + partlySeen
    notBooks = boxes.count { box in
      !books.contains { box.overlap(with: $0) >= 0.33 || $0.isMostly(inside: box) }
    }
  }

  package init(_ boxes: [FoundBox], in shelf: DrawnShelf) {
    self.init(boxes.map(\.quad), spines: shelf.spines, partlySeen: shelf.partlySeen)
  }

  package static func + (one: ShelfFigures, other: ShelfFigures) -> ShelfFigures {
    var sum = one
    sum.visible += other.visible
    sum.found += other.found
    sum.boxes += other.boxes
    sum.notBooks += other.notBooks
    return sum
  }

  /// The share of the visible spines that a box overlaps by at least 0.7: 0…1.
  package var recall: Double { Double(found) / Double(max(1, visible)) }

  /// The share of the boxes that are no books: 0…1.
  package var wrong: Double { Double(notBooks) / Double(max(1, boxes)) }

  package var description: String {
    "\(found) of \(visible) spines found, \(notBooks) of \(boxes) boxes are no books"
  }
}
