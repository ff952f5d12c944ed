// Describes a keypoint by 256 comparisons of lightness. The compared points are rotated with the
// direction of the keypoint, so that a rotation of the picture does not change the result (E.
// Rublee et al., ORB: an efficient alternative to SIFT or SURF, ICCV 2011).

import Glibc

/// Describes keypoints of one smoothed picture.
struct Descriptor {
  /// Radius in pixels of the area that describes a keypoint.
  static let reach = 15
  /// Minimum distance in pixels of a keypoint from the picture's edge: the radius of the area, and
  /// a reserve for rotation and rounding.
  static let border = 17

  private let picture: Lightness

  init(_ picture: Lightness) { self.picture = picture }

  /// The direction of a keypoint: from the keypoint to the centre of mass of the lightness around
  /// it (P. Rosin, Measuring corner properties, 1999). The unit is 1/256 of a turn, clockwise; 0 is
  /// to the right.
  func angle(at corner: Corner) -> UInt8 {
    let start = Int(corner.y) * picture.width + Int(corner.x)
    var (across, down): (Int32, Int32) = (0, 0)
    picture.values.withUnsafeBufferPointer { values in
      for y in -Self.reach...Self.reach {
        let wide = Self.halfWidths[abs(y)]
        let row = start + y * picture.width
        var sum: Int32 = 0
        for x in -wide...wide {
          let value = Int32(values[row &+ x])
          sum &+= value
          across &+= Int32(truncatingIfNeeded: x) &* value
        }
        down &+= Int32(truncatingIfNeeded: y) &* sum
      }
    }
    let turns = atan2(Double(down), Double(across)) / (2 * .pi)
    return UInt8(truncatingIfNeeded: Int((turns * 256).rounded()))
  }

  /// Half the width of each row of a disc, from the middle row outwards.
  private static let halfWidths: [Int] = (0...reach).map { y in
    Int((Double(reach * reach - y * y) + Double(reach)).squareRoot())
  }

  /// Bit n is set when the second point of comparison n is brighter than the first.
  func bits(at corner: Corner, angle: UInt8) -> SIMD4<UInt64> {
    let turn = Double(angle) / 128 * .pi
    let (cosine, sine) = (Float(cos(turn)), Float(sin(turn)))
    let start = Int32(corner.y) * Int32(picture.width) + Int32(corner.x)
    let width = Int32(picture.width)
    var bits = SIMD4<UInt64>()
    picture.values.withUnsafeBufferPointer { values in
      Self.pattern.withUnsafeBufferPointer { pattern in
        @inline(__always) func value(_ position: Int) -> UInt8 {
          let (x, y) = (Float(pattern[position]), Float(pattern[position &+ 1]))
          // Adding 16 makes the numbers positive, so that truncation rounds down.
          let across = Int32(x * cosine - y * sine + 16.5) &- 16
          let down = Int32(x * sine + y * cosine + 16.5) &- 16
          return values[Int(start &+ down &* width &+ across)]
        }
        for word in 0..<4 {
          var sixtyFour: UInt64 = 0
          for bit in 0..<64 {
            let position = 4 &* (64 &* word &+ bit)
            let isBrighter = value(position &+ 2) > value(position)
            sixtyFour |= (isBrighter ? 1 : 0) << UInt64(bit)
          }
          bits[word] = sixtyFour
        }
      }
    }
    return bits
  }
}
