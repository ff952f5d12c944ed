// An invented sleeve: a picture, often with a frame, and a title and small print in invented
// letters. Each seed gives another sleeve. The sleeve of a seed looks the same at every size.

package import Pictures

package struct DrawnSleeve: Sendable {
  let canvas: Canvas

  /// A pale sleeve is white except for a motif in its middle, so that a photo hardly shows the
  /// edges of the sleeve.
  package init(seed: UInt64, side: Int = 512, isPale: Bool = false) {
    self.init(seed: seed, side: side, isPale: isPale, hasPlainEdge: false)
  }

  /// A sleeve that suits the condition. It is white for a white wall. For a ground of nearly the
  /// same colour, its edge has a single colour.
  package init(seed: UInt64, side: Int = 512, for condition: Condition) {
    self.init(
      seed: seed, side: side, isPale: condition == .whiteOnWhite,
      hasPlainEdge: condition == .lowContrast)
  }

  private init(seed: UInt64, side: Int, isPale: Bool, hasPlainEdge: Bool) {
    var generator = SeededGenerator(seed: seed &* 2 &+ 1)
    var artwork = Artwork(side: side, isPale: isPale, &generator)
    let isSparse = isPale || hasPlainEdge && artwork.generator.happens(0.5)
    if isSparse { artwork.drawMotif() } else { artwork.drawPicture() }
    artwork.canvas = artwork.canvas.enlarged(to: side)
    artwork.drawFrame(needsMargin: hasPlainEdge && !isSparse, mayHaveMargin: !isSparse)
    artwork.drawWords()
    if !isPale, artwork.generator.happens(0.4) { artwork.drawWear() }
    canvas = artwork.canvas
  }

  init(_ canvas: Canvas) { self.canvas = canvas }

  /// The picture that a shop would show.
  package var pixels: Pixels { canvas.pixels }

  /// The mean colour of the outermost fiftieth of each side.
  var edgeColour: Colour {
    let margin = max(1, canvas.width / 50)
    var (sum, count) = (Colour.zero, Float(0))
    for row in 0..<canvas.height {
      let isEdgeRow = row < margin || row >= canvas.height - margin
      for column in 0..<canvas.width
      where isEdgeRow || column < margin || column >= canvas.width - margin {
        sum += canvas.colours[row * canvas.width + column]
        count += 1
      }
    }
    return (sum / count).opaque(1)
  }
}

/// A sleeve while it is drawn, in units of its side.
struct Artwork {
  var canvas: Canvas
  var generator: SeededGenerator
  let palette: Palette
  let isPale: Bool

  init(side: Int, isPale: Bool, _ generator: inout SeededGenerator) {
    palette = Palette(&generator)
    self.generator = generator
    self.isPale = isPale
    let ground = isPale ? Colour.grey(generator.number(in: 238...250)) : palette[0]
    let pictureSide = min(side, Self.largestPicture)
    canvas = Canvas(width: pictureSide, height: pictureSide, ground)
  }

  /// The maximum side of the drawn picture in pixels. Larger sleeves have sharper frames and
  /// letters, but not a finer picture, because drawing a finer picture is slow.
  private static let largestPicture = 640

  mutating func float(_ range: ClosedRange<Double>) -> Float { generator.float(in: range) }

  mutating func anyColour() -> Colour { palette[generator.count(0...5)] }

  /// Draws margins, bars above or below the picture, and thin lines. Such lines mislead a detector
  /// that looks for squares.
  mutating func drawFrame(needsMargin: Bool, mayHaveMargin: Bool) {
    let kind = generator.count(0...(needsMargin ? 3 : 9))
    let margin = float(0.035...0.13)
    let colour = frameColour()
    if needsMargin || (kind <= 3 && mayHaveMargin) { paintMargin(margin, colour) }
    switch kind {
    case 1, 5:
      paintOutline(at: margin * float(0.35...1.2), width: float(0.003...0.008))
    case 4 where mayHaveMargin:
      let height = float(0.05...0.12)
      let y = generator.happens(0.6) ? height : 1 - height
      canvas.paint(.rectangle(0.5, y, 0.5, height), colour)
    default: break
    }
  }

  private mutating func frameColour() -> Colour {
    [.grey(244), .grey(14), .rgb(233, 222, 196), palette[1], palette[3]][generator.count(0...4)]
  }

  private mutating func paintMargin(_ margin: Float, _ colour: Colour) {
    canvas.mix { u, v in
      let depth = min(min(u, 1 - u), min(v, 1 - v))
      let share = limited(0.5 + (margin - depth) * 512)
      return colour.opaque(share)
    }
  }

  private mutating func paintOutline(at depth: Float, width: Float) {
    let colour = palette.legible(on: canvas.colour(depth, depth), &generator)
    canvas.mix { u, v in
      let here = min(min(u, 1 - u), min(v, 1 - v))
      return colour.opaque(limited(0.5 + (width / 2 - abs(here - depth)) * 512))
    }
  }

  /// Draws worn edges and corners, where white paper shows.
  mutating func drawWear() {
    let (seed, depth) = (generator.noiseSeed(), float(0.002...0.006))
    canvas.mix { u, v in
      let edge = min(min(u, 1 - u), min(v, 1 - v))
      guard edge < depth else { return .zero }
      let rubbed = 0.5 + 0.5 * lumps(u * 25, v * 25, seed)
      return Colour.grey(205).opaque(0.6 * rubbed * (1 - step(0, depth, edge)))
    }
  }

  /// Draws one to four shapes, and sometimes a sphere, near the middle of an even area.
  mutating func drawMotif() {
    let (x, y) = (float(0.35...0.65), float(0.35...0.65))
    let size = float(0.08...0.22)
    for _ in 0..<generator.count(1...4) {
      let (dx, dy) = (float(-0.12...0.12), float(-0.12...0.12))
      canvas.paint(anyShape(x + dx, y + dy, size * float(0.3...1)), anyColour())
    }
    if generator.happens(0.4) { drawSphere(x, y, size * 0.7, anyColour()) }
  }

  mutating func anyShape(_ x: Float, _ y: Float, _ size: Float) -> Shape {
    let turn = generator.number(in: 0...3.14)
    switch generator.count(0...5) {
    case 0: return .disc(x, y, size)
    case 1: return .ring(x, y, size, width: size * float(0.1...0.5))
    case 2: return .ellipse(x, y, size, size * float(0.25...0.8), turn: turn)
    case 3: return .rectangle(x, y, size, size * float(0.1...1))
    case 4: return .rectangle(x, y, size, size * float(0.1...0.9), turn: turn)
    default:
      let (dx, dy) = direction(turn)
      return .stroke(
        x - size * Float(dx), y - size * Float(dy), x + size * Float(dx), y + size * Float(dy),
        radius: size * float(0.06...0.25))
    }
  }
}
