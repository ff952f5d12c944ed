// A picture on a part of a plane, painted row by row onto a photograph. Each pixel takes one
// sample. Edges are as soft as through a lens.

import Pictures

typealias PhotoRow = UnsafeMutableBufferPointer<Colour>

struct Patch: Sendable {
  /// The kind of edge that the picture has.
  enum Outline: Sendable {
    /// The four sides of the picture.
    case sides
    /// An outline. The opacity of a pixel is its distance to the outline, in widths of the picture,
    /// and is positive inside.
    case cutOut
    /// No edge. The opacity of a pixel is its opacity.
    case fading
  }

  let plane: Plane
  let canvas: Canvas
  let outline: Outline
  /// The width of an edge's transition, in pixels.
  let softness: Float
  private let corners: [Point]
  let rows: Range<Int>

  init(_ canvas: Canvas, _ plane: Plane, _ outline: Outline, in size: PhotoSize) {
    let quad = plane.quad
    self.plane = plane
    self.canvas = canvas.fitting(quad.sides.max() ?? 0)
    self.outline = outline
    softness = size.softness
    corners = quad.corners
    let heights = corners.map { min(max($0.y, -10), Double(size.height) + 10) }
    let top = min(max(Int(heights.min() ?? 0) - 2, 0), size.height)
    rows = top..<max(top, min(Int(heights.max() ?? 0) + 3, size.height))
  }

  func paint(_ y: Int, onto row: PhotoRow) {
    let columns = columns(y, width: row.count)
    guard !columns.isEmpty else { return }
    let places = plane.row(y)
    let middle = (columns.lowerBound + columns.upperBound) / 2
    let (here, next) = (places.place(middle), places.place(middle + 1))
    let below = plane.row(y + 1).place(middle)
    let uPixel = length(next.u - here.u, below.u - here.u)
    let vPixel = length(next.v - here.v, below.v - here.v)
    let (uScale, vScale) = (1 / (softness * uPixel), 1 / (softness * vPixel))
    canvas.colours.withUnsafeBufferPointer { colours in
      for x in columns {
        let (u, v) = places.place(x)
        var share = outline == .sides ? sides(u * uScale, v * vScale, uScale, vScale) : 1
        guard share > 0, u > -0.01, u < 1.01, v > -0.01, v < 1.01 else { continue }
        let colour = Canvas.colour(u, v, of: colours, width: canvas.width, height: canvas.height)
        if outline == .cutOut { share = limited(0.5 + colour.w * uScale) }
        if outline == .fading { share = colour.w }
        row[x] = row[x].mixed(with: colour, share)
      }
    }
  }

  /// The share of a pixel that lies inside all four sides.
  @inline(__always)
  private func sides(_ u: Float, _ v: Float, _ uEnd: Float, _ vEnd: Float) -> Float {
    let across = limited(min(u, uEnd - u) + 0.5)
    return across * limited(min(v, vEnd - v) + 0.5)
  }

  /// The pixels of a row that the patch can touch.
  private func columns(_ y: Int, width: Int) -> Range<Int> {
    let (top, bottom) = (Double(y) - 2, Double(y) + 3)
    var (left, right) = (Double.infinity, -Double.infinity)
    for index in 0..<4 {
      let (start, end) = (corners[index], corners[(index + 1) % 4])
      guard max(start.y, end.y) >= top, min(start.y, end.y) <= bottom else { continue }
      for height in [top, bottom] {
        let fall = end.y - start.y
        let share = fall.magnitude < 1e-9 ? 0 : limited((height - start.y) / fall)
        let x = start.x + (end.x - start.x) * share
        (left, right) = (min(left, x), max(right, x))
        if fall.magnitude < 1e-9 { (left, right) = (min(left, end.x), max(right, end.x)) }
      }
    }
    guard left <= right else { return 0..<0 }
    let first = min(max(Int(max(left, -10)) - 3, 0), width)
    return first..<max(first, min(Int(min(right, Double(width) + 10)) + 4, width))
  }
}

/// The size of a photograph, and values that depend on it.
struct PhotoSize: Sendable {
  let width: Int
  let height: Int

  /// The softness of the lens, in pixels.
  var softness: Float { max(0.9, Float(max(width, height)) / 2_400) }

  var isLarge: Bool { width * height > 4_000_000 }

  /// The side of the drawn ground, in pixels.
  var groundSide: Int { isLarge ? 1_024 : width * height > 400_000 ? 512 : 256 }
}
