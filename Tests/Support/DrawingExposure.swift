// Turns the drawn scene into the pixels of a photograph, with uneven light, motion blur and sensor
// noise. The exposure works row by row, because twelve million pixels in floating point take
// 200 MB.

import Pictures

struct Exposure {
  private let size: PhotoSize
  private let light: Canvas
  private let noise: Canvas
  private let acrossBlur: Int
  private let downBlur: Int
  private var waiting: [[Colour]] = []
  private var sums: [Colour]
  private var written = 0
  private(set) var rgb: [UInt8]

  init(_ condition: Condition, _ size: PhotoSize, _ generator: inout SeededGenerator) {
    self.size = size
    let isDim = condition == .dim
    light = Self.light(of: size, isDim: isDim, &generator)
    noise = Self.noise(
      isDim ? generator.float(in: 8...16) : generator.float(in: 1.5...5), size, &generator)
    let longer = Double(max(size.width, size.height))
    func blur() -> Int { isDim ? Int(longer * generator.number(in: 0.0006...0.0022)) : 0 }
    (acrossBlur, downBlur) = (blur(), blur())
    sums = Array(repeating: .zero, count: size.width)
    rgb = Array(repeating: 0, count: size.width * size.height * 3)
  }

  var pixels: Pixels { Pixels(width: size.width, height: size.height, rgb: rgb) }

  /// Exposes the next row and may change it.
  mutating func take(_ row: PhotoRow) {
    guard acrossBlur > 0 || downBlur > 0 else {
      write(row)
      return
    }
    blurAcross(row)
    for x in 0..<size.width { sums[x] += row[x] }
    waiting.append(Array(row))
    if waiting.count > downBlur { writeMean() }
  }

  /// Ends the exposure.
  mutating func finish() {
    while written < size.height { writeMean() }
  }

  private mutating func writeMean() {
    var mean = sums.map { $0 / Float(waiting.count) }
    mean.withUnsafeMutableBufferPointer { write($0) }
    guard written > downBlur else { return }
    for (x, colour) in waiting.removeFirst().enumerated() { sums[x] -= colour }
  }

  private func blurAcross(_ row: PhotoRow) {
    let before = Array(row)
    var (sum, count) = (Colour.zero, Float(0))
    for x in -acrossBlur..<size.width {
      if x + acrossBlur < size.width { (sum, count) = (sum + before[x + acrossBlur], count + 1) }
      if x - acrossBlur - 1 >= 0 { (sum, count) = (sum - before[x - acrossBlur - 1], count - 1) }
      if x >= 0 { row[x] = sum / count }
    }
  }

  private mutating func write(_ row: PhotoRow) {
    let y = written
    written += 1
    let down = (Float(y) + 0.5) / Float(size.height)
    let lights = (0...Self.lightColumns).map {
      light.colour(Float($0) / Float(Self.lightColumns), down * light.depth)
    }
    let speckles = noise.colours[
      (y & Self.noiseMask) * noise.width..<(y & Self.noiseMask + 1) * noise.width]
    let scale = Float(Self.lightColumns) / Float(size.width)
    rgb.withUnsafeMutableBufferPointer { rgb in
      lights.withUnsafeBufferPointer { lights in
        speckles.withUnsafeBufferPointer { speckles in
          var place = y * size.width * 3
          for x in 0..<size.width {
            let across = (Float(x) + 0.5) * scale
            let column = Int(across)
            let light = lights[column].mixed(with: lights[column + 1], across - Float(column))
            let seen = row[x] * light + speckles[x & Self.noiseMask]
            rgb[place] = Self.byte(seen.x)
            rgb[place + 1] = Self.byte(seen.y)
            rgb[place + 2] = Self.byte(seen.z)
            place += 3
          }
        }
      }
    }
  }

  @inline(__always)
  private static func byte(_ level: Float) -> UInt8 {
    level < 0 ? 0 : level < 255 ? UInt8(level) : 255
  }

  private static let lightColumns = 64
  private static let noiseMask = 255

  /// Light factors of the whole picture: brighter towards a window, darker in the corners, tinted
  /// by the lamp, often with the soft shadow of the person who holds the phone.
  private static func light(
    of size: PhotoSize, isDim: Bool, _ generator: inout SeededGenerator
  ) -> Canvas {
    var light = Canvas(width: 48, height: max(2, 48 * size.height / size.width), .grey(1))
    let level = isDim ? generator.float(in: 0.28...0.5) : generator.float(in: 0.82...1.08)
    let warm = isDim ? generator.float(in: -0.05...0.25) : generator.float(in: -0.08...0.12)
    let toward = direction(generator.number(in: 0...6.28))
    let (slope, vignette) = (generator.float(in: 0...0.4), generator.float(in: 0.02...0.22))
    let (seed, depth) = (generator.noiseSeed(), light.depth)
    let shadow = Shape.ellipse(
      generator.float(in: 0...1), depth * generator.float(in: 0.6...1.3),
      generator.float(in: 0.2...0.6), generator.float(in: 0.2...0.6))
    let darkness = generator.happens(0.35) ? generator.float(in: 0.1...0.35) : 0
    let tint = Colour(1 + warm, 1 + warm * 0.2, 1 - warm, 1)
    light.mix { u, v in
      let (x, y) = (u - 0.5, v - depth / 2)
      let slanted = 1 + slope * (x * Float(toward.x) + y * Float(toward.y))
      let uneven = 1 + 0.05 * lumps(u * 3, v * 3, seed) - vignette * (x * x + y * y) * 2
      let shaded = 1 - darkness * (1 - step(-0.12, 0.12, shadow.distance(u, v)))
      return (tint * (level * slanted * uneven * shaded)).opaque(1)
    }
    return light
  }

  /// Noise with grains of about 1/1,600 of the picture's longer side, because phones remove finer
  /// noise.
  private static func noise(
    _ strength: Float, _ size: PhotoSize, _ generator: inout SeededGenerator
  ) -> Canvas {
    let seed = generator.noiseSeed()
    let grain = min(1, 1_600 / Float(max(size.width, size.height)))
    var noise = Canvas(width: noiseMask + 1, height: noiseMask + 1, .zero)
    for y in 0...noiseMask {
      for x in 0...noiseMask {
        let (u, v) = (Float(x) * grain, Float(y) * grain)
        let grey = lumps(u, v, seed) + lumps(u * 0.4, v * 0.4, seed &+ 1) * 0.6
        let colour = Colour(
          lumps(u, v, seed &+ 2), lumps(u, v, seed &+ 3), lumps(u, v, seed &+ 4), 0)
        noise.colours[y * noise.width + x] = (colour * 0.7 + Colour(grey, grey, grey, 0)) * strength
      }
    }
    return noise
  }
}
