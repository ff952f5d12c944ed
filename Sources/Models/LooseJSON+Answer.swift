// The JSON in what a model wrote: in a fence, after a thought, twice, or broken off in the middle.
// Source: CONTRACTS §3 (fences, prose, `<think>`); PRODUCT "Robust to model drift".

extension LooseJSON {
  /// Objects that are read out of one answer at most; prose has a few braces.
  private static let objectLimit = 16

  /// The outermost objects of `answer`, in their order; what a model thought aloud before is passed over.
  package static func objects(in answer: String) -> [LooseJSON] {
    let bytes = Array(withoutThoughts(answer).utf8)
    var found: [LooseJSON] = []
    var (start, tries) = (bytes.startIndex, 0)
    while tries < objectLimit, let open = bytes[start...].firstIndex(of: UInt8(ascii: "{")) {
      tries += 1
      start = open + 1
      guard let end = end(ofObjectAt: open, in: bytes),
        let json = LooseJSON(Array(bytes[open..<end]))
      else { continue }
      found.append(json)
      start = end
    }
    return found
  }

  /// An object that was cut off, with what was whole of it: a member in the middle of which the
  /// text ends is not there. Nil where not even the first member is whole.
  package static func cutOffObject(in answer: String) -> LooseJSON? {
    let bytes = Array(withoutThoughts(answer).utf8)
    guard let open = bytes.firstIndex(of: UInt8(ascii: "{")) else { return nil }
    var cut = OpenBrackets()
    for (place, byte) in bytes[open...].enumerated() {
      cut.read(byte, at: place)
      if cut.depth > depthLimit { return nil }
    }
    guard let whole = cut.wholeUntil, !cut.closing.isEmpty else { return nil }
    return LooseJSON(Array(bytes[open..<open + whole]) + cut.closing)
  }

  private static let thoughts = [("<think>", "</think>"), ("<thinking>", "</thinking>")]

  /// Thoughts that never end hide nothing: then the rest is read.
  private static func withoutThoughts(_ answer: String) -> String {
    var text = answer
    for (open, close) in thoughts where text.contains("<t") {
      var (kept, rest) = ("", text[...])
      while let start = rest.firstRange(of: open),
        let end = rest[start.upperBound...].firstRange(of: close)
      {
        kept += rest[..<start.lowerBound]
        rest = rest[end.upperBound...]
      }
      text = kept + rest
    }
    return text
  }
}

/// Which brackets are open, and up to where what they hold is whole.
private struct OpenBrackets {
  private var open: [UInt8] = []
  private var isInString = false
  private var isEscaped = false

  /// How many bytes make a whole if `closing` follows: up to the last comma, or an opening bracket.
  private(set) var wholeUntil: Int?

  var depth: Int { open.count }

  /// What closes the brackets that are open there: none was opened or closed since.
  var closing: [UInt8] { open.reversed() }

  mutating func read(_ byte: UInt8, at place: Int) {
    if isInString {
      if isEscaped {
        isEscaped = false
      } else if byte == UInt8(ascii: "\\") {
        isEscaped = true
      } else if byte == UInt8(ascii: "\"") {
        isInString = false
      }
      return
    }
    switch byte {
    case UInt8(ascii: "\""): isInString = true
    case UInt8(ascii: "{"):
      open.append(UInt8(ascii: "}"))
      wholeUntil = place + 1
    case UInt8(ascii: "["):
      open.append(UInt8(ascii: "]"))
      wholeUntil = place + 1
    case UInt8(ascii: "}"), UInt8(ascii: "]"):
      if open.last == byte { open.removeLast() }
      wholeUntil = place + 1
    case UInt8(ascii: ","): wholeUntil = place
    default: break
    }
  }
}
