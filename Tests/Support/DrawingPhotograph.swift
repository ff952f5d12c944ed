// A drawn photograph of a sleeve, with a phone's lens, a background, objects around and in front of
// the sleeve, uneven light and noise. The same seed gives the same photograph on every machine.

package import Pictures

/// The kinds of photos: `plain`, and a kind for each difficulty.
package enum Condition: String, CaseIterable, Sendable {
  case plain, hand, bin, anyRotation, perspective, glare, sticker, lowContrast, whiteOnWhite
  case secondBehind, edgeCovered, dim
}

extension Condition {
  /// The position among all conditions, from 1.
  fileprivate var number: UInt64 {
    UInt64((Self.allCases.firstIndex(of: self) ?? 0) + 1)
  }
}

package struct DrawnPhotograph: Sendable {
  package let pixels: Pixels
  /// The true corners in pixels, beginning with the sleeve's top left corner.
  package let quad: Quad
  /// The colour difference between the ground and the sleeve's edge: ΔE of CIE 1976.
  package let groundDifference: Double

  /// Draws the photograph. A release build takes about 1/30 of a microsecond for each pixel.
  package init(
    of sleeve: DrawnSleeve, seed: UInt64, _ condition: Condition, width: Int = 1_200,
    height: Int = 900
  ) {
    let size = PhotoSize(width: width, height: height)
    var generator = SeededGenerator(seed: seed &* 31 &+ condition.number << 40)
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
