// Finds the features of a cover: corners in several sizes of the cover, spread over its area.

import Pictures

/// A level is the cover in one size. Level n has `side(ofLevel: n)` pixels on its longer side, for
/// every size of the given picture, so that levels of two covers can be compared.
struct FeatureSearch {
  /// Pixels of the longer side of level 0. The number is a multiple of 64, so that the code of the
  /// same picture averages areas of whole pixels.
  static let side = 384
  /// Ratio of a level's side to the next level's.
  static let step = 1.3
  static let levels = 6

  static func side(ofLevel level: Int) -> Int {
    Int((Double(side) / (0..<level).reduce(1) { product, _ in product * step }).rounded())
  }

  /// At most `count` features of a straightened cover, level by level, strongest first in a level.
  /// `picture` has at most `side` pixels on its longer side.
  static func features(of picture: Lightness, atMost count: Int) -> [Feature] {
    let sides = (0..<levels).map(side(ofLevel:))
    let longer = Double(max(picture.width, picture.height))
    let shares = sides.map(Double.init)
    var features: [Feature] = []
    var left = shares.reduce(0, +)
    var current = picture
    // Each level gets its share of the remaining count. If a level has too few corners, later
    // levels can therefore have more features.
    for (level, side) in sides.enumerated() {
      defer { left -= shares[level] }
      // A small picture is enlarged by at most 15 %, because larger levels would have no more
      // detail.
      guard Double(side) <= 1.15 * longer else { continue }
      current = current.resized(
        toWidth: length(picture.width, side, longer), height: length(picture.height, side, longer))
      let share = Double(count - features.count) * shares[level] / left
      features += described(current, level: level, atMost: Int(share.rounded()))
    }
    return features
  }

  private static func length(_ length: Int, _ side: Int, _ longer: Double) -> Int {
    max(1, Int((Double(length * side) / longer).rounded()))
  }

  private static func described(
    _ picture: Lightness, level: Int, atMost count: Int
  ) -> [Feature] {
    let smooth = picture.smoothed()
    let descriptor = Descriptor(smooth)
    let corners = CornerSearch(smooth).corners(border: Descriptor.border)
    return spread(corners, in: smooth, atMost: count).map { corner in
      let angle = descriptor.angle(at: corner)
      return Feature(
        x: fraction(corner.x, of: picture.width), y: fraction(corner.y, of: picture.height),
        angle: angle, level: UInt8(level), descriptor: descriptor.bits(at: corner, angle: angle))
    }
  }

  private static func fraction(_ position: Float, of length: Int) -> UInt16 {
    UInt16(max(0, min(65_535, position / Float(length) * 65_536)))
  }

  /// Number of cells in each direction. Corners in the same cell compete with each other.
  private static let cells = 8
  /// Factor on a corner's strength for each stronger corner in the same cell.
  private static let crowding: Float = 0.6

  /// The corners with the highest ratings. A rating is the corner's strength, multiplied by
  /// `crowding` for each stronger corner in the same cell.
  private static func spread(
    _ corners: [Corner], in picture: Lightness, atMost count: Int
  ) -> [Corner] {
    let sorted = corners.sorted { ($0.strength, $0.y, $0.x) > ($1.strength, $1.y, $1.x) }
    var shares = [Float](repeating: 1, count: cells * cells)
    let rated = sorted.map { corner -> (worth: Float, corner: Corner) in
      let column = min(cells - 1, Int(corner.x) * cells / picture.width)
      let row = min(cells - 1, Int(corner.y) * cells / picture.height)
      defer { shares[row * cells + column] *= crowding }
      return (corner.strength * shares[row * cells + column], corner)
    }
    return rated.enumerated()
      .sorted { ($0.element.worth, $1.offset) > ($1.element.worth, $0.offset) }
      .prefix(count).map(\.element.corner)
  }
}
