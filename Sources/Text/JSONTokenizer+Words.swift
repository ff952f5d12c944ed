// Numbers (RFC 8259 §6) and the three literals of JSON.

extension JSONTokenizer {
  /// The part of a number that the last byte belonged to.
  enum NumberState {
    case minus, zero, integer, point, fraction, exponent, sign, power

    /// Whether a number may end in this state.
    var mayEnd: Bool {
      switch self {
      case .zero, .integer, .fraction, .power: true
      case .minus, .point, .exponent, .sign: false
      }
    }

    /// The state after `byte`; nil if `byte` cannot continue the number.
    func after(_ byte: UInt8) -> NumberState? {
      switch (self, byte) {
      case (.minus, UInt8(ascii: "0")): .zero
      case (.minus, 0x31...0x39), (.integer, 0x30...0x39): .integer
      case (.zero, .dot), (.integer, .dot): .point
      case (.point, 0x30...0x39), (.fraction, 0x30...0x39): .fraction
      case (.zero, 0x45), (.zero, 0x65), (.integer, 0x45), (.integer, 0x65), (.fraction, 0x45),
        (.fraction, 0x65):
        .exponent
      case (.exponent, .dash), (.exponent, UInt8(ascii: "+")): .sign
      case (.exponent, 0x30...0x39), (.sign, 0x30...0x39), (.power, 0x30...0x39): .power
      default: nil
      }
    }
  }

  enum Literal {
    case yes, no, null

    var word: StaticString {
      switch self {
      case .yes: "true"
      case .no: "false"
      case .null: "null"
      }
    }

    var token: Token {
      switch self {
      case .yes: .bool(true)
      case .no: .bool(false)
      case .null: .null
      }
    }
  }

  mutating func beginWord(_ byte: UInt8) throws(JSONError) {
    try expectValue()
    switch byte {
    case UInt8(ascii: "t"): lexeme = .literal(.yes, count: 1)
    case UInt8(ascii: "f"): lexeme = .literal(.no, count: 1)
    case UInt8(ascii: "n"): lexeme = .literal(.null, count: 1)
    default:
      let isMinus = byte == .dash
      guard let state = isMinus ? .minus : NumberState.minus.after(byte) else {
        throw syntaxError()
      }
      buffer.removeAll(keepingCapacity: true)
      buffer.append(byte)
      lexeme = .number(state)
    }
  }

  /// Reads up to the end of the number or of `bytes`. The byte after the number is not read.
  mutating func takeNumber(
    _ bytes: ArraySlice<UInt8>, _ index: inout Int, _ begun: NumberState,
    _ take: (Token, Int) -> Void
  ) throws(JSONError) {
    guard let next = begun.after(bytes[index]) else { return try endNumber(begun, take) }
    guard buffer.count < limits.numberBytes else { throw .number(offset: offset) }
    buffer.append(bytes[index])
    lexeme = .number(next)
    index += 1
  }

  mutating func endNumber(
    _ state: NumberState, _ take: (Token, Int) -> Void
  ) throws(JSONError) {
    guard state.mayEnd else { throw syntaxError() }
    let number = JSON.Number(digits: String(decoding: buffer, as: UTF8.self))
    // Without an exponent, a number of at most 300 bytes is in the range of a Double.
    if state == .power || limits.numberBytes > 300, !number.double.isFinite {
      throw .number(offset: offset)
    }
    endValue(.number(number), take)
  }

  mutating func takeLiteral(
    _ byte: UInt8, _ literal: Literal, _ count: Int, _ index: inout Int,
    _ take: (Token, Int) -> Void
  ) throws(JSONError) {
    let word = literal.word
    guard byte == word.utf8Start[count] else { throw syntaxError() }
    if count + 1 == word.utf8CodeUnitCount {
      endValue(literal.token, take)
    } else {
      lexeme = .literal(literal, count: count + 1)
    }
    index += 1
  }
}
