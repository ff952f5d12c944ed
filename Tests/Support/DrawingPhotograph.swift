// A pretended photograph of a sleeve: a phone's lens, a ground, things around and before the
// sleeve, uneven light, noise. The same for the same seed everywhere.

package import Pictures

/// The ways a photo is difficult. One each; the issue for the detector names them.
package enum Condition: String, CaseIterable, Sendable {
  case plain, hand, bin, anyRotation, perspective, glare, sticker, lowContrast, whiteOnWhite
  case secondBehind, edgeCovered, dim
}

package struct DrawnPhotograph: Sendable {
  package let pixels: Pixels
  /// The true corners, from the sleeve's top left, in pixels.
  package let quad: Quad
  /// How far the ground and the sleeve's edge are apart in colour: ΔE of CIE 1976.
  package let groundDifference: Double

  /// About a 30th of a microsecond a pixel in a release build.
  package init(
    of sleeve: DrawnSleeve, seed: UInt64, _ condition: Condition, width: Int = 1_200,
    height: Int = 900
  ) {
    let size = PhotoSize(width: width, height: height)
    var generator = SeededGenerator(seed: seed &* 31 &+ 7)
    let scene = Scene(sleeve, condition, seed: seed, size, &generator)
    var exposure = Exposure(condition, size, &generator)
    var row = [Colour](repeating: .zero, count: width)
    for y in 0..<height {
      row.withUnsafeMutableBufferPointer { row in
        scene.ground.paint(y, onto: row)
        for patch in scene.patches where patch.rows.contains(y) { patch.paint(y, onto: row) }
        exposure.take(row)
      }
    }
    exposure.finish()
    pixels = exposure.pixels
    quad = scene.sleeve.quad
    groundDifference = scene.ground.colour.difference(to: sleeve.edgeColour)
  }
}
