// A smaller picture of a picture, by averaging areas.

extension Pixels {
  /// Every pixel the average of those it covers; never larger than the original.
  ///
  /// Whole pixels only: good for looking at, not for showing (`Covers.scaled` is).
  package func reduced(toWidth newWidth: Int, height newHeight: Int) -> Pixels {
    let targetWidth = max(1, min(newWidth, width))
    let targetHeight = max(1, min(newHeight, height))
    if targetWidth == width, targetHeight == height { return self }
    let columns = (0...targetWidth).map { $0 * width / targetWidth }
    let byteCount = targetWidth * targetHeight * 3
    let reduced = [UInt8](unsafeUninitializedCapacity: byteCount) { target, count in
      rgb.withUnsafeBufferPointer { source in
        var sums = [UInt32](repeating: 0, count: width * 3)
        for row in 0..<targetHeight {
          let rows = row * height / targetHeight..<(row + 1) * height / targetHeight
          sums.withUnsafeMutableBufferPointer { sums in
            add(rows, of: source, to: sums)
            let line = UnsafeMutableBufferPointer(
              rebasing: target[row * targetWidth * 3..<(row + 1) * targetWidth * 3])
            Self.average(sums, columns: columns, rowCount: rows.count, into: line)
          }
        }
      }
      count = byteCount
    }
    return Pixels(width: targetWidth, height: targetHeight, rgb: reduced)
  }

  /// At most `side` pixels on the longer side, shape kept.
  package func reduced(toLongerSide side: Int) -> Pixels {
    let longer = max(width, height)
    guard longer > side else { return self }
    return reduced(
      toWidth: max(1, (width * side + longer / 2) / longer),
      height: max(1, (height * side + longer / 2) / longer))
  }

  /// Column by column, contiguous, so that the compiler makes vectors of it.
  private func add(
    _ rows: Range<Int>, of source: UnsafeBufferPointer<UInt8>,
    to sums: UnsafeMutableBufferPointer<UInt32>
  ) {
    sums.update(repeating: 0)
    guard let sum = sums.baseAddress, let first = source.baseAddress else { return }
    for y in rows {
      let line = first + y * width * 3
      for index in 0..<width * 3 { sum[index] &+= UInt32(line[index]) }
    }
  }

  private static func average(
    _ sums: UnsafeMutableBufferPointer<UInt32>, columns: [Int], rowCount: Int,
    into line: UnsafeMutableBufferPointer<UInt8>
  ) {
    columns.withUnsafeBufferPointer { columns in
      for x in 0..<columns.count - 1 {
        var (red, green, blue): (UInt32, UInt32, UInt32) = (0, 0, 0)
        for column in columns[x]..<columns[x + 1] {
          red &+= sums[3 * column]
          green &+= sums[3 * column + 1]
          blue &+= sums[3 * column + 2]
        }
        let area = Float(rowCount * (columns[x + 1] - columns[x]))
        let share = 1 / area
        line[3 * x] = UInt8(Float(red) * share + 0.5)
        line[3 * x + 1] = UInt8(Float(green) * share + 0.5)
        line[3 * x + 2] = UInt8(Float(blue) * share + 0.5)
      }
    }
  }
}
