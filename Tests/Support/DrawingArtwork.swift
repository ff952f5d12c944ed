// Draws the pictures of sleeves: gradients, skies, faces, blurred scenes, patterns.

extension Artwork {
  mutating func drawPicture() {
    switch generator.count(0...15) {
    case 0: break
    case 1: drawGradient()
    case 2: drawGlow()
    case 3: drawClouds()
    case 4: drawLandscape()
    case 5: drawRings()
    case 6: drawBlocks()
    case 7: drawStripes()
    case 8, 9: drawPortrait()
    case 10: drawSpheres()
    case 11: drawConfetti()
    case 12: drawCollage()
    case 13: drawNight()
    case 14: drawMarble()
    default: drawSkyline()
    }
    for _ in 0..<generator.count(0...3) where generator.happens(0.6) {
      let place = (float(0.1...0.9), float(0.1...0.9))
      canvas.paint(anyShape(place.0, place.1, float(0.04...0.25)), anyColour())
    }
    if generator.happens(0.55) { drawPaper() }
  }

  /// Adds the slight unevenness of print and film.
  private mutating func drawPaper() {
    let (seed, strength) = (generator.noiseSeed(), float(4...22))
    let grain = float(60...240)
    for row in 0..<canvas.height {
      let v = Float(row) / Float(canvas.height)
      for column in 0..<canvas.width {
        let u = Float(column) / Float(canvas.width)
        let light = lumps(u * 5, v * 5, seed) + 0.5 * lumps(u * grain, v * grain, seed &+ 9)
        let level = light * strength
        canvas.colours[row * canvas.width + column] += Colour(level, level, level, 0)
      }
    }
  }

  private mutating func drawGradient() {
    let (x, y) = direction(generator.number(in: 0...6.28))
    let (first, second, third) = (anyColour(), anyColour(), palette[generator.count(1...4)])
    canvas.mix { u, v in
      let share = 0.5 + ((u - 0.5) * Float(x) + (v - 0.5) * Float(y)) * 0.9
      return share < 0.5
        ? first.mixed(with: second, max(0, share) * 2)
        : second.mixed(with: third, min(1, share) * 2 - 1)
    }
  }

  private mutating func drawGlow() {
    let (x, y, reach) = (float(0.2...0.8), float(0.2...0.8), float(0.4...1.1))
    let (near, far) = (anyColour().lit(1.25), anyColour().lit(0.5))
    canvas.mix { u, v in near.mixed(with: far, step(0, reach, length(u - x, v - y))) }
  }

  private mutating func drawClouds() {
    let (seed, size) = (generator.noiseSeed(), float(1.5...6))
    let (dark, middle, light) = (palette[0].lit(0.5), palette[1], palette[2].lit(1.4))
    canvas.mix { u, v in
      let level = clouds(u * size, v * size, octaves: 5, seed)
      return level < 0
        ? middle.mixed(with: dark, min(1, -level * 1.8))
        : middle.mixed(with: light, min(1, level * 1.8))
    }
  }

  private mutating func drawMarble() {
    let (seed, size, bend) = (generator.noiseSeed(), float(1...4), float(0.4...2))
    let colours = (palette[0], palette[1], palette[3])
    canvas.mix { u, v in
      let shift = clouds(u * size, v * size, octaves: 3, seed) * bend
      let level = clouds(u * size + shift, v * size * 2 - shift, octaves: 3, seed &+ 50)
      let vein = 1 - min(1, abs(level) * 6)
      return colours.0.mixed(with: colours.1, step(-0.6, 0.6, level)).mixed(
        with: colours.2, vein * 0.8)
    }
  }

  private mutating func drawLandscape() {
    let (above, horizon) = (anyColour(), anyColour().lit(1.3))
    canvas.mix { _, v in above.mixed(with: horizon, step(0, 0.75, v)) }
    if generator.happens(0.7) {
      let sun = Shape.disc(float(0.15...0.85), float(0.12...0.5), float(0.04...0.16))
      canvas.paint(sun, horizon.lit(1.5), soft: float(0.002...0.03))
    }
    let seed = generator.noiseSeed()
    var base = float(0.45...0.7)
    for ridge in 0..<UInt32(generator.count(2...4)) {
      let (rough, high) = (float(2...7), float(0.05...0.22))
      let colour = anyColour().lit(1 - 0.22 * Float(ridge))
      canvas.mix { u, v in
        let top = base + clouds(u * rough, 0, octaves: 5, seed &+ ridge) * high
        let shade = 1 + 0.25 * clouds(u * 14, v * 22, octaves: 2, seed &+ 90 &+ ridge)
        return colour.lit(shade).opaque(limited((v - top) * 400))
      }
      base += float(0.08...0.18)
    }
  }

  private mutating func drawRings() {
    let (x, y, width) = (float(0.1...0.9), float(0.1...0.9), float(0.03...0.13))
    let squash = float(0.5...1.5)
    let colours = palette
    canvas.mix { u, v in
      let reach = length(u - x, (v - y) * squash) / width
      let ring = reach.rounded(.down)
      let edge = min(1, (reach - ring) * width * 400)
      return colours[Int(ring) + 5].mixed(with: colours[Int(ring)], edge)
    }
  }

