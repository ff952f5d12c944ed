// Finds the place of a likely cover for a second crop. A crop that misses a part of the cover, or
// shows more than the cover, cannot be sure. The alignment with the likely known cover gives the
// true place.

package import Pictures

extension Match {
  /// The known cover's quad in the photo that was cropped at `crop`; nil when the crop would hardly change,
  /// or the quad is implausible.
  package func placeForSecondLook(in crop: Quad) -> Quad? {
    guard isLikely, !isSure, let quad else { return nil }
    return quad.placeForSecondLook(in: crop)
  }
}

extension Quad {
  /// This quad, given in fractions of the crop at `crop`, in pixels of the photo; nil as above.
  package func placeForSecondLook(in crop: Quad) -> Quad? {
    let whole = Quad(x: 0, y: 0, width: 1, height: 1)
    // EXIF orientations can mirror the crop's quad, but not the cover's quad inside the crop.
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

  /// With a larger overlap, another crop would change nothing.
  private static let leastOverlap = 0.97
}
