// Drawn photos of shelves: with words on the spines that the text reader can read, and with spines that only their
// lettering shows.

import Host
import JPEG
import Photos
import Pictures
import Support
import Testing

enum LetteredShelf {
  /// A shelf with spines that the first search does not find, and lines on these spines.
  static func withHiddenSpines() throws -> (photo: [UInt8], lines: [(text: String, quad: Quad)]) {
    let drawn = DrawnShelf(seed: 700, .mixed, .lit, angle: 0, rows: 1)
    let photo = try JPEG.encode(drawn.pixels, quality: 92, maximumBytes: 8 << 20)
    let folder = try TemporaryFolder()
    let file = folder.file("shelf.jpg")
    try Files.replace(file, with: photo, durably: false)
    let boxes = try PhotoProgram(path: "\(Checkout.debugPrograms)/albumscan-photo").shelf(file)
      .boxes.map(\.quad)
    let hidden = drawn.spines.filter { spine in !boxes.contains { $0.overlap(with: spine) > 0.1 } }
    #expect(!hidden.isEmpty)
    let lines = hidden.flatMap { spine -> [(text: String, quad: Quad)] in
      let (middle, length) = (spine.centre, spine.sides.max() ?? 0)
      return [("THE HOBBIT", -20.0, 36.0), ("TOLKIEN", 30, 24)].map { text, x, width in
        let top = middle.y - 0.3 * length
        return (text, Quad(x: middle.x + x, y: top, width: width, height: 0.6 * length))
      }
    }
    return (photo, lines)
  }

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
