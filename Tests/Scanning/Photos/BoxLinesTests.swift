// The lines of a shelf in its boxes: which box a line belongs to, and where it stands in the upright box.

import Albums
import Photos
import Pictures
import Testing

@testable import Scanning

@Suite struct BoxLinesTests {
  private static func box(
    _ x: Double, _ y: Double, _ width: Double, _ height: Double, rotation: Int = 0
  ) -> ShelfBox {
    ShelfBox(
      source: .spine, corners: [x, y, x + width, y, x + width, y + height, x, y + height],
      rotation: rotation, confidence: 0.9)
  }

  private static func line(_ text: String, x: Double, y: Double) -> ReadLine {
    ReadLine(
      text: text, confidence: 0.9, quad: Quad(x: x - 2, y: y - 5, width: 4, height: 10))
  }

  @Test func `a line belongs to the smallest box that contains its middle`() {
    let boxes = [Self.box(0, 0, 100, 500), Self.box(100, 0, 100, 500), Self.box(120, 0, 20, 500)]
    let lines = [
      Self.line("first", x: 50, y: 20), Self.line("second", x: 180, y: 20),
      Self.line("inner", x: 130, y: 20), Self.line("outside", x: 300, y: 20),
      Self.line("edge", x: 0, y: 20),
    ]
    let texts = ShelfBox.lines(of: boxes, among: lines).map { $0.map(\.text) }
    #expect(texts == [["first", "edge"], ["second"], ["inner"]])
    #expect(ShelfBox.lines(of: [], among: lines).isEmpty)
  }

  /// The rotation of a box, and the place of a point at its top, a quarter from the left, in the upright box.
  static let places: [(rotation: Int, x: Double, y: Double)] = [
    (0, 0.25, 0), (90, 1, 0.25), (180, 0.75, 1), (270, 0, 0.75),
  ]

  @Test(arguments: places.indices)
  func `the place of a line is that in the upright box`(index: Int) {
    let row = Self.places[index]
    let place = Self.box(100, 200, 40, 400, rotation: row.rotation).upright(Point(x: 110, y: 200))
    #expect(abs(place.x - row.x) < 1e-9 && abs(place.y - row.y) < 1e-9, "\(place)")
  }

  @Test func `a box without an area has its lines in the middle`() {
    #expect(Self.box(100, 200, 0, 400).upright(Point(x: 1, y: 1)) == Point(x: 0.5, y: 0.5))
  }
}
