// Changes of a whole photograph: a camera that mirrors, a phone that is held upright or turned.

package import Pictures

extension Pixels {
  /// The picture as a selfie camera stores it.
  package var mirrored: Pixels {
    var copy = self
    for y in 0..<height {
      for x in 0..<width {
        for channel in 0..<3 {
          copy.rgb[3 * (y * width + x) + channel] =
            rgb[3 * (y * width + width - 1 - x) + channel]
        }
      }
    }
    return copy
  }
}
