// A picture on a table, seen straight from above. The table shows as a narrow margin around the
// picture.

package import Pictures

package enum DrawnTable {
  /// `cover` with a margin of table on each side, and the place of the cover. `margin` is a share
  /// of the cover's shorter side. The table's colour differs from the cover's edge by a CIE 1976 ΔE
  /// of 25 or more.
  package static func around(
    _ cover: Pixels, margin: Double, seed: UInt64
  ) -> (pixels: Pixels, quad: Quad) {
    let depth = Int((Double(min(cover.width, cover.height)) * margin).rounded())
    let (width, height) = (cover.width + 2 * depth, cover.height + 2 * depth)
    var generator = SeededGenerator(seed: seed &* 977 &+ UInt64(depth))
    let edge = edgeColour(of: cover)
    var kind = GroundKind.any(&generator)
    for _ in 0..<60 where kind.colour.difference(to: edge) < 25 {
      kind = GroundKind.any(&generator)
    }
    let size = PhotoSize(width: width, height: height)
    let ground = kind.ground(
      on: Plane(width: width, height: height, distance: 0.75), in: size, &generator)
    var exposure = Exposure(.plain, size, &generator)
    var row = [Colour](repeating: .zero, count: width)
    for y in 0..<height {
      row.withUnsafeMutableBufferPointer { row in
        ground.paint(y, onto: row)
        paint(cover, y - depth, from: depth, onto: row)
        exposure.take(row)
      }
    }
    exposure.finish()
    let quad = Quad(
      x: Double(depth), y: Double(depth), width: Double(cover.width), height: Double(cover.height))
    return (exposure.pixels, quad)
  }

  private static func paint(_ cover: Pixels, _ y: Int, from x: Int, onto row: PhotoRow) {
    guard y >= 0, y < cover.height else { return }
    for column in 0..<cover.width { row[x + column] = colour(of: cover, column, y) }
  }

  private static func colour(of cover: Pixels, _ x: Int, _ y: Int) -> Colour {
    let index = 3 * (y * cover.width + x)
    return .rgb(
      Double(cover.rgb[index]), Double(cover.rgb[index + 1]), Double(cover.rgb[index + 2]))
  }

  /// The mean of the outermost fiftieth of each side.
  private static func edgeColour(of cover: Pixels) -> Colour {
    let margin = max(1, min(cover.width, cover.height) / 50)
    var (sum, count) = (Colour.zero, Float(0))
    for y in 0..<cover.height {
      let isEdgeRow = y < margin || y >= cover.height - margin
      for x in 0..<cover.width where isEdgeRow || x < margin || x >= cover.width - margin {
        sum += colour(of: cover, x, y)
        count += 1
      }
    }
    return (sum / count).opaque(1)
  }
}
