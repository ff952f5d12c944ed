// A crop that does not have all of a cover, or more than it, cannot be sure. Once the cover is likely
// to be a known one, how that one lies in the crop says where to look again.

package import Pictures

extension Match {
  /// The quad of the known cover in the photo that `crop`'s quad is of; nil where a second look would
  /// see nothing else than the first, or the cover would lie in no sane way.
  package func placeForSecondLook(in crop: Quad) -> Quad? {
    guard isLikely, !isSure, let quad else { return nil }
    return quad.placeForSecondLook(in: crop)
  }
}

extension Quad {
  /// `self` is in fractions of what lies in `crop`.
  package func placeForSecondLook(in crop: Quad) -> Quad? {
    let whole = Quad(x: 0, y: 0, width: 1, height: 1)
    // Some orientations of the camera mirror the crop's quad, but never what is in it.
    guard isConvex, overlap(with: whole) < Self.leastOverlap,
      let map = Homography(unitSquareTo: crop)
    else { return nil }
    let corners = corners.map { map.point($0.x, $0.y) }
    let depths = self.corners.map { map.g * $0.x + map.h * $0.y + 1 }
    let place = Quad(corners[0], corners[1], corners[2], corners[3])
    let (area, cropArea) = (abs(place.signedArea), abs(crop.signedArea))
    guard depths.allSatisfy({ $0 > 0.2 }), corners.allSatisfy({ $0.x.isFinite && $0.y.isFinite }),
      area > 0.05 * cropArea, area < 6 * cropArea
    else { return nil }
    return place
  }

  /// From here on crop and cover are the same.
  private static let leastOverlap = 0.97
}
