// The texts of a review in its JSON, as they come and where they stand: pieces may be cut anywhere, also in
// the middle of an escape. The whole answer is read by ReviewReader; this knows what that cannot: places.

import Albums

struct ReviewFields {
  struct Field: Equatable {
    let passage: ReviewSource.Passage

    /// Escapes undone.
    fileprivate(set) var text = ""

    /// Where it stands in the answer, between its quotes, in Unicode scalars and in UTF-16 units.
    fileprivate(set) var scalars: Range<Int>
    fileprivate(set) var units: Range<Int>
    fileprivate(set) var isClosed = false
  }

  private enum Target { case name, field, other }

  private enum Escape {
    case none, begun
    case hexadecimal(count: Int, value: UInt32)
  }

  /// Scalars that are kept of all fields; no review has more.
  private static let limit = 20_000

  private(set) var fields: [Field] = []
  private var (scalars, units, kept) = (0, 0, 0)
  private var (depth, name, isAtName, isInBullets, bullet) = (0, "", true, false, 0)
  private var target: Target?
  private var escape = Escape.none
  private var highSurrogate: UInt32?
  private var isOver = false

  init() {}

  init(_ answer: String) { hear(answer) }

  mutating func hear(_ piece: String) {
    for scalar in piece.unicodeScalars where !isOver {
      if target == nil { takeOutside(scalar) } else { takeInside(scalar) }
      scalars += 1
      units += UTF16.width(scalar)
    }
  }

  private mutating func takeOutside(_ scalar: Unicode.Scalar) {
    switch scalar {
    case "{" where depth == 0: (depth, name, isAtName, isInBullets) = (1, "", true, false)
    case _ where depth == 0: break
    case "\"": openString()
    case "{", "[":
      depth += 1
      if depth == 2 { (isInBullets, bullet) = (scalar == "[" && name == "bullets", 0) }
    case "}", "]":
      depth -= 1
      if depth == 1 { isInBullets = false }
      isOver = depth == 0 && !fields.isEmpty
    case ",":
      if depth == 1 { isAtName = true }
      if depth == 2 { bullet += 1 }
    case ":": if depth == 1 { isAtName = false }
    default: break
    }
  }

  private mutating func openString() {
    if depth == 1, isAtName {
      (target, name) = (.name, "")
    } else if depth == 1, name == "summary" {
      open(.summary)
    } else if depth == 2, isInBullets {
      open(.bullet(bullet))
    } else {
      target = .other
    }
  }

  private mutating func open(_ passage: ReviewSource.Passage) {
    target = .field
    let (first, unit) = (scalars + 1, units + 1)
    fields.append(Field(passage: passage, scalars: first..<first, units: unit..<unit))
  }

  private mutating func takeInside(_ scalar: Unicode.Scalar) {
    switch escape {
    case .none where scalar == "\\": escape = .begun
    case .none where scalar == "\"": closeString()
    case .none: append(scalar)
    case .begun where scalar == "u": escape = .hexadecimal(count: 0, value: 0)
    case .begun:
      escape = .none
      append(Self.escaped[scalar] ?? scalar)
    case .hexadecimal(let count, let value):
      let digit = Character(scalar).hexDigitValue.map(UInt32.init) ?? 0
      let sum = value << 4 + digit
      escape = count == 3 ? .none : .hexadecimal(count: count + 1, value: sum)
      if count == 3 { appendUnit(sum) }
    }
  }

  private static let escaped: [Unicode.Scalar: Unicode.Scalar] = [
    "n": "\n", "t": "\t", "r": "\r", "b": "\u{8}", "f": "\u{C}",
  ]

  /// A `\uXXXX`; two of them make a character beyond the first plane.
  private mutating func appendUnit(_ unit: UInt32) {
    if let high = highSurrogate, (0xDC00...0xDFFF).contains(unit) {
      highSurrogate = nil
      keep(Unicode.Scalar((high - 0xD800) << 10 + (unit - 0xDC00) + 0x10000) ?? "\u{FFFD}")
    } else if (0xD800...0xDBFF).contains(unit) {
      endSurrogate()
      highSurrogate = unit
    } else {
      append(Unicode.Scalar(unit) ?? "\u{FFFD}")
    }
  }

  private mutating func endSurrogate() {
    if highSurrogate != nil { keep("\u{FFFD}") }
    highSurrogate = nil
  }

  private mutating func append(_ scalar: Unicode.Scalar) {
    endSurrogate()
    keep(scalar)
  }

  private mutating func keep(_ scalar: Unicode.Scalar) {
    kept += 1
    guard kept <= Self.limit else { return }
    switch target {
    case .name: name.unicodeScalars.append(scalar)
    case .field: fields[fields.count - 1].text.unicodeScalars.append(scalar)
    case .other, nil: break
    }
  }

  private mutating func closeString() {
    endSurrogate()
    if target == .field {
      let last = fields.count - 1
      fields[last].scalars = fields[last].scalars.lowerBound..<scalars
      fields[last].units = fields[last].units.lowerBound..<units
      fields[last].isClosed = true
    }
    target = nil
  }
}
