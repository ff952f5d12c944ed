// A name in one spelling: small letters, without the differences that only show how a name was written.

/// Makes the spelling of a name, the first step of its normal form. Punctuation stays. The spelling of a
/// spelling is the spelling itself. Source: docs/names.md.
struct Spelling: Sendable {
  private(set) var scalars: [Unicode.Scalar] = []
  private let keepsApostrophes: Bool
  private var mayCompose = false

  /// Words have no apostrophes; names of signs alone keep them.
  init(_ name: String, keepsApostrophes: Bool = true) {
    self.keepsApostrophes = keepsApostrophes
    scalars.reserveCapacity(name.utf8.count)
    var isAfterFigure = false
    for scalar in name.unicodeScalars {
      let start = scalars.count
      if scalar.isASCII {
        append(ascii: scalar)
      } else {
        append(scalar)
      }
      guard scalars.count > start else { continue }
      // "4½" is "4 1/2", not "41/2".
      let isFigure = Self.isFigure(scalar)
      if isFigure || isAfterFigure, start > 0, Self.isDigit(scalars[start - 1]),
        Self.isDigit(scalars[start])
      {
        scalars.insert(" ", at: start)
      }
      isAfterFigure = isFigure
    }
    if mayCompose { composeMarks() }
  }

  var text: String {
    var view = String.UnicodeScalarView()
    view.append(contentsOf: scalars)
    return String(view)
  }

  private mutating func append(ascii scalar: Unicode.Scalar) {
    switch scalar {
    case "A"..."Z": scalars.append(Unicode.Scalar(UInt8(scalar.value) | 0x20))
    case "'", "`": if keepsApostrophes { scalars.append("'") }
    case "\t"..."\r": scalars.append(" ")
    default: scalars.append(scalar)
    }
  }

  private mutating func append(_ scalar: Unicode.Scalar) {
    let (table, start) = (NameTable.standard, scalars.count)
    table.append(scalar, to: &scalars)
    var position = start
    while position < scalars.count {
      if scalars[position] == "'", !keepsApostrophes {
        scalars.remove(at: position)
        continue
      }
      // Marks of other letters than Latin and Greek ones count: "й" is another letter than "и".
      if table.isMark(scalars[position]) {
        guard position > 0, takesMarks(scalars[position - 1]) else {
          scalars.remove(at: position)
          continue
        }
      }
      // The letters of Latin scripts have no marks here.
      mayCompose = mayCompose || scalars[position].value >= 0x300
      position += 1
    }
  }

  /// Whether a mark after this character counts.
  private func takesMarks(_ scalar: Unicode.Scalar) -> Bool {
    let table = NameTable.standard
    return !scalar.isASCII && table.isWord(scalar) && !table.isBare(scalar)
  }

  /// Orders the marks of each letter, and composes them with the letter (UAX #15, NFC).
  private mutating func composeMarks() {
    let table = NameTable.standard
    var (composed, base, lastClass) = ([Unicode.Scalar](), Int?.none, UInt8(0))
    for scalar in ordered() {
      let own = table.combiningClass(scalar)
      if let base, base == composed.count - 1 || lastClass < own,
        let letter = table.composition(composed[base], scalar)
      {
        composed[base] = letter
        continue
      }
      if own == 0 { base = composed.count }
      lastClass = own
      composed.append(scalar)
    }
    scalars = composed
  }

  /// The scalars with the marks of each letter in the order of their combining classes.
  private func ordered() -> [Unicode.Scalar] {
    var result = scalars
    for index in result.indices {
      var position = index
      let own = NameTable.standard.combiningClass(result[index])
      while own > 0, position > 0,
        NameTable.standard.combiningClass(result[position - 1]) > own
      {
        result.swapAt(position, position - 1)
        position -= 1
      }
    }
    return result
  }

  private static func isDigit(_ scalar: Unicode.Scalar) -> Bool { "0"..."9" ~= scalar }

  /// Fractions and raised, lowered and circled numbers.
  private static func isFigure(_ scalar: Unicode.Scalar) -> Bool {
    switch scalar.value {
    case 0xB2, 0xB3, 0xB9, 0xBC...0xBE, 0x2070...0x2079, 0x2080...0x2089, 0x2150...0x215F, 0x2189,
      0x2460...0x249B, 0x24EA, 0x3251...0x325F, 0x32B1...0x32BF:
      true
    default: false
    }
  }
}
