// Tests fallbacks, straightening, quality and fingerprints. `DetectorTests` measures the detector.

import JPEG
import Pictures
import Support
import Testing

@testable import Covers

@Suite struct CoversTests {
  static func flat(_ width: Int, _ height: Int, _ level: UInt8 = 120) -> Pixels {
    Pixels(width: width, height: height, rgb: [UInt8](repeating: level, count: width * height * 3))
  }

  static func isInside(_ quad: Quad, _ pixels: Pixels) -> Bool {
    quad.corners.allSatisfy {
      $0.x >= 0 && $0.y >= 0 && $0.x <= Double(pixels.width) && $0.y <= Double(pixels.height)
    }
  }

  static func anyGuide(_ generator: inout SeededGenerator) -> Guide? {
    let width = generator.number(in: 0.01...1)
    let height = generator.number(in: 0.01...1)
    return Guide(
      x: generator.number(in: 0...1 - width), y: generator.number(in: 0...1 - height),
      width: width, height: height)
  }

  @Test(arguments: [21, 22] as [UInt64])
  func `a crop is square and inside the photo for every size, orientation and guide`(
    _ seed: UInt64
  ) throws {
    note("seed \(seed)")
    var generator = SeededGenerator(seed: seed)
    for _ in 0..<60 {
      let width = Int.random(in: 1...700, using: &generator)
      let height = Int.random(in: 1...700, using: &generator)
      let orientation = Orientation.allCases[Int.random(in: 0..<8, using: &generator)]
      let photo = orientation.upright(Self.flat(width, height))
      let guide = Bool.random(using: &generator) ? Self.anyGuide(&generator) : nil
      let found = Covers.findCover(in: photo, guide: guide)
      let sides = found.quad.sides
      #expect(found.method == (guide == nil ? .centre : .guide))
      #expect(
        sides.allSatisfy { ($0 - sides[0]).magnitude < 1e-6 } && Self.isInside(found.quad, photo))
      let crop = Covers.straightened(photo, quad: found.quad, side: 64)
      #expect(crop.width == 64 && crop.height == 64)
    }
  }

  @Test(arguments: [31, 32] as [UInt64])
  func `every cover that is found in noise and lines stays inside the photo`(_ seed: UInt64) throws
  {
    note("seed \(seed)")
    var generator = SeededGenerator(seed: seed)
    for _ in 0..<30 {
      let width = Int.random(in: 33...300, using: &generator)
      let height = Int.random(in: 33...300, using: &generator)
      var photo = Self.flat(width, height)
      for _ in 0..<Int.random(in: 1...30, using: &generator) {
        let row = Int.random(in: 0..<height, using: &generator)
        let column = Int.random(in: 0..<width, using: &generator)
        for x in column..<width { photo.rgb[3 * (row * width + x)] = 250 }
        for y in row..<height { photo.rgb[3 * (y * width + column) + 1] = 0 }
      }
      let found = Covers.findCover(in: photo, guide: Self.anyGuide(&generator))
      #expect(Self.isInside(found.quad, photo) && (0...1).contains(found.confidence))
      _ = Covers.straightened(photo, quad: found.quad, side: 50)
    }
  }

  @Test func `a guide without a cover keeps no pixel from outside it`() throws {
    var photo = Self.flat(400, 300, 255)
    for y in 100..<200 {
      for index in 3 * (y * 400 + 100)..<3 * (y * 400 + 260) { photo.rgb[index] = 10 }
    }
    let guide = try #require(Guide("0.26,0.35,0.38,0.3"))
    let quad = Covers.centredSquare(of: photo, guide: guide)
    let crop = Covers.straightened(photo, quad: quad, side: 90)
    #expect(crop.rgb.allSatisfy { $0 == 10 })
  }

  @Test func `a guide chooses among covers`() throws {
    let photo = DrawnPhotograph(of: DrawnSleeve(seed: 6), seed: 6, .secondBehind)
    let box = photo.quad.corners
    let guide = try #require(
      Guide(
        x: (box.map(\.x).min() ?? 0) / 1_200, y: (box.map(\.y).min() ?? 0) / 900,
        width: 0.5, height: 0.7))
    let found = Covers.findCover(in: photo.pixels, guide: guide)
    #expect(found.method == .quad && found.quad.overlap(with: photo.quad) > 0.95)
  }

  @Test func `a straightened cover looks like the sleeve`() throws {
    let sleeve = DrawnSleeve(seed: 3)
    let photo = DrawnPhotograph(of: sleeve, seed: 3, .perspective)
    let crop = Covers.straightened(photo.pixels, quad: photo.quad, side: 512)
    let sum = zip(crop.rgb, sleeve.pixels.rgb).reduce(0) { $0 + abs(Int($1.0) - Int($1.1)) }
    // Uneven light and noise change the mean by a few levels. A wrong position changes it much
    // more.
    #expect(Double(sum) / Double(crop.rgb.count) < 22)
  }

  @Test(arguments: [
    (600, 600, 100, 100), (600, 620, 100, 100), (600, 400, 100, 67), (300, 600, 50, 100),
  ])
  func `a clearly non-square cover keeps its shape`(
    _ wide: Int, high: Int, width: Int, height: Int
  ) {
    let quad = Quad(x: 10, y: 10, width: Double(wide), height: Double(high))
    let crop = Covers.straightened(Self.flat(640, 640), quad: quad, side: 100)
    #expect(crop.width == width && crop.height == height)
  }

  @Test(arguments: [
    (1_500, 1_000, 500, 500, 333), (300, 200, 500, 300, 200), (7, 3_000, 100, 1, 100),
  ])
  func `artwork is scaled in its own shape and never enlarged`(
    _ wide: Int, high: Int, side: Int, width: Int, height: Int
  ) {
    let small = Self.flat(wide, high).scaled(toLongerSide: side)
    #expect(small.width == width && small.height == height)
    #expect(small.rgb.allSatisfy { $0 == 120 })
  }

  @Test func `quality distinguishes dark, blurred and overexposed photos from good ones`() {
    func quality(_ condition: Condition) -> Quality {
      let photo = DrawnPhotograph(of: DrawnSleeve(seed: 9), seed: 9, condition)
      return Covers.quality(of: Covers.straightened(photo.pixels, quad: photo.quad, side: 512))
    }
    let (good, dim, burnt) = (quality(.plain), quality(.dim), quality(.glare))
    #expect(dim.brightness < good.brightness && dim.sharpness < good.sharpness)
    #expect(burnt.glare > good.glare + 0.05)
    #expect(good.sharpness > Quality.leastSharpness)
  }

  /// `colour` is the colour inside a black frame, in red, green and blue. The frame takes two
  /// thirds of the picture.
  @Test(arguments: [
    ([200, 30, 40], 1, CoverTint.Strength.deep), ([30, 60, 220], 9, .deep),
    ([120, 124, 122], 5, .faint), ([150, 100, 60], 2, .muted),
  ])
  func `a cover has the tint of its colourful part`(
    _ colour: [UInt8], hue: Int, strength: CoverTint.Strength
  ) {
    let side = 90
    let rgb = (0..<side * side).flatMap { index -> [UInt8] in
      let isInside = (20..<70).contains(index % side) && (20..<70).contains(index / side)
      return isInside ? colour : [4, 4, 4]
    }
    let tint = Covers.tint(of: Pixels(width: side, height: side, rgb: rgb))
    #expect(tint.strength == strength && (strength == .faint || tint.hue == hue))
    #expect((0..<48).contains(tint.number))
  }

  @Test func `a light cover with strong colours has a bright tint`() {
    let rgb = [UInt8](repeating: 0, count: 64 * 64).flatMap { _ -> [UInt8] in [250, 200, 60] }
    let tint = Covers.tint(of: Pixels(width: 64, height: 64, rgb: rgb))
    #expect(tint.strength == .bright && tint.hue == 3)
  }

  @Test func `a turned cover has the turned code`() {
    let sleeve = DrawnSleeve(seed: 12).pixels
    let turned = CoverCode(of: Orientation.turnedRight.upright(sleeve))
    #expect(CoverCode(of: sleeve).turnedRight.similarity(to: turned) > 0.97)
    #expect(CoverCode(of: sleeve).turns[3].turnedRight == CoverCode(of: sleeve))
  }

  @Test func `a fingerprint is restored from its bytes`() throws {
    let feature = Feature(
      x: 1, y: 65_535, angle: 200, level: 3, descriptor: SIMD4(1, 1 << 63, 0xFEED, .max))
    let code = CoverCode(of: DrawnSleeve(seed: 13).pixels)
    let fingerprint = Fingerprint(code: code, features: [feature, feature])
    #expect(code.bytes.count == CoverCode.byteCount && CoverCode.byteCount <= 40)
    #expect(Fingerprint(bytes: fingerprint.bytes) == fingerprint)
    #expect(Fingerprint(bytes: [1] + fingerprint.bytes.dropFirst()) == nil)
    #expect(Fingerprint(bytes: fingerprint.bytes.dropLast()) == nil)
    #expect(Fingerprint(bytes: [2]) == nil)
    let most = [Feature](repeating: feature, count: Fingerprint.mostFeatures)
    let bytes = Fingerprint(code: code, features: most).bytes
    #expect(bytes.count <= 16_000 && Fingerprint(bytes: bytes) != nil)
    #expect(Fingerprint(bytes: bytes + feature.bytes) == nil)
  }

  @Test func `two finds of one cover are never sure`() {
    let sleeve = DrawnSleeve(seed: 14).pixels
    let fingerprint = Fingerprint(of: sleeve)
    let turned = Fingerprint(of: Orientation.turnedRight.upright(sleeve))
    let (one, two) = (
      (identifier: Int64(1), fingerprint: fingerprint),
      (identifier: Int64(2), fingerprint: fingerprint)
    )
    #expect(CoverCollection([one]).matches(for: fingerprint).map(\.isSure) == [true])
    #expect(CoverCollection([one, one]).matches(for: turned).map(\.isSure) == [true])
    let both = CoverCollection([one, one, two])
    #expect(both.matches(for: fingerprint).map(\.isSure) == [false, false])
  }
}