  private mutating func drawBlocks() {
    for _ in 0..<generator.count(6...22) {
      let cell = Float([1.0 / 3, 0.25, 0.2, 0.125][generator.count(0...3)])
      let x = (float(0...1) / cell).rounded(.down) * cell
      let y = (float(0...1) / cell).rounded(.down) * cell
      let (wide, high) = (
        cell * Float(generator.count(1...3)), cell * Float(generator.count(1...3))
      )
      canvas.paint(.rectangle(x + wide / 2, y + high / 2, wide / 2, high / 2), anyColour())
    }
  }

  private mutating func drawStripes() {
    let (x, y) = direction(generator.number(in: 0...3.14))
    let (many, wave, seed) = (float(4...26), float(0...0.2), generator.noiseSeed())
    let colours = palette
    canvas.mix { u, v in
      let bent = lumps(u * 3, v * 3, seed) * wave
      let place = ((u + 1) * Float(x) + v * Float(y) + bent + 2) * many
      let stripe = place.rounded(.down)
      let edge = min(1, (place - stripe) / many * 400)
      let index = Int(stripe)
      return colours[2 * ((index + 1) & 1)].mixed(with: colours[2 * (index & 1)], edge)
    }
  }

  mutating func drawSphere(_ x: Float, _ y: Float, _ radius: Float, _ colour: Colour) {
    let (lightX, lightY) = (float(-0.6...0.6), float(-0.8...0.2))
    let box = Box(left: x - radius, top: y - radius, right: x + radius, bottom: y + radius)
    canvas.mix(box) { u, v in
      let (dx, dy) = ((u - x) / radius, (v - y) / radius)
      let depth = 1 - dx * dx - dy * dy
      guard depth > 0 else { return colour.opaque(0) }
      let light = 0.35 + 0.75 * max(0, dx * lightX + dy * lightY + depth.squareRoot() * 0.7)
      return colour.lit(light).opaque(min(1, depth * 20))
    }
  }

  private mutating func drawSpheres() {
    if generator.happens(0.5) { drawGradient() } else { drawClouds() }
    for _ in 0..<generator.count(1...7) {
      drawSphere(float(0.1...0.9), float(0.15...0.85), float(0.06...0.3), anyColour())
    }
  }

  private mutating func drawConfetti() {
    let size = float(0.012...0.07)
    for _ in 0..<generator.count(20...110) {
      canvas.paint(anyShape(float(0...1), float(0...1), size * float(0.4...1.4)), anyColour())
    }
  }

  private mutating func drawNight() {
    canvas = Canvas(width: canvas.width, height: canvas.height, palette[0].lit(0.12))
    let (x, y, reach) = (float(0.2...0.8), float(0.2...0.8), float(0.1...0.45))
    let glow = anyColour().lit(1.4)
    canvas.mix { u, v in
      glow.opaque(0.85 * (1 - step(0, reach, length(u - x, v - y))))
    }
    for _ in 0..<generator.count(0...60) {
      canvas.paint(.disc(float(0...1), float(0...1), float(0.001...0.006)), .grey(220))
    }
  }

  private mutating func drawCollage() {
    for _ in 0..<generator.count(4...12) {
      let (seed, size) = (generator.noiseSeed(), float(2...9))
      let (first, second) = (anyColour(), anyColour())
      let shape = Shape.rectangle(
        float(0.05...0.95), float(0.05...0.95), float(0.07...0.32), float(0.07...0.32),
        turn: generator.happens(0.4) ? generator.number(in: -0.6...0.6) : 0)
      canvas.mix(shape.box) { u, v in
        let level = clouds(u * size, v * size, octaves: 4, seed)
        let share = limited(0.5 - shape.distance(u, v) * 512)
        return first.mixed(with: second, 0.5 + level).opaque(share)
      }
    }
  }

  private mutating func drawSkyline() {
    let (above, below) = (anyColour().lit(0.7), anyColour())
    canvas.mix { _, v in above.mixed(with: below, v) }
    var x: Float = -0.05
    let (wall, window) = (palette[0].lit(0.35), palette[2].lit(1.5))
    while x < 1 {
      let (wide, top) = (float(0.05...0.18), float(0.3...0.8))
      canvas.paint(.rectangle(x + wide / 2, 1, wide / 2, 1 - top), wall.lit(float(0.6...1.4)))
      for row in 0..<Int((1 - top) / 0.035) {
        for column in 0..<Int(wide / 0.025) where generator.happens(0.45) {
          let place = (x + 0.015 + Float(column) * 0.025, top + 0.025 + Float(row) * 0.035)
          canvas.paint(.rectangle(place.0, place.1, 0.007, 0.01), window.lit(float(0.6...1.1)))
        }
      }
      x += wide * float(0.8...1.2)
    }
  }
}
