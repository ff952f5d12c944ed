// Finds keypoints: corners, where the lightness of a picture changes in two directions. Such a
// point can be found again in another picture of the same cover.

/// A corner in pixels of the searched picture, with its strength.
struct Corner: Equatable, Sendable {
  var x: Float
  var y: Float
  var strength: Float
}

/// Sums the squares and products of the changes across and down around each pixel (C. Harris and M.
/// Stephens, A combined corner and edge detector, 1988). The sums are a 2 × 2 matrix; the strength
/// is its determinant divided by its trace (A. Noble, Finding corners, 1988). The strength needs no
/// constant, and is close to the weaker of the two changes.
struct CornerSearch {
  /// Minimum strength of a corner, in squared levels of 256. Weaker corners are noise.
  static let leastStrength: Float = 60

  /// Half the width of the window over which changes are summed.
  private static let reach = 2

  private let picture: Lightness
  private var strengths: [Float]

  /// `picture` is already smoothed.
  init(_ picture: Lightness) {
    self.picture = picture
    strengths = [Float](repeating: 0, count: picture.width * picture.height)
    measure()
  }

  /// The pixels that are stronger than their eight neighbours, row by row. They are at least
  /// `border` pixels from every edge of the picture.
  func corners(border: Int) -> [Corner] {
    let (width, height) = (picture.width, picture.height)
    let border = max(border, Self.reach + 2)
    guard width > 2 * border, height > 2 * border else { return [] }
    var corners: [Corner] = []
    strengths.withUnsafeBufferPointer { strengths in
      for y in border..<height - border {
        for x in border..<width - border {
          let index = y &* width &+ x
          let here = strengths[index]
          if here > Self.leastStrength, here > strengths[index &- 1],
            here >= strengths[index &+ 1], here > strengths[index &- width],
            here >= strengths[index &+ width], here > strengths[index &- width &- 1],
            here > strengths[index &- width &+ 1], here >= strengths[index &+ width &- 1],
            here >= strengths[index &+ width &+ 1]
          {
            corners.append(Self.refined(strengths, index, x, y, width))
          }
        }
      }
    }
    return corners
  }

  /// Moves a corner by a fraction of a pixel, across and down: to the top of the parabola through
  /// three neighbouring strengths.
  private static func refined(
    _ strengths: UnsafeBufferPointer<Float>, _ index: Int, _ x: Int, _ y: Int, _ width: Int
  ) -> Corner {
    func top(_ step: Int) -> Float {
      let (before, after) = (strengths[index - step], strengths[index + step])
      let bend = before + after - 2 * strengths[index]
      return bend < 0 ? max(-0.5, min(0.5, (before - after) / (2 * bend))) : 0
    }
    return Corner(
      x: Float(x) + 0.5 + top(1), y: Float(y) + 0.5 + top(width), strength: strengths[index])
  }

  /// Measures the strength of every pixel. The window of rows moves down: each step adds the row
  /// that enters the window, and subtracts the row that leaves it.
  private mutating func measure() {
    let (width, height) = (picture.width, picture.height)
    guard width > 8, height > 8 else { return }
    withUnsafeTemporaryAllocation(of: Int32.self, capacity: 3 * width) { sums in
      sums.initialize(repeating: 0)
      guard let column = sums.baseAddress else { return }
      picture.values.withUnsafeBufferPointer { source in
        strengths.withUnsafeMutableBufferPointer { strengths in
          guard let from = source.baseAddress, let to = strengths.baseAddress else { return }
          for y in 1..<height - 1 {
            Self.add(from + y * width, width, 1, to: column)
            if y > 2 * Self.reach + 1 {
              Self.add(from + (y - 2 * Self.reach - 1) * width, width, -1, to: column)
            }
            if y > 2 * Self.reach {
              Self.rate(column, width, into: to + (y - Self.reach) * width)
            }
          }
        }
      }
    }
  }

  /// Adds across², down² and across · down for each pixel of a row. "Across" is the right neighbour
  /// minus the left neighbour; "down" is the lower neighbour minus the upper neighbour. Each of the
  /// three sums has its own third of `sums`.
  @inline(__always)
  private static func add(
    _ row: UnsafePointer<UInt8>, _ width: Int, _ sign: Int32, to sums: UnsafeMutablePointer<Int32>
  ) {
    let (downs, both) = (sums + width, sums + 2 * width)
    for x in 1..<width &- 1 {
      let across = Int16(row[x &+ 1]) &- Int16(row[x &- 1])
      let down = Int16(row[x &+ width]) &- Int16(row[x &- width])
      sums[x] &+= sign &* Int32(across) &* Int32(across)
      downs[x] &+= sign &* Int32(down) &* Int32(down)
      both[x] &+= sign &* Int32(across) &* Int32(down)
    }
  }

  @inline(__always)
  private static func rate(
    _ sums: UnsafePointer<Int32>, _ width: Int, into strengths: UnsafeMutablePointer<Float>
  ) {
    @inline(__always) func window(_ plane: UnsafePointer<Int32>, _ x: Int) -> Float {
      let near = plane[x &- 1] &+ plane[x] &+ plane[x &+ 1]
      return Float(near &+ plane[x &- 2] &+ plane[x &+ 2])
    }
    for x in 3..<width &- 3 {
      let across = window(sums, x)
      let down = window(sums + width, x)
      let both = window(sums + 2 * width, x)
      strengths[x] = (across * down - both * both) / (across + down + 1)
    }
  }
}
