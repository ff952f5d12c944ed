// The rectangle in space that appears as a quad in a photo. The camera is assumed to be a phone's main
// lens: accurate enough to distinguish a square from a DVD case, not for measuring.

package import Pictures

/// A quad interpreted as a rectangle in perspective.
package struct Shape: Equatable, Sendable {
  /// Width by height of the rectangle in space; 1 is square.
  package let aspect: Double
  /// Cosine of the angle its sides make in space; 0 for a true rectangle.
  package let skew: Double

  /// Focal length in longer sides of the picture: 26 mm on 36 mm film, usual for phones.
  static let focalShare = 0.75

  /// Nil for a degenerate quad.
  ///
  /// Source: Z. Zhang, L. He, Whiteboard scanning and image enhancement (2007), 3.2: the columns of
  /// the homography are, after undoing the camera, the rectangle's sides in space.
  package init?(of quad: Quad, inWidth width: Double, height: Double) {
    guard let map = Homography(unitSquareTo: quad) else { return nil }
    let focal = Self.focalShare * max(width, height)
    let across = Self.ray(map.a, map.d, map.g, width, height, focal)
    let down = Self.ray(map.b, map.e, map.h, width, height, focal)
    let lengths = (Self.dot(across, across).squareRoot(), Self.dot(down, down).squareRoot())
    guard lengths.0 > 0, lengths.1 > 0 else { return nil }
    aspect = lengths.0 / lengths.1
    skew = Self.dot(across, down) / (lengths.0 * lengths.1)
    guard aspect.isFinite, skew.isFinite else { return nil }
  }

  private typealias Ray = (x: Double, y: Double, z: Double)

  private static func ray(
    _ x: Double, _ y: Double, _ z: Double, _ width: Double, _ height: Double, _ focal: Double
  ) -> Ray {
    ((x - z * width / 2) / focal, (y - z * height / 2) / focal, z)
  }

  private static func dot(_ one: Ray, _ other: Ray) -> Double {
    one.x * other.x + one.y * other.y + one.z * other.z
  }

  /// Shorter by longer side, 0…1.
  package var squareness: Double { min(aspect, 1 / aspect) }

  /// Whether the shape is treated as a square: within a sixth, which includes CDs in their cases and
  /// the error of the assumed camera.
  package var isSquare: Bool { squareness > 0.84 }

  /// How usual the shape is for a cover, 0…1: squares, then DVDs, books and cassettes (2:3), then
  /// gatefolds (1:2). Shapes between square and 2:3 lose little, because the camera is assumed.
  var likelihood: Double {
    func bell(_ centre: Double, _ width: Double) -> Double {
      let distance = (squareness - centre) / width
      return 1 / (1 + distance * distance * distance * distance)
    }
    let between = squareness > 0.6 ? 0.8 : 0.35
    let form = max(bell(1, 0.12), 0.85 * bell(0.69, 0.08), 0.75 * bell(0.5, 0.05), between)
    let straight = skew / 0.25
    return form / (1 + straight * straight)
  }
}
