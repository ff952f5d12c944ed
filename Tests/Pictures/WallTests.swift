// Tests pictures of several covers, and covers that are partly outside the picture. The tests paint
// sleeves on a wall of nearly one colour.

import Pictures
import Support
import Testing

@testable import Covers

@Suite struct WallTests {
  /// A grey wall of 1,200 × 900 pixels, with slightly uneven light and noise.
  static func wall(seed: UInt64) -> Pixels {
    var generator = SeededGenerator(seed: seed)
    var pixels = Pixels(
      width: 1_200, height: 900, rgb: [UInt8](repeating: 0, count: 1_200 * 900 * 3))
    for index in 0..<1_200 * 900 {
      let level = UInt8(180 + index % 1_200 / 40 + Int(generator.next() % 5))
      for channel in 0..<3 { pixels.rgb[3 * index + channel] = level }
    }
    return pixels
  }

  /// Paints a sleeve into a quad of the picture, point by point. Leaves out points outside the
  /// picture.
  static func hang(_ sleeve: Pixels, at quad: Quad, on wall: inout Pixels) throws {
    let map = try #require(Homography(unitSquareTo: quad))
    let steps = Int((quad.sides.max() ?? 0) * 1.6)
    for row in 0..<steps {
      for column in 0..<steps {
        let (u, v) = (Double(column) / Double(steps), Double(row) / Double(steps))
        let place = map.point(u, v)
        let (x, y) = (Int(place.x.rounded(.down)), Int(place.y.rounded(.down)))
        guard x >= 0, y >= 0, x < wall.width, y < wall.height else { continue }
        let from =
          3 * (Int(v * Double(sleeve.height)) * sleeve.width + Int(u * Double(sleeve.width)))
        for channel in 0..<3 {
          wall.rgb[3 * (y * wall.width + x) + channel] = sleeve.rgb[from + channel]
        }
      }
    }
  }

  /// The quads of six covers in two rows, slightly tilted.
  static let places: [Quad] = (0..<6).map { index in
    let (x, y) = (80 + 370 * Double(index % 3), 60 + 420 * Double(index / 3))
    return Quad(
      Point(x: x, y: y), Point(x: x + 300, y: y + 14), Point(x: x + 306, y: y + 318),
      Point(x: x + 4, y: y + 300))
  }

  @Test(arguments: [1, 2, 3] as [UInt64])
  func `every cover on a wall is found once and nothing else`(_ seed: UInt64) throws {
    note("seed \(seed)")
    var wall = Self.wall(seed: seed)
    for (index, place) in Self.places.enumerated() {
      let sleeve = DrawnSleeve(seed: 100 * seed + UInt64(index), side: 320)
      try Self.hang(sleeve.pixels, at: place, on: &wall)
    }
    let found = Covers.findCovers(in: wall)
    let overlaps = Self.places.map { place in
      found.map { $0.quad.overlap(with: place) }.max() ?? 0
    }
    note("\(overlaps), confidence \(found.map(\.confidence))")
    #expect(overlaps.allSatisfy { $0 >= 0.7 })
    #expect(found.count == 6 && found.allSatisfy { $0.method == .quad })
  }

  @Test func `at most the requested number of covers is returned`() throws {
    var wall = Self.wall(seed: 4)
    for (index, place) in Self.places.enumerated() {
      try Self.hang(DrawnSleeve(seed: UInt64(index), side: 320).pixels, at: place, on: &wall)
    }
    #expect(Covers.findCovers(in: wall, atMost: 2).count == 2)
    #expect(Covers.findCovers(in: wall, atMost: 0).isEmpty)
  }

  @Test func `an empty wall has no covers`() {
    #expect(Covers.findCovers(in: Self.wall(seed: 5)).isEmpty)
  }

  @Test func `the first of all covers is the one that is found alone`() throws {
    let photo = DrawnPhotograph(of: DrawnSleeve(seed: 8), seed: 8, .plain)
    let alone = Covers.findCover(in: photo.pixels, guide: nil)
    try #require(alone.method == .quad)
    #expect(Covers.findCovers(in: photo.pixels).first == alone)
  }

  /// A cover that is partly outside the picture, at each of the four sides.
  @Test(arguments: [
    (Quad(x: 300, y: -120, width: 560, height: 560), 0),
    (Quad(x: 760, y: 170, width: 560, height: 560), 1),
    (Quad(x: 300, y: 460, width: 560, height: 560), 2),
    (Quad(x: -120, y: 170, width: 560, height: 560), 3),
  ])
  func `a cover that is partly outside ends at the picture's border`(
    _ place: Quad, _ side: Int
  ) throws {
    var wall = Self.wall(seed: 6)
    try Self.hang(DrawnSleeve(seed: 12, side: 512).pixels, at: place, on: &wall)
    let seen = place.mapped {
      Point(x: min(max($0.x, 0), 1_200), y: min(max($0.y, 0), 900))
    }
    let found = Covers.findCover(in: wall, guide: nil)
    #expect(found.method == .quad && found.quad.overlap(with: seen) > 0.9, "\(side): \(found)")
  }

  @Test(arguments: [41, 42] as [UInt64])
  func `covers found in noise and lines stay inside and apart`(_ seed: UInt64) {
    note("seed \(seed)")
    var generator = SeededGenerator(seed: seed)
    for _ in 0..<12 {
      let width = Int.random(in: 1...260, using: &generator)
      let height = Int.random(in: 1...260, using: &generator)
      var photo = CoversTests.flat(width, height, UInt8.random(in: 0...255, using: &generator))
      for _ in 0..<Int.random(in: 0...40, using: &generator) {
        let row = Int.random(in: 0..<height, using: &generator)
        let column = Int.random(in: 0..<width, using: &generator)
        for x in column..<width { photo.rgb[3 * (row * width + x)] = 250 }
        for y in row..<height { photo.rgb[3 * (y * width + column) + 1] = 0 }
      }
      let found = Covers.findCovers(in: photo)
      #expect(found.allSatisfy { CoversTests.isInside($0.quad, photo) })
      #expect(found.allSatisfy { (0...1).contains($0.confidence) })
      #expect(found == Covers.findCovers(in: photo))
    }
  }
}
