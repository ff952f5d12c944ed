// What the normal form of names needs to know about characters. tables.py wrote the data from Unicode 17.0.0, so
// neither the standard library nor the browser decides which names are the same.

/// The replacements and classes of characters. Source: docs/names.md.
struct NameTable: Sendable {
  static let standard = NameTable()

  /// Characters in equal steps, and their replacements in equal steps. `length` is the number of scalars
  /// of each replacement; with more than one, `target` is a position in `texts`.
  private struct Run {
    let first: UInt32
    let count: UInt32
    let step: UInt32
    let length: UInt32
    let target: UInt32
    let change: UInt32
  }

  private struct Composition {
    let pair: UInt64
    let composed: UInt32
  }

  /// Consecutive characters with one value.
  private struct Span {
    let first: UInt32
    let count: UInt32
    let value: UInt8
  }

  private var runs: [Run] = []
  private var texts: [UInt32] = []
  private var composed: [Composition] = []
  private var classSpans: [Span] = []
  private var wordSpans: [Span] = []
  private var markSpans: [Span] = []
  private var bareSpans: [Span] = []

  private init() {
    readMappings([Self.mappings1, Self.mappings2])
    readCompositions()
    classSpans = Self.spans(in: Self.combiningClasses, hasValues: true)
    wordSpans = Self.spans(in: Self.words, hasValues: false)
    markSpans = Self.spans(in: Self.marks, hasValues: false)
    bareSpans = Self.spans(in: Self.bareLetters, hasValues: false)
  }

  /// Appends the replacement of a character, which may be the character itself or nothing.
  func append(_ scalar: Unicode.Scalar, to scalars: inout [Unicode.Scalar]) {
    let code = scalar.value
    guard let run = Self.last(of: runs, where: { $0.first <= code }),
      (code - run.first) % run.step == 0, (code - run.first) / run.step < run.count
    else { return scalars.append(scalar) }
    if run.length == 1 {
      append(code: run.target + run.change * ((code - run.first) / run.step), to: &scalars)
    } else {
      for position in run.target..<(run.target + run.length) {
        append(code: texts[Int(position)], to: &scalars)
      }
    }
  }

  private func append(code: UInt32, to scalars: inout [Unicode.Scalar]) {
    if let scalar = Unicode.Scalar(code) { scalars.append(scalar) }
  }

  /// Whether the character belongs to a word: a letter, a mark, a number, or a character that Unicode 17
  /// does not have.
  func isWord(_ scalar: Unicode.Scalar) -> Bool { Self.span(of: scalar, in: wordSpans) != nil }

  func isMark(_ scalar: Unicode.Scalar) -> Bool { Self.span(of: scalar, in: markSpans) != nil }

  /// Whether marks of this letter do not count, as the accents of Latin and Greek letters.
  func isBare(_ scalar: Unicode.Scalar) -> Bool { Self.span(of: scalar, in: bareSpans) != nil }

  /// The combining class (UAX #44), by which marks of one letter are ordered.
  func combiningClass(_ scalar: Unicode.Scalar) -> UInt8 {
    Self.span(of: scalar, in: classSpans)?.value ?? 0
  }

  /// The character that is canonically equivalent to both characters together (UAX #15).
  func composition(_ first: Unicode.Scalar, _ second: Unicode.Scalar) -> Unicode.Scalar? {
    if let syllable = Hangul.composition(first.value, second.value) {
      return Unicode.Scalar(syllable)
    }
    let pair = UInt64(first.value) << 32 | UInt64(second.value)
    guard let found = Self.last(of: composed, where: { $0.pair <= pair }), found.pair == pair else {
      return nil
    }
    return Unicode.Scalar(found.composed)
  }

  // MARK: Reading

