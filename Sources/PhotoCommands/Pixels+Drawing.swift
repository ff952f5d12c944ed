// Draws numbers, outlines and other pictures into a picture.

import Pictures

/// The ten digits in pixels. Each row is a number with five bits; the highest bit is at the left.
enum Digits {
  static let width = 5
  static let height = 7

  static let rows: [[UInt8]] = [
    [14, 17, 19, 21, 25, 17, 14], [4, 12, 4, 4, 4, 4, 14], [14, 17, 1, 2, 4, 8, 31],
    [31, 2, 4, 2, 1, 17, 14], [2, 6, 10, 18, 31, 2, 2], [31, 16, 30, 1, 1, 17, 14],
    [6, 8, 16, 30, 17, 17, 14], [31, 1, 2, 4, 8, 8, 8], [14, 17, 17, 14, 17, 17, 14],
    [14, 17, 17, 15, 1, 2, 12],
  ]
}

extension Pixels {
  typealias RGB = (red: UInt8, green: UInt8, blue: UInt8)

  /// Fills a rectangle; the part outside the picture is left out.
  mutating func fill(x: Int, y: Int, width: Int, height: Int, _ colour: RGB) {
    let (left, top) = (max(0, x), max(0, y))
    for row in top..<max(top, min(self.height, y + height)) {
      for column in left..<max(left, min(self.width, x + width)) { put(colour, column, row) }
    }
  }

  private mutating func put(_ colour: RGB, _ x: Int, _ y: Int) {
    let index = 3 * (y * width + x)
    rgb[index] = colour.red
    rgb[index + 1] = colour.green
    rgb[index + 2] = colour.blue
  }

  /// Draws a number in black.
  mutating func drawNumber(_ number: Int, x: Int, y: Int, scale: Int) {
    var left = x
    for digit in String(number).compactMap(\.wholeNumberValue) {
      for (row, bits) in Digits.rows[digit].enumerated() {
        for column in 0..<Digits.width where bits >> (Digits.width - 1 - column) & 1 == 1 {
          fill(
            x: left + column * scale, y: y + row * scale, width: scale, height: scale, (0, 0, 0))
        }
      }
      left += (Digits.width + 1) * scale
    }
  }

  /// Fills a grey rectangle; a crop that is pasted over it keeps a thin frame.
  mutating func frame(x: Int, y: Int, width: Int, height: Int) {
    fill(x: x, y: y, width: width, height: height, (128, 128, 128))
  }

  /// Copies `picture`, which lies entirely inside this picture.
  mutating func paste(_ picture: Pixels, x: Int, y: Int) {
    for row in 0..<picture.height where y + row < height {
      let count = 3 * min(picture.width, width - x)
      let (from, to) = (3 * row * picture.width, 3 * ((y + row) * width + x))
      rgb.replaceSubrange(to..<to + count, with: picture.rgb[from..<from + count])
    }
  }

  /// Draws the outline of a quad, white with black borders, and its number on white in the middle.
  mutating func outline(_ quad: Quad, number: Int) {
    let unit = max(1, max(width, height) / 1_000)
    outline(quad, radius: 2 * unit, (0, 0, 0))
    outline(quad, radius: unit, (255, 255, 255))
    let text = String(number).count * (Digits.width + 1) * 3 * unit
    let (x, y) = (Int(quad.centre.x) - text / 2, Int(quad.centre.y) - 10 * unit)
    let margin = 3 * unit
    fill(
      x: x - margin, y: y - margin, width: text + margin, height: 21 * unit + 2 * margin,
      (255, 255, 255))
    drawNumber(number, x: x, y: y, scale: 3 * unit)
  }

  private mutating func outline(_ quad: Quad, radius: Int, _ colour: RGB) {
    for side in 0..<4 {
      line(from: quad.corners[side], to: quad.corners[(side + 1) % 4], radius: radius, colour)
    }
  }

  private mutating func line(from start: Point, to end: Point, radius: Int, _ colour: RGB) {
    let steps = max(1, Int((end - start).length.rounded(.up)))
    for step in 0...min(steps, 20_000) {
      let position = start + (end - start) * (Double(step) / Double(steps))
      guard position.x.magnitude < 1e6, position.y.magnitude < 1e6 else { continue }
      fill(
        x: Int(position.x) - radius, y: Int(position.y) - radius, width: 2 * radius + 1,
        height: 2 * radius + 1, colour)
    }
  }
}
