// Shapes as signed distances to their outline (negative inside). Signed distances give clean edges
// at every size.

/// The part of a canvas that a shape can touch, in units of the canvas' width.
struct Box: Sendable {
  let left, top, right, bottom: Float

  static let everything = Box(left: -9, top: -9, right: 9, bottom: 9)

  func grown(by margin: Float) -> Box {
    Box(left: left - margin, top: top - margin, right: right + margin, bottom: bottom + margin)
  }

  func columns(of canvas: Canvas) -> Range<Int> {
    Self.range(left, right, scale: canvas.width, count: canvas.width)
  }

  func rows(of canvas: Canvas) -> Range<Int> {
    Self.range(top, bottom, scale: canvas.width, count: canvas.height)
  }

  private static func range(_ low: Float, _ high: Float, scale: Int, count: Int) -> Range<Int> {
    let start = min(max(Int((low * Float(scale)).rounded(.down)), 0), count)
    return start..<max(start, min(Int((high * Float(scale)).rounded(.up)), count))
  }
}

/// Source of the distances: I. Quilez, 2D distance functions.
struct Shape: Sendable {
  let box: Box
  let distance: @Sendable (Float, Float) -> Float

  static func disc(_ x: Float, _ y: Float, _ radius: Float) -> Shape {
    Shape(box: around(x, y, radius)) { u, v in length(u - x, v - y) - radius }
  }

  static func ring(_ x: Float, _ y: Float, _ radius: Float, width: Float) -> Shape {
    Shape(box: around(x, y, radius + width)) { u, v in
      abs(length(u - x, v - y) - radius) - width / 2
    }
  }

  /// An ellipse. The signed distance is exact on the outline and approximate elsewhere.
  static func ellipse(
    _ x: Float, _ y: Float, _ wide: Float, _ high: Float, turn: Double = 0
  ) -> Shape {
    let (cosine, sine) = turned(turn)
    return Shape(box: around(x, y, max(wide, high))) { u, v in
      let across = ((u - x) * cosine + (v - y) * sine) / wide
      let down = ((v - y) * cosine - (u - x) * sine) / high
      return (length(across, down) - 1) * min(wide, high)
    }
  }

  /// A rectangle around (x, y) with the half sides `wide` and `high`. `round` is the radius of its
  /// corners.
  static func rectangle(
    _ x: Float, _ y: Float, _ wide: Float, _ high: Float, turn: Double = 0, round: Float = 0
  ) -> Shape {
    let (cosine, sine) = turned(turn)
    let reach = abs(cosine) + abs(sine)
    let box = Box(
      left: x - max(wide, high) * reach, top: y - max(wide, high) * reach,
      right: x + max(wide, high) * reach, bottom: y + max(wide, high) * reach)
    let upright = Box(left: x - wide, top: y - high, right: x + wide, bottom: y + high)
    return Shape(box: turn == 0 ? upright : box) { u, v in
      let across = abs((u - x) * cosine + (v - y) * sine) - wide + round
      let down = abs((v - y) * cosine - (u - x) * sine) - high + round
      return length(max(across, 0), max(down, 0)) + min(max(across, down), 0) - round
    }
  }

  /// A line with round ends.
  static func stroke(
    _ x: Float, _ y: Float, _ endX: Float, _ endY: Float, radius: Float
  ) -> Shape {
    let box = Box(
      left: min(x, endX), top: min(y, endY), right: max(x, endX), bottom: max(y, endY))
    let (along, down) = (endX - x, endY - y)
    let square = max(along * along + down * down, 1e-9)
    return Shape(box: box.grown(by: radius)) { u, v in
      let share = limited(((u - x) * along + (v - y) * down) / square)
      return length(u - x - along * share, v - y - down * share) - radius
    }
  }

  private static func around(_ x: Float, _ y: Float, _ reach: Float) -> Box {
    Box(left: x - reach, top: y - reach, right: x + reach, bottom: y + reach)
  }

  private static func turned(_ angle: Double) -> (Float, Float) {
    let (cosine, sine) = direction(angle)
    return (Float(cosine), Float(sine))
  }
}

@inline(__always)
func length(_ x: Float, _ y: Float) -> Float { (x * x + y * y).squareRoot() }
