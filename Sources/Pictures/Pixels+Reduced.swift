// Reduces a picture by averaging areas of whole pixels.

import CPixels

extension Pixels {
  /// Each new pixel is the average of an area of whole pixels. The result is never larger than the
  /// original.
  ///
  /// This function is fast, for analysis. `scaled` has a better quality, for display.
  package func reduced(toWidth newWidth: Int, height newHeight: Int) -> Pixels {
    let targetWidth = max(1, min(newWidth, width))
    let targetHeight = max(1, min(newHeight, height))
    if targetWidth == width, targetHeight == height { return self }
    if targetWidth * 2 == width, targetHeight * 2 == height { return halved }
    let edges = (0...targetWidth).map { Int32($0 * width / targetWidth) }
    let byteCount = targetWidth * targetHeight * 3
    let reduced = [UInt8](unsafeUninitializedCapacity: byteCount) { target, count in
      var sums = [UInt32](repeating: 0, count: width * 3 + 1)
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

  /// At most `side` pixels on the longer side, in the same shape.
  package func reduced(toLongerSide side: Int) -> Pixels {
    let longer = max(width, height)
    guard longer > side else { return self }
    return reduced(
      toWidth: max(1, (width * side + longer / 2) / longer),
      height: max(1, (height * side + longer / 2) / longer))
  }

  /// The picture at half its size, in one pass. This is the most frequent reduction.
  private var halved: Pixels {
    let (lineBytes, count) = (width * 3, width / 2 * (height / 2) * 3)
    let halved = [UInt8](unsafeUninitializedCapacity: count) { target, initialized in
      rgb.withUnsafeBufferPointer { source in
        guard let first = source.baseAddress, let result = target.baseAddress else { return }
        for row in 0..<height / 2 {
          let line = first + 2 * row * lineBytes
          albumscan_halve_rows(line, line + lineBytes, result + row * lineBytes / 2, width / 2)
        }
        initialized = count
      }
    }
    return Pixels(width: width / 2, height: height / 2, rgb: halved)
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
