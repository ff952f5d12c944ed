// The edges of a shelf picture: steps from the left to the right, and steps from above to below.

import CPixels
import Pictures

struct ShelfEdges {
  let width: Int
  let height: Int

  /// Differences of the neighbours to the right and left, 0…255.
  let across: [UInt8]

  /// Differences of the neighbours below and above, 0…255.
  let down: [UInt8]

  /// The marks of upright edges: 2 at the crests of steps to the side, 1 beside them, else 0.
  let upright: [UInt8]

  /// The marks of level edges: 2 at the crests of steps downwards, 1 above and below them, else 0.
  let level: [UInt8]

  /// The smallest difference that counts as an edge.
  let threshold: UInt8

  /// If `isNoisy`, finds upright edges in means of five rows, and level edges in means of five
  /// columns.
  init(_ pixels: Pixels, isNoisy: Bool = false) {
    let (width, height) = (pixels.width, pixels.height)
    let (across, down) =
      isNoisy
      ? (
        Self.differences(in: pixels.smoothed(step: 3 * width)).across,
        Self.differences(in: pixels.smoothed(step: 3)).down
      ) : Self.differences(in: pixels)
    let threshold = Self.threshold(across)
    self.width = width
    self.height = height
    self.across = across
    self.down = down
    self.threshold = threshold
    upright = Self.crests(
      of: across, against: down, width: width, height: height, step: 1, threshold)
    level = Self.crests(
      of: down, against: across, width: width, height: height, step: width, threshold)
  }

  private static func differences(in pixels: Pixels) -> (across: [UInt8], down: [UInt8]) {
    let (width, height) = (pixels.width, pixels.height)
    var across = [UInt8](repeating: 0, count: width * height)
    var down = across
    var sums = [UInt16](repeating: 0, count: 3 * width)
    var steps = [Int16](repeating: 0, count: 3 * width)
    pixels.rgb.withUnsafeBufferPointer { rgb in
      across.withUnsafeMutableBufferPointer { across in
        down.withUnsafeMutableBufferPointer { down in
          guard let first = rgb.baseAddress, let right = across.baseAddress,
            let below = down.baseAddress
          else { return }
          for y in stride(from: 2, to: height - 2, by: 1) {
            let rows: [UnsafePointer<UInt8>?] = (y - 2...y + 2).map { first + 3 * $0 * width }
            albumscan_differences(
              rows, &sums, &steps, right + y * width, below + y * width, width)
          }
        }
      }
    }
    return (across, down)
  }

  /// Three times the median, because noise has steps everywhere, and edges are few: 4…20.
  private static func threshold(_ across: [UInt8]) -> UInt8 {
    var counts = [Int](repeating: 0, count: 256)
    for index in stride(from: 0, to: across.count, by: 7) { counts[Int(across[index])] += 1 }
    var (rest, median) = (across.count / 14, 0)
    while median < 255, rest > counts[median] {
      rest -= counts[median]
      median += 1
    }
    return UInt8(min(20, max(4, 3 * median)))
  }

  /// Marks each pixel whose step is not smaller than the steps of the pixels before and after it.
  /// Also marks these two pixels. Steps that are smaller than the step in the other direction do
  /// not count.
  private static func crests(
    of steps: [UInt8], against others: [UInt8], width: Int, height: Int, step: Int,
    _ threshold: UInt8
  ) -> [UInt8] {
    var marks = [UInt8](repeating: 0, count: steps.count)
    steps.withUnsafeBufferPointer { steps in
      others.withUnsafeBufferPointer { others in
        marks.withUnsafeMutableBufferPointer { marks in
          for index in step..<max(step, steps.count - step) {
            let value = steps[index]
            guard value >= threshold, value >= others[index], value >= steps[index - step],
              value > steps[index + step]
            else { continue }
            marks[index] = 2
            if marks[index - step] == 0 { marks[index - step] = 1 }
            if marks[index + step] == 0 { marks[index + step] = 1 }
          }
        }
      }
    }
    return marks
  }
}

extension Pixels {
  /// Each byte is the mean of five bytes that are `step` bytes apart. The first and last bytes stay.
  fileprivate func smoothed(step: Int) -> Pixels {
    var smooth = self
    rgb.withUnsafeBufferPointer { rgb in
      smooth.rgb.withUnsafeMutableBufferPointer { smooth in
        for index in 2 * step..<max(2 * step, rgb.count - 2 * step) {
          let before = UInt16(rgb[index - 2 * step]) &+ UInt16(rgb[index - step])
          let behind = UInt16(rgb[index + step]) &+ UInt16(rgb[index + 2 * step])
          smooth[index] = UInt8(truncatingIfNeeded: (before &+ UInt16(rgb[index]) &+ behind) / 5)
        }
      }
    }
    return smooth
  }
}
