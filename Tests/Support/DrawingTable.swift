// A picture on a table, seen straight from above. The table shows as a narrow margin around the
// picture.

package import Pictures

package enum DrawnTable {
  /// `cover` with a margin of table on each side, and the position of the cover. `margin` is a
  /// share of the cover's shorter side. The table's colour differs from the cover's edge by a CIE
  /// 1976 ΔE of 25 or more.
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

  /// The sleeve on a table as a person photographs and crops it: rotated and tilted a little, with
  /// margins of 2 to 12 % that differ from side to side.
  package static func loosely(
    around sleeve: DrawnSleeve, side: Int = 900, seed: UInt64
  ) -> (pixels: Pixels, quad: Quad) {
    var generator = SeededGenerator(seed: seed &* 983 &+ 1)
    let size = PhotoSize(width: side, height: side)
    let plane = loosePlane(side, &generator)
    var kind = GroundKind.any(&generator)
    for _ in 0..<60 where kind.colour.difference(to: sleeve.edgeColour) < 25 {
      kind = GroundKind.any(&generator)
    }
    let ground = kind.ground(on: plane, in: size, &generator)
    var patches = [Patch(sleeve.canvas, plane, .sides, in: size)]
    if generator.happens(0.7) {
      let shadow = Thing.shadow(generator.float(in: 0.2...0.6), soft: 0.03)
      let (dx, dy) = (generator.number(in: -0.02...0.02), generator.number(in: -0.01...0.025))
      let under = plane.part(0.5 + dx, 0.5 + dy, width: 1, height: 1)
      patches.insert(Patch(shadow, under.enlarged(by: 1.2), .fading, in: size), at: 0)
    }
    var exposure = Exposure(.plain, size, &generator)
    var row = [Colour](repeating: .zero, count: side)
    for y in 0..<side {
      row.withUnsafeMutableBufferPointer { row in
        ground.paint(y, onto: row)
        for patch in patches where patch.rows.contains(y) { patch.paint(y, onto: row) }
        exposure.take(row)
      }
    }
    exposure.finish()
    return (exposure.pixels, plane.quad)
  }

  private static func loosePlane(_ side: Int, _ generator: inout SeededGenerator) -> Plane {
    let margin = generator.number(in: 0.02...0.12)
    let focal = 0.75 * Double(side)
    var plane = Plane(
      width: side, height: side, distance: focal / (Double(side) / (1 + 2 * margin)))
    let (dx, dy) = (generator.number(in: -0.6...0.6), generator.number(in: -0.6...0.6))
    let turn = generator.number(in: -0.5...0.5) * margin
    plane = plane.part(0.5 + dx * margin, 0.5 + dy * margin, width: 1, height: 1, turn: turn)
    let tilt = margin * 0.4
    plane.across.z += generator.number(in: -tilt...tilt)
    plane.down.z += generator.number(in: -tilt...tilt)
    return plane
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
