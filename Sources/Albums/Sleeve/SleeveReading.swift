// The lines and codes that were read on a sleeve. The values come from a stranger's picture, so they are cleaned
// and bounded here, once.

import Text

/// A line of lettering. Places and lengths are fractions of the sleeve's side.
package struct SleeveLine: Equatable, Sendable {
  /// The maximum length of a line in Unicode scalars.
  package static let mostScalars = 200

  /// The text without control characters, direction controls and repeated spaces; never empty.
  package let text: String

  /// 0 to 1: how sure the reader is.
  package let confidence: Double

  /// The height of the lettering, also of a line that is printed upwards.
  package let height: Double

  /// The middle of the line, from the left and from the top.
  package let x: Double
  package let y: Double

  /// Nil for a text without visible characters, and for numbers that are not finite. Numbers beyond
  /// the sleeve are moved to its edge.
  package init?(_ text: String, confidence: Double, height: Double, x: Double, y: Double) {
    let cleaned = Self.cleaned(text)
    let numbers = [confidence, height, x, y]
    guard !cleaned.isEmpty, numbers.allSatisfy(\.isFinite), height > 0 else { return nil }
    self.text = cleaned
    self.confidence = min(max(confidence, 0), 1)
    self.height = min(height, 1)
    self.x = min(max(x, 0), 1)
    self.y = min(max(y, 0), 1)
  }

  private static func cleaned(_ text: String) -> String {
    var view = String.UnicodeScalarView()
    for scalar in text.unicodeScalars.prefix(mostScalars) {
      switch scalar.properties.generalCategory {
      case .control, .lineSeparator, .paragraphSeparator: view.append(" ")
      case .format, .surrogate, .privateUse, .unassigned: continue
      default: view.append(scalar)
      }
    }
    return String(view).singleSpaced
  }
}

/// Everything that was read on a sleeve and may help to find its album.
package struct SleeveReading: Equatable, Sendable {
  /// The maximum number of lines; the lines with the largest lettering are kept.
  package static let mostLines = 40

  /// The maximum number of codes, and of catalogue numbers.
  package static let mostNumbers = 2

  /// The lines in reading order, from the top to the bottom. They contain no private text
  /// (`PrivateText`).
  package let lines: [SleeveLine]

  /// The codes of 13 digits with a right check digit. A code of 12 digits (UPC-A) has a zero before it.
  package let codes: [String]

  /// The catalogue numbers of the record label that stand in the lines, such as "LRP 3077".
  package let catalogueNumbers: [String]

  /// `codes` are digits from a reader of bar codes; wrong ones are left out.
  package init(lines: [SleeveLine], codes: [String] = []) {
    let largest = lines.indices.sorted {
      (lines[$1].height, $0) < (lines[$0].height, $1)
    }.prefix(Self.mostLines)
    let kept = largest.sorted { (lines[$0].y, $0) < (lines[$1].y, $1) }.compactMap {
      PrivateText.removed(from: lines[$0])
    }
    self.lines = kept
    self.codes = Self.first(codes.filter(Self.isCode))
    catalogueNumbers = Self.first(kept.flatMap(CatalogueNumber.all))
  }

  private static func first(_ numbers: [String]) -> [String] {
    var unique: [String] = []
    for number in numbers where !unique.contains(number) { unique.append(number) }
    return Array(unique.prefix(mostNumbers))
  }

  /// Whether the text is an EAN-13 with a right check digit. Numbers that a shop gives (02, 04,
  /// 20 to 29) name no album. Source: GS1 General Specifications, "Restricted Circulation Numbers".
  private static func isCode(_ text: String) -> Bool {
    let digits = text.utf8.map { Int($0) - 48 }
    guard digits.count == 13, digits.allSatisfy((0...9).contains) else { return false }
    let sum = digits.enumerated().reduce(0) {
      $0 + $1.element * ($1.offset.isMultiple(of: 2) ? 1 : 3)
    }
    let prefix = digits[0] * 10 + digits[1]
    return sum.isMultiple(of: 10) && ![2, 4].contains(prefix) && !(20...29).contains(prefix)
  }
}
