// The pictures to which weights are fitted. A picture is kept as the clues of its quads, and the
// overlaps of its quads with the true cover.

import Covers
import FoundationEssentials
import Host
import JPEG
import Pictures
import Support

struct FitPicture: Sendable {
  /// The clues of each quad, in the order of `Clue`.
  let clues: [[Double]]
  /// The overlap of each quad with the cover that it fits best: shared area divided by joint area,
  /// 0…1.
  let overlaps: [Double]

  /// Nil for a picture without quads.
  init?(_ pixels: Pixels, covers: [Quad]) {
    let quads = Covers.judgedQuads(in: pixels)
    guard !quads.isEmpty else { return nil }
    clues = quads.map(\.clues)
    overlaps = quads.map { quad in covers.map { quad.quad.overlap(with: $0) }.max() ?? 0 }
  }

  /// The quad that the weights choose.
  func best(_ weights: JudgementWeights) -> (merit: Double, overlap: Double) {
    let merits = clues.map { Judgement.merit($0, weights) }
    let best = merits.indices.max { merits[$0] < merits[$1] } ?? 0
    return (merits[best], overlaps[best])
  }

  /// `count` drawn photographs of each condition, 1,200 × 900.
  static func drawn(_ count: Int, firstSeed: UInt64) async throws -> [FitPicture] {
    let cases = Condition.allCases.flatMap { condition in
      (0..<UInt64(count)).map { (condition, firstSeed + $0) }
    }
    return try await Parallel.map(cases, named: "drawing") { condition, seed -> FitPicture? in
      let sleeve = DrawnSleeve(seed: seed, side: 640, for: condition)
      let photo = DrawnPhotograph(of: sleeve, seed: seed, condition)
      return FitPicture(photo.pixels, covers: [photo.quad])
    }.compactMap { $0 }
  }

  /// Each photo of a folder in 16 variants.
  static func labelled(in folder: String) async throws -> [FitPicture] {
    let photos = try LabelledPhotos(in: folder)
    let cases = photos.names.flatMap { name in (0..<16).map { (name, $0) } }
    return try await Parallel.map(cases, named: "photos") { name, variant -> FitPicture? in
      let (pixels, covers) = try photos.photo(name)
      return FitVariant(number: variant).picture(pixels, covers)
    }.compactMap { $0 }
  }
}

/// A variant of a photo. The bits of a number 0…15 decide by how many quarters the photo is turned,
/// whether it is cropped, and whether it is made smaller and darker.
struct FitVariant {
  let number: Int

  func picture(_ pixels: Pixels, _ covers: [Quad]) -> FitPicture? {
    var (pixels, covers) = (pixels, covers)
    for _ in 0..<number % 4 { (pixels, covers) = Self.turned(pixels, covers) }
    if number / 4 % 2 == 1 { (pixels, covers) = Self.cropped(pixels, covers) }
    if number / 8 == 1 {
      let longer = max(pixels.width, pixels.height)
      let smaller = pixels.scaled(toLongerSide: longer * 2 / 3)
      let factor = Double(smaller.width) / Double(pixels.width)
      covers = covers.map { $0.scaled(by: factor) }
      pixels = smaller
      pixels.rgb = pixels.rgb.map { UInt8(Int($0) * 7 / 10) }
    }
    return FitPicture(pixels, covers: covers)
  }

  /// Turns a picture and its covers by a quarter clockwise.
  private static func turned(_ pixels: Pixels, _ covers: [Quad]) -> (Pixels, [Quad]) {
    var rgb = pixels.rgb
    for y in 0..<pixels.height {
      for x in 0..<pixels.width {
        let (from, to) = (3 * (y * pixels.width + x), 3 * ((x + 1) * pixels.height - 1 - y))
        for channel in 0..<3 { rgb[to + channel] = pixels.rgb[from + channel] }
      }
    }
    let high = Double(pixels.height)
    return (
      Pixels(width: pixels.height, height: pixels.width, rgb: rgb),
      covers.map { $0.mapped { Point(x: high - $0.y, y: $0.x) } }
    )
  }

  /// Cuts away half of the space to the left of all covers and above them.
  private static func cropped(_ pixels: Pixels, _ covers: [Quad]) -> (Pixels, [Quad]) {
    let corners = covers.flatMap(\.corners)
    let left = max(0, Int((corners.map(\.x).min() ?? 0) / 2))
    let top = max(0, Int((corners.map(\.y).min() ?? 0) / 2))
    var rgb: [UInt8] = []
    for y in top..<pixels.height {
      rgb += pixels.rgb[3 * (y * pixels.width + left)..<3 * (y + 1) * pixels.width]
    }
    let cut = Point(x: Double(left), y: Double(top))
    return (
      Pixels(width: pixels.width - left, height: pixels.height - top, rgb: rgb),
      covers.map { $0.mapped { $0 - cut } }
    )
  }
}
