// A photo of one even colour is refused before a paid call; a photo of a real cover is not.

import Pictures
import Support
import Testing

@testable import Covers

@Suite struct DetailTests {
  /// A picture whose grey level at each pixel is the result of `level`.
  static func grey(_ width: Int, _ height: Int, _ level: (Int, Int) -> Int) -> Pixels {
    var rgb: [UInt8] = []
    for y in 0..<height {
      for x in 0..<width {
        let value = UInt8(max(0, min(255, level(x, y))))
        rgb += [value, value, value]
      }
    }
    return Pixels(width: width, height: height, rgb: rgb)
  }

  /// Rows of short dark strokes, which look like letters from a distance.
  static func isLetter(_ x: Int, _ y: Int) -> Bool { y % 16 < 8 && (x * 7 + y / 16 * 13) % 11 < 4 }

  static let empty: [(name: String, pixels: Pixels)] = [
    ("grey", grey(800, 600) { _, _ in 128 }), ("white", grey(640, 640) { _, _ in 255 }),
    ("black", grey(640, 640) { _, _ in 0 }),
    ("one level of noise", grey(640, 480) { $0 * $1 % 2 + 90 }),
    (
      "a red square",
      Pixels(width: 40, height: 40, rgb: (0..<1_600).flatMap { _ in [200, 0, 0] as [UInt8] })
    ),
  ]

  static let shown: [(name: String, pixels: Pixels)] = [
    ("a page of text", grey(900, 1_200) { isLetter($0, $1) ? 20 : 250 }),
    (
      "an embossed title on white",
      grey(1_000, 1_000) { (400..<430).contains($1) && $0 / 8 % 3 == 0 ? 236 : 244 }
    ),
    (
      "a faint snake on black",
      grey(1_000, 1_000) { (700..<800).contains($0) && (850..<900).contains($1) ? 16 : 8 }
    ),
    ("a wall that one lamp lights", grey(800, 600) { x, _ in 150 + x / 40 }),
    ("a drawn sleeve", DrawnSleeve(seed: 4).pixels),
    ("a pale drawn sleeve", DrawnSleeve(seed: 5, isPale: true).pixels),
  ]

  // The arguments are names, because the test library writes every argument into its events, even a
  // picture.

  @Test(arguments: empty.map(\.name))
  func `an even colour has no detail`(name: String) throws {
    let pixels = try #require(Self.empty.first { $0.name == name }).pixels
    #expect(Covers.detail(of: pixels) < Quality.leastDetail)
  }

  @Test(arguments: shown.map(\.name))
  func `a plain cover has detail`(name: String) throws {
    let pixels = try #require(Self.shown.first { $0.name == name }).pixels
    #expect(Covers.detail(of: pixels) >= Quality.leastDetail)
  }
}
