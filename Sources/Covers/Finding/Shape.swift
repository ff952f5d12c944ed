// Estimates the true shape of a rectangle that appears as a quad in a photo. The estimate assumes
// the main lens of a usual phone. It can distinguish a square from a DVD case, but it is not an
// exact measurement.

package import Pictures

/// The shape of a quad when it is seen as a rectangle in perspective.
package struct Shape: Equatable, Sendable {
  /// Width divided by height of the rectangle in space; 1 is a square.
  package let aspect: Double
  /// Cosine of the angle between two neighbouring sides in space; 0 is a right angle.
  package let skew: Double

  /// Focal length divided by the longer side of the picture. Phones usually have the equivalent of
  /// about 26 mm on film that is 36 mm wide.
  static let focalShare = 0.75

  /// Nil for a quad whose corners are (nearly) on a line.
  ///
  /// Source: Z. Zhang, L. He, Whiteboard scanning and image enhancement (2007), 3.2. The first two
  /// columns of the homography are the rectangle's sides as the camera shows them. Undoing the
  /// camera's projection (`ray`) gives the sides in space.
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

  /// The shorter side divided by the longer side, 0…1.
  package var squareness: Double { min(aspect, 1 / aspect) }

  /// Whether the shape counts as a square. The tolerance of a sixth includes CDs in their cases,
  /// and the error of the assumed lens.
  package var isSquare: Bool { squareness > 0.84 }

  /// How usual the shape is for a cover, 0…1. Squares have the highest value, then DVDs, books and
  /// cassettes (2:3), then gatefolds (1:2). Shapes between a square and 2:3 lose little, because
  /// the lens is only assumed.
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
