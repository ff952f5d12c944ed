// A photograph of a shelf with its spines. A drawn shelf has sharp, straight edges; a photograph from near has soft and
// slightly bent edges.

import Pictures
import Support

struct ShelfPhoto: Sendable {
  let pixels: Pixels
  /// The spines that should be found, and those that need not be.
  let spines: [Quad]
  let partlySeen: [Quad]

  init(pixels: Pixels, spines: [Quad], partlySeen: [Quad]) {
    (self.pixels, self.spines, self.partlySeen) = (pixels, spines, partlySeen)
  }

  init(_ drawn: DrawnShelf) {
    self.init(pixels: drawn.pixels, spines: drawn.spines, partlySeen: drawn.partlySeen)
  }

  /// The figures of boxes that were found in the photograph.
  func figures(of boxes: [Quad]) -> ShelfFigures {
    ShelfFigures(boxes, spines: spines, partlySeen: partlySeen)
  }

  /// A part of the photograph, enlarged at most `most` times, with bent lines. Spines that it cuts off count as partly
  /// seen.
  func closer(_ generator: inout SeededGenerator, most: Double = 3.4) -> ShelfPhoto {
    let zoom = generator.number(in: max(1.05, 0.47 * most)...most)
    let (width, height) = (Double(pixels.width), Double(pixels.height))
    let left = generator.number(in: 0...width * (1 - 1 / zoom))
    let top = generator.number(in: 0...height * (1 - 1 / zoom))
    let bend = Bend(&generator)
    func seen(_ quad: Quad) -> Quad {
      quad.mapped { Point(x: ($0.x - left) * zoom, y: ($0.y - top) * zoom) }
    }
    func isInside(_ quad: Quad) -> Bool {
      quad.corners.allSatisfy {
        $0.x > 3 && $0.x < width - 3 && $0.y > 3 && $0.y < height - 3
      }
    }
    let whole = spines.map(seen)
    return ShelfPhoto(
      pixels: enlarged(zoom, left: left, top: top, bend), spines: whole.filter(isInside),
      partlySeen: partlySeen.map(seen) + whole.filter { !isInside($0) })
  }

  /// Waves along the picture: the displacement in pixels of the result.
  private struct Bend {
    let strength, lengthX, lengthY, start: Double

    init(_ generator: inout SeededGenerator) {
      strength = generator.number(in: 0...3)
      lengthX = generator.number(in: 300...900)
      lengthY = generator.number(in: 300...900)
      start = generator.number(in: 0...1)
    }

    /// A smooth wave of −1…1.
    private func wave(_ place: Double) -> Double {
      let share = place - place.rounded(.down)
      return 16 * share * (1 - share) * (share < 0.5 ? 0.5 - share : share - 0.5).magnitude * 1.3
        * (share < 0.5 ? 1 : -1)
    }

    func x(_ y: Double) -> Double { strength * wave(y / lengthY + start) }
    func y(_ x: Double) -> Double { strength * wave(x / lengthX + start) }
  }

  private func enlarged(_ zoom: Double, left: Double, top: Double, _ bend: Bend) -> Pixels {
    let (width, height) = (pixels.width, pixels.height)
    var result = pixels
    let falls = (0..<width).map { bend.y(Double($0)) }
    for y in 0..<height {
      let shift = bend.x(Double(y))
      for x in 0..<width {
        let u = min(max(0, left + (Double(x) + shift) / zoom - 0.5), Double(width) - 1.001)
        let v = min(max(0, top + (Double(y) + falls[x]) / zoom - 0.5), Double(height) - 1.001)
        let (column, row) = (Int(u), Int(v))
        let (right, down) = (u - Double(column), v - Double(row))
        let first = 3 * (row * width + column)
        for colour in first..<first + 3 {
          let above = mixed(pixels.rgb[colour], pixels.rgb[colour + 3], right)
          let below = mixed(
            pixels.rgb[colour + 3 * width], pixels.rgb[colour + 3 * width + 3], right)
          result.rgb[3 * (y * width + x) + colour - first] = UInt8(above + (below - above) * down)
        }
      }
    }
    return result
  }

  private func mixed(_ one: UInt8, _ other: UInt8, _ share: Double) -> Double {
    Double(one) + (Double(other) - Double(one)) * share
  }
}
