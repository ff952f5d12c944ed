// Pictures for the models: turned, cut out, and as numbers.

import Pictures
import Support
import Testing

@testable import Lettering

@Suite struct PixelTests {
  /// Three pixels wide, two high: the red of a pixel is its number.
  static let small = Pixels(
    width: 3, height: 2, rgb: (0..<6).flatMap { [UInt8($0), 0, 255] })

  static let turns: [(degrees: Int, reds: [UInt8], width: Int)] = [
    (0, [0, 1, 2, 3, 4, 5], 3), (90, [3, 0, 4, 1, 5, 2], 2), (180, [5, 4, 3, 2, 1, 0], 3),
    (270, [2, 5, 1, 4, 0, 3], 2),
  ]

  @Test(arguments: turns)
  func `a picture is turned clockwise`(degrees: Int, reds: [UInt8], width: Int) {
    let turned = Self.small.turned(by: degrees)
    #expect(turned.width == width && turned.height == 6 / width)
    #expect(stride(from: 0, to: 18, by: 3).map { turned.rgb[$0] } == reds)
  }

  @Test(arguments: turns)
  func `a point of the turned picture leads back to its pixel`(
    degrees: Int, reds: [UInt8], width: Int
  ) {
    for (index, red) in reds.enumerated() {
      let point = Point(x: Double(index % width) + 0.5, y: Double(index / width) + 0.5)
      let back = Self.small.unturned(point, by: degrees)
      #expect(Int(back.y) * 3 + Int(back.x) == Int(red))
    }
  }

  @Test func `the planes are blue, green, red, and grey behind the picture`() {
    let planes = Self.small.planes(columns: 4)
    #expect(planes.count == 24)
    #expect(planes[0...3] == [1, 1, 1, 0] && planes[8...11] == [-1, -1, -1, 0])
    #expect(planes[16] == -1 && (planes[17] - (2.0 / 255 - 1)).magnitude < 1e-6)
  }

  @Test func `a cut of the whole picture in its own size is the picture`() {
    var generator = SeededGenerator(seed: 44)
    let rgb = (0..<3 * 40 * 30).map { _ in UInt8.random(in: 0...255, using: &generator) }
    let picture = Pixels(width: 40, height: 30, rgb: rgb)
    #expect(picture.cut(Quad(x: 0, y: 0, width: 40, height: 30), width: 40, height: 30) == picture)
  }

  @Test func `a cut that shrinks has the mean of the covered pixels`() {
    let rgb = (0..<64 * 64).flatMap { index -> [UInt8] in
      (index % 64 + index / 64) % 2 == 0 ? [0, 0, 0] : [200, 200, 200]
    }
    let picture = Pixels(width: 64, height: 64, rgb: rgb)
    let cut = picture.cut(Quad(x: 8, y: 8, width: 48, height: 48), width: 12, height: 12)
    #expect(cut.rgb.allSatisfy { (95...105).contains($0) })
  }

  @Test func `a cut outside the picture repeats its edge and reads nothing else`() {
    let picture = Pixels(width: 16, height: 16, rgb: [UInt8](repeating: 77, count: 768))
    let cut = picture.cut(
      Quad(x: -500, y: -900, width: 2_000, height: 3_000), width: 20, height: 48)
    #expect(cut.rgb.allSatisfy { $0 == 77 })
  }

  @Test(arguments: [(640, 1), (641, 2), (1_504, 3), (2_016, 4), (2_048, 4)])
  func `tiles cover a side, overlap, and are never larger than the model's limit`(
    side: Int, count: Int
  ) {
    let tiles = TextFinder.tiles(of: side)
    #expect(tiles.count == count)
    #expect(tiles.first?.start == 0 && tiles.last.map { $0.start + $0.length } == side)
    #expect(tiles.allSatisfy { $0.length <= TextFinder.mostSide })
    for (tile, next) in zip(tiles, tiles.dropFirst()) {
      #expect(tile.start + tile.length - next.start >= 64)
    }
  }
}
