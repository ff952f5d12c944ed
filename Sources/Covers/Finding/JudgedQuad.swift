// The quads that the detector compared. Tests and the fit of the weights use them.

package import Pictures

/// A quad that a search compared, in pixels of the picture, with its measurements.
package struct JudgedQuad: Sendable {
  package let quad: Quad
  /// In the order of `Clue`.
  package let clues: [Double]
  /// Logarithm of the odds that the quad is a cover.
  package let merit: Double
}

extension Covers {
  /// The quads that a search without a guide compares, likeliest first; empty for tiny pictures.
  package static func judgedQuads(in pixels: Pixels) -> [JudgedQuad] {
    candidates(in: pixels, guide: nil).map {
      JudgedQuad(quad: $0.quad, clues: $0.clues, merit: $0.merit)
    }
  }
}
