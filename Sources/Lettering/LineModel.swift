// The model that reads the letters of a line.

import Pictures

/// A text with its confidence, 0…1.
struct ReadText: Equatable {
  let text: String
  let confidence: Double
}

/// The model that reads a line. For each of many places from left to right, it gives a number for each letter and one for
/// "no new letter" (Connectionist Temporal Classification, Graves and others, 2006).
struct LineModel: ~Copyable {
  /// The height of the picture of a line.
  private static let height = 48

  /// Widths of the picture of a line. A shorter line gets grey at its end, a longer one is squeezed.
  private static let widths = 160...1_920

  private let model: Model

  /// The letters by their number; the first one is empty and means "no new letter".
  private let letters: [String]

  init(path: String, _ library: Library) throws(LetteringError) {
    let model = try Model(path: path, library)
    guard let list = model.metadata("character"), !list.isEmpty else {
      throw .model(path: path, reason: "the model has no list of letters")
    }
    let lines = list.unicodeScalars.split(separator: "\n", omittingEmptySubsequences: false)
    self.model = model
    letters = [""] + lines.map { String(String.UnicodeScalarView($0)) } + [" "]
  }

  /// Reads the line in a quad from its first corner on.
  func text(in quad: Quad, of picture: Pixels) throws(LetteringError) -> ReadText {
    let shape = max(0.1, min(100, quad.sides[0] / max(1, quad.sides[3])))
    let width = min(Self.widths.upperBound, Int((Double(Self.height) * shape).rounded(.up)))
    let line = picture.cut(quad, width: width, height: Self.height)
    let columns = max(Self.widths.lowerBound, (line.width + 7) / 8 * 8)
    var planes = line.planes(columns: columns)
    let output = try model.output(&planes, width: columns, height: Self.height)
    let shapeOfOutput = output.shape
    guard shapeOfOutput.count == 3, shapeOfOutput[0] == 1, shapeOfOutput[2] == letters.count else {
      throw .computation(reason: "the model that reads lines gave the shape \(shapeOfOutput)")
    }
    return output.withNumbers { Self.text($0, letters: letters) }
  }

  /// The likeliest letter of each place. A letter counts once if the next place has it, too.
  static func text(_ numbers: UnsafeBufferPointer<Float>, letters: [String]) -> ReadText {
    var (text, sum, count, previous) = ("", 0.0, 0, 0)
    for place in stride(from: 0, to: numbers.count, by: letters.count) {
      var best = 0
      for letter in 1..<letters.count where numbers[place + letter] > numbers[place + best] {
        best = letter
      }
      if best != 0, best != previous {
        text += letters[best]
        sum += Double(numbers[place + best])
        count += 1
      }
      previous = best
    }
    return ReadText(text: text, confidence: count > 0 ? sum / Double(count) : 0)
  }
}
