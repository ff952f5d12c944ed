// A smaller picture of a picture, by averaging areas of whole pixels.

import CPixels

extension Pixels {
  /// Every pixel the average of those it covers; never larger than the original.
  ///
  /// Whole pixels only: good for looking at, not for showing (`scaled` is).
  package func reduced(toWidth newWidth: Int, height newHeight: Int) -> Pixels {
    let targetWidth = max(1, min(newWidth, width))
    let targetHeight = max(1, min(newHeight, height))
    if targetWidth == width, targetHeight == height { return self }
    let edges = (0...targetWidth).map { Int32($0 * width / targetWidth) }
    let byteCount = targetWidth * targetHeight * 3
    let reduced = [UInt8](unsafeUninitializedCapacity: byteCount) { target, count in
      var sums = [UInt32](repeating: 0, count: width * 3)
      for row in 0..<targetHeight {
        let rows = row * height / targetHeight..<(row + 1) * height / targetHeight
        add(rows, to: &sums)
        albumscan_mean_columns(
          sums, edges, rows.count, target.baseAddress.map { $0 + row * targetWidth * 3 },
          targetWidth)
      }
      count = byteCount
    }
    return Pixels(width: targetWidth, height: targetHeight, rgb: reduced)
  }

  /// No longer than `side` on the longer side, shape kept.
  package func reduced(toLongerSide side: Int) -> Pixels {
    let longer = max(width, height)
    guard longer > side else { return self }
    return reduced(
      toWidth: max(1, (width * side + longer / 2) / longer),
      height: max(1, (height * side + longer / 2) / longer))
  }

  private func add(_ rows: Range<Int>, to sums: inout [UInt32]) {
    rgb.withUnsafeBufferPointer { source in
      sums.withUnsafeMutableBufferPointer { sums in
        sums.update(repeating: 0)
        for y in rows {
          albumscan_add_row(
            source.baseAddress.map { $0 + y * width * 3 }, sums.baseAddress, width * 3)
        }
      }
    }
  }
}
