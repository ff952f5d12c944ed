// Variants of one sleeve: another reproduction, worn, with a sticker, with glare, rotated, and an
// edition with a banner. Each variant has its own seed.

import Pictures

extension DrawnSleeve {
  /// Another reproduction of the same artwork: cropped by up to 2 % a side, with other colours, contrast and size,
  /// slightly blurred.
  package func reproduced(seed: UInt64) -> DrawnSleeve {
    var generator = SeededGenerator(seed: seed &* 5 &+ 3)
    let side = max(64, Int(Double(canvas.width) * generator.number(in: 0.65...1.15)))
    let crops = (0..<4).map { _ in generator.float(in: 0...0.02) }
    let tint = Colour(
      generator.float(in: 0.9...1.1), generator.float(in: 0.94...1.06),
      generator.float(in: 0.88...1.12), 1)
    let (contrast, bend) = (generator.float(in: 0.75...1.2), generator.float(in: -0.5...0.5))
    let lift = generator.float(in: -12...12)
    let blur = generator.float(in: 0...0.0025)
    var copy = Canvas(width: side, height: side, .grey(0))
    let source = canvas
    copy.mix { u, v in
      let x = crops[0] + u * (1 - crops[0] - crops[1])
      let y = crops[2] + v * (1 - crops[2] - crops[3])
      let near = source.colour(x - blur, y - blur) + source.colour(x + blur, y + blur)
      let far = source.colour(x + blur, y - blur) + source.colour(x - blur, y + blur)
      let share = (near + far) / (4 * 255)
      // A polynomial replaces a gamma curve, because it gives the same result on every machine.
      let bent = share + share * (1 - share) * bend
      let level = ((bent - 0.5) * contrast + 0.5) * tint * 255 + Colour(lift, lift, lift, 0)
      return level.clamped(lowerBound: .zero, upperBound: Colour(repeating: 255)).opaque(1)
    }
    return DrawnSleeve(copy)
  }

  /// The sleeve with a pale ring, which the record inside has worn, and with worn corners and
  /// edges.
  package func withRingWear(seed: UInt64) -> DrawnSleeve {
    var generator = SeededGenerator(seed: seed &* 5 &+ 4)
    let noise = generator.noiseSeed()
    let (x, y) = (generator.float(in: 0.47...0.53), generator.float(in: 0.47...0.53))
    let (radius, width) = (generator.float(in: 0.43...0.47), generator.float(in: 0.008...0.025))
    let strength = generator.float(in: 0.25...0.7)
    var worn = canvas
    worn.mix { u, v in
      let beside = abs(length(u - x, v - y) - radius) / width
      let rubbed = 0.6 + 0.8 * clouds(u * 12, v * 12, octaves: 3, noise)
      let ring = strength * rubbed * (1 - step(0, 1, beside))
      let edge = min(min(u, 1 - u), min(v, 1 - v))
      let frayed = 0.9 * step(0.45, 0.6, lumps(u * 30, v * 30, noise &+ 8) - edge * 45 + 0.35)
      return Colour.grey(226).opaque(min(1, max(0, max(ring, frayed))))
    }
    return DrawnSleeve(worn)
  }

  /// Another edition: the same artwork with a banner and a line of letters across its upper or lower edge.
  package func withBanner(seed: UInt64) -> DrawnSleeve {
    var generator = SeededGenerator(seed: seed &* 5 &+ 5)
    var artwork = Artwork(side: canvas.width, isPale: false, &generator)
    artwork.canvas = canvas
    let height = generator.float(in: 0.08...0.16)
    let y = generator.happens(0.5) ? height / 2 : 1 - height / 2
    let colours: [Colour] = [
      .rgb(212, 175, 55), .rgb(200, 24, 30), .grey(16), .grey(245), .rgb(24, 60, 150),
    ]
    let colour = colours[generator.count(0...4)]
    let ink: Colour = colour.luminance > 120 ? .grey(15) : .grey(245)
    artwork.canvas.paint(.rectangle(0.5, y, 0.5, height / 2), colour)
    let face = Typeface(&generator)
    let advance = height * 0.5 * (face.width + face.spacing)
    let letters = max(3, min(18, Int(0.85 / advance)))
    artwork.drawLine(letters, 0.06, y - height * 0.25, height: height * 0.5, ink, face)
    return DrawnSleeve(artwork.canvas)
  }

  /// The sleeve with a price sticker inside its edges.
  package func withSticker(seed: UInt64) -> DrawnSleeve {
    var generator = SeededGenerator(seed: seed &* 5 &+ 6)
    let sticker = Thing.sticker(&generator)
    let wide = generator.float(in: 0.1...0.24)
    let (x, y) = (generator.float(in: 0.02...0.74), generator.float(in: 0.02...0.74))
    var priced = canvas
    let box = Box(left: x, top: y, right: x + wide, bottom: y + wide)
    priced.mix(box) { u, v in
      let colour = sticker.colour((u - x) / wide, (v - y) / wide)
      return colour.opaque(limited(0.5 + colour.w * wide * 400))
    }
    return DrawnSleeve(priced)
  }

  /// The sleeve with a fifth of its area overexposed by light on plastic.
  package func withGlare(seed: UInt64) -> DrawnSleeve {
    var generator = SeededGenerator(seed: seed &* 5 &+ 7)
    let glare = Thing.glare(&generator)
    var burnt = canvas
    burnt.mix { u, v in glare.colour(u, v) }
    return DrawnSleeve(burnt)
  }

  /// The sleeve rotated clockwise by `quarters` quarter turns.
  package func turned(quarters: Int) -> DrawnSleeve {
    let side = canvas.width
    var turned = canvas
    for _ in 0..<((quarters % 4 + 4) % 4) {
      let before = turned.colours
      for row in 0..<side {
        for column in 0..<side {
          turned.colours[row * side + column] = before[(side - 1 - column) * side + row]
        }
      }
    }
    return DrawnSleeve(turned)
  }
}
