// The lines and codes that were read on a sleeve. The values come from a stranger's picture, so they are cleaned
// and bounded here, once.

package import Albums
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

  /// The maximum number of catalogue numbers.
  package static let mostNumbers = 2

  /// The lines in reading order, from the top to the bottom. They contain no private text
  /// (`PrivateText`).
  package let lines: [SleeveLine]

  /// The product codes. Numbers that a shop gives name no album, so they are not among them.
  package let codes: [ProductCode]

  /// The catalogue numbers of the record label that stand in the lines, such as "LRP 3077".
  package let catalogueNumbers: [String]

  /// Whether nothing was read that may lead to an album.
  package var isEmpty: Bool { lines.isEmpty && codes.isEmpty }

  package init(lines: [SleeveLine], codes: [ProductCode] = []) {
    let largest = lines.indices.sorted {
      (lines[$1].height, $0) < (lines[$0].height, $1)
    }.prefix(Self.mostLines)
    let kept = largest.sorted { (lines[$0].y, $0) < (lines[$1].y, $1) }.compactMap {
      PrivateText.removed(from: lines[$0])
    }
    self.lines = kept
    self.codes = codes.ofItem
    catalogueNumbers = Self.first(kept.flatMap(CatalogueNumber.all))
  }

  private static func first<Number: Equatable>(_ numbers: [Number]) -> [Number] {
    var unique: [Number] = []
    for number in numbers where !unique.contains(number) { unique.append(number) }
    return Array(unique.prefix(mostNumbers))
  }
}
