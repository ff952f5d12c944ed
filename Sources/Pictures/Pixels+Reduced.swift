// A smaller picture of a picture, by averaging areas.

extension Pixels {
  /// Every pixel the average of those it covers; never larger than the original.
  package func reduced(toWidth newWidth: Int, height newHeight: Int) -> Pixels {
    let targetWidth = max(1, min(newWidth, width))
    let targetHeight = max(1, min(newHeight, height))
    if targetWidth == width, targetHeight == height { return self }
    let columns = (0...targetWidth).map { $0 * width / targetWidth }
    let reduced = [UInt8](unsafeUninitializedCapacity: targetWidth * targetHeight * 3) {
      target, count in
      rgb.withUnsafeBufferPointer { source in
        var sums = [UInt32](repeating: 0, count: targetWidth * 3)
        for row in 0..<targetHeight {
          let rows = row * height / targetHeight..<(row + 1) * height / targetHeight
          sums.withUnsafeMutableBufferPointer { sums in
            sums.update(repeating: 0)
            for y in rows { Self.add(source, row: y * width, columns: columns, to: sums) }
            for x in 0..<targetWidth {
              let area = UInt32(rows.count * (columns[x + 1] - columns[x]))
              for channel in 0..<3 {
                let mean = (sums[3 * x + channel] + area / 2) / area
                target[(row * targetWidth + x) * 3 + channel] = UInt8(truncatingIfNeeded: mean)
              }
            }
          }
        }
      }
      count = targetWidth * targetHeight * 3
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

  private static func add(
    _ source: UnsafeBufferPointer<UInt8>, row: Int, columns: [Int],
    to sums: UnsafeMutableBufferPointer<UInt32>
  ) {
    columns.withUnsafeBufferPointer { columns in
      for x in 0..<columns.count - 1 {
        var red: UInt32 = 0
        var green: UInt32 = 0
        var blue: UInt32 = 0
        for column in columns[x]..<columns[x + 1] {
          let index = 3 * (row + column)
          red &+= UInt32(source[index])
          green &+= UInt32(source[index + 1])
          blue &+= UInt32(source[index + 2])
        }
        sums[3 * x] &+= red
        sums[3 * x + 1] &+= green
        sums[3 * x + 2] &+= blue
      }
    }
  }
}
