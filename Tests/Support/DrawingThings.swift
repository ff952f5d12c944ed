// Other objects in photographs of sleeves: fingers, stickers, papers, mugs, pens, glare.

import Pictures

enum Thing {
  /// A hand that holds an edge from below, in a box 1.5 sleeves high and 0.6 wide. The edge crosses
  /// the box at a fifth of its height. A thumb or the tips of four fingers are in front of the
  /// edge. The arm leaves the box at its lower end.
  static func hand(_ skin: Colour, reaching reach: Float, _ generator: inout SeededGenerator)
    -> Canvas
  {
    var canvas = Canvas(width: 256, height: 640, skin.opaque(-1))
    let seed = generator.noiseSeed()
    let sleeve = generator.happens(0.6) ? Palette(&generator)[1] : skin
    let edge: Float = 0.5
    func join(_ shape: Shape, _ colour: Colour, round: Float) {
      canvas.join(shape) { u, v in
        let depth = limited(-shape.distance(u, v) / round)
        return colour.lit(0.72 + 0.33 * depth.squareRoot() + 0.05 * lumps(u * 9, v * 9, seed))
      }
    }
    let lean = generator.float(in: -0.15...0.15)
    join(.stroke(0.5 + lean, edge + 0.75, 0.5 + 2 * lean, 2.7, radius: 0.17), sleeve, round: 0.17)
    join(.stroke(0.5, edge + 0.32, 0.5 + lean, edge + 0.72, radius: 0.22), skin, round: 0.22)
    if generator.happens(0.5) {
      let side: Float = generator.happens(0.5) ? 1 : -1
      let (x, y) = (0.5 + side * generator.float(in: 0...0.15), edge - reach)
      join(.stroke(0.5 - side * 0.1, edge + 0.3, x, y, radius: 0.068), skin, round: 0.07)
      canvas.paint(.ellipse(x, y - 0.02, 0.036, 0.046), skin.lit(1.12).opaque(0.8), soft: 0.01)
    } else {
      for finger in 0..<4 {
        let x = 0.3 + 0.118 * Float(finger) + generator.float(in: -0.012...0.012)
        let y = edge - reach * generator.float(in: 0.6...1)
        join(
          .stroke(0.36 + 0.085 * Float(finger), edge + 0.25, x, y, radius: 0.06), skin, round: 0.06)
        canvas.paint(.ellipse(x, y - 0.015, 0.03, 0.04), skin.lit(1.12).opaque(0.8), soft: 0.01)
      }
    }
    return canvas
  }

  /// A price sticker on bright paper: round, oblong or rectangular.
  static func sticker(_ generator: inout SeededGenerator) -> Canvas {
    let papers: [Colour] = [
      .rgb(250, 224, 40), .rgb(248, 246, 240), .rgb(255, 120, 30), .rgb(230, 30, 40),
      .rgb(120, 220, 90), .rgb(20, 20, 24),
    ]
    let paper = papers[generator.count(0...papers.count - 1)]
    var artwork = Artwork(side: 160, isPale: true, &generator)
    artwork.canvas = Canvas(width: 160, height: 160, paper)
    let ink = paper.luminance > 100 ? Colour.grey(20) : Colour.grey(240)
    let face = Typeface(&generator)
    artwork.drawLine(
      generator.count(3...4), 0.2, 0.38, height: 0.24, ink, face)
    artwork.drawLine(5, 0.26, 0.7, height: 0.08, ink, face)
    let shape: Shape =
      switch generator.count(0...2) {
      case 0: .disc(0.5, 0.5, 0.48)
      case 1: .rectangle(0.5, 0.5, 0.48, 0.3, round: 0.03)
      default: .rectangle(0.5, 0.5, 0.47, 0.47, round: 0.06)
      }
    artwork.canvas.setDistance(to: shape)
    return artwork.canvas
  }

  /// A letter, a page of a newspaper or a note.
  static func paper(_ generator: inout SeededGenerator) -> Canvas {
    let seed = generator.noiseSeed()
    var paper = Canvas(width: 200, height: 280, .grey(generator.number(in: 205...250)))
    paper.mix { u, v in Colour.grey(0).opaque(0.04 + 0.04 * lumps(u * 4, v * 4, seed)) }
    var y: Float = 0.12
    while y < 1.3 {
      let right = generator.float(in: 0.5...0.9)
      if generator.happens(0.85) {
        paper.paint(.rectangle((0.1 + right) / 2, y, (right - 0.1) / 2, 0.008), .grey(90))
      }
      y += 0.042
    }
    return paper
  }

