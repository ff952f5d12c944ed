// An invented sleeve: a ground, a few shapes, a title and small print of blocks instead of letters.

package import Pictures

package struct DrawnSleeve: Sendable {
  let canvas: Canvas

  /// Pale sleeves are white but for their shapes, as far as a photo can tell where they end.
  package init(seed: UInt64, side: Int = 512, isPale: Bool = false) {
    var generator = SeededGenerator(seed: seed &* 2 &+ 1)
    var canvas = Canvas(
      width: side, height: side, isPale ? .grey(243) : .any(&generator))
    Self.drawField(on: &canvas, isPale: isPale, &generator)
    for _ in 0..<Int.random(in: 2...6, using: &generator) {
      Self.drawShape(on: &canvas, isPale: isPale, &generator)
    }
    Self.drawLines(of: 0.09, on: &canvas, &generator)
    Self.drawLines(of: 0.03, on: &canvas, &generator)
    self.canvas = canvas
  }

  /// As a shop would show it.
  package var pixels: Pixels { canvas.pixels }

  private static func drawField(
    on canvas: inout Canvas, isPale: Bool, _ generator: inout SeededGenerator
  ) {
    let side = canvas.width
    let colour = Colour.any(&generator)
    switch Int.random(in: 0...4, using: &generator) {
    case 0 where !isPale:
      let split = Int.random(in: side / 4...3 * side / 4, using: &generator)
      canvas.fill(x: 0, y: split, width: side, height: side, colour)
    case 1 where !isPale:
      for row in 0..<side {
        let share = Float(row) / Float(side)
        let mixed = canvas.colours[row * side] * (1 - share) + colour * share
        canvas.fill(x: 0, y: row, width: side, height: 1, mixed)
      }
    case 2:
      let margin = Int.random(in: side / 20...side / 6, using: &generator)
      canvas.fill(
        x: margin, y: margin, width: side - 2 * margin, height: side - 2 * margin, colour)
    default: break
    }
  }

  private static func drawShape(
    on canvas: inout Canvas, isPale: Bool, _ generator: inout SeededGenerator
  ) {
    let side = Double(canvas.width)
    let inset = isPale ? 0.25 : 0.0
    let x = side * generator.number(in: inset...1 - inset)
    let y = side * generator.number(in: inset...1 - inset)
    let size = side * generator.number(in: 0.05...(isPale ? 0.2 : 0.35))
    let colour = Colour.any(&generator)
    switch Int.random(in: 0...3, using: &generator) {
    case 0: canvas.disc(x: x, y: y, radius: size, colour)
    case 1:
      canvas.disc(x: x, y: y, radius: size, colour)
      canvas.disc(x: x, y: y, radius: size * 0.6, .any(&generator))
    case 2:
      canvas.fill(
        x: Int(x - size), y: Int(y - size / 2), width: Int(2 * size), height: Int(size), colour)
    default:
      for stripe in 0..<5 {
        canvas.fill(
          x: Int(x - size), y: Int(y) + stripe * Int(side / 24), width: Int(2 * size),
          height: Int(side / 48), colour)
      }
    }
  }

  private static func drawLines(
    of share: Double, on canvas: inout Canvas, _ generator: inout SeededGenerator
  ) {
    let side = Double(canvas.width)
    let height = side * share
    let colour = Colour.any(&generator)
    var y = side * generator.number(in: 0.08...0.75)
    for _ in 0..<Int.random(in: 1...3, using: &generator) {
      var x = side * 0.08
      let end = side * generator.number(in: 0.4...0.9)
      while x < end {
        let width = height * generator.number(in: 0.25...0.7)
        canvas.fill(x: Int(x), y: Int(y), width: max(1, Int(width)), height: Int(height), colour)
        x += width + height * (Bool.random(using: &generator) ? 0.12 : 0.4)
      }
      y += height * 1.4
    }
  }
}
