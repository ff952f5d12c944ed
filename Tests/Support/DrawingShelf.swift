// A drawn photograph of a shelf: rows of books, gaps, stacks, leaning books and things that are not
// books. The same seed gives the same photograph on every machine.

package import Pictures

/// How a shelf is filled.
package enum ShelfFilling: String, CaseIterable, Sendable {
  case dense, sparse, mixed, leaning, stacked, empty
}

/// The light of a photograph of a shelf.
package enum ShelfLight: String, CaseIterable, Sendable {
  case lit, dim, mixed, backlit
}

package struct DrawnShelf: Sendable {
  package let pixels: Pixels

  /// The corners of the spines that are entirely in the picture and at least two thirds visible.
  package let spines: [Quad]

  /// The corners of the other spines: partly outside the picture, or mostly hidden.
  package let partlySeen: [Quad]

  /// `angle`: degrees between the camera and the shelf, around an upright axis. `rows`: 1…4.
  package init(
    seed: UInt64, _ filling: ShelfFilling, _ light: ShelfLight, angle: Double, rows: Int = 3,
    width: Int = 1_600, height: Int = 1_200
  ) {
    let size = PhotoSize(width: width, height: height)
    var generator = SeededGenerator(seed: seed &* 977 &+ 5)
    var furniture = Furniture(size, light, angle: angle, &generator)
    furniture.fill(filling, rows: rows)
    var exposure = Exposure(light == .dim ? .dim : .plain, size, &furniture.generator)
    var row = [Colour](repeating: .zero, count: width)
    for y in 0..<height {
      row.withUnsafeMutableBufferPointer { row in
        furniture.ground.paint(y, onto: row)
        for patch in furniture.patches where patch.rows.contains(y) { patch.paint(y, onto: row) }
        if light == .mixed { Self.mix(row, y, size) }
        exposure.take(row)
      }
    }
    exposure.finish()
    pixels = exposure.pixels
    (spines, partlySeen) = furniture.seen
  }

  /// Cold light from a window at the left, and a warm lamp at the upper right.
  private static func mix(_ row: PhotoRow, _ y: Int, _ size: PhotoSize) {
    for x in 0..<row.count {
      let across = Float(x) / Float(size.width)
      let down = Float(y) / Float(size.height)
      let window = 1.15 * (1 - step(0, 0.75, across))
      let lamp = 1.1 * (1 - step(0.05, 0.8, length(across - 0.95, down - 0.1)))
      let light = Colour(
        0.3 + 0.85 * window + 1.1 * lamp, 0.3 + 0.95 * window + 0.9 * lamp,
        0.33 + 1.1 * window + 0.6 * lamp, 1)
      row[x] *= light
    }
  }
}

/// The shelf as patches, from the farthest to the nearest.
private struct Furniture {
  let size: PhotoSize
  let light: ShelfLight
  let ground: Ground
  private(set) var patches: [Patch] = []
  private var boards: [Patch] = []
  var generator: SeededGenerator
  private let wall: Plane
  /// The height of the shelf in units of its width.
  private let depth: Double
  /// The distance between the back of the shelf and the spines.
  private let lift: Double
  private let wood: Colour
  private var books: [(quad: Quad, hidden: Double)] = []

  init(
    _ size: PhotoSize, _ light: ShelfLight, angle: Double, _ generator: inout SeededGenerator
  ) {
    self.size = size
    self.light = light
    let fill = angle.magnitude > 30 ? 0.75 : generator.number(in: 0.8...0.96)
    let focal = 0.75 * Double(max(size.width, size.height))
    var wall = Plane(
      width: size.width, height: size.height, distance: focal / (Double(size.width) * fill))
    let turned = direction(angle * .pi / 180)
    let roll = direction(generator.number(in: -0.02...0.02))
    let pitch = direction(generator.number(in: -0.05...0.05))
    wall.across = SIMD3(turned.x * roll.x, roll.y, turned.y)
    wall.down = SIMD3(-roll.y, roll.x * pitch.x, pitch.y)
    self.wall = wall
    depth = Double(size.height) / Double(size.width) * generator.number(in: 0.96...1.04)
    lift = generator.number(in: 0.03...0.08)
    wood = GroundKind.any(&generator).colour.lit(light == .backlit ? 0.35 : 1)
    let back: GroundKind
    if light == .backlit {
      back = GroundKind(.wall, .grey(252))
    } else if generator.happens(0.5) {
      back = GroundKind(.wood, wood.lit(generator.float(in: 0.35...0.8)))
    } else {
      back = GroundKind(
        .wall, .hue(generator.number(in: 0...6), 0.1, generator.number(in: 0.2...0.95)))
    }
    ground = back.ground(on: wall, calm: 0.5, in: size, &generator)
    self.generator = generator
  }

