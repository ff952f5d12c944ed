// The boxes that the program finds in drawn shelves: how many of the visible spines, how many boxes that are
// no book, and the advice about a shelf that was photographed from the side.

import Pictures
import Support
import Testing

@testable import Covers

@Suite struct ShelfFindingTests {
  /// The share of found spines over several pictures.
  private struct Figures {
    var visible = 0
    var found = 0
    var boxes = 0

    /// Boxes of which less than a third is a spine, also one that is only partly seen.
    var notBooks = 0

    mutating func add(_ shelf: DrawnShelf, _ boxes: [FoundBox]) {
      visible += shelf.spines.count
      found += shelf.spines.count { spine in
        boxes.contains { $0.quad.overlap(with: spine) >= 0.7 }
      }
      self.boxes += boxes.count
      let books = shelf.spines + shelf.partlySeen
      notBooks += boxes.count { box in
        !books.contains { box.quad.overlap(with: $0) >= 0.33 || $0.isMostly(inside: box.quad) }
      }
    }
  }

  private static func boxes(of shelf: DrawnShelf) -> FoundShelf {
    Covers.findShelf(in: shelf.pixels, atMost: 100)
  }

  /// The limits of the spines are what the detector reaches on these pictures, rounded down; the aim of
  /// the product is 0.95.
  @Test(arguments: [(0.0, 0.8), (15.0, 0.78), (-15.0, 0.78)])
  func `most visible spines are found, and few boxes are no books`(
    angle: Double, least: Double
  ) throws {
    var figures = Figures()
    let fillings = ShelfFilling.allCases.filter { $0 != .empty }
    for (index, filling) in fillings.enumerated() {
      let light = ShelfLight.allCases[index % ShelfLight.allCases.count]
      let seed = UInt64(700 + index)
      let shelf = DrawnShelf(seed: seed, filling, light, angle: angle)
      figures.add(shelf, Self.boxes(of: shelf).boxes)
    }
    note("seeds 700–704, \(angle)°: \(figures)")
    #expect(figures.visible > 40)
    #expect(Double(figures.found) >= least * Double(figures.visible), "\(figures)")
    #expect(Double(figures.notBooks) <= 0.03 * Double(figures.boxes), "\(figures)")
  }

  @Test func `a shelf that was photographed from the side gets advice`() throws {
    for angle in [-45.0, 45] {
      let shelf = DrawnShelf(seed: 710, .dense, .lit, angle: angle)
      #expect(Self.boxes(of: shelf).isFromSide, "\(angle)°")
    }
    #expect(!Self.boxes(of: DrawnShelf(seed: 710, .dense, .lit, angle: 0)).isFromSide)
  }

  @Test func `an empty shelf has no box`() throws {
    var counts: [Int] = []
    for seed in 720..<726 {
      counts.append(
        Self.boxes(of: DrawnShelf(seed: UInt64(seed), .empty, .lit, angle: 0)).boxes.count)
    }
    note("boxes on empty shelves of seeds 720–725: \(counts)")
    #expect(counts.allSatisfy { $0 == 0 }, "\(counts)")
  }
}
