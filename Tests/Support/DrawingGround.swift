// The background of a drawn photograph: an endless plane that repeats its picture mirrored. A grain
// finer than the pixels of the picture is added.

import Pictures

struct Ground: Sendable {
  /// The mean colour, before light is added.
  let colour: Colour
  private let canvas: Canvas
  private let plane: Plane
  /// The side of the drawn square, in units of the plane.
  private let extent: Float
  private let grain: [Float]
  private let grainScale: SIMD2<Float>

  /// `grain`: the strength of the grain, in levels of colour. `grainScale`: the number of grains in
  /// one unit, across and down.
  init(
    _ canvas: Canvas, on plane: Plane, extent: Float, grain: Float = 0,
    grainScale: SIMD2<Float> = SIMD2(1, 1), seed: UInt32 = 0
  ) {
    self.canvas = canvas
    self.plane = plane
    self.extent = extent
    self.grainScale = grainScale
    self.grain = (0..<Self.grainSide * Self.grainSide).map { index in
      hashed(Int32(index % Self.grainSide), Int32(index / Self.grainSide), seed) * grain
    }
    colour = (canvas.colours.reduce(.zero, +) / Float(canvas.colours.count)).opaque(1)
  }

  func paint(_ y: Int, onto row: PhotoRow) {
    let places = plane.row(y)
    canvas.colours.withUnsafeBufferPointer { colours in
      grain.withUnsafeBufferPointer { grain in
        for x in 0..<row.count {
          let (u, v) = places.place(x)
          let colour = Canvas.colour(
            mirrored(u - 0.5), mirrored(v - 0.5), of: colours, width: canvas.width,
            height: canvas.height)
          let speckle = Self.speckle(u * grainScale.x, v * grainScale.y, of: grain)
          row[x] = colour + Colour(speckle, speckle, speckle, 0)
        }
      }
    }
  }

  @inline(__always)
  private func mirrored(_ place: Float) -> Float {
    let share = place / extent + 0.5
    let rest = share - 2 * Float(below(share / 2))
    return rest > 1 ? 2 - rest : rest
  }

  private static let grainSide = 256

  @inline(__always)
  private static func speckle(_ x: Float, _ y: Float, of grain: UnsafeBufferPointer<Float>) -> Float
  {
    let (left, top) = (below(x), below(y))
    let (column, line) = (left & 255, top & 255)
    let (next, below) = ((column + 1) & 255, ((line + 1) & 255) * 256)
    let across = x - Float(left)
    let upper = grain[line * 256 + column] * (1 - across) + grain[line * 256 + next] * across
    let lower = grain[below + column] * (1 - across) + grain[below + next] * across
    return upper + (lower - upper) * (y - Float(top))
  }
}

/// Surfaces: laminate, wood, cloth and others.
struct GroundKind: Sendable {
  enum Name: CaseIterable {
    case laminate, wood, planks, cloth, checked, carpet, stone, tiles, wall
  }

  let name: Name
  let colour: Colour

  init(_ name: Name, _ colour: Colour) {
    self.name = name
    self.colour = colour
  }

  /// A random surface in a usual colour of wood, tables or cloths.
  static func any(_ generator: inout SeededGenerator) -> GroundKind {
    let names: [Name] = [
      .laminate, .wood, .wood, .planks, .cloth, .checked, .carpet, .stone, .tiles,
    ]
    let name = names[generator.count(0...names.count - 1)]
    let value = generator.number(in: 0.12...0.95)
    let saturation = generator.number(in: 0...0.12)
    switch name {
    case .wood, .planks:
      return GroundKind(
        name, .hue(generator.number(in: 0.3...0.65), generator.number(in: 0.2...0.65), value))
    case .cloth, .checked, .carpet:
      return GroundKind(
        name, .hue(generator.number(in: 0...6), generator.number(in: 0...0.7), value))
    case .laminate, .stone, .tiles, .wall:
      return GroundKind(name, .hue(generator.number(in: 0...6), saturation, value))
    }
  }

