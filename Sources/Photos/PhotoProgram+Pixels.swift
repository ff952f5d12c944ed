// Has albumscan-photo decode a picture for another program that works with pixels.

package import Pictures

/// The upright pixels of a photo.
package struct PixelPicture: Equatable, Sendable {
  package let pixels: Pixels

  /// The corners of `pixels` in pixels of the stored (not rotated) picture.
  package let quad: Quad

  /// Where a point of `pixels` is in the stored picture.
  package func stored(_ point: Point) -> Point {
    let corners = quad.corners
    let right = (corners[1] - corners[0]) * (point.x / Double(pixels.width))
    let down = (corners[3] - corners[0]) * (point.y / Double(pixels.height))
    return corners[0] + right + down
  }
}

extension PhotoProgram {
  /// The pixels of the picture at `file`, at most `side` on the longer side; `side` is one of `ReaderInput.sides`.
  package func pixels(_ file: String, side: Int) throws(PhotoProgramError) -> PixelPicture {
    guard let picture = try run(["pixels", "\(side)"], on: file).pixelPicture else {
      throw .broken("pixels: incomplete output")
    }
    return picture
  }
}
