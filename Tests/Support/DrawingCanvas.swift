// A surface for drawing. Coordinates are in units of its width, and a colour can be read between
// its pixels.

import Pictures

struct Canvas: Sendable {
  let width: Int
  let height: Int
  var colours: [Colour]

  init(width: Int, height: Int, _ colour: Colour) {
    self.width = width
    self.height = height
    colours = Array(repeating: colour, count: width * height)
  }

  /// The height in units of the width.
  var depth: Float { Float(height) / Float(width) }

  /// Blends each pixel of `box` with the colour that `look` gives for the pixel's position, by the
  /// opacity of that colour.
  @inline(__always)
  mutating func mix(_ box: Box = .everything, _ look: (Float, Float) -> Colour) {
    let unit = 1 / Float(width)
    let (columns, rows) = (box.columns(of: self), box.rows(of: self))
    colours.withUnsafeMutableBufferPointer { colours in
      for row in rows {
        let v = (Float(row) + 0.5) * unit
        for column in columns {
          let colour = look((Float(column) + 0.5) * unit, v)
          guard colour.w > 0 else { continue }
          let below = colours[row * width + column]
          let mixed = below.mixed(with: colour, colour.w)
          colours[row * width + column] = Colour(mixed.x, mixed.y, mixed.z, below.w)
        }
      }
    }
  }

  mutating func paint(_ shape: Shape, _ colour: Colour, soft: Float = 0) {
    let sharpness = 1 / max(soft, 1 / Float(width))
    mix(shape.box.grown(by: soft + 1 / Float(width))) { u, v in
      colour.opaque(colour.w * limited(0.5 - shape.distance(u, v) * sharpness))
    }
  }

  /// Adds the shape to a cut-out. The opacity of each pixel of a cut-out is its distance to the
  /// outline, positive inside.
  mutating func join(_ shape: Shape, shade: (Float, Float) -> Colour) {
    let unit = 1 / Float(width)
    for row in 0..<height {
      for column in 0..<width {
        let (u, v) = ((Float(column) + 0.5) * unit, (Float(row) + 0.5) * unit)
        let inside = -shape.distance(u, v)
        let before = colours[row * width + column]
        guard inside > 0 || inside > before.w else { continue }
        // Pixels beyond the outline get a colour too, so that a colour between two pixels never
        // includes a pixel without colour.
        colours[row * width + column] = shade(u, v).opaque(max(inside, before.w))
      }
    }
  }

  /// The colour at a position in units of the width, interpolated bilinearly.
  func colour(_ u: Float, _ v: Float) -> Colour {
    colours.withUnsafeBufferPointer {
      Self.colour(u, v / depth, of: $0, width: width, height: height)
    }
  }

  /// The colour at a position in fractions of both sides, interpolated bilinearly.
  @inline(__always)
  static func colour(
    _ u: Float, _ v: Float, of colours: UnsafeBufferPointer<Colour>, width: Int, height: Int
  ) -> Colour {
    let x = min(max(u * Float(width) - 0.5, 0), Float(width - 1))
    let y = min(max(v * Float(height) - 0.5, 0), Float(height - 1))
    let (left, top) = (Int(x), Int(y))
    let place = top * width + left
    let right = left + 1 < width ? 1 : 0
    let below = top + 1 < height ? width : 0
    let across = x - Float(left)
    let upper = colours[place].mixed(with: colours[place + right], across)
    let lower = colours[place + below].mixed(with: colours[place + below + right], across)
    return upper.mixed(with: lower, y - Float(top))
  }

  /// The canvas at half its width and height; each pixel is the mean of four.
  var halved: Canvas {
    var half = Canvas(width: max(1, width / 2), height: max(1, height / 2), .grey(0))
    for y in 0..<half.height {
      for x in 0..<half.width {
        let first = min(2 * y, height - 1) * width + min(2 * x, width - 1)
        let below = 2 * y + 1 < height ? width : 0
        let right = 2 * x + 1 < width ? 1 : 0
        half.colours[y * half.width + x] =
          (colours[first] + colours[first + right] + colours[first + below]
            + colours[first + below + right]) / 4
      }
    }
    return half
  }

  /// The canvas enlarged bilinearly; unchanged if it is at least `side` wide.
  func enlarged(to side: Int) -> Canvas {
    guard side > width else { return self }
    var large = Canvas(width: side, height: side * height / width, .grey(0))
    large.mix { u, v in colour(u, v) }
    return large
  }

  /// The canvas, reduced for a drawing that is `pixels` wide: one sample for each pixel is enough
  /// then.
  func fitting(_ pixels: Double) -> Canvas {
    var canvas = self
    while Double(canvas.width) > 1.5 * pixels, canvas.width > 8 { canvas = canvas.halved }
    return canvas
  }

  /// The rows between two fractions of the height.
  func strip(_ shares: ClosedRange<Double>) -> Canvas {
    let first = min(height - 1, Int(Double(height) * shares.lowerBound))
    let end = min(height, max(first + 1, Int(Double(height) * shares.upperBound)))
    var strip = Canvas(width: width, height: end - first, .grey(0))
    strip.colours = Array(colours[first * width..<end * width])
    return strip
  }

  var pixels: Pixels {
    var rgb = [UInt8](repeating: 0, count: width * height * 3)
    for (index, colour) in colours.enumerated() {
      for channel in 0..<3 { rgb[3 * index + channel] = UInt8(min(255, max(0, colour[channel]))) }
    }
    return Pixels(width: width, height: height, rgb: rgb)
  }
}
