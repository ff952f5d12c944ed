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

  @Test func `lettering outside of all boxes shows the spine there`() throws {
    var (missing, found, wrong) = (0, 0, 0)
    for (index, light) in ShelfLight.allCases.enumerated() {
      let shelf = DrawnShelf(seed: UInt64(700 + index), .dense, light, angle: 0)
      let all = Self.boxes(of: shelf).boxes.map(\.quad)
      // Every fourth box is missing, as if the first search had not found it.
      let known = all.indices.filter { $0 % 4 != 1 }.map { all[$0] }
      let gone = shelf.spines.filter { spine in
        all.contains { $0.overlap(with: spine) >= 0.7 }
          && !known.contains { $0.overlap(with: spine) > 0.1 }
      }
      let lines = (shelf.spines + shelf.partlySeen).map(\.lettering)
      let shown = Covers.findLettered(in: shelf.pixels, lines: lines, beside: known).map(\.quad)
      missing += gone.count
      found += gone.count { spine in shown.contains { $0.overlap(with: spine) >= 0.7 } }
      wrong += shown.count { box in
        !(shelf.spines + shelf.partlySeen).contains { $0.overlap(with: box) >= 0.33 }
      }
      let again = Covers.findLettered(in: shelf.pixels, lines: lines, beside: known + shown)
      #expect(again.isEmpty)
    }
    note(
      "\(found) of \(missing) missing spines found by their lettering; \(wrong) boxes are no books")
    #expect(missing > 20 && Double(found) >= 0.9 * Double(missing) && wrong <= found / 20)
  }

  @Test func `lettering inside of boxes, and on a bare wall, shows no spine`() throws {
    let shelf = DrawnShelf(seed: 700, .dense, .lit, angle: 0)
    let boxes = Self.boxes(of: shelf).boxes.map(\.quad)
    let inside = boxes.map(\.lettering)
    #expect(Covers.findLettered(in: shelf.pixels, lines: inside, beside: boxes).isEmpty)
    let wall = DrawnShelf(seed: 720, .empty, .lit, angle: 0)
    let line = Quad(x: 600, y: 500, width: 30, height: 300)
    #expect(Covers.findLettered(in: wall.pixels, lines: [line], beside: []).isEmpty)
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

extension Quad {
  /// The middle of the quad: 60 % of its length and half of its width.
  fileprivate var lettering: Quad {
    let c = corners
    let place = { (x: Double, y: Double) in
      (c[0] * (1 - x) + c[1] * x) * (1 - y) + (c[3] * (1 - x) + c[2] * x) * y
    }
    return Quad(place(0.25, 0.2), place(0.75, 0.2), place(0.75, 0.8), place(0.25, 0.8))
  }
}
