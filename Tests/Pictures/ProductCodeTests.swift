// Drawn product codes, and pictures that have none. `evaluate codes` measures more of them.

import Covers
import Pictures
import Support
import Testing

@Suite struct ProductCodeTests {
  /// One drawing of each kind with each trouble.
  static let drawings = CodeTrouble.allCases.flatMap { trouble in
    DrawnCode.kinds.map { (trouble, $0) }
  }

  /// Some seeds of drawings; all of them in `make torture`.
  private static let seeds = sampled(
    [1, 2, 3] as [UInt64], 1, of: "seeds of drawn codes", name: \.description)

  private func texts(_ pixels: Pixels) -> [String] {
    Covers.findCodes(in: pixels).map { code in
      "\(code.kind.rawValue) " + code.digits.map(String.init).joined()
    }
  }

  @Test(arguments: DrawnCode.kinds)
  func `the code of each kind is read`(kind: String) {
    for seed in Self.seeds {
      let drawn = DrawnCode(seed: seed, kind, .none)
      #expect(texts(drawn.pixels) == ["\(kind) \(drawn.digits)"], "seed \(seed)")
    }
  }

  @Test func `most codes with a trouble are read, and none is read wrongly`() {
    var (right, wrong) = ([String](), [String]())
    for (trouble, kind) in Self.drawings {
      let drawn = DrawnCode(seed: 90, kind, trouble)
      for text in texts(drawn.pixels) {
        let note = "\(trouble) \(text)"
        if text == "\(kind) \(drawn.digits)" { right.append(note) } else { wrong.append(note) }
      }
    }
    #expect(wrong == [])
    #expect(right.count >= 26, "\(right)")
  }

  @Test(arguments: DrawnCode.kinds)
  func `a code with a wrong check digit is no number`(kind: String) {
    for seed in Self.seeds {
      let drawn = DrawnCode(seed: seed, kind, .none, wrongCheckDigit: true)
      // The order of the digits of UPC-E names the check digit, so another number may be right.
      let found = texts(drawn.pixels)
      #expect(!found.contains("\(kind) \(drawn.digits)"), "seed \(seed)")
      if kind != "UPC-E" { #expect(found == [], "seed \(seed)") }
    }
  }

  /// The left half of EAN-13 with its middle guard bars may be a whole UPC-E code, so no part ends
  /// there.
  @Test(arguments: DrawnCode.kinds, [0.4, 0.5, 0.8])
  func `a part of a code is no number`(kind: String, share: Double) {
    for seed in Self.seeds {
      let drawn = DrawnCode(seed: seed, kind, .none, showing: share)
      #expect(texts(drawn.pixels) == [], "seed \(seed)")
    }
  }

  @Test(arguments: BarLook.allCases)
  func `bars that are no code give no number`(look: BarLook) {
    for seed in Self.seeds {
      #expect(texts(DrawnBars.picture(seed: seed, look)) == [], "seed \(seed)")
    }
  }

  @Test func `a code is read from all sides, and its first corner is its top left one`() throws {
    let drawn = DrawnCode(seed: 3, "EAN-13", .turned)
    var (pixels, quad) = (drawn.pixels, drawn.quad)
    for turn in 0..<4 {
      let code = try #require(Covers.findCodes(in: pixels).first, "turn \(turn)")
      #expect(code.digits.map(String.init).joined() == drawn.digits)
      for (found, real) in zip([code.quad.corners[0], code.quad.corners[1]], quad.corners) {
        // The lines end before the ends of the bars, so the corners may lie a little inside.
        #expect((found - real).length < 0.2 * quad.sides[0], "turn \(turn): \(found), \(real)")
      }
      (pixels, quad) = (pixels.turned, quad.turned(height: pixels.height))
    }
  }

  @Test func `two codes in a picture are both read`() {
    let (one, other) = (DrawnCode(seed: 5, "EAN-13", .none), DrawnCode(seed: 6, "UPC-A", .none))
    let both = Pixels(
      width: one.pixels.width, height: 2 * one.pixels.height, rgb: one.pixels.rgb + other.pixels.rgb
    )
    #expect(Set(texts(both)) == ["EAN-13 \(one.digits)", "UPC-A \(other.digits)"])
  }

  @Test(arguments: [(1, 1), (1, 900), (900, 1), (9, 9), (17, 4_000), (4_000, 17), (64, 64)])
  func `a picture of any shape ends without a number`(width: Int, height: Int) {
    var generator = SeededGenerator(seed: 12)
    let noise = (0..<width * height * 3).map { _ in UInt8(generator.next() & 255) }
    #expect(texts(Pixels(width: width, height: height, rgb: noise)) == [])
    let stripes = (0..<width * height * 3).map { UInt8($0 / 3 % width % 2 * 255) }
    #expect(texts(Pixels(width: width, height: height, rgb: stripes)) == [])
  }
}

extension Pixels {
  /// The picture turned by 90° clockwise.
  fileprivate var turned: Pixels {
    var turned = [UInt8](repeating: 0, count: rgb.count)
    for y in 0..<height {
      for x in 0..<width {
        let (from, to) = (3 * (y * width + x), 3 * (x * height + height - 1 - y))
        for channel in 0..<3 { turned[to + channel] = rgb[from + channel] }
      }
    }
    return Pixels(width: height, height: width, rgb: turned)
  }
}

extension Quad {
  fileprivate func turned(height: Int) -> Quad {
    mapped { Point(x: Double(height) - $0.y, y: $0.x) }
  }
}
