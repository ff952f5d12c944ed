// Titles and small print in invented letters. A letter consists of strokes and arcs on a grid of
// three by three points.

/// The style of one line of letters.
struct Typeface {
  /// Values in units of the letters' height.
  let width, weight, slant, spacing: Float
  let isRound: Bool

  init(_ generator: inout SeededGenerator) {
    width = generator.float(in: 0.32...0.8)
    weight = generator.float(in: 0.06...0.2)
    slant = generator.happens(0.25) ? generator.float(in: 0.1...0.35) : 0
    spacing = generator.float(in: 0.12...0.5)
    isRound = generator.happens(0.5)
  }
}

extension Artwork {
  mutating func drawWords() {
    if generator.happens(0.92) {
      let height = isPale ? float(0.03...0.07) : float(0.045...0.2)
      drawLines(generator.count(1...2), height: height)
    }
    if generator.happens(0.8) { drawLines(generator.count(1...2), height: float(0.025...0.06)) }
    if generator.happens(0.4) { drawLines(generator.count(1...4), height: 0.014) }
    if generator.happens(0.4) { drawLabel() }
  }

  private mutating func drawLines(_ count: Int, height: Float) {
    let face = Typeface(&generator)
    let margin = float(0.05...0.12)
    var y = generator.happens(0.55) ? float(0.05...0.14) : float(0.5...0.86)
    if isPale { y = float(0.2...0.75) }
    let alignment = generator.count(0...2)
    for _ in 0..<count where y + height < 0.97 {
      let room = 1 - 2 * margin
      let advance = height * (face.width + face.spacing)
      let letters = max(1, min(generator.count(3...16), Int(room / advance)))
      let length = Float(letters) * advance
      let x = margin + (room - length) * Float(alignment) / 2
      let ground = canvas.colour(min(x + length / 2, 0.99), y + height / 2)
      let colour = palette.legible(on: ground, &generator)
      drawLine(letters, x, y, height: height, colour, face)
      y += height * float(1.25...1.7)
    }
  }

  mutating func drawLine(
    _ letters: Int, _ start: Float, _ y: Float, height: Float, _ colour: Colour, _ face: Typeface
  ) {
    var x = start
    for letter in 0..<letters {
      let isSpace = letter > 1 && letter < letters - 2 && generator.happens(0.14)
      if !isSpace { drawLetter(x, y, height: height, colour, face) }
      x += height * (face.width + face.spacing)
    }
  }

  /// Draws a letter of two to four strokes. Tall stems are the most likely strokes.
  private mutating func drawLetter(
    _ x: Float, _ y: Float, height: Float, _ colour: Colour, _ face: Typeface
  ) {
    let (wide, radius) = (height * face.width, height * face.weight / 2)
    func place(_ column: Int, _ row: Int) -> (Float, Float) {
      let down = Float(row) / 2
      return (x + wide * Float(column) / 2 + (1 - down) * height * face.slant, y + height * down)
    }
    func stroke(_ column: Int, _ row: Int, _ endColumn: Int, _ endRow: Int) -> Shape {
      let (from, to) = (place(column, row), place(endColumn, endRow))
      return .stroke(from.0, from.1, to.0, to.1, radius: radius)
    }
    let stem = generator.count(0...3)
    if stem != 3 { canvas.paint(stroke(stem == 2 ? 2 : 0, 0, stem == 2 ? 2 : 0, 2), colour) }
    for _ in 0..<generator.count(1...3) {
      let row = generator.count(0...2)
      switch generator.count(0...5) {
      case 0, 1: canvas.paint(stroke(0, row, 2, row), colour)
      case 2: canvas.paint(stroke(0, min(row, 1) * 2, 2, 2 - min(row, 1) * 2), colour)
      case 3: canvas.paint(stroke(2, row / 2, 2, 2), colour)
      case 4 where face.isRound:
        let middle = place(1, row / 2 == 0 ? 1 : 2)
        let bowl = min(wide, height) / 2 - radius
        canvas.paint(.ring(middle.0, middle.1 - bowl, bowl, width: 2 * radius), colour)
      default: canvas.paint(stroke(0, row, 1, 2 - row), colour)
      }
    }
  }

  /// The record company's logo in a corner.
  private mutating func drawLabel() {
    let (x, y) = (generator.happens(0.5) ? 0.08 : 0.92, generator.happens(0.3) ? 0.08 : 0.92)
    let size = float(0.02...0.045)
    let colour = palette.legible(on: canvas.colour(Float(x), Float(y)), &generator)
    canvas.paint(anyShape(Float(x), Float(y), size), colour)
    canvas.paint(.rectangle(Float(x), Float(y), size * 0.6, size * 0.2), anyColour())
  }
}
