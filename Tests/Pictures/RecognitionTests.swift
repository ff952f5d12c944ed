// Known covers are recognised in new photographs, and unknown covers are not mistaken for known
// covers.

import JPEG
import Pictures
import Support
import Testing

@testable import Covers

@Suite struct RecognitionTests {
  static let known = 100
  static let shots = 80
  static let index = CoverCollection(
    (0..<known).map { seed in
      (Int64(seed), Fingerprint(of: DrawnSleeve(seed: UInt64(seed), side: 256).pixels))
    })

  /// A crop with errors. Its corners are wrong by up to 3 % of a side, it is turned by `turns`
  /// quarters, and it is decoded from a JPEG of quality 40.
  static func carelessCrop(seed: UInt64, _ condition: Condition, turns: Int) throws -> Pixels {
    let sleeve = DrawnSleeve(seed: seed, side: 256)
    let photo = DrawnPhotograph(of: sleeve, seed: seed, condition, width: 480, height: 360)
    var generator = SeededGenerator(seed: seed &+ 5)
    let error = 0.03 * (photo.quad.sides.max() ?? 0)
    let corners = (0..<4).map { index in
      photo.quad.corners[(index + turns) % 4]
        + Point(
          x: generator.number(in: -error...error), y: generator.number(in: -error...error))
    }
    let quad = Quad(corners[0], corners[1], corners[2], corners[3])
    let crop = Covers.straightened(photo.pixels, quad: quad, side: 256)
    let jpeg = try JPEG.encode(crop, quality: 40, maximumBytes: 1 << 20)
    return try JPEG.decode(jpeg, coveringSide: 256).pixels
  }

  static let conditions: [Condition] = [
    .plain, .perspective, .glare, .sticker, .lowContrast, .edgeCovered, .dim, .hand,
  ]

  @Test func `known covers come first, and unknown covers are never sure`() throws {
    var (first, sure, falselySure, strangersSure) = (0, 0, 0, 0)
    for number in 0..<Self.shots {
      let condition = Self.conditions[number % Self.conditions.count]
      let crop = try Self.carelessCrop(seed: UInt64(number), condition, turns: number % 4)
      let matches = Self.index.matches(for: Fingerprint(of: crop))
      first += matches.first?.identifier == Int64(number) ? 1 : 0
      for match in matches where match.isSure {
        if match.identifier == Int64(number) { sure += 1 } else { falselySure += 1 }
      }
      let foreign = try Self.carelessCrop(seed: UInt64(number + 5_000), condition, turns: 0)
      let found = Self.index.matches(for: Fingerprint(of: foreign))
      strangersSure += found.count { $0.isSure }
    }
    #expect(first >= Self.shots * 95 / 100 && sure >= Self.shots * 6 / 10)
    #expect(falselySure == 0 && strangersSure == 0)
  }
}
