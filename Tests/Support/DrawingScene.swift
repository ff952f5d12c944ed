// The objects of a drawn photograph and their positions, from the lowest object to the highest.

import Pictures

struct Scene {
  private(set) var ground: Ground
  private(set) var patches: [Patch] = []
  let sleeve: Plane
  let size: PhotoSize
  let condition: Condition
  let seed: UInt64
  var generator: SeededGenerator

  init(
    _ drawn: DrawnSleeve, _ condition: Condition, seed: UInt64, _ size: PhotoSize,
    _ generator: inout SeededGenerator
  ) {
    sleeve = Plane(of: condition, width: size.width, height: size.height, &generator)
    self.size = size
    self.condition = condition
    self.seed = seed
    ground = Self.ground(for: drawn, condition, under: sleeve, size, &generator)
    self.generator = generator
    addSurroundings()
    let isHeld = condition == .hand || condition == .bin
    lay(drawn.canvas, sleeve, shadow: isHeld ? 0 : self.generator.float(in: 0.25...0.6))
    addWhatIsBefore()
    generator = self.generator
  }

  private static func ground(
    for drawn: DrawnSleeve, _ condition: Condition, under sleeve: Plane, _ size: PhotoSize,
    _ generator: inout SeededGenerator
  ) -> Ground {
    switch condition {
    case .whiteOnWhite:
      let level = generator.number(in: 224...247)
      let tint = generator.number(in: -4...4)
      let wall = GroundKind(.wall, .rgb(level + tint, level, level - tint))
      return wall.ground(on: sleeve, calm: 0.5, in: size, &generator)
    case .lowContrast:
      let names: [GroundKind.Name] = [.laminate, .cloth, .stone, .wood]
      let colour = near(drawn.edgeColour, &generator)
      let kind = GroundKind(names[generator.count(0...3)], colour)
      return kind.ground(on: sleeve, calm: 0.35, in: size, &generator)
    case .hand: return room(size, &generator)
    case .bin:
      let inside = GroundKind(.wood, .hue(0.5, 0.4, generator.number(in: 0.08...0.3)))
      return inside.ground(
        on: sleeve.part(0.5, 0.5, width: 1, height: 1, lift: -0.4), in: size, &generator)
    default: return GroundKind.any(&generator).ground(on: sleeve, in: size, &generator)
    }
  }

  /// A colour that differs from another by a ΔE (CIE 1976) of 5 to 10. The drawn ground is slightly
  /// uneven; its ΔE stays below 12.
  private static func near(_ colour: Colour, _ generator: inout SeededGenerator) -> Colour {
    for attempt in 0..<400 {
      let reach = 4 + Double(attempt % 40)
      let offset = Colour(
        generator.float(in: -reach...reach), generator.float(in: -reach...reach),
        generator.float(in: -reach...reach), 0)
      let near = (colour + offset).clamped(
        lowerBound: Colour(6, 6, 6, 1), upperBound: Colour(249, 249, 249, 1))
      if (5...10).contains(colour.difference(to: near)) { return near }
    }
    return colour + Colour(9, 9, 9, 0)
  }

  /// A blurred interior in the background: walls, furniture, lamps.
  private static func room(_ size: PhotoSize, _ generator: inout SeededGenerator) -> Ground {
    var room = Canvas(width: 72, height: 72, GroundKind.any(&generator).colour)
    let floor = GroundKind.any(&generator).colour
    room.paint(.rectangle(0.5, 1, 1, generator.float(in: 0.2...0.4)), floor)
    for _ in 0..<generator.count(3...14) {
      let colour = GroundKind.any(&generator).colour
      let place = (generator.float(in: 0...1), generator.float(in: 0.05...0.8))
      let (wide, high) = (generator.float(in: 0.02...0.18), generator.float(in: 0.02...0.22))
      room.paint(
        .rectangle(place.0, place.1, wide, high), colour, soft: generator.float(in: 0.015...0.06))
    }
    let plane = Plane(width: size.width, height: size.height, distance: 3)
    return Ground(
      room, on: plane, extent: Float(3 * Double(max(size.width, size.height)) / plane.focal) * 1.02)
  }

  /// Draws a flat object with its thickness and its shadow.
  mutating func lay(
    _ canvas: Canvas, _ plane: Plane, shadow: Float, outline: Patch.Outline = .sides
  ) {
    if shadow > 0 {
      let (dx, dy) = (generator.number(in: -0.02...0.02), generator.number(in: -0.01...0.025))
      let under = plane.part(0.5 + dx, 0.5 + dy, width: 1, height: 1)
      add(Thing.shadow(shadow, soft: 0.03), under.enlarged(by: 1.2), .fading)
    }
    if outline == .sides {
      let side = canvas.colours[0].lit(generator.float(in: 0.5...0.9))
      add(
        Canvas(width: 2, height: 2, side), plane.part(0.5, 0.5, width: 1, height: 1, lift: -0.01),
        .sides)
    }
    add(canvas, plane, outline)
  }

  mutating func add(_ canvas: Canvas, _ plane: Plane, _ outline: Patch.Outline) {
    patches.append(Patch(canvas, plane, outline, in: size))
  }

  mutating func otherSleeve(side: Int = 256) -> Canvas {
    DrawnSleeve(seed: 1 << 40 + generator.next() >> 32, side: side).canvas
  }
}

extension Plane {
  /// The box, scaled around its centre.
  func enlarged(by factor: Double) -> Plane {
    var plane = self
    plane.across *= factor
    plane.down *= factor
    return plane
  }
}
