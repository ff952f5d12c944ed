// Parses the output of albumscan-read. The process has read untrusted pixels, so the parser checks every value.

import Pictures
import Text

enum ReaderAnswer {
  /// The lines of an output for a picture. Throws if a value is missing or out of range.
  static func lines(
    _ bytes: [UInt8], of input: ReaderInput
  ) throws(ReaderError) -> [ReadLine] {
    guard let document = JSON(bytes), case .array(let items) = document["lines"] else {
      throw .lied("invalid output")
    }
    guard items.count <= input.options.mostLines else { throw .lied("too many lines") }
    var lines: [ReadLine] = []
    for item in items {
      guard let line = line(item, of: input) else { throw .lied("an invalid line") }
      lines.append(line)
    }
    return lines
  }

  private static func line(_ item: JSON, of input: ReaderInput) -> ReadLine? {
    guard let text = item["text"].text, isClean(text), let confidence = item["confidence"].double,
      (0...1).contains(confidence)
    else { return nil }
    let corners = item["quad"].items.compactMap { point($0, of: input) }
    guard corners.count == 4, item["quad"].items.count == 4 else { return nil }
    return ReadLine(
      text: text, confidence: confidence,
      quad: Quad(corners[0], corners[1], corners[2], corners[3]))
  }

  private static func isClean(_ text: String) -> Bool {
    !text.isEmpty && text.unicodeScalars.count <= ReadLine.mostScalars
      && text.unicodeScalars.allSatisfy { scalar in
        switch scalar.properties.generalCategory {
        case .control, .format, .lineSeparator, .paragraphSeparator, .surrogate: false
        default: true
        }
      }
  }

  /// A point in the picture or on its edge; nil for other values.
  private static func point(_ item: JSON, of input: ReaderInput) -> Point? {
    let numbers = item.items.compactMap(\.double)
    guard numbers.count == 2, item.items.count == 2,
      (0...Double(input.width)).contains(numbers[0]),
      (0...Double(input.height)).contains(numbers[1])
    else { return nil }
    return Point(x: numbers[0], y: numbers[1])
  }
}
