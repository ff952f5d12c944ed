// The text of a line as other programs may show and store it.

import Pictures

extension ReadLine {
  /// The text in one line: without control characters and without characters that change the direction of writing; spaces
  /// at both ends are left out; at most `mostScalars`.
  static func clean(_ text: String) -> String {
    var scalars = String.UnicodeScalarView()
    for scalar in text.unicodeScalars where scalars.count < mostScalars {
      switch scalar.properties.generalCategory {
      case .control, .format, .surrogate, .privateUse, .unassigned: continue
      case .lineSeparator, .paragraphSeparator, .spaceSeparator: scalars.append(" ")
      default: scalars.append(scalar)
      }
    }
    let isSpace = { (scalar: Unicode.Scalar) in scalar == " " }
    let end = scalars.lastIndex { !isSpace($0) }.map { scalars.index(after: $0) }
    guard let end, let start = scalars.firstIndex(where: { !isSpace($0) }) else { return "" }
    return String(String.UnicodeScalarView(scalars[start..<end]))
  }
}
