// Pictures for the models: turned by quarter turns, cut out along a rectangle, as numbers.

import CPixels
import Pictures

extension Pixels {
  /// The picture turned clockwise by 0, 90, 180 or 270 degrees.
  func turned(by degrees: Int) -> Pixels {
    let (line, last) = (3 * width, 3 * (width * height - 1))
    let isSideways = degrees == 90 || degrees == 270
    let (newWidth, newHeight) = isSideways ? (height, width) : (width, height)
    // The first pixel of row `row` of the result, and the distance of its neighbours, in bytes of this picture.
    let (first, perRow, step): (Int, Int, Int) =
      switch degrees {
      case 90: (line * (height - 1), 3, -line)
      case 180: (last, -line, -3)
      case 270: (line - 3, -3, line)
      default: (0, line, 3)
      }
    let turned = [UInt8](unsafeUninitializedCapacity: rgb.count) { target, count in
      rgb.withUnsafeBufferPointer { source in
        guard let from = source.baseAddress, let to = target.baseAddress else { return }
        for row in 0..<newHeight {
          albumscan_pick_pixels(
            from + first + row * perRow, step, to + 3 * row * newWidth, newWidth)
        }
        count = rgb.count
      }
    }
    return Pixels(width: newWidth, height: newHeight, rgb: turned)
  }

  /// Where a point of the picture that was turned by `degrees` is in this picture.
  func unturned(_ point: Point, by degrees: Int) -> Point {
    let (width, height) = (Double(width), Double(height))
    return switch degrees {
    case 90: Point(x: point.y, y: height - point.x)
    case 180: Point(x: width - point.x, y: height - point.y)
    case 270: Point(x: width - point.y, y: point.x)
    default: point
    }
  }

  /// The content of a parallelogram: its first corner becomes the top left. The fourth corner follows from the others.
  /// If the content shrinks, each new pixel is the mean of several points.
  func cut(_ quad: Quad, width newWidth: Int, height newHeight: Int) -> Pixels {
    precondition(width >= 2 && height >= 2, "interpolation needs two pixels in each direction")
    let (across, down) = (quad.corners[1] - quad.corners[0], quad.corners[3] - quad.corners[0])
    let perColumn = Self.points(along: across.length, for: newWidth)
    let perRow = Self.points(along: down.length, for: newHeight)
    let (columns, rows) = (newWidth * perColumn, newHeight * perRow)
    let (right, below) = (across * (1 / Double(columns)), down * (1 / Double(rows)))
    // The middle of the first point. The unit of `albumscan_sample_line` begins in the middle of a pixel.
    let start = quad.corners[0] + (right + below) * 0.5 - Point(x: 0.5, y: 0.5)
    let edges = (0...newWidth).map { Int32(clamping: $0 * perColumn) }
    var line = [UInt8](repeating: 0, count: 3 * columns + 8)
    var sums = [UInt32](repeating: 0, count: 3 * columns + 4)
    var result = [UInt8](repeating: 0, count: 3 * newWidth * newHeight + 8)
    rgb.withUnsafeBufferPointer { source in
      var picture = albumscan_picture(
        rgb: source.baseAddress, width: Int32(clamping: width), height: Int32(clamping: height))
      result.withUnsafeMutableBufferPointer { target in
        guard let target = target.baseAddress else { return }
        for row in 0..<newHeight {
          for index in sums.indices { sums[index] = 0 }
          for point in 0..<perRow {
            let position = start + below * Double(row * perRow + point)
            albumscan_sample_line(
              &picture, Self.fixed(position.x), Self.fixed(position.y), Self.fixed(right.x),
              Self.fixed(right.y), columns, &line)
            albumscan_add_row(line, &sums, 3 * columns)
          }
          albumscan_mean_columns(
            sums, edges, perRow, target + 3 * row * newWidth, newWidth)
        }
      }
    }
    return Pixels(
      width: newWidth, height: newHeight, rgb: Array(result.prefix(3 * newWidth * newHeight)))
  }

  /// The number of points for each new pixel: as many as the pixel covers, at most eight.
  private static func points(along length: Double, for count: Int) -> Int {
    let pixels = length / Double(count)
    return pixels > 1.15 ? Int(min(8, pixels.rounded(.up))) : 1
  }

  /// In 1/65536 of a pixel.
  private static func fixed(_ value: Double) -> Int64 {
    Int64(exactly: (value * 65_536).rounded()) ?? 0
  }

  /// The planes blue, green and red, -1…1, as the models were trained. A row has `columns` numbers; those
  /// behind the picture are 0.
  func planes(columns: Int) -> [Float] {
    let plane = columns * height
    return [Float](unsafeUninitializedCapacity: 3 * plane) { target, count in
      rgb.withUnsafeBufferPointer { source in
        for row in 0..<height {
          for column in 0..<columns {
            let to = row * columns + column
            let from = 3 * (row * width + column)
            for colour in 0..<3 {
              target[(2 - colour) * plane + to] =
                column < width ? Float(source[from + colour]) * (2 / 255) - 1 : 0
            }
          }
        }
      }
      count = 3 * plane
    }
  }
}
