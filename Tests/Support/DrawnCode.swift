// Draws product codes as photographs show them: turned, slanted, bent, blurred, with glare, dark or
// small. The bars come from the tables of the GS1 General Specifications, not from the reader.

package import Pictures

/// What makes a drawn code hard to read.
package enum CodeTrouble: String, CaseIterable, Sendable {
  case none, turned, slanted, blurred, glare, curved, dark, small
}

package struct DrawnCode: Sendable {
  /// EAN-13, UPC-A, UPC-E or EAN-8.
  package let kind: String
  /// The digits as they are printed below the bars.
  package let digits: String
  package let pixels: Pixels
  /// The bars in the picture; the first corner is the top left one of the upright code.
  package let quad: Quad

  package static let kinds = ["EAN-13", "UPC-A", "UPC-E", "EAN-8"]

  /// A random code. `changed` changes the last digit, so that the check digit is wrong.
  package init(
    seed: UInt64, _ kind: String, _ trouble: CodeTrouble, wrongCheckDigit changed: Bool = false,
    showing share: Double = 1
  ) {
    var generator = SeededGenerator(seed: seed)
    let symbol = CodeSymbol(kind, &generator, wrongCheckDigit: changed)
    let view = CodeView(trouble, width: symbol.modules.count, &generator)
    (self.kind, digits) = (kind, symbol.digits)
    quad = view.quad(width: Double(symbol.modules.count))
    var picture = CodePicture(view, symbol, showing: share, &generator)
    picture.photograph(trouble, view, &generator)
    pixels = picture.pixels
  }
}

/// Where a code lies in a picture of 640 × 480 pixels.
struct CodeView {
  static let (width, height) = (640, 480)

  let module: Double
  let tall: Double
  let centre: Point
  let across: Point
  /// How much nearer the right end of the code is, and how much the code is bent around a cylinder.
  let slant: Double
  let bend: Double
  private let half: Double

  init(_ trouble: CodeTrouble, width: Int, _ generator: inout SeededGenerator) {
    module = generator.number(in: trouble == .small ? 1.25...1.7 : 2...3.4)
    half = Double(width) * module / 2
    tall = generator.number(in: 0.35...0.7) * 95 * module
    centre = Point(x: generator.number(in: 290...350), y: generator.number(in: 220...260))
    let degrees = generator.number(in: trouble == .turned ? -35...35 : -6...6)
    let turn = direction(degrees * .pi / 180)
    across = Point(x: turn.x, y: turn.y)
    slant = trouble == .slanted ? generator.number(in: -0.12...0.12) : 0
    bend = trouble == .curved ? generator.number(in: 0.06...0.16) : 0
  }

  /// The place on the code: modules from its left end, and −1…1 from its top to its bottom.
  func place(x: Double, y: Double) -> (modules: Double, row: Double) {
    let offset = Point(x: x - centre.x, y: y - centre.y)
    let right = (offset.x * across.x + offset.y * across.y) / half
    let down = (offset.y * across.x - offset.x * across.y) / (tall / 2)
    let nearness = 1 - slant * right
    let flat = right / nearness
    return ((flat * (1 + bend * (flat * flat - 1)) + 1) * half / module, down / nearness)
  }

  func quad(width: Double) -> Quad {
    // The inverse of `place` at the corners, where the bend changes nothing.
    let corners = [(-1.0, -1.0), (1, -1), (1, 1), (-1, 1)].map { flat, row -> Point in
      let right = flat / (1 + slant * flat) * half
      let down = row * (1 - slant * flat / (1 + slant * flat)) * tall / 2
      return Point(
        x: centre.x + right * across.x - down * across.y,
        y: centre.y + right * across.y + down * across.x)
    }
    return Quad(corners[0], corners[1], corners[2], corners[3])
  }
}
