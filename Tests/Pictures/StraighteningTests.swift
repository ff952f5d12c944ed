// Compares straightening and shrinking with slow, obviously correct implementations.

import Covers
import Pictures
import Support
import Testing

@testable import Pictures

@Suite struct StraighteningTests {
  /// The mean difference between some pixels of the crop and their expected colours. An expected
  /// colour is the mean of 8 × 8 interpolated colours, evenly spread over the area of the pixel.
  static func difference(_ crop: Pixels, from pixels: Pixels, _ quad: Quad) throws -> Double {
    let map = try #require(Homography(unitSquareTo: quad))
    let (width, height, places) = (crop.width, crop.height, 8)
    var (difference, count) = (0.0, 0.0)
    for y in stride(from: 0, to: height, by: 7) {
      for x in stride(from: y % 5, to: width, by: 5) {
        var sum = SIMD3<Double>()
        for place in 0..<places * places {
          let right = Double(x) + (Double(place % places) + 0.5) / Double(places)
          let down = Double(y) + (Double(place / places) + 0.5) / Double(places)
          sum += colour(pixels, map.point(right / Double(width), down / Double(height)))
        }
        for channel in 0..<3 {
          let wanted = sum[channel] / Double(places * places)
          difference += (wanted - Double(crop.rgb[3 * (y * width + x) + channel])).magnitude
          count += 1
        }
      }
    }
    return difference / count
  }

  private static func colour(_ pixels: Pixels, _ point: Point) -> SIMD3<Double> {
    let x = min(max(point.x - 0.5, 0), Double(pixels.width - 1))
    let y = min(max(point.y - 0.5, 0), Double(pixels.height - 1))
    let (left, top) = (min(Int(x), pixels.width - 2), min(Int(y), pixels.height - 2))
    let (across, down) = (x - Double(left), y - Double(top))
    func pixel(_ x: Int, _ y: Int) -> SIMD3<Double> {
      let index = 3 * (y * pixels.width + x)
      return SIMD3(
        Double(pixels.rgb[index]), Double(pixels.rgb[index + 1]), Double(pixels.rgb[index + 2]))
    }
    let upper = pixel(left, top) * (1 - across) + pixel(left + 1, top) * across
    let lower = pixel(left, top + 1) * (1 - across) + pixel(left + 1, top + 1) * across
    return upper * (1 - down) + lower * down
  }

  static let photo = DrawnPhotograph(
    of: DrawnSleeve(seed: 5), seed: 5, .perspective, width: 600, height: 450)

  static let quads: [Quad] = [
    photo.quad,
    // The next three quads are upside down, mirrored, and strongly tilted.
    Quad(
      photo.quad.corners[2], photo.quad.corners[3], photo.quad.corners[0], photo.quad.corners[1]),
    Quad(
      photo.quad.corners[1], photo.quad.corners[0], photo.quad.corners[3], photo.quad.corners[2]),
    Quad(Point(x: 200, y: 20), Point(x: 420, y: 20), Point(x: 600, y: 440), Point(x: 0, y: 440)),
    // This quad has corners outside the picture.
    Quad(Point(x: -40, y: -30), Point(x: 640, y: 10), Point(x: 610, y: 480), Point(x: 0, y: 450)),
  ]

  @Test(arguments: quads, [64, 180, 300])
  func `a straightened cover equals the average of areas`(_ quad: Quad, side: Int) throws {
    let pixels = Self.photo.pixels
    let crop = Covers.straightened(pixels, quad: quad, side: side)
    #expect(max(crop.width, crop.height) == side)
    let difference = try Self.difference(crop, from: pixels, quad)
    note("side \(side): \(difference) levels from averaged areas")
    #expect(difference < 1.5)
  }

  /// Black and white squares; the side of a square has `period` pixels.
  static func checker(_ side: Int, period: Int) -> Pixels {
    let rgb = (0..<side * side).flatMap { index -> [UInt8] in
      let isWhite = (index % side / period + index / side / period).isMultiple(of: 2)
      return [UInt8](repeating: isWhite ? 255 : 0, count: 3)
    }
    return Pixels(width: side, height: side, rgb: rgb)
  }

