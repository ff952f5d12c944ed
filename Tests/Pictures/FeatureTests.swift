// Every kind of sleeve has features. The features are spread over the sleeve and fit the size
// limit.

import Pictures
import Support
import Testing

@testable import Covers

@Suite struct FeatureTests {
  @Test func `a fingerprint has at most sixteen thousand bytes and is restored from them`() {
    let fingerprint = Fingerprint(of: DrawnSleeve(seed: 3).pixels)
    #expect(fingerprint.features.count <= Fingerprint.mostFeatures)
    #expect(fingerprint.bytes.count <= 16_000)
    #expect(Fingerprint(bytes: fingerprint.bytes) == fingerprint)
  }

  @Test(arguments: [(1_024, 1_024), (500, 500), (200, 200), (400, 266), (1, 1), (3, 900), (40, 40)])
  func `any size of picture has a fingerprint`(_ width: Int, _ height: Int) {
    var generator = SeededGenerator(seed: UInt64(width * height))
    let rgb = (0..<width * height * 3).map { _ in UInt8.random(in: 0...255, using: &generator) }
    let fingerprint = Fingerprint(of: Pixels(width: width, height: height, rgb: rgb))
    #expect(Fingerprint(bytes: fingerprint.bytes) == fingerprint)
    #expect(min(width, height) < 200 || fingerprint.features.count >= 30)
  }

  @Test func `pale sleeves with little on them have features too`() {
    for seed in UInt64(0)..<12 {
      let pale = DrawnSleeve(seed: seed, side: 400, for: .whiteOnWhite)
      #expect(Fingerprint(of: pale.pixels).features.count >= 30, "seed \(seed)")
    }
  }

  @Test func `features are spread over the whole sleeve`() {
    var generator = SeededGenerator(seed: 9)
    let side = 400
    // One corner has much contrast; the rest has little.
    let rgb = (0..<side * side).flatMap { index -> [UInt8] in
      let isCorner = index % side < 100 && index / side < 100
      let value = UInt8.random(in: isCorner ? 0...255 : 100...140, using: &generator)
      return [value, value, value]
    }
    let features = Fingerprint(of: Pixels(width: side, height: side, rgb: rgb)).features
    let quarters = Set(features.map { Int($0.x >> 14) * 4 + Int($0.y >> 14) })
    #expect(quarters.count == 16)
  }

  @Test func `the same picture turned has features turned with it`() {
    let sleeve = DrawnSleeve(seed: 5, side: 384)
    let one = Fingerprint(of: sleeve.pixels).features
    let turned = Fingerprint(of: sleeve.turned(quarters: 1).pixels).features
    let pairs = FeatureMatching.pairs(one, turned).filter { $0.distance <= 10 }
    #expect(pairs.count > one.count / 2)
    for pair in pairs.prefix(50) {
      let turn = turned[pair.seen].angle &- one[pair.known].angle
      #expect((54...74).contains(turn), "a quarter is 64, not \(turn)")
    }
  }
}
