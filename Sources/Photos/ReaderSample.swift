// A drawn sleeve with known words, which shows whether the text reader works.

package import Pictures

package enum ReaderSample {
  /// The lines of the sleeve, from top to bottom.
  package static let lines = ["RECORD", "ALBUM SCAN", "SIDE ONE"]

  /// The sleeve, 480 × 480 pixels: three lines of capital letters in three sizes, one of them on a dark ground.
  package static var sleeve: Pixels {
    var sleeve = Pixels(
      width: 480, height: 480,
      rgb: (0..<480 * 480).flatMap { _ in [226, 214, 190] as [UInt8] })
    sleeve.fill(x: 60, y: 150, width: 360, height: 270, (40, 70, 110))
    sleeve.draw(lines[0], x: 60, y: 30, scale: 10, (150, 30, 30))
    sleeve.draw(lines[1], x: 60, y: 110, scale: 5, (20, 20, 20))
    sleeve.draw(lines[2], x: 150, y: 250, scale: 4, (240, 230, 200))
    return sleeve
  }

  /// Whether the lines were read, apart from spaces and upper and lower case.
  package static func isRead(in read: [ReadLine]) -> Bool {
    read.map { letters($0.text) } == lines.map(letters)
  }

  private static func letters(_ text: String) -> String {
    text.uppercased().filter { !$0.isWhitespace }
  }

  /// Letters in 5 × 7 pixels. Each row is a number with five bits; the highest bit is at the left.
  fileprivate static let shapes: [Character: [UInt8]] = [
    "A": [14, 17, 17, 31, 17, 17, 17], "B": [30, 17, 17, 30, 17, 17, 30],
    "C": [14, 17, 16, 16, 16, 17, 14], "D": [30, 17, 17, 17, 17, 17, 30],
    "E": [31, 16, 16, 30, 16, 16, 31], "I": [14, 4, 4, 4, 4, 4, 14],
    "L": [16, 16, 16, 16, 16, 16, 31], "M": [17, 27, 21, 21, 17, 17, 17],
    "N": [17, 25, 21, 19, 17, 17, 17], "O": [14, 17, 17, 17, 17, 17, 14],
    "R": [30, 17, 17, 30, 20, 18, 17], "S": [15, 16, 16, 14, 1, 1, 30],
    "U": [17, 17, 17, 17, 17, 17, 14],
  ]
}

extension Pixels {
  package typealias RGB = (red: UInt8, green: UInt8, blue: UInt8)

  /// Fills a rectangle, which lies in the picture.
  package mutating func fill(x: Int, y: Int, width: Int, height: Int, _ colour: RGB) {
    for row in y..<y + height {
      for column in x..<x + width {
        let index = 3 * (row * self.width + column)
        (rgb[index], rgb[index + 1], rgb[index + 2]) = colour
      }
    }
  }

  /// Draws a text; a character without a shape is a space. A letter is 5 × `scale` wide and 7 × `scale` high.
  package mutating func draw(_ text: String, x: Int, y: Int, scale: Int, _ colour: RGB) {
    for (position, character) in text.enumerated() {
      for (row, bits) in (ReaderSample.shapes[character] ?? []).enumerated() {
        for column in 0..<5 where bits >> (4 - column) & 1 == 1 {
          fill(
            x: x + (6 * position + column) * scale, y: y + row * scale, width: scale,
            height: scale, colour)
        }
      }
    }
  }
}
