// Drawn sleeves and drawn photographs have the properties that their names promise.

import Pictures
import Support
import Testing

@Suite struct DrawingTests {
  static func photo(_ condition: Condition, seed: UInt64) -> DrawnPhotograph {
    let sleeve = DrawnSleeve(seed: seed, side: 128, for: condition)
    return DrawnPhotograph(of: sleeve, seed: seed, condition, width: 240, height: 320)
  }

  /// The mean difference of two pictures of the same size, 0…255.
  static func difference(_ one: Pixels, _ other: Pixels) -> Double {
    let sum = zip(one.rgb, other.rgb).reduce(0) { $0 + abs(Int($1.0) - Int($1.1)) }
    return Double(sum) / Double(one.rgb.count)
  }

  @Test(arguments: Condition.allCases)
  func `a seed always draws the same, and another seed something else`(_ condition: Condition) {
    let photo = Self.photo(condition, seed: 41)
    #expect(photo.pixels == Self.photo(condition, seed: 41).pixels)
    #expect(Self.difference(photo.pixels, Self.photo(condition, seed: 42).pixels) > 3)
  }

  /// If this test fails, other machines or earlier measurements used other pictures.
  @Test func `the first drawn sleeve has the recorded pixels`() {
    let bytes = DrawnSleeve(seed: 1, side: 64).pixels.rgb
    let sum = bytes.reduce(0 as UInt64) { ($0 ^ UInt64($1)) &* 0x100_0000_01B3 }
    #expect(sum == 8807750495608026253)
  }

  @Test(arguments: Condition.allCases)
  func `the whole sleeve is in the photograph, 45 to 85 % of it large`(_ condition: Condition) {
    for seed: UInt64 in 1...12 {
      let photo = Self.photo(condition, seed: seed)
      let size = (photo.quad.signedArea / (240 * 240)).squareRoot()
      #expect(photo.quad.isConvex && (0.36...0.9).contains(size), "\(condition) \(seed): \(size)")
      #expect(
        photo.quad.corners.allSatisfy { (0...240).contains($0.x) && (0...320).contains($0.y) })
    }
  }

  @Test func `a ground of low contrast is within ΔE 12 of the sleeve's edge`() {
    for seed: UInt64 in 1...40 {
      let difference = Self.photo(.lowContrast, seed: seed).groundDifference
      #expect((2...12).contains(difference), "\(seed): \(difference)")
    }
  }

  @Test func `glare burns about a fifth of the sleeve`() {
    for seed: UInt64 in 1...20 {
      let plain = DrawnSleeve(seed: seed, side: 128)
      let burnt = plain.withGlare(seed: seed).pixels.rgb
      let white = stride(from: 0, to: burnt.count, by: 3).count { burnt[$0...$0 + 2].min() == 255 }
      let before = plain.pixels.rgb
      let own = stride(from: 0, to: before.count, by: 3).count { before[$0...$0 + 2].min() == 255 }
      let share = Double(white - own) / Double(128 * 128)
      #expect((0.08...0.3).contains(share), "\(seed): \(share)")
    }
  }

  @Test func `a thousand sleeves are all different`() {
    var seen: Set<[UInt8]> = []
    for seed: UInt64 in 0..<1_000 {
      let small = DrawnSleeve(seed: seed, side: 64).pixels.reduced(toLongerSide: 8)
      seen.insert(small.rgb.map { $0 / 16 })
    }
    #expect(seen.count == 1_000)
  }

  @Test func `variants are of the same artwork, and no two alike`() {
    let sleeve = DrawnSleeve(seed: 7, side: 128)
    let variants = [
      sleeve.withRingWear(seed: 1), sleeve.withBanner(seed: 1), sleeve.withSticker(seed: 1),
      sleeve.withRingWear(seed: 2), sleeve.withBanner(seed: 2), sleeve.withSticker(seed: 2),
    ].map(\.pixels)
    for (index, variant) in variants.enumerated() {
      #expect((0.1...60).contains(Self.difference(variant, sleeve.pixels)), "\(index)")
      #expect(variants[..<index].allSatisfy { $0 != variant })
    }
    let copy = sleeve.reproduced(seed: 1).pixels
    #expect(copy.width != 128 && copy.width == copy.height)
    #expect(sleeve.turned(quarters: 3).turned(quarters: 1).pixels == sleeve.pixels)
  }

  @Test func `a quarter turn is clockwise`() {
    let pixels = DrawnSleeve(seed: 7, side: 64).pixels
    let turned = DrawnSleeve(seed: 7, side: 64).turned(quarters: 1).pixels
    // The pixel at the bottom left is now at the top left.
    #expect(Array(turned.rgb.prefix(3)) == Array(pixels.rgb[(63 * 64 * 3)..<(63 * 64 * 3 + 3)]))
  }
}