  /// The spines that are seen whole, and the others.
  var seen: (whole: [Quad], partly: [Quad]) {
    let (wide, high) = (Double(size.width), Double(size.height))
    var (whole, partly): ([Quad], [Quad]) = ([], [])
    for book in books {
      let isInside = book.quad.corners.allSatisfy {
        $0.x > 3 && $0.x < wide - 3 && $0.y > 3 && $0.y < high - 3
      }
      if isInside && book.hidden < 0.34 {
        whole.append(book.quad)
      } else {
        partly.append(book.quad)
      }
    }
    return (whole, partly)
  }

  mutating func fill(_ filling: ShelfFilling, rows: Int) {
    let pitch = depth / Double(rows)
    let board = generator.number(in: 0.012...0.028)
    let (top, left, right) = (0.5 - depth / 2, 0.0, 1.0)
    for row in 0..<rows {
      let bottom = top + pitch * Double(row + 1) - board
      shade(top: top + pitch * Double(row), height: pitch)
      var x = left + generator.number(in: 0.015...0.03)
      if filling == .empty {
        if generator.happens(0.4) { thing(at: generator.number(in: 0.2...0.8), bottom, pitch) }
      } else {
        while x < right - 0.03 { x = place(filling, x, bottom, pitch - board) }
      }
      add(board: bottom, board)
    }
    add(board: top - board, board)
    for x in [left - 0.01, right - 0.01] {
      let side = Canvas(width: 8, height: 64, wood.lit(0.85))
      let plane = wall.part(
        x + 0.01, 0.5, width: 0.02, height: depth + board, lift: lift + 0.01)
      boards.append(Patch(side, plane, .sides, in: size))
    }
    patches += boards
  }

  /// The shadow of the upper board on the back of the shelf.
  private mutating func shade(top: Double, height: Double) {
    guard light != .backlit else { return }
    let strength = generator.float(in: 0.2...0.75)
    var canvas = Canvas(width: 8, height: 64, .grey(0).opaque(0))
    for row in 0..<64 {
      for column in 0..<8 {
        let share = 1 - 0.7 * Float(row) / 64
        canvas.colours[row * 8 + column] = Colour(8, 7, 6, strength * share)
      }
    }
    let plane = wall.part(0.5, top + height / 2, width: 1, height: height)
    patches.append(Patch(canvas, plane, .fading, in: size))
  }

  private mutating func add(board y: Double, _ thickness: Double) {
    var canvas = Canvas(width: 256, height: 8, wood)
    let seed = generator.noiseSeed()
    canvas.mix { u, v in
      wood.lit(1 + 0.08 * lumps(u * 12, v * 300, seed)).opaque(1)
    }
    let plane = wall.part(0.5, y + thickness / 2, width: 1, height: thickness, lift: lift + 0.008)
    boards.append(Patch(canvas, plane, .sides, in: size))
  }

