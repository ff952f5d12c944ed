// Finding boxes in drawn shelves: the share of the visible spines that have a box, the share of boxes
// without a spine, and the advice about a shelf that was photographed from the side.

import Pictures
import Support
import Testing

@testable import Covers

@Suite struct ShelfFindingTests {
  private static func boxes(of shelf: DrawnShelf) -> FoundShelf {
    Covers.findShelf(in: shelf.pixels, atMost: 100)
  }

  /// The limits of the spines are the shares that the detector reaches on these pictures, rounded down;
  /// the aim of the product is 0.95.
  static let angles = [(0.0, 0.86), (15.0, 0.8), (-15.0, 0.83)]

  @Test(arguments: sampled(angles, 1, of: "angles of a shelf", name: { "\($0.0)°" }))
  func `most visible spines are found, and few boxes are no books`(
    angle: Double, least: Double
  ) throws {
    var figures = ShelfFigures()
    let fillings = ShelfFilling.allCases.filter { $0 != .empty }
    for (index, filling) in fillings.enumerated() {
      let light = ShelfLight.allCases[index % ShelfLight.allCases.count]
      let seed = UInt64(700 + index)
      let shelf = DrawnShelf(seed: seed, filling, light, angle: angle)
      figures = figures + ShelfFigures(Self.boxes(of: shelf).boxes, in: shelf)
    }
    note("seeds 700–704, \(angle)°: \(figures)")
    #expect(figures.visible > 40)
    #expect(figures.recall >= least, "\(figures)")
    #expect(figures.wrong <= 0.03, "\(figures)")
  }

  @Test func `a shelf that was photographed from the side gets advice`() throws {
    for angle in sampled([-45.0, 45], 1, of: "angles from the side", name: \.description) {
      let shelf = DrawnShelf(seed: 710, .dense, .lit, angle: angle)
      #expect(Self.boxes(of: shelf).isFromSide, "\(angle)°")
    }
    #expect(!Self.boxes(of: DrawnShelf(seed: 710, .dense, .lit, angle: 0)).isFromSide)
  }

  @Test func `an empty shelf has no box`() throws {
    var counts: [Int] = []
    for seed in sampled(Array(720..<726), 2, of: "empty shelves", name: \.description) {
      counts.append(
        Self.boxes(of: DrawnShelf(seed: UInt64(seed), .empty, .lit, angle: 0)).boxes.count)
    }
    note("boxes on empty shelves of seeds 720–725: \(counts)")
    #expect(counts.allSatisfy { $0 == 0 }, "\(counts)")
  }
}
