// A line of lettering that the text reader read in a picture, and how a picture is read.

/// A text with its position. Untrusted: a stranger chose the picture.
package struct ReadLine: Equatable, Sendable {
  /// The maximum length of a text, in Unicode scalars. Source: docs/limits.md.
  package static let mostScalars = 200

  /// One line without control characters, at most `mostScalars` long, not empty.
  package let text: String

  /// How sure the reader is of the letters, 0…1: the mean over the letters.
  package let confidence: Double

  /// In pixels of the picture, clockwise. The first corner is at the beginning of the line, above the letters.
  package let quad: Quad

  package init(text: String, confidence: Double, quad: Quad) {
    self.text = text
    self.confidence = confidence
    self.quad = quad
  }
}

/// How a picture is read.
package struct ReadOptions: Equatable, Sendable {
  /// The maximum of `mostLines`. Source: docs/limits.md.
  package static let mostLinesOfAll = 200

  /// The clockwise turns in degrees that may make lettering upright: some of 0, 90, 180 and 270. With 0 alone, lines that
  /// run upwards or downwards are read, too.
  package var turns: Set<Int> = [0]

  /// Whether the picture is searched in its own size, in tiles. Otherwise, it is searched as a whole, reduced.
  package var isTiled = false

  /// The number of lines that are read, the largest first: 1 to `mostLinesOfAll`.
  package var mostLines = 40

  package init() {}

  /// The longer side in pixels in which a photo of a shelf is read.
  package static let shelfSide = 2_016

  /// For a photo of a shelf: the lettering of spines is small, and runs upwards or downwards on most of them.
  package static var shelf: ReadOptions {
    var options = ReadOptions()
    options.turns = [0, 90, 270]
    options.isTiled = true
    options.mostLines = mostLinesOfAll
    return options
  }
}
