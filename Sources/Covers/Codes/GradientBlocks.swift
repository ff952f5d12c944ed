// Sums of the changes of brightness in square blocks of a picture.

import Pictures

struct GradientSum: Sendable {
  var x: Float = 0
  var y: Float = 0
  var xx: Float = 0
  var yy: Float = 0
  var xy: Float = 0
  var pixels = 0

  var energy: Float { xx + yy }

  mutating func add(_ other: GradientSum) {
    x += other.x
    y += other.y
    xx += other.xx
    yy += other.yy
    xy += other.xy
    pixels += other.pixels
  }
}

struct GradientBlocks: Sendable {
  /// The side of a block in pixels.
  static let side = 8

  let columns: Int
  let rows: Int
  let sums: [GradientSum]

  init(_ picture: Lightness) {
    let side = Self.side
    let (columns, rows) = (max(0, picture.width - 2) / side, max(0, picture.height - 2) / side)
    var sums = [GradientSum](repeating: GradientSum(), count: columns * rows)
    picture.values.withUnsafeBufferPointer { pixels in
      for row in 0..<rows {
        for column in 0..<columns {
          let first = (row * side + 1) * picture.width + column * side + 1
          sums[row * columns + column] = Self.sum(pixels, from: first, picture.width)
        }
      }
    }
    (self.columns, self.rows, self.sums) = (columns, rows, sums)
  }

  /// Central differences of all pixels of a block.
  @inline(__always)
  private static func sum(
    _ pixels: UnsafeBufferPointer<UInt8>, from first: Int, _ width: Int
  ) -> GradientSum {
    guard let base = pixels.baseAddress else { return GradientSum() }
    var x = SIMD8<Int16>.zero
    var y = SIMD8<Int16>.zero
    var xx = SIMD8<Int32>.zero
    var yy = SIMD8<Int32>.zero
    var xy = SIMD8<Int32>.zero
    for line in 0..<side {
      let row = base + first + line * width
      let dx = words(row + 1) &- words(row - 1)
      let dy = words(row + width) &- words(row - width)
      x &+= dx
      y &+= dy
      let (across, down) = (
        SIMD8<Int32>(truncatingIfNeeded: dx), SIMD8<Int32>(truncatingIfNeeded: dy)
      )
      xx &+= across &* across
      yy &+= down &* down
      xy &+= across &* down
    }
    // A central difference is twice the change for each pixel.
    return GradientSum(
      x: Float(x.wrappedSum()) / 2, y: Float(y.wrappedSum()) / 2, xx: Float(xx.wrappedSum()) / 4,
      yy: Float(yy.wrappedSum()) / 4, xy: Float(xy.wrappedSum()) / 4, pixels: side * side)
  }

  @inline(__always)
  private static func words(_ pixels: UnsafePointer<UInt8>) -> SIMD8<Int16> {
    let bytes = UnsafeRawPointer(pixels).loadUnaligned(as: SIMD8<UInt8>.self)
    return SIMD8<Int16>(truncatingIfNeeded: bytes)
  }

  /// A block with its eight neighbours.
  func surroundings(of index: Int) -> GradientSum {
    let (row, column) = (index / columns, index % columns)
    var sum = GradientSum()
    for y in max(0, row - 1)...min(rows - 1, row + 1) {
      for x in max(0, column - 1)...min(columns - 1, column + 1) { sum.add(sums[y * columns + x]) }
    }
    return sum
  }

  /// The neighbours to the left, right, above and below.
  func neighbours(of index: Int) -> [Int] {
    let (row, column) = (index / columns, index % columns)
    var found: [Int] = []
    if column > 0 { found.append(index - 1) }
    if column < columns - 1 { found.append(index + 1) }
    if row > 0 { found.append(index - columns) }
    if row < rows - 1 { found.append(index + columns) }
    return found
  }

  func centre(of index: Int) -> Point {
    let side = Double(Self.side)
    return Point(
      x: (Double(index % columns) + 0.5) * side + 1, y: (Double(index / columns) + 0.5) * side + 1)
  }
}
