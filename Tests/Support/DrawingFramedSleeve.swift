// Sleeves that mislead a detector which looks for squares: with a printed frame, a border or a
// mounted photograph. They look scanned: with noise, uneven light and a slight rotation.

/// The frame that is printed inside the sleeve's edge.
package enum SleeveFrame: String, CaseIterable, Sendable {
  /// One thin or thick line, two lines, or a line with round corners. The artwork continues outside.
  case outline, doubleOutline, roundedOutline
  /// A border of 3 to 8 % of the side: of one material, or with a title in it.
  case border, letteredBorder
  /// A photograph that is smaller than the sleeve: in the middle with a title beside it, anywhere
  /// on the sleeve, or reaching one, two or three of the sleeve's edges.
  case photograph, looseLabel, bleeding
}

extension DrawnSleeve {
  /// A scanned sleeve with the frame.
  package init(seed: UInt64, side: Int = 512, framed frame: SleeveFrame) {
    let number = UInt64((SleeveFrame.allCases.firstIndex(of: frame) ?? 0) + 1)
    var generator = SeededGenerator(seed: seed &* 37 &+ number << 40)
    var artwork = Artwork(side: side, isPale: false, &generator)
    artwork.drawPicture()
    artwork.canvas = artwork.canvas.enlarged(to: side)
    artwork.draw(frame)
    self = DrawnSleeve(artwork.canvas).scanned(&artwork.generator)
  }

  /// The sleeve as a scanner or a careful photographer sees it: rotated by at most 0.5° and cropped
  /// inside its edges, lit unevenly by at most 6 %, slightly blurred, with noise.
  private func scanned(_ generator: inout SeededGenerator) -> DrawnSleeve {
    let turn = generator.happens(0.5) ? generator.float(in: -0.008...0.008) : 0
    let inside = abs(turn) / 2 + generator.float(in: 0...0.004)
    let (x, y) = direction(generator.number(in: 0...6.28))
    let light = generator.float(in: 0...0.06)
    let blur = generator.float(in: 0...0.0012)
    let noise = generator.float(in: 0.3...1) * generator.float(in: 0.3...6)
    let seed = generator.noiseSeed()
    let source = canvas
    let side = Float(canvas.width)
    var scan = canvas
    scan.mix { u, v in
      let (across, down) = ((u - 0.5) * (1 - 2 * inside), (v - 0.5) * (1 - 2 * inside))
      let (a, b) = (0.5 + across - down * turn, 0.5 + down + across * turn)
      let near = source.colour(a - blur, b - blur) + source.colour(a + blur, b + blur)
      let far = source.colour(a + blur, b - blur) + source.colour(a - blur, b + blur)
      let level = 1 + light * ((u - 0.5) * Float(x) + (v - 0.5) * Float(y))
      let grain = lumps(u * side * 0.8, v * side * 0.8, seed)
      let colour = lumps(u * side * 0.5, v * side * 0.5, seed &+ 1) * 0.5
      let speckle = Colour(grain + colour, grain, grain - colour, 0) * noise
      return ((near + far) / 4 * level + speckle).clamped(
        lowerBound: .zero, upperBound: Colour(repeating: 255)
      ).opaque(1)
    }
    return DrawnSleeve(scan)
  }
}

extension Artwork {
  fileprivate mutating func draw(_ frame: SleeveFrame) {
    let margin = float(0.03...0.08)
    switch frame {
    case .outline, .doubleOutline, .roundedOutline: drawOutlines(frame)
    case .border:
      drawGround(Shape.rectangle(0.5, 0.5, 0.5 - margin, 0.5 - margin))
      drawWords()
    case .letteredBorder:
      let wide = float(0.08...0.22)
      let isAbove = generator.happens(0.6)
      drawGround(
        .rectangle(
          0.5, isAbove ? (1 + wide - margin) / 2 : (1 - wide + margin) / 2, 0.5 - margin,
          (1 - wide - margin) / 2))
      drawTitle(at: isAbove ? 0 : 1 - wide, height: wide)
    case .photograph: drawMounted()
    case .looseLabel:
      let (wide, high) = (float(0.2...0.42), float(0.2...0.42))
      drawGround(
        .rectangle(float(0.35...0.65), float(0.35...0.65), wide * 0.8, high * 0.8))
      drawWords()
    case .bleeding: drawBleeding()
    }
  }

  private mutating func drawOutlines(_ frame: SleeveFrame) {
    if generator.happens(0.5) { drawGround(nil) }
    let depth = float(0.012...0.12)
    let thickness = float(0.002...0.012)
    let round = frame == .roundedOutline ? float(0.01...0.08) : 0
    let colour = palette.legible(on: canvas.colour(depth, depth), &generator)
    let depths = frame == .doubleOutline ? [depth, depth + thickness * float(2...4)] : [depth]
    for depth in depths {
      let shape = Shape.rectangle(0.5, 0.5, 0.5 - depth, 0.5 - depth, round: round)
      canvas.mix { u, v in
        let beside = abs(shape.distance(u, v)) - thickness / 2
        return colour.opaque(limited(0.5 - beside * 512))
      }
    }
    drawWords()
  }