  /// A mug, seen from above.
  static func mug(_ generator: inout SeededGenerator) -> Canvas {
    let glaze = Palette(&generator)[0].lit(1.2)
    let drink = generator.happens(0.7) ? Colour.rgb(62, 36, 20) : glaze.lit(0.7)
    var mug = Canvas(width: 200, height: 200, glaze)
    mug.paint(.disc(0.5, 0.45, 0.31), drink, soft: 0.01)
    mug.paint(.ring(0.5, 0.45, 0.34, width: 0.03), glaze.lit(1.3), soft: 0.02)
    mug.setDistance(to: .disc(0.5, 0.45, 0.36), .rectangle(0.5, 0.86, 0.06, 0.12, round: 0.04))
    return mug
  }

  static func pen(_ generator: inout SeededGenerator) -> Canvas {
    let colour = Palette(&generator)[0]
    var pen = Canvas(width: 240, height: 40, colour)
    pen.mix { _, v in Colour.grey(255).opaque(0.4 * (1 - step(0, 0.05, abs(v - 0.06)))) }
    pen.paint(.rectangle(0.2, 0.08, 0.2, 0.2), colour.lit(0.5))
    pen.setDistance(to: .stroke(0.06, 0.083, 0.94, 0.083, radius: 0.04))
    return pen
  }

  /// A telephone, a case or a closed book of one colour.
  static func slab(_ generator: inout SeededGenerator) -> Canvas {
    var slab = Canvas(width: 160, height: 240, Palette(&generator)[generator.count(0...4)])
    if generator.happens(0.5) { slab.paint(.rectangle(0.5, 0.75, 0.44, 0.68), .grey(18)) }
    slab.setDistance(
      to: .rectangle(0.5, 0.75, 0.49, 0.74, round: generator.float(in: 0.01...0.1)))
    return slab
  }

  /// A compact disc or a single without its sleeve.
  static func record(_ generator: inout SeededGenerator) -> Canvas {
    let isSilver = generator.happens(0.4)
    var record = Canvas(width: 200, height: 200, isSilver ? .grey(190) : .grey(22))
    record.mix { u, v in
      let glint = lumps((u - 0.5) / max(0.05, abs(v - 0.5)), 0, 77)
      return Colour.grey(255).opaque(0.25 * max(0, glint))
    }
    record.paint(.disc(0.5, 0.5, 0.17), Palette(&generator)[1])
    record.paint(.disc(0.5, 0.5, 0.03), .grey(60))
    record.setDistance(to: .disc(0.5, 0.5, 0.49))
    return record
  }

  /// The shadow of an object. The object fills the middle of the box: 1/1.2 of its width and
  /// height.
  static func shadow(_ strength: Float, soft: Float) -> Canvas {
    let shape = Shape.rectangle(0.5, 0.5, 0.5 / 1.2, 0.5 / 1.2)
    var shadow = Canvas(width: 96, height: 96, .grey(0))
    for row in 0..<96 {
      for column in 0..<96 {
        let distance = shape.distance((Float(column) + 0.5) / 96, (Float(row) + 0.5) / 96)
        shadow.colours[row * 96 + column].w = strength * (1 - step(-soft, soft, distance))
      }
    }
    return shadow
  }

  /// Overexposed reflections on plastic over a fifth of the sleeve: bands or lamps, distorted by
  /// the folds of the plastic. They are brighter than white, so that they stay overexposed in dim
  /// light.
  static func glare(_ generator: inout SeededGenerator) -> Canvas {
    let (seed, isBand) = (generator.noiseSeed(), generator.happens(0.5))
    let (x, y) = (generator.float(in: 0.15...0.85), generator.float(in: 0.15...0.85))
    let toward = direction(generator.number(in: 0...6.28))
    let (cosine, sine) = (Float(toward.x), Float(toward.y))
    let (torn, stretch) = (generator.float(in: 0.02...0.14), generator.float(in: 1...2.5))
    var glare = Canvas(width: 128, height: 128, .grey(330))
    var nearness: [Float] = []
    for index in 0..<128 * 128 {
      let (u, v) = ((Float(index % 128) + 0.5) / 128 - x, (Float(index / 128) + 0.5) / 128 - y)
      let (along, beside) = (u * cosine + v * sine, v * cosine - u * sine)
      let reach = isBand ? abs(beside) + 0.1 * abs(along) : length(along, beside * stretch)
      nearness.append(torn * clouds(u * 4 + 9, v * 4, octaves: 3, seed) - reach)
    }
    let fifth = nearness.sorted()[nearness.count * 4 / 5]
    let soft = generator.float(in: 0.02...0.12)
    for (index, near) in nearness.enumerated() {
      glare.colours[index].w = 0.96 * step(-soft, soft, near - fifth)
    }
    return glare
  }
}

extension Canvas {
  /// Makes the canvas a cut-out along the common outline of the shapes.
  mutating func setDistance(to shapes: Shape...) {
    for row in 0..<height {
      for column in 0..<width {
        let (u, v) = ((Float(column) + 0.5) / Float(width), (Float(row) + 0.5) / Float(width))
        let inside = shapes.map { -$0.distance(u, v) }.max() ?? 0
        colours[row * width + column].w = inside
      }
    }
  }
}
