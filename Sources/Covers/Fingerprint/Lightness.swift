// The lightness of a picture, with the two operations of the feature search: resizing and
// smoothing. The loops are plain and use unsafe buffers, so that the compiler vectorises them.

import Pictures

/// 8-bit lightness, row-major, no padding.
struct Lightness: Equatable, Sendable {
  let width: Int
  let height: Int
  let values: [UInt8]

  init(width: Int, height: Int, values: [UInt8]) {
    precondition(values.count == width * height, "one byte a pixel, no padding")
    self.width = width
    self.height = height
    self.values = values
  }

  /// Weighs red, green and blue as ITU-R BT.601 does, in 1/256.
  init(of pixels: Pixels) {
    let count = pixels.width * pixels.height
    let values = [UInt8](unsafeUninitializedCapacity: count) { target, initialized in
      pixels.rgb.withUnsafeBufferPointer { rgb in
        for index in 0..<count {
          let red = 77 &* UInt32(rgb[3 &* index])
          let green = 150 &* UInt32(rgb[3 &* index &+ 1])
          let blue = 29 &* UInt32(rgb[3 &* index &+ 2])
          target[index] = UInt8(truncatingIfNeeded: (red &+ green &+ blue) >> 8)
        }
      }
      initialized = count
    }
    self.init(width: pixels.width, height: pixels.height, values: values)
  }

  /// Interpolates (bilinear) between the centres of four pixels. The factor of a reduction must be
  /// below two, because a larger factor would skip pixels.
  func resized(toWidth newWidth: Int, height newHeight: Int) -> Lightness {
    if newWidth == width, newHeight == height { return self }
    let columns = Steps(of: width, to: newWidth)
    let rows = Steps(of: height, to: newHeight)
    let count = newWidth * newHeight
    let resized = [UInt8](unsafeUninitializedCapacity: count) { target, initialized in
      values.withUnsafeBufferPointer { source in
        for y in 0..<newHeight {
          let upper = rows.first[y] * width
          let lower = min(rows.first[y] + 1, height - 1) * width
          let down = rows.share[y]
          for x in 0..<newWidth {
            let left = columns.first[x]
            let right = min(left &+ 1, width &- 1)
            let across = columns.share[x]
            let above =
              UInt32(source[upper &+ left]) &* (256 &- across)
              &+ UInt32(source[upper &+ right]) &* across
            let below =
              UInt32(source[lower &+ left]) &* (256 &- across)
              &+ UInt32(source[lower &+ right]) &* across
            let between = above &* (256 &- down) &+ below &* down &+ 32_768
            target[y &* newWidth &+ x] = UInt8(truncatingIfNeeded: between >> 16)
          }
        }
      }
      initialized = count
    }
    return Lightness(width: newWidth, height: newHeight, values: resized)
  }

  /// Averages each pixel with its neighbours, with the weights 1-2-3-4-3-2-1 across and down. This
  /// is close to a Gaussian filter of 1.6 pixels. Three pixels at each border are not smoothed.
  func smoothed() -> Lightness {
    guard width > 6, height > 6 else { return self }
    let across = passed(step: 1)
    return across.passed(step: width)
  }

  private func passed(step: Int) -> Lightness {
    let count = width * height
    let passed = [UInt8](unsafeUninitializedCapacity: count) { target, initialized in
      values.withUnsafeBufferPointer { source in
        guard let from = source.baseAddress, let to = target.baseAddress else { return }
        to.initialize(from: from, count: count)
        for index in 3 * step..<count - 3 * step {
          let far = UInt16(from[index &- 3 &* step]) &+ UInt16(from[index &+ 3 &* step])
          let middle = UInt16(from[index &- 2 &* step]) &+ UInt16(from[index &+ 2 &* step])
          let near = UInt16(from[index &- step]) &+ UInt16(from[index &+ step])
          let sum = far &+ 2 &* middle &+ 3 &* near &+ 4 &* UInt16(from[index])
          to[index] = UInt8(truncatingIfNeeded: (sum &+ 8) >> 4)
        }
      }
      initialized = count
    }
    return Lightness(width: width, height: height, values: passed)
  }
}

/// The sources of each pixel of a resized line. `first` is the source pixel before the pixel's
/// centre; `share` is the weight of the next source pixel in 1/256.
private struct Steps {
  private(set) var first: [Int] = []
  private(set) var share: [UInt32] = []

  init(of count: Int, to newCount: Int) {
    for position in 0..<newCount {
      let centre = (Double(position) + 0.5) * Double(count) / Double(newCount) - 0.5
      let fixed = Int(max(0, min(centre, Double(count - 1))) * 256)
      first.append(fixed >> 8)
      share.append(UInt32(fixed & 255))
    }
  }
}
