// Strings of JSON: escapes, surrogate pairs, UTF-8.
// RFC 8259 §8.2 allows half of a surrogate pair, but a `String` cannot contain it. U+FFFD replaces
// it.

extension JSONTokenizer {
  /// The state within an escape sequence.
  enum Escape {
    case none, begun
    case hexadecimal(count: Int, value: UInt16)
  }

  mutating func beginString(_ take: (Token, Int) -> Void) throws(JSONError) {
    let isName = expectation == .name || expectation == .nameOrEnd
    if !isName { try expectValue() }
    buffer.removeAll(keepingCapacity: true)
    isUndecodable = false
    lexeme = .string(isName: isName)
    if !isName, strings == .inPieces { take(.beginString, offset) }
  }

  /// Reads the characters up to the next backslash, the closing quote or the end of `bytes`; or
  /// reads one byte of an escape sequence.
  mutating func takeString(
    _ bytes: ArraySlice<UInt8>, _ index: inout Int, _ isName: Bool, _ take: (Token, Int) -> Void
  ) throws(JSONError) {
    if case .none = escape {
      try takePlain(bytes, &index, isName, take)
    } else {
      try takeEscape(bytes[index])
      index += 1
    }
    if index == bytes.endIndex, !isName, strings == .inPieces, case .string = lexeme {
      givePiece(take)
    }
  }

  private mutating func takePlain(
    _ bytes: ArraySlice<UInt8>, _ index: inout Int, _ isName: Bool, _ take: (Token, Int) -> Void
  ) throws(JSONError) {
    var end = index
    while end < bytes.endIndex {
      let byte = bytes[end]
      if byte == .quote || byte == .backslash || byte < 0x20 { break }
      end += 1
    }
    if end > index {
      endSurrogate()
      buffer += bytes[index..<end]
      index = end
      return
    }
    guard bytes[index] != .backslash else {
      escape = .begun
      index += 1
      return
    }
    guard bytes[index] == .quote else { throw syntaxError() }
    endSurrogate()
    try endString(isName, take)
    index += 1
  }

  private mutating func endString(
    _ isName: Bool, _ take: (Token, Int) -> Void
  ) throws(JSONError) {
    guard let text = String(validating: buffer, as: UTF8.self) else {
      throw .encoding(offset: offset)
    }
    if isName {
      lexeme = .none
      expectation = .colon
      take(.name(text), offset)
    } else if strings == .whole {
      endValue(.string(text), take)
    } else {
      if !text.isEmpty { take(.piece(text), offset) }
      endValue(.endString, take)
    }
  }

  private mutating func takeEscape(_ byte: UInt8) throws(JSONError) {
    switch escape {
    case .none: return
    case .begun: try takeLetter(byte)
    case .hexadecimal(let count, let value):
      guard let digit = byte.hexadecimalValue else { throw syntaxError() }
      let unit = value << 4 | UInt16(digit)
      escape = count == 3 ? .none : .hexadecimal(count: count + 1, value: unit)
      if count == 3 { append(unit: unit) }
    }
  }

  private mutating func takeLetter(_ letter: UInt8) throws(JSONError) {
    let byte: UInt8
    switch letter {
    case .quote, .backslash, .slash: byte = letter
    case UInt8(ascii: "b"): byte = 0x08
    case UInt8(ascii: "f"): byte = 0x0C
    case UInt8(ascii: "n"): byte = .lineFeed
    case UInt8(ascii: "r"): byte = .carriageReturn
    case UInt8(ascii: "t"): byte = .tab
    case UInt8(ascii: "u"):
      escape = .hexadecimal(count: 0, value: 0)
      return
    default: throw syntaxError()
    }
    escape = .none
    endSurrogate()
    buffer.append(byte)
  }

  /// Appends a UTF-16 unit that was written as `\uXXXX`.
  private mutating func append(unit: UInt16) {
    if let high = highSurrogate, UTF16.isTrailSurrogate(unit) {
      highSurrogate = nil
      let value = (UInt32(high) - 0xD800) << 10 + (UInt32(unit) - 0xDC00) + 0x10000
      append(Unicode.Scalar(value) ?? "\u{FFFD}")
      return
    }
    endSurrogate()
    if UTF16.isLeadSurrogate(unit) {
      highSurrogate = unit
    } else {
      append(Unicode.Scalar(unit) ?? "\u{FFFD}")
    }
  }

  /// If a high surrogate has no low surrogate after it, writes U+FFFD in its place.
  private mutating func endSurrogate() {
    guard highSurrogate != nil else { return }
    highSurrogate = nil
    append("\u{FFFD}")
  }

  private mutating func append(_ scalar: Unicode.Scalar) {
    buffer += Array(String(Character(scalar)).utf8)
  }

  /// Gives the complete characters of the buffer. Up to three bytes of an incomplete character stay
  /// in the buffer.
  private mutating func givePiece(_ take: (Token, Int) -> Void) {
    let end = buffer.count - bytesOfCutCharacter
    guard end > 0, !isUndecodable else { return }
    guard let text = String(validating: buffer[..<end], as: UTF8.self) else {
      isUndecodable = true
      return
    }
    buffer.removeFirst(end)
    take(.piece(text), offset)
  }

  /// The bytes at the end of the buffer that begin a character without completing it, 0…3.
  private var bytesOfCutCharacter: Int {
    for count in 1...3 where count <= buffer.count {
      let byte = buffer[buffer.count - count]
      if byte & 0xC0 == 0x80 { continue }
      let length = byte >= 0xF0 ? 4 : byte >= 0xE0 ? 3 : byte >= 0xC0 ? 2 : 1
      return length > count ? count : 0
    }
    return 0
  }
}