  /// Places one book, a group, a gap or a thing at `x`. Returns the position at which the next one
  /// stands.
  private mutating func place(
    _ filling: ShelfFilling, _ x: Double, _ bottom: Double, _ room: Double
  ) -> Double {
    let dice = generator.number(in: 0...1)
    switch filling {
    case .dense:
      return dice < 0.02 ? x + generator.number(in: 0.005...0.02) : group(x, bottom, room, 1...8)
    case .sparse:
      if dice < 0.35 { return x + generator.number(in: 0.04...0.25) }
      if dice < 0.5 { return thing(at: x, bottom, room) }
      return group(x, bottom, room, 1...4)
    case .mixed:
      if dice < 0.12 { return x + generator.number(in: 0.01...0.08) }
      if dice < 0.24 { return thing(at: x, bottom, room) }
      if dice < 0.36 { return stack(x, bottom, room) }
      if dice < 0.46 { return leaning(x, bottom, room) }
      return group(x, bottom, room, 2...8)
    case .leaning:
      return dice < 0.4 ? leaning(x, bottom, room) : group(x, bottom, room, 2...5)
    case .stacked:
      return dice < 0.4 ? stack(x, bottom, room) : group(x, bottom, room, 2...5)
    case .empty: return 2
    }
  }

  /// A spine's thickness and length.
  private mutating func measures(_ room: Double) -> (thick: Double, long: Double) {
    let long = room * generator.number(in: 0.62...0.95)
    return (long * generator.number(in: 0.07...0.25), long)
  }

  /// Books that stand side by side; some are volumes of one series.
  private mutating func group(
    _ start: Double, _ bottom: Double, _ room: Double, _ counts: ClosedRange<Int>
  ) -> Double {
    var x = start
    let isSeries = generator.happens(0.2)
    var design = SpineDesign(&generator)
    var measures = measures(room)
    for _ in 0..<generator.count(counts) {
      if !isSeries {
        design = SpineDesign(&generator)
        measures = self.measures(room)
      }
      guard x + measures.thick < 0.98 else { return 2 }
      stand(design, x, bottom, measures.thick, measures.long, lean: 0)
      x += measures.thick + generator.number(in: 0...0.0025)
    }
    return x
  }

  /// One to three books that lean to the left, against the object that stands there.
  private mutating func leaning(_ start: Double, _ bottom: Double, _ room: Double) -> Double {
    let lean = generator.number(in: 0.06...0.33)
    let (cosine, sine) = direction(lean)
    var x = start
    for _ in 0..<generator.count(1...3) {
      let (thick, long) = measures(room * 0.93)
      let first = x
      guard first + long * sine + thick * cosine < 0.98 else { return 2 }
      lay(
        SpineDesign(&generator), first + (long * sine + thick * cosine) / 2,
        bottom - (long * cosine + thick * sine) / 2, thick, long, turn: .pi / 2 - lean)
      x += thick / cosine + 0.002
    }
    return x + room * sine * generator.number(in: 0.95...1.1)
  }

  private mutating func stand(
    _ design: SpineDesign, _ x: Double, _ bottom: Double, _ thick: Double, _ long: Double,
    lean: Double
  ) {
    lay(design, x + thick / 2, bottom - long / 2, thick, long, turn: .pi / 2)
  }

  /// Two to five lying books.
  private mutating func stack(_ x: Double, _ bottom: Double, _ room: Double) -> Double {
    var (y, widest) = (bottom, 0.0)
    for _ in 0..<generator.count(2...5) {
      let long = room * generator.number(in: 0.55...0.95)
      let thick = long * generator.number(in: 0.07...0.2)
      guard y - thick > bottom - room * 0.92, x + long < 0.98 else { break }
      let turn = generator.number(in: -0.012...0.012) + (generator.happens(0.1) ? .pi : 0)
      lay(
        SpineDesign(&generator), x + long / 2 + generator.number(in: 0...0.01), y - thick / 2,
        thick, long, turn: turn)
      y -= thick + 0.0008
      widest = max(widest, long + 0.012)
    }
    return widest > 0 ? x + widest : x + 0.04
  }

