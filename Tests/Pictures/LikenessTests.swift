// Tests the comparison of two pictures of one cover: their similarity, and the position of one
// picture in the other.

import Pictures
import Support
import Testing

@testable import Covers

@Suite struct LikenessTests {
  static let sleeve = DrawnSleeve(seed: 31, side: 512)
  static let known = Fingerprint(of: sleeve.pixels)

  /// The largest distance between corresponding corners; 1 without a quad.
  static func error(_ quad: Quad?, _ expected: Quad) -> Double {
    guard let quad else { return 1 }
    return zip(quad.corners, expected.corners).map { ($0 - $1).length }.max() ?? 1
  }

  /// The crop at `quad` of a picture that has the sleeve in its middle. The unit of `quad` is the
  /// sleeve's side, and (0, 0) is the sleeve's top left corner. The picture extends one side beyond
  /// the sleeve in each direction.
  static func crop(_ quad: Quad, of sleeve: DrawnSleeve = sleeve) -> Pixels {
    let picture = sleeve.pixels
    let side = picture.width
    var rgb = [UInt8](repeating: 90, count: 27 * side * side)
    for row in 0..<side {
      let to = 3 * ((row + side) * 3 * side + side)
      let line = picture.rgb[3 * row * side..<3 * (row + 1) * side]
      rgb.replaceSubrange(to..<to + 3 * side, with: line)
    }
    let scene = Pixels(width: 3 * side, height: 3 * side, rgb: rgb)
    let inPixels = quad.mapped { ($0 + Point(x: 1, y: 1)) * Double(side) }
    return Covers.straightened(scene, quad: inPixels, side: 400)
  }

  static let crops: [(String, Quad, MatchLevel)] = [
    ("itself", Quad(x: 0, y: 0, width: 1, height: 1), .same),
    ("too large", Quad(x: -0.4, y: -0.4, width: 1.8, height: 1.8), .same),
    (
      "turned by a seventh",
      Quad(
        Point(x: 0.59, y: -0.3), Point(x: 1.3, y: 0.59), Point(x: 0.41, y: 1.3),
        Point(x: -0.3, y: 0.41)), .same
    ),
    (
      "corners 3 % off",
      Quad(
        Point(x: -0.03, y: 0.02), Point(x: 1.03, y: -0.03), Point(x: 0.98, y: 1.03),
        Point(x: 0.03, y: 0.98)), .same
    ),
    ("half of it", Quad(x: -0.2, y: 0.4, width: 1.4, height: 1.4), .alike),
  ]

  @Test(arguments: crops)
  func `a cover and its position are found in its crop`(
    _ name: String, _ quad: Quad, _ level: MatchLevel
  ) throws {
    let likeness = Fingerprint(of: Self.crop(quad)).likeness(to: Self.known)
    let map = try #require(Homography(unitSquareTo: quad))
    #expect(likeness.level == level, "\(name): \(likeness)")
    // `map` brings points of the crop to points of the sleeve, so it must bring the found quad to
    // the whole sleeve.
    let back = likeness.quad.map { found in found.mapped { map.point($0.x, $0.y) } }
    #expect(Self.error(back, Self.whole) < 0.04, "\(name)")
  }

  @Test(arguments: crops)
  func `a second search at the cover's position is sure`(
    _ name: String, _ quad: Quad, _: MatchLevel
  ) throws {
    let first = try #require(Fingerprint(of: Self.crop(quad)).likeness(to: Self.known).quad)
    guard let place = first.quadForSecondCrop(in: quad) else {
      #expect(["itself", "corners 3 % off"].contains(name))
      return
    }
    #expect(Self.error(place, Self.whole) < 0.04)
    let second = Fingerprint(of: Self.crop(place)).likeness(to: Self.known)
    #expect(second.level == .same, "\(name): \(second)")
  }

  static let whole = Quad(x: 0, y: 0, width: 1, height: 1)

  @Test func `an impossible quad causes no second search`() {
    let crossed = Quad(
      Point(x: 0, y: 0), Point(x: 1, y: 1), Point(x: 1, y: 0), Point(x: 0, y: 1))
    let tiny = Quad(x: 0.5, y: 0.5, width: 0.01, height: 0.01)
    let huge = Quad(x: -9, y: -9, width: 20, height: 20)
    let broken = Quad(x: .nan, y: 0, width: 1, height: 1)
    for quad in [crossed, tiny, huge, broken, Self.whole] {
      #expect(quad.quadForSecondCrop(in: Quad(x: 10, y: 10, width: 100, height: 90)) == nil)
    }
  }

  @Test func `a worn and turned copy is the same cover`() {
    let levels = (UInt64(40)..<46).map { seed in
      let sleeve = DrawnSleeve(seed: seed, side: 400)
      let worn = sleeve.reproduced(seed: seed).withRingWear(seed: seed).turned(quarters: Int(seed))
      return Fingerprint(of: worn.pixels).likeness(to: Fingerprint(of: sleeve.pixels)).level
    }
    #expect(
      levels.allSatisfy { $0 >= .alike } && levels.count { $0 == .same } >= 5, "\(levels)")
  }

  @Test func `an edition with a banner is alike and never the same`() {
    let levels = (UInt64(50)..<62).flatMap { seed -> [MatchLevel] in
      let sleeve = DrawnSleeve(seed: seed, side: 400)
      let plain = Fingerprint(of: sleeve.pixels)
      let banner = Fingerprint(of: sleeve.withBanner(seed: seed).reproduced(seed: seed).pixels)
      return [banner.likeness(to: plain).level, plain.likeness(to: banner).level]
    }
    #expect(
      !levels.contains(.same) && levels.count { $0 == .alike } >= 22, "\(levels)")
  }

  @Test func `different covers are neither alike nor the same`() {
    let prints = (UInt64(70)..<90).map { Fingerprint(of: DrawnSleeve(seed: $0, side: 256).pixels) }
    for (number, one) in prints.enumerated() {
      for other in prints[(number + 1)...] {
        #expect(one.likeness(to: other).level < .alike)
      }
    }
  }

  @Test func `a comparison without detail is unclear`() {
    let grey = Fingerprint(
      of: Pixels(width: 64, height: 64, rgb: [UInt8](repeating: 128, count: 64 * 64 * 3)))
    #expect(grey.features.isEmpty)
    #expect(grey.likeness(to: grey).level == .unclear)
    #expect(Self.known.likeness(to: grey).level == .unclear)
    #expect(Fingerprint(code: grey.code, features: []).likeness(to: Self.known).quad == nil)
  }

  @Test func `neither of two albums that look alike is sure`() {
    let same = Self.known.likeness(to: Self.known)
    let matches = Match.best(of: [(identifier: 1, likeness: same), (identifier: 2, likeness: same)])
    #expect(matches.map(\.isSure) == [false, false] && matches.map(\.isLikely) == [true, true])
    let own = Match.best(of: [(identifier: 1, likeness: same), (identifier: 1, likeness: same)])
    #expect(own.map(\.isSure) == [true])
  }
}
