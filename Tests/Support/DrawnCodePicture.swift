// The grey picture of a drawn product code on a back with print.

import Pictures

struct CodePicture {
  private let width = CodeView.width
  private let height = CodeView.height
  private var light: [Float]

  /// The back with lines of print, the white label, and the bars. `share`: the part of the bars that
  /// is there, from the left.
  init(
    _ view: CodeView, _ symbol: CodeSymbol, showing share: Double,
    _ generator: inout SeededGenerator
  ) {
    light = [Float](repeating: generator.float(in: 120...200), count: width * height)
    for line in 0..<14 where line < 4 || line > 10 {
      draw(print: generator.count(8...26), y: line * 34 + 6, &generator)
    }
    let shown = share * Double(symbol.modules.count)
    for y in 0..<height {
      for x in 0..<width {
        var (sum, count) = (Float(0), 0)
        for sub in 0..<9 {
          let place = view.place(
            x: Double(x) + (Double(sub % 3) + 0.5) / 3, y: Double(y) + (Double(sub / 3) + 0.5) / 3)
          guard place.row.magnitude < 1.15,
            place.modules > -10, place.modules < Double(symbol.modules.count) + 10
          else { continue }
          let isInBars =
            place.row.magnitude < 1 && place.modules >= 0 && place.modules < shown
            && Int(place.modules) < symbol.modules.count
          sum += isInBars && symbol.modules[Int(place.modules)] ? 25 : 235
          count += 1
        }
        let index = y * width + x
        if count > 0 { light[index] = (sum + Float(9 - count) * light[index]) / 9 }
      }
    }
  }

  /// Words of small strokes.
  private mutating func draw(print words: Int, y: Int, _ generator: inout SeededGenerator) {
    var x = 12
    for _ in 0..<words {
      let letters = generator.count(2...9)
      for _ in 0..<letters where x < width - 10 {
        for row in 0..<generator.count(6...12) {
          light[(y + row) * width + x] = 50
          light[(y + row) * width + x + 1] = 50
        }
        x += generator.count(3...6)
      }
      x += 10
    }
  }

  /// Adds the blur, the glare, the darkness and the noise of a photograph.
  mutating func photograph(
    _ trouble: CodeTrouble, _ view: CodeView, _ generator: inout SeededGenerator
  ) {
    let blur = trouble == .blurred ? generator.number(in: 0.55...0.95) * view.module : 0.5
    blurred(passes: 3, reach: Float(blur))
    let glare = Point(
      x: view.centre.x + generator.number(in: -90...90), y: view.centre.y + view.tall * 0.3)
    let gain: Float = trouble == .dark ? generator.float(in: 0.12...0.25) : 1
    let noise: Float = trouble == .dark ? 3 : 4
    let seed = generator.noiseSeed()
    for y in 0..<height {
      for x in 0..<width {
        var value = light[y * width + x]
        if trouble == .glare {
          let (dx, dy) = ((Double(x) - glare.x) / 70, (Double(y) - glare.y) / 45)
          value += Float(max(0, 1 - dx * dx - dy * dy)) * 260
        }
        light[y * width + x] = value * gain + noise * hashed(Int32(x), Int32(y), seed)
      }
    }
  }

  /// Repeated averages of three neighbours with the weights w, 1 − 2w, w in both directions; together
  /// they have nearly the standard deviation `reach`.
  private mutating func blurred(passes: Int, reach: Float) {
    // One pass has the variance 2w.
    let rounds = max(passes, Int((reach * reach / 0.5).rounded(.up)))
    let weight = reach * reach / Float(2 * rounds)
    for _ in 0..<rounds {
      for step in [1, width] {
        let source = light
        for index in step..<light.count - step {
          light[index] =
            source[index] * (1 - 2 * weight) + weight
            * (source[index - step] + source[index + step])
        }
      }
    }
  }

  var pixels: Pixels {
    let rgb = light.flatMap { value in
      let byte = UInt8(min(255, max(0, value)))
      return [byte, byte, byte]
    }
    return Pixels(width: width, height: height, rgb: rgb)
  }
}