  /// Adds a spine with its middle at (x, y). Its lettering runs to the right, turned by `turn`.
  private mutating func lay(
    _ design: SpineDesign, _ x: Double, _ y: Double, _ thick: Double, _ long: Double, turn: Double
  ) {
    let inward = generator.number(in: 0...0.006)
    let shadow = Canvas(width: 8, height: 8, Colour(6, 5, 5, light == .backlit ? 0.95 : 0.75))
    let behind = wall.part(
      x, y, width: long, height: thick + 0.005, turn: turn, lift: lift - 0.007)
    patches.append(Patch(shadow, behind, .fading, in: size))
    let plane = wall.part(x, y, width: long, height: thick, turn: turn, lift: lift - inward)
    var canvas = design.canvas(depth: thick / long, &generator)
    if light == .backlit {
      for index in canvas.colours.indices {
        canvas.colours[index] = canvas.colours[index].lit(0.35)
      }
    }
    patches.append(Patch(canvas, plane, .sides, in: size))
    books.append((plane.quad.beginningTopLeft, 0))
  }

  /// A vase, a frame or a plant. It hides a part of its neighbour at times.
  @discardableResult
  private mutating func thing(at x: Double, _ bottom: Double, _ room: Double) -> Double {
    let kind = generator.count(0...2)
    let high = room * generator.number(in: 0.35...0.8)
    let wide =
      high * (kind == 1 ? generator.number(in: 0.7...1.35) : generator.number(in: 0.4...0.8))
    guard x + wide < 0.98 else { return x + 0.05 }
    let canvas = kind == 0 ? vase() : kind == 1 ? frame() : plant()
    let left = x - (generator.happens(0.25) ? min(0.01, wide * 0.1) : 0)
    let plane = wall.part(
      left + wide / 2, bottom - high / 2, width: wide, height: high, lift: lift + 0.004)
    patches.append(Patch(canvas, plane, kind == 1 ? .sides : .cutOut, in: size))
    for index in books.indices {
      let (book, thing) = (books[index].quad, plane.quad)
      let overlap = book.overlap(with: thing)
      let shared = overlap * (book.signedArea + thing.signedArea) / (1 + overlap)
      books[index].hidden = max(books[index].hidden, shared / book.signedArea)
    }
    return left + wide + generator.number(in: 0.004...0.03)
  }

  private mutating func vase() -> Canvas {
    let colour = Palette(&generator)[1].lit(light == .backlit ? 0.35 : 1)
    var canvas = Canvas(width: 96, height: 160, colour.opaque(-1))
    let body = generator.float(in: 0.3...0.48)
    let neck = generator.float(in: 0.1...0.2)
    let shade = { (u: Float, v: Float) -> Colour in colour.lit(1.15 - 0.9 * abs(u - 0.42)) }
    canvas.join(.ellipse(0.5, 1.1, body, 0.55), shade: shade)
    canvas.join(.rectangle(0.5, 0.5, neck, 0.5), shade: shade)
    return canvas
  }

  private mutating func frame() -> Canvas {
    var artwork = Artwork(side: 160, isPale: false, &generator)
    artwork.drawPicture()
    var canvas = artwork.canvas
    let colour = GroundKind.any(&generator).colour
    for edge in [0.03, 0.97] as [Float] {
      canvas.paint(.rectangle(edge, 0.5, 0.04, 0.5), colour)
      canvas.paint(.rectangle(0.5, edge, 0.5, 0.04), colour)
    }
    if light == .backlit {
      for i in canvas.colours.indices { canvas.colours[i] = canvas.colours[i].lit(0.35) }
    }
    generator = artwork.generator
    return canvas
  }

  private mutating func plant() -> Canvas {
    let dark: Float = light == .backlit ? 0.35 : 1
    let pot = GroundKind.any(&generator).colour.lit(dark)
    var canvas = Canvas(width: 120, height: 160, Colour.rgb(40, 90, 40).opaque(-1))
    canvas.join(.rectangle(0.5, 1.1, 0.26, 0.24)) { u, _ in pot.lit(1.1 - 0.6 * abs(u - 0.45)) }
    for _ in 0..<generator.count(8...24) {
      let leaf = Colour.hue(generator.number(in: 1.6...2.4), 0.6, generator.number(in: 0.2...0.6))
      let (x, y) = (generator.float(in: 0.1...0.9), generator.float(in: 0.08...0.8))
      canvas.join(.stroke(0.5, 0.9, x, y, radius: generator.float(in: 0.01...0.05))) { u, v in
        leaf.lit(dark * (0.9 + 0.2 * u))
      }
    }
    return canvas
  }
}

