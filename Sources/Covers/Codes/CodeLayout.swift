// The layout of the bars of each kind of product code. Source: ISO/IEC 15420, GS1 General
// Specifications, section 5.2.

/// A part of a code: one digit, or a group of guard bars. Its width is in modules; a module is the
/// width of the narrowest bar.
struct CodePart: Equatable, Sendable {
  /// The bars that may stand in this part, one pattern a symbol. A bit is a module, the first
  /// module is the highest bit, and 1 is dark.
  let patterns: [UInt8]
  let width: Int
  /// Whether the part is a digit. The other parts are guard bars.
  let isDigit: Bool
  /// Whether the modules before and after the part are dark; nil in the middle of a light margin.
  let before: Bool
  let after: Bool
}

/// The order of bars of one kind.
struct CodeLayout: Sendable {
  let parts: [CodePart]
  /// The width of all parts in modules.
  let width: Int
  /// The number of digits with a part of their own.
  let digits: Int
  /// The edges that each code of this kind has: the position in modules, and whether the edge is
  /// from light to dark in reading direction.
  let edges: [FixedEdge]
  /// Whether the fixed edges are the same in both directions.
  let isSymmetric: Bool

  struct FixedEdge: Sendable {
    let position: Float
    let darkens: Bool
  }

  private init(_ parts: [CodePart], isSymmetric: Bool) {
    self.parts = parts
    self.isSymmetric = isSymmetric
    width = parts.reduce(0) { $0 + $1.width }
    digits = parts.count { $0.isDigit }
    var edges: [FixedEdge] = []
    var (position, wasDark) = (0, false)
    for part in parts {
      for module in 0..<part.width {
        let bit = UInt8(1) << UInt8(part.width - 1 - module)
        let isFirst = module == 0
        guard !part.isDigit || isFirst else { continue }
        let isDark = part.patterns[0] & bit != 0
        if isDark != wasDark {
          edges.append(FixedEdge(position: Float(position + module), darkens: isDark))
        }
        wasDark = isDark
      }
      position += part.width
      if part.isDigit { wasDark = part.patterns[0] & 1 != 0 }
    }
    edges.append(FixedEdge(position: Float(position), darkens: false))
    self.edges = edges
  }

  /// The digits 0…9 with an odd number of dark modules, which begin light.
  static let odd: [UInt8] = [13, 25, 19, 61, 35, 49, 47, 59, 55, 11]
  /// The same digits for the right half: light and dark are exchanged.
  static let right: [UInt8] = odd.map { ~$0 & 127 }
  /// The same digits with an even number of dark modules: those of the right half, read backwards.
  static let even: [UInt8] = right.map { pattern in
    (0..<7).reduce(UInt8(0)) { $0 | (pattern >> $1 & 1) << (6 - $1) }
  }

  private static let side = CodePart(
    patterns: [0b101], width: 3, isDigit: false, before: false, after: false)
  private static let middle = CodePart(
    patterns: [0b01010], width: 5, isDigit: false, before: true, after: true)
  private static let end = CodePart(
    patterns: [0b010101], width: 6, isDigit: false, before: true, after: false)
  private static let oddDigit = CodePart(
    patterns: odd, width: 7, isDigit: true, before: true, after: false)
  private static let anyDigit = CodePart(
    patterns: odd + even, width: 7, isDigit: true, before: true, after: false)
  private static let rightDigit = CodePart(
    patterns: right, width: 7, isDigit: true, before: false, after: true)

  /// EAN-13 and UPC-A.
  static let thirteen = CodeLayout(
    [side] + [CodePart](repeating: anyDigit, count: 6) + [middle]
      + [CodePart](repeating: rightDigit, count: 6) + [side], isSymmetric: true)
  static let eight = CodeLayout(
    [side] + [CodePart](repeating: oddDigit, count: 4) + [middle]
      + [CodePart](repeating: rightDigit, count: 4) + [side], isSymmetric: true)
  static let six = CodeLayout(
    [side] + [CodePart](repeating: anyDigit, count: 6) + [end], isSymmetric: false)
}
