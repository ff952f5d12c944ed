// Stores the positions of features in the same unit across and down. The features are sorted into
// cells, so that a search near a point is fast.

import Glibc
import Pictures

/// A cover's features in units of its longer side.
struct PlacedFeatures: Sendable {
  let features: [Feature]
  let points: [Point]
  let width: Double
  let height: Double

  /// Number of cells per unit, in each direction.
  private static let cells = 24
  /// Index of each cell's first entry in `order`, and one past the last entry.
  private let starts: [Int]
  private let order: [Int]

  init(_ fingerprint: Fingerprint) {
    features = fingerprint.features
    let (width, height) = Self.size(fingerprint.miniature.aspect)
    self.width = width
    self.height = height
    points = features.map {
      Point(x: Double($0.x) / 65_536 * width, y: Double($0.y) / 65_536 * height)
    }
    var counts = [Int](repeating: 0, count: Self.cells * Self.cells + 1)
    let cells = points.map { Self.cell($0, of: Self.cells) }
    for cell in cells { counts[cell + 1] += 1 }
    for cell in 1..<counts.count { counts[cell] += counts[cell - 1] }
    var next = counts
    var order = [Int](repeating: 0, count: cells.count)
    for (index, cell) in cells.enumerated() {
      order[next[cell]] = index
      next[cell] += 1
    }
    starts = counts
    self.order = order
  }

  static func size(_ aspect: Double) -> (width: Double, height: Double) {
    (min(1, aspect), min(1, 1 / aspect))
  }

  static func outline(_ aspect: Double) -> [Point] {
    let (width, height) = size(aspect)
    return [
      Point(x: 0, y: 0), Point(x: width, y: 0), Point(x: width, y: height), Point(x: 0, y: height),
    ]
  }

  var outline: [Point] { Self.outline(width / height) }

  /// Whether a point is far enough inside the cover to have features.
  func contains(_ point: Point) -> Bool {
    point.x > 0.04 && point.y > 0.04 && point.x < width - 0.04 && point.y < height - 0.04
  }

  private static func cell(_ point: Point, of cells: Int) -> Int {
    let column = min(cells - 1, max(0, Int(point.x * Double(cells))))
    return min(cells - 1, max(0, Int(point.y * Double(cells)))) * cells + column
  }

  /// The index of the cell that contains a feature. The unit square has `cells` × `cells` cells.
  func cell(_ index: Int, of cells: Int) -> Int { Self.cell(points[index], of: cells) }

  /// The miniature's cell at a position.
  func miniatureCell(_ position: Point) -> Int {
    Self.cell(Point(x: position.x / width, y: position.y / height), of: Miniature.side)
  }

  /// Visits every feature in the cells within `reach` of a position.
  @inline(__always)
  func forEach(near position: Point, reach: Double, _ visit: (Int) -> Void) {
    guard position.x > -reach, position.y > -reach, position.x < 1 + reach, position.y < 1 + reach
    else { return }
    let scale = Double(Self.cells)
    func bounded(_ value: Double) -> Int { max(0, min(Self.cells - 1, Int(value * scale))) }
    let columns = bounded(position.x - reach)...bounded(position.x + reach)
    for row in bounded(position.y - reach)...bounded(position.y + reach) {
      let cell = row * Self.cells
      for entry in starts[cell + columns.lowerBound]..<starts[cell + columns.upperBound + 1] {
        visit(order[entry])
      }
    }
  }
}
