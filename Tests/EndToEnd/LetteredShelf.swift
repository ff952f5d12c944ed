// A drawn photo of a shelf whose spines have words that the text reader can read.

import Host
import JPEG
import Photos
import Pictures
import Support

enum LetteredShelf {
  /// A shelf of one row with these lines on the widest boxes that the program finds.
  static func photo(_ texts: [[String]]) throws -> [UInt8] {
    let drawn = DrawnShelf(seed: 11, .dense, .lit, angle: 0, rows: 1)
    var pixels = drawn.pixels
    let folder = try TemporaryFolder()
    let file = folder.file("shelf.jpg")
    let jpeg = try JPEG.encode(pixels, quality: 92, maximumBytes: 8 << 20)
    try Files.replace(file, with: jpeg, durably: false)
    let boxes = try PhotoProgram(path: "\(Checkout.debugPrograms)/albumscan-photo").shelf(file)
      .boxes
    let widest = boxes.map(\.quad).sorted { $0.span.width > $1.span.width }
    for (quad, lines) in zip(widest, texts) { pixels.letter(quad, lines) }
    return try JPEG.encode(pixels, quality: 92, maximumBytes: 8 << 20)
  }
}

extension Pixels {
  /// Draws a pale panel with lines that run downwards onto an upright spine.
  fileprivate mutating func letter(_ spine: Quad, _ lines: [String]) {
    let (left, top, width, height) = spine.span
    let longest = lines.map(\.count).max() ?? 1
    let scale = max(2, min((height - 60) / (6 * longest), (width - 16) / (10 * lines.count)))
    var panel = Pixels(
      width: height - 40, height: 10 * scale * lines.count,
      rgb: (0..<(height - 40) * 10 * scale * lines.count).flatMap { _ in [236, 230, 216] as [UInt8]
      })
    for (index, line) in lines.enumerated() {
      panel.draw(line, x: 10, y: 10 * scale * index + scale, scale: scale, (30, 30, 60))
    }
    let x = left + (width - panel.height) / 2
    for row in 0..<panel.height {
      for column in 0..<panel.width {
        // Turned clockwise by a quarter turn: lines run downwards, the first at the right.
        let target = 3 * ((top + 20 + column) * self.width + x + panel.height - 1 - row)
        let source = 3 * (row * panel.width + column)
        for channel in 0..<3 { rgb[target + channel] = panel.rgb[source + channel] }
      }
    }
  }
}

extension Quad {
  /// The upright rectangle around the quad.
  fileprivate var span: (left: Int, top: Int, width: Int, height: Int) {
    let (xs, ys) = (corners.map(\.x), corners.map(\.y))
    let (left, top) = (Int(xs.min() ?? 0), Int(ys.min() ?? 0))
    return (left, top, Int(xs.max() ?? 0) - left, Int(ys.max() ?? 0) - top)
  }
}