/// The look of a spine; the volumes of a series share it.
private struct SpineDesign {
  private let palette: Palette
  private let ground: Colour
  private let ink: Colour
  private let face: Typeface
  private let shade: Float
  private let hasBand: Bool
  private let band: (place: Float, width: Float, colour: Colour)
  private let wear: Float
  private let label: Colour?

  init(_ generator: inout SeededGenerator) {
    palette = Palette(&generator)
    ground =
      generator.happens(0.25)
      ? .grey(
        generator.happens(0.5) ? generator.number(in: 8...40) : generator.number(in: 200...245))
      : palette[generator.count(0...4)]
    ink = palette.legible(on: ground, &generator)
    face = Typeface(&generator)
    shade = generator.float(in: 0.02...0.3)
    hasBand = generator.happens(0.3)
    band = (
      generator.float(in: 0...0.9), generator.float(in: 0.02...0.3),
      palette[generator.count(0...5)]
    )
    wear = generator.happens(0.4) ? generator.float(in: 0.1...0.6) : 0
    label = generator.happens(0.2) ? .grey(generator.number(in: 215...250)) : nil
  }

  /// The spine with lettering that runs to the right. `depth`: thickness in units of the length.
  func canvas(depth: Double, _ generator: inout SeededGenerator) -> Canvas {
    let depth = Float(depth)
    var artwork = Artwork(side: 8, isPale: false, &generator)
    artwork.canvas = Canvas(width: 640, height: max(10, Int(640 * depth)), ground)
    if hasBand {
      let shape = Shape.rectangle(band.place + band.width / 2, depth / 2, band.width / 2, depth)
      artwork.canvas.paint(shape, band.colour)
    }
    var x = artwork.generator.float(in: 0.04...0.12)
    for part in 0..<artwork.generator.count(1...3) {
      let share = part == 0 ? artwork.float(0.35...0.7) : artwork.float(0.2...0.45)
      let height = min(depth * share, 0.09)
      let advance = height * (face.width + face.spacing)
      let letters = min(artwork.generator.count(5...22), Int((0.93 - x) / advance))
      guard letters > 2 else { break }
      let y = depth / 2 - height / 2 + depth * artwork.float(-0.06...0.06)
      artwork.drawLine(letters, x, y, height: height, ink, face)
      x += Float(letters) * advance + artwork.float(0.04...0.2)
    }
    if artwork.generator.happens(0.5) {
      artwork.canvas.paint(.disc(0.955, depth / 2, min(0.02, depth * 0.3)), ink)
    }
    if let label {
      artwork.canvas.paint(.rectangle(0.84, depth / 2, 0.05, depth * 0.48), label)
      artwork.drawLine(3, 0.81, depth * 0.35, height: depth * 0.25, .grey(40), face)
    }
    finish(&artwork.canvas, depth, artwork.generator.noiseSeed())
    generator = artwork.generator
    return artwork.canvas
  }

  /// The round back, and paper that is worn at the edges.
  private func finish(_ canvas: inout Canvas, _ depth: Float, _ seed: UInt32) {
    for row in 0..<canvas.height {
      let v = (Float(row) + 0.5) / Float(canvas.height)
      let round = 1 - shade * (2 * v - 1) * (2 * v - 1)
      for column in 0..<canvas.width {
        let u = (Float(column) + 0.5) / Float(canvas.width)
        let index = row * canvas.width + column
        var colour = canvas.colours[index].lit(round + 0.03 * lumps(u * 40, v * depth * 40, seed))
        let edge = min(v, 1 - v) * depth
        let end = min(u, 1 - u)
        if wear > 0, min(edge, end) < 0.012 * (1 + lumps(u * 60, v * 8, seed &+ 3)) {
          colour = colour.mixed(with: .grey(205), wear)
        }
        canvas.colours[index] = colour.opaque(1)
      }
    }
  }
}