  /// Draws a photograph in the middle, above it or below it, in any proportion, and a title beside the photograph.
  private mutating func drawMounted() {
    let wide = float(0.26...0.46)
    let high = generator.happens(0.5) ? wide : min(0.46, wide * float(0.65...1.3))
    let room = 0.5 - high
    let y = generator.happens(0.4) ? 0.5 : 0.5 + room * float(-0.7...0.7)
    if generator.happens(0.3) {
      drawGround(.rectangle(0.5, y, wide, high))
      canvas.mix { u, v in
        let beside = abs(Shape.rectangle(0.5, y, wide, high).distance(u, v)) - 0.003
        return Colour.grey(20).opaque(limited(0.5 - beside * 512))
      }
    } else {
      drawGround(.rectangle(0.5, y, wide, high), shadow: generator.happens(0.3) ? 0.02 : 0)
    }
    let isAbove = y > 0.5
    let space = isAbove ? y - high : 1 - y - high
    if space > 0.04 { drawTitle(at: isAbove ? 0 : y + high, height: space) }
  }

  /// Draws a photograph that reaches one, two or three edges of the sleeve.
  private mutating func drawBleeding() {
    let margins = (0..<4).map { _ in float(0.03...0.2) }
    let first = generator.count(0...3)
    let reached = (0..<generator.count(1...3)).map { (first + $0) % 4 }
    let ends = (0..<4).map { reached.contains($0) ? -0.1 : margins[$0] }
    let (left, top, right, bottom) = (ends[0], ends[1], 1 - ends[2], 1 - ends[3])
    drawGround(
      .rectangle((left + right) / 2, (top + bottom) / 2, (right - left) / 2, (bottom - top) / 2))
    if ends[1] > 0.05 { drawTitle(at: 0, height: ends[1]) }
    drawWords()
  }

  /// Draws one or two lines of letters between `y` and `y + height`.
  private mutating func drawTitle(at y: Float, height: Float) {
    guard generator.happens(0.75) else { return }
    let letter = height * float(0.25...0.6)
    let face = Typeface(&generator)
    let advance = letter * (face.width + face.spacing)
    let letters = max(2, min(generator.count(4...22), Int(0.85 / advance)))
    let length = Float(letters) * advance
    let x = generator.happens(0.6) ? 0.5 - length / 2 : 0.05
    let colour = palette.legible(on: canvas.colour(0.02, min(0.99, y + height / 2)), &generator)
    drawLine(letters, x, y + (height - letter) / 2, height: letter, colour, face)
  }

  /// Covers the artwork outside `window` with a material: plain, paper, cloth, leather, a fading
  /// colour or a print. Nil covers everything.
  private mutating func drawGround(_ window: Shape?, shadow: Float = 0) {
    let seed = generator.noiseSeed()
    let first = groundColour()
    let second = generator.happens(0.5) ? anyColour() : first.lit(0.7)
    let kind = generator.count(0...7)
    let (fine, coarse) = (float(60...300), float(3...14))
    let strength = float(2...26)
    let toward = direction(generator.number(in: 0...6.28))
    canvas.mix { u, v in
      let distance = window?.distance(u, v) ?? 1
      guard distance > -0.002 else { return .zero }
      var colour = first
      switch kind {
      case 0, 1, 2: break
      case 3, 4:
        let grain = lumps(u * fine, v * fine, seed) + 0.5 * lumps(u * 5, v * 5, seed &+ 1)
        colour += Colour(grain, grain, grain, 0) * (strength / 2)
      case 5:
        let grain = clouds(u * coarse * 4, v * coarse * 4, octaves: 4, seed)
        colour = colour.lit(1 + 0.02 * strength * grain)
      case 6:
        let share = 0.5 + (u - 0.5) * Float(toward.x) + (v - 0.5) * Float(toward.y)
        colour = first.mixed(with: second, limited(share))
      default:
        colour = first.mixed(
          with: second, limited(0.5 + clouds(u * coarse, v * coarse, octaves: 4, seed)))
      }
      if shadow > 0 { colour = colour.lit(1 - 0.35 * (1 - step(0, shadow, distance))) }
      return colour.opaque(limited(0.5 + distance * 512))
    }
  }

  private mutating func groundColour() -> Colour {
    switch generator.count(0...9) {
    case 0, 1, 2: .grey(generator.number(in: 225...254))
    case 3, 4: .grey(generator.number(in: 4...30))
    case 5, 6:
      .rgb(
        generator.number(in: 215...245), generator.number(in: 200...230),
        generator.number(in: 165...205))
    case 7: .grey(generator.number(in: 60...190))
    default: anyColour()
    }
  }
}
