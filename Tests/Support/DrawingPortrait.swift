// A face and shoulders made of ellipses, lit from one side: the most common picture on sleeves.

extension Artwork {
  mutating func drawPortrait() {
    drawBackdrop()
    let (x, y, size) = (float(0.3...0.7), float(0.35...0.5), float(0.13...0.3))
    let skin = generator.happens(0.6) ? anySkin() : anyColour()
    let (hair, coat) = (anyColour().lit(0.4), anyColour().lit(0.8))
    drawBody(coat, x, y + size * 3.1, wide: size * 2.2, high: size * 1.7)
    let curls = Shape.ellipse(x, y - size * 0.2, size * float(0.9...1.35), size * float(1.1...1.6))
    canvas.paint(curls, hair, soft: size * 0.08)
    canvas.paint(
      .rectangle(x, y + size, size * 0.38, size * 0.75, round: size * 0.2), skin.lit(0.7))
    drawHead(skin, x, y, size)
    let fringe = Shape.ellipse(x, y - size * 0.95, size * 0.85, size * float(0.25...0.55))
    canvas.paint(fringe, hair, soft: size * 0.05)
  }

  func skin(_ depth: Double) -> Colour {
    Colour.rgb(232, 188, 160).mixed(with: .rgb(92, 58, 42), Float(depth))
  }

  mutating func anySkin() -> Colour { skin(generator.number(in: 0...1)) }

  private mutating func drawBackdrop() {
    let (seed, size) = (generator.noiseSeed(), float(1...3))
    let (first, second) = (anyColour(), anyColour().lit(0.55))
    canvas.mix { u, v in
      first.mixed(with: second, step(-0.7, 0.7, clouds(u * size, v * size, octaves: 3, seed)))
    }
  }

  private mutating func drawBody(
    _ colour: Colour, _ x: Float, _ y: Float, wide: Float, high: Float
  ) {
    let seed = generator.noiseSeed()
    let shape = Shape.ellipse(x, y, wide, high)
    canvas.mix(shape.box) { u, v in
      let folds = 1 + 0.35 * clouds(u * 9, v * 4, octaves: 3, seed)
      return colour.lit(folds).opaque(limited(0.5 - shape.distance(u, v) * 300))
    }
  }

  private mutating func drawHead(_ skin: Colour, _ x: Float, _ y: Float, _ size: Float) {
    let (side, seed) = (float(-0.5...0.5), generator.noiseSeed())
    let head = Shape.ellipse(x, y, size * 0.8, size * 1.1)
    canvas.mix(head.box) { u, v in
      let (across, down) = ((u - x) / size, (v - y) / size)
      let light = 0.95 + across * side - 0.3 * across * across
      let mottled = light + 0.06 * lumps(across * 6, down * 6, seed)
      return skin.lit(mottled).opaque(limited(0.5 - head.distance(u, v) * 300))
    }
    let dark = skin.lit(0.25)
    for eye: Float in [-0.32, 0.32] {
      let place = x + eye * size
      canvas.paint(.ellipse(place, y - size * 0.1, size * 0.13, size * 0.06), .grey(225))
      canvas.paint(.disc(place, y - size * 0.1, size * 0.06), dark)
      canvas.paint(.ellipse(place, y - size * 0.28, size * 0.2, size * 0.035), dark)
    }
    canvas.paint(
      .ellipse(x + side * size * 0.15, y + size * 0.22, size * 0.07, size * 0.16), skin.lit(0.75),
      soft: size * 0.06)
    canvas.paint(
      .ellipse(x, y + size * 0.58, size * float(0.15...0.3), size * float(0.03...0.09)),
      skin.mixed(with: .rgb(170, 40, 50), 0.7).lit(0.8))
  }
}
