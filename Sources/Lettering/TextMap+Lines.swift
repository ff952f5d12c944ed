// The lines of a text map: groups of likely pixels, as rectangles.

import Pictures

extension TextMap {
  /// A pixel above this number belongs to a line: 0.3 of 1. The model was trained with it.
  private static let leastLikely: UInt8 = 76

  /// The least mean of a rectangle: 0.5 of 1.
  private static let leastMean = 127.5

  /// The least shorter side of a group of pixels.
  private static let leastSide = 3.0

  /// The model marks the middle of a line; its letters reach farther by this part of area / circumference.
  private static let widening = 1.6

  /// The rectangles of the lines, lying, in pixels of the map.
  func lines() -> [Rectangle] {
    var groups = PixelGroups(likely())
    var lines: [Rectangle] = []
    while let points = groups.next() {
      guard let core = Rectangle(around: Point.outline(of: points)),
        core.shorterSide >= Self.leastSide, mean(in: core) >= Self.leastMean
      else { continue }
      let circumference = 2 * (core.width + core.height)
      lines.append(
        core.widened(by: core.width * core.height * Self.widening / circumference).lying)
    }
    return lines
  }

  /// The likely pixels, and their neighbours to the right and below, which joins lines that almost touch.
  private func likely() -> PixelSet {
    var set = PixelSet(width: width, height: height)
    for y in 0..<height {
      for x in 0..<width where self[x, y] > Self.leastLikely {
        for (column, row) in [(x, y), (x + 1, y), (x, y + 1), (x + 1, y + 1)] {
          set.insert(x: column, y: row)
        }
      }
    }
    return set
  }

  /// The mean of the numbers whose pixels are in the rectangle.
  private func mean(in rectangle: Rectangle) -> Double {
    let corners = rectangle.quad.corners
    let (left, right) = (corners.map(\.x).min() ?? 0, corners.map(\.x).max() ?? 0)
    let (top, bottom) = (corners.map(\.y).min() ?? 0, corners.map(\.y).max() ?? 0)
    var (sum, count) = (0, 0)
    for y in max(0, Int(top))...max(0, min(height - 1, Int(bottom))) {
      for x in max(0, Int(left))...max(0, min(width - 1, Int(right))) {
        guard rectangle.contains(Point(x: Double(x), y: Double(y))) else { continue }
        sum += Int(self[x, y])
        count += 1
      }
    }
    return count > 0 ? Double(sum) / Double(count) : 0
  }
}

extension Rectangle {
  /// Whether a point is in the rectangle, or less than half a pixel outside.
  fileprivate func contains(_ point: Point) -> Bool {
    let offset = point - centre
    return offset.dot(direction).magnitude <= width / 2 + 0.5
      && direction.cross(offset).magnitude <= height / 2 + 0.5
  }
}

/// Some pixels of a picture.
struct PixelSet {
  let width: Int
  let height: Int
  private var isMember: [Bool]

  init(width: Int, height: Int) {
    self.width = width
    self.height = height
    isMember = [Bool](repeating: false, count: width * height)
  }

  /// Does nothing for a pixel outside the picture.
  mutating func insert(x: Int, y: Int) {
    if (0..<width).contains(x), (0..<height).contains(y) { isMember[y * width + x] = true }
  }

  /// False if the pixel was no member.
  mutating func remove(x: Int, y: Int) -> Bool {
    guard (0..<width).contains(x), (0..<height).contains(y), isMember[y * width + x] else {
      return false
    }
    isMember[y * width + x] = false
    return true
  }

  /// The first member from an index on, in row-major order.
  func first(from index: Int) -> Int? { isMember[index...].firstIndex(of: true) }
}

/// Takes one connected group of pixels after the other out of a set; pixels that touch at a corner are connected.
struct PixelGroups {
  private var set: PixelSet
  private var position = 0

  init(_ set: PixelSet) { self.set = set }

  /// The first and the last pixel of each row of the next group, sorted by y, then by x. Nil without another group.
  mutating func next() -> [Point]? {
    guard let start = set.first(from: position) else { return nil }
    position = start
    let (top, first) = (start / set.width, start % set.width)
    // The columns of the first and the last pixel of each row from `top` on: no pixel of the group is above.
    var rows: [(first: Int, last: Int)] = []
    var open = [(x: first, y: top)]
    _ = set.remove(x: first, y: top)
    while let (x, y) = open.popLast() {
      while rows.count <= y - top { rows.append((x, x)) }
      rows[y - top] = (min(rows[y - top].first, x), max(rows[y - top].last, x))
      for row in y - 1...y + 1 {
        for column in x - 1...x + 1 where set.remove(x: column, y: row) {
          open.append((column, row))
        }
      }
    }
    return rows.enumerated().flatMap { (row, columns) in
      [columns.first, columns.last].map { Point(x: Double($0), y: Double(top + row)) }
    }
  }
}