  /// Each entry has the distance from the last entry, the length of the replacement with the sign of a
  /// run, for a run its count and steps, and the replacement as differences.
  private mutating func readMappings(_ parts: [StaticString]) {
    var (code, reader) = (UInt32(0), TableReader(parts))
    while !reader.isAtEnd {
      code += reader.number()
      let head = reader.number()
      let length = head / 2
      var (count, steps) = (UInt32(1), UInt32(0))
      if head % 2 == 1 { (count, steps) = (reader.number(), reader.number()) }
      var (scalars, before) = ([UInt32](), code)
      for _ in 0..<length {
        before = reader.number(after: before)
        scalars.append(before)
      }
      let target = length == 1 ? scalars[0] : UInt32(texts.count)
      if length > 1 { texts += scalars }
      runs.append(
        Run(
          first: code, count: count, step: steps / 3 + 1, length: length, target: target,
          change: steps % 3))
    }
  }

  private mutating func readCompositions() {
    var (first, second, reader) = (UInt32(0), UInt32(0), TableReader([Self.compositions]))
    while !reader.isAtEnd {
      first += reader.number()
      second = reader.number(after: second)
      composed.append(
        Composition(
          pair: UInt64(first) << 32 | UInt64(second), composed: reader.number(after: first)))
    }
  }

  private static func spans(in text: StaticString, hasValues: Bool) -> [Span] {
    var (last, spans, reader) = (UInt32(0), [Span](), TableReader([text]))
    while !reader.isAtEnd {
      let (first, count) = (last + reader.number(), reader.number())
      let value = hasValues ? UInt8(truncatingIfNeeded: reader.number()) : 1
      spans.append(Span(first: first, count: count, value: value))
      last = first + count
    }
    return spans
  }

  private static func span(of scalar: Unicode.Scalar, in spans: [Span]) -> Span? {
    let found = last(of: spans) { $0.first <= scalar.value }
    return found.flatMap { scalar.value - $0.first < $0.count ? $0 : nil }
  }

  /// The last element of a sorted list for which `isBefore` holds.
  private static func last<Element>(
    of elements: [Element], where isBefore: (Element) -> Bool
  ) -> Element? {
    var (low, high) = (0, elements.count)
    while low < high {
      let middle = (low + high) / 2
      if isBefore(elements[middle]) { low = middle + 1 } else { high = middle }
    }
    return low > 0 ? elements[low - 1] : nil
  }
}

/// Reads the numbers that tables.py wrote: digits to the base 45, the lowest first. A character of the
/// upper half says that a digit follows.
private struct TableReader {
  private let bytes: [UInt8]
  private var position = 0

  init(_ parts: [StaticString]) {
    bytes = parts.flatMap { part in part.withUTF8Buffer { Array($0) } }
  }

  var isAtEnd: Bool { position >= bytes.count }

  mutating func number() -> UInt32 {
    var (value, factor) = (UInt32(0), UInt32(1))
    while position < bytes.count {
      let byte = bytes[position]
      position += 1
      // The backslash is no digit.
      let digit = UInt32(byte) - (byte > 92 ? 36 : 35)
      value &+= digit % 45 &* factor
      if digit < 45 { break }
      factor &*= 45
    }
    return value
  }

  /// A number that was written as its difference from `other`.
  mutating func number(after other: UInt32) -> UInt32 {
    let difference = number()
    return difference % 2 == 0 ? other &+ difference / 2 : other &- (difference / 2 + 1)
  }
}

/// The syllables of Korean, which Unicode composes by a formula (The Unicode Standard, section 3.12).
private enum Hangul {
  static func composition(_ first: UInt32, _ second: UInt32) -> UInt32? {
    switch (first, second) {
    case (0x1100...0x1112, 0x1161...0x1175):
      return 0xAC00 + ((first - 0x1100) * 21 + second - 0x1161) * 28
    case (0xAC00...0xD7A3, 0x11A8...0x11C2) where (first - 0xAC00) % 28 == 0:
      return first + second - 0x11A7
    default: return nil
    }
  }
}
