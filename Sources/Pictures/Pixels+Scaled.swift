// Reduces a picture for display. Each new pixel is the exact average of an area, including
// fractions of pixels.

import CPixels

extension Pixels {
  /// At most `side` pixels on the longer side, in the same shape.
  package func scaled(toLongerSide side: Int) -> Pixels {
    let longer = max(width, height)
    guard longer > side else { return self }
    return scaled(
      toWidth: max(1, (width * side + longer / 2) / longer),
      height: max(1, (height * side + longer / 2) / longer))
  }

  /// Never larger than the original.
  package func scaled(toWidth newWidth: Int, height newHeight: Int) -> Pixels {
    let targetWidth = max(1, min(newWidth, width))
    let targetHeight = max(1, min(newHeight, height))
    // Weights have 8 bits, which is too few for an average of many pixels. A large reduction
    // therefore takes two steps.
    let (across, down) = (width / targetWidth, height / targetHeight)
    if max(across, down) > 8 {
      return reduced(
        toWidth: across > 8 ? width / (across / 4) : width,
        height: down > 8 ? height / (down / 4) : height
      ).scaled(toWidth: targetWidth, height: targetHeight)
    }
    return averaged(
      columns: AreaWeights(of: width, in: targetWidth),
      rows: AreaWeights(of: height, in: targetHeight))
  }

  private func averaged(columns: AreaWeights, rows: AreaWeights) -> Pixels {
    let lineBytes = columns.starts.count * 3
    let byteCount = rows.starts.count * lineBytes
    let averaged = [UInt8](unsafeUninitializedCapacity: byteCount) { target, count in
      var line = [UInt16](repeating: 0, count: width * 3 + 1)
      rgb.withUnsafeBufferPointer { source in
        for (row, start) in rows.starts.enumerated() {
          let first = source.baseAddress.map { $0 + Int(start) * width * 3 }
          rows.weights.withUnsafeBufferPointer { weights in
            albumscan_weigh_rows(
              first, width * 3, weights.baseAddress.map { $0 + row * rows.taps }, rows.taps, &line,
              width * 3)
          }
          albumscan_weigh_columns(
            line, columns.starts, columns.weights, columns.taps,
            target.baseAddress.map { $0 + row * lineBytes }, columns.starts.count)
        }
      }
      count = byteCount
    }
    return Pixels(width: columns.starts.count, height: rows.starts.count, rgb: averaged)
  }
}

/// The weights with which the pixels of a line contribute to each pixel of a shorter line.
struct AreaWeights: Equatable {
  /// Number of pixels that contribute to a pixel of the shorter line.
  let taps: Int
  /// The first pixel that contributes, for each pixel of the shorter line.
  private(set) var starts: [Int32] = []
  /// `taps` weights for each pixel of the shorter line, with the sum 256.
  private(set) var weights: [UInt16] = []

  init(of count: Int, in shorter: Int) {
    taps = min(count, (count + shorter - 1) / shorter + 1)
    for index in 0..<shorter {
      // The unit is 1/`shorter` of a pixel, so that all numbers are integers.
      let (begin, end) = (index * count, (index + 1) * count)
      let start = min(begin / shorter, count - taps)
      starts.append(Int32(clamping: start))
      for pixel in start..<start + taps {
        let upTo = { (edge: Int) in
          (256 * (min(max(edge, begin), end) - begin) + count / 2) / count
        }
        let share = upTo((pixel + 1) * shorter) - upTo(pixel * shorter)
        weights.append(UInt16(clamping: share))
      }
    }
  }
}