  /// A ground on `plane`, rotated at random. `calm`: the strength of all unevenness, 0…1.
  func ground(
    on plane: Plane, calm: Float = 1, in size: PhotoSize, _ generator: inout SeededGenerator
  ) -> Ground {
    let side = size.groundSide
    var canvas = Canvas(width: side, height: side, colour)
    draw(on: &canvas, calm: calm, &generator)
    let turn =
      generator.happens(0.5) ? generator.number(in: -0.1...0.1) : generator.number(in: 0...3)
    let turned = plane.part(0.5, 0.5, width: 1, height: 1, turn: turn)
    // Grains are at least two pixels wide, because finer structures would look like noise.
    let pixels = Float((plane.quad.sides.max() ?? 0) / 2)
    let finest = min(pixels, name == .carpet ? 260 : 640)
    let isWood = name == .wood || name == .planks
    return Ground(
      canvas, on: turned, extent: Self.extent, grain: grain * calm,
      grainScale: isWood ? SIMD2(finest / 12, finest / 2) : SIMD2(finest, finest),
      seed: generator.noiseSeed())
  }

  /// The side of the drawn square in units of the sleeve's side.
  private static let extent: Float = 4

  private var grain: Float {
    switch name {
    case .laminate, .wall: 3
    case .wood, .planks, .tiles: 7
    case .cloth, .checked: 11
    case .stone: 14
    case .carpet: 26
    }
  }

  private func draw(on canvas: inout Canvas, calm: Float, _ generator: inout SeededGenerator) {
    let seed = generator.noiseSeed()
    let strength = calm * generator.float(in: 0.6...1.4)
    let many = generator.float(in: 5...16)
    let other = name == .checked ? Palette(&generator)[0] : colour.lit(0.8)
    let (name, colour) = (name, colour)
    canvas.mix { u, v in
      let (x, y) = (u * Self.extent, v * Self.extent)
      let uneven = 0.05 * lumps(x * 1.5, y * 1.5, seed)
      switch name {
      case .laminate, .wall: return colour.lit(1 + strength * uneven)
      case .wood: return colour.lit(1 + strength * (uneven + Self.rings(x, y, seed)))
      case .planks:
        let plank = (y * many / 5).rounded(.down)
        let gap = y * many / 5 - plank < 0.03 ? -0.45 * calm : 0
        let tone = 0.12 * hashed(Int32(plank), 7, seed) + Self.rings(x + plank * 3, y, seed)
        return colour.lit(1 + strength * tone + gap)
      case .cloth:
        let folds = 0.16 * clouds(x * 0.9 + y * 0.5, y * 0.8, octaves: 3, seed)
        return colour.lit(1 + strength * (folds + uneven))
      case .checked:
        let stripes = Self.stripe(x * many / 2) + Self.stripe(y * many / 2)
        return colour.mixed(with: other, stripes / 2 * min(1, strength))
      case .carpet:
        let pattern = Self.stripe(length(x - 2, y - 2) * many / 3)
        return colour.lit(1 + strength * (uneven - 0.15 * pattern))
      case .stone:
        let spots = clouds(x * 9, y * 9, octaves: 3, seed)
        return colour.lit(1 + strength * 0.22 * spots)
      case .tiles:
        let (column, row) = ((x * 1.4).rounded(.down), (y * 1.4).rounded(.down))
        let isGap = min(x * 1.4 - column, y * 1.4 - row) < 0.025
        let tone = 0.05 * hashed(Int32(column), Int32(row), seed)
        return colour.lit(1 + strength * (uneven + tone) - (isGap ? 0.25 * calm : 0))
      }
    }
  }

  @inline(__always)
  private static func rings(_ x: Float, _ y: Float, _ seed: UInt32) -> Float {
    let bent = y + 0.25 * lumps(x * 0.8, y * 1.3, seed)
    return 0.16 * lumps(x * 1.2, bent * 14, seed &+ 1) + 0.12 * lumps(x * 3, bent * 50, seed &+ 2)
  }

  @inline(__always)
  private static func stripe(_ place: Float) -> Float {
    let share = place - place.rounded(.down)
    return step(0.02, 0.06, share) - step(0.5, 0.54, share)
  }
}
