// Finds the position of a likely cover for a second crop. If a crop misses a part of the cover, or
// shows more than the cover, its match cannot be sure. The alignment with the likely known cover
// gives the true position.

package import Pictures

extension Match {
  /// The known cover's quad in the photo; `crop` is the first crop's quad. Nil if the match is sure
  /// or not likely, if a second crop would hardly differ, or if the quad is implausible.
  package func quadForSecondCrop(in crop: Quad) -> Quad? {
    guard isLikely, !isSure, let quad else { return nil }
    return quad.quadForSecondCrop(in: crop)
  }
}

extension Quad {
  /// Converts this quad from fractions of the crop to pixels of the photo; `crop` is the crop's
  /// quad. Nil if a second crop would hardly differ, or if the quad is implausible.
  package func quadForSecondCrop(in crop: Quad) -> Quad? {
    let whole = Quad(x: 0, y: 0, width: 1, height: 1)
    // EXIF orientations can mirror the crop's quad, but not the cover's quad inside the crop.
    guard isConvex, overlap(with: whole) < Self.leastOverlap,
      let map = Homography(unitSquareTo: crop)
    else { return nil }
    let corners = corners.map { map.point($0.x, $0.y) }
    let depths = self.corners.map { map.g * $0.x + map.h * $0.y + 1 }
    let second = Quad(corners[0], corners[1], corners[2], corners[3])
    let (area, cropArea) = (abs(second.signedArea), abs(crop.signedArea))
    guard depths.allSatisfy({ $0 > 0.2 }), corners.allSatisfy({ $0.x.isFinite && $0.y.isFinite }),
      area > 0.05 * cropArea, area < 6 * cropArea
    else { return nil }
    return second
  }

  /// If the known cover and the first crop overlap more, a second crop would hardly differ.
  private static let leastOverlap = 0.97
}
