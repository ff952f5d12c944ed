// Replaces placeholders in pages that the build made, so that this program needs no template
// engine.

extension [UInt8] {
  /// The bytes with each `wanted` text replaced by its `value`. One pass replaces all texts, so a
  /// placeholder in a value stays. No `wanted` text is empty.
  func replacing(_ pairs: [(wanted: String, value: String)]) -> [UInt8] {
    let pairs = pairs.map { (wanted: Array($0.wanted.utf8), value: Array($0.value.utf8)) }
    var result: [UInt8] = []
    result.reserveCapacity(count)
    var index = 0
    while index < count {
      let rest = self[index...]
      if let found = pairs.first(where: {
        $0.wanted[0] == rest.first && rest.starts(with: $0.wanted)
      }) {
        result += found.value
        index += found.wanted.count
      } else {
        result.append(self[index])
        index += 1
      }
    }
    return result
  }
}

extension String {
  /// The text in a form that is safe at any position in an HTML page. Numeric character references
  /// replace all characters except ASCII letters, digits and spaces. Spaces replace bidi controls and
  /// control characters except tabs and line feeds, which a text area shows.
  var asCharacterReferences: String {
    var result = ""
    for scalar in unicodeScalars {
      switch scalar.properties.generalCategory {
      case .control where scalar == "\n" || scalar == "\t": result += "&#\(scalar.value);"
      case .control, .format, .surrogate, .lineSeparator, .paragraphSeparator: result += " "
      default:
        let isPlain =
          scalar == " " || (scalar.isASCII && (scalar.properties.isAlphabetic || isDigit(scalar)))
        result += isPlain ? String(scalar) : "&#\(scalar.value);"
      }
    }
    return result
  }

  private func isDigit(_ scalar: Unicode.Scalar) -> Bool { ("0"..."9").contains(scalar) }
}
