// Scales a picture to a small square, so that two pictures can be compared pixel by pixel.

import Pictures

extension Pixels {
  /// Exactly `side` × `side` pixels. Pixels of a larger picture are averaged; pixels of a smaller
  /// picture are repeated.
  func stretched(to side: Int) -> Pixels {
    let smaller = reduced(toWidth: side, height: side)
    if smaller.width == side, smaller.height == side { return smaller }
    var rgb: [UInt8] = []
    rgb.reserveCapacity(side * side * 3)
    for y in 0..<side {
      for x in 0..<side {
        let from = 3 * (y * smaller.height / side * smaller.width + x * smaller.width / side)
        rgb += smaller.rgb[from..<from + 3]
      }
    }
    return Pixels(width: side, height: side, rgb: rgb)
  }
}