  @Test(arguments: [2.0, 2.5, 3.0, 3.7, 5.0, 6.1])
  func `a checker too fine to show becomes grey, without a pattern of its own`(
    _ shrinking: Double
  ) {
    let pixels = Self.checker(600, period: 1)
    let quad = Quad(x: 7.3, y: 5.1, width: 100 * shrinking - 15, height: 100 * shrinking - 15)
    let crop = Covers.straightened(pixels, quad: quad, side: Int(quad.sides[0] / shrinking))
    let scaled = pixels.scaled(toLongerSide: Int(600 / shrinking))
    for small in [crop, scaled] {
      let strays = small.rgb.map { abs(Int($0) - 128) }
      #expect(strays.max() ?? 0 <= 40 && strays.reduce(0, +) <= 15 * strays.count)
    }
  }

  @Test(arguments: [(1_024, 500), (1_024, 200), (17, 5), (5, 5), (9, 8), (3_000, 400), (2, 1)])
  func `every pixel's weights are those of its area`(_ count: Int, shorter: Int) {
    let weights = AreaWeights(of: count, in: shorter)
    for place in 0..<shorter {
      let own = weights.weights[place * weights.taps..<(place + 1) * weights.taps]
      #expect(own.reduce(0, +) == 256)
      let start = Int(weights.starts[place])
      #expect(start >= 0 && start + weights.taps <= count)
      let (begin, end) = (
        Double(place * count) / Double(shorter), Double((place + 1) * count) / Double(shorter)
      )
      for (tap, weight) in own.enumerated() {
        let left = Double(start + tap)
        let shared = max(0, min(end, left + 1) - max(begin, left)) / (end - begin)
        #expect(abs(Double(weight) - 256 * shared) <= 1)
      }
    }
  }

  @Test(arguments: [(500, 300), (200, 61), (120, 7), (41, 1)])
  func `a scaled picture equals the average of areas`(_ width: Int, height: Int) throws {
    let pixels = Self.photo.pixels
    let small = pixels.scaled(toWidth: width, height: height)
    #expect(small.width == width && small.height == height)
    var worst = 0.0
    for y in stride(from: 0, to: height, by: 7) {
      for x in stride(from: 0, to: width, by: 3) {
        let mean = Self.mean(
          pixels, x: (Double(x) * 600 / Double(width), Double(x + 1) * 600 / Double(width)),
          y: (Double(y) * 450 / Double(height), Double(y + 1) * 450 / Double(height)))
        worst = max(worst, abs(mean - Double(small.rgb[3 * (y * width + x) + 1])))
      }
    }
    #expect(worst < 6, "\(worst)")
  }

  /// The mean green of an area.
  private static func mean(
    _ pixels: Pixels, x: (Double, Double), y: (Double, Double)
  ) -> Double {
    var (sum, area) = (0.0, 0.0)
    for row in Int(y.0)..<min(450, Int(y.1.rounded(.up))) {
      for column in Int(x.0)..<min(600, Int(x.1.rounded(.up))) {
        let wide = min(x.1, Double(column + 1)) - max(x.0, Double(column))
        let high = min(y.1, Double(row + 1)) - max(y.0, Double(row))
        sum += wide * high * Double(pixels.rgb[3 * (row * 600 + column) + 1])
        area += wide * high
      }
    }
    return sum / area
  }

  @Test(arguments: [(1, 1), (1, 50), (50, 1), (2, 2), (3, 2)])
  func `the smallest pictures are straightened and scaled too`(_ width: Int, height: Int) {
    let pixels = Pixels(
      width: width, height: height, rgb: [UInt8](repeating: 77, count: 3 * width * height))
    let quad = Quad(x: 0, y: 0, width: Double(width), height: Double(height))
    #expect(Covers.straightened(pixels, quad: quad, side: 40).rgb.allSatisfy { $0 == 77 })
    #expect(pixels.scaled(toLongerSide: 7).rgb.allSatisfy { $0 == 77 })
  }
}
