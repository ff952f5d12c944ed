// Splits JSON in UTF-8 into tokens. Source: RFC 8259. The document may come in pieces that are cut
// at any byte. The tokens do not depend on the cuts, except the parts of a string with
// `Strings.inPieces`. The time is linear in the number of bytes. Input that the RFC does not allow,
// or that exceeds the limits, is refused.
// The strings are in JSONTokenizer+Strings.swift, numbers and literals in JSONTokenizer+Words.swift.

package struct JSONTokenizer: Sendable {
  package enum Token: Equatable, Sendable {
    case beginObject, endObject, beginArray, endArray
    case name(String), string(String), number(JSON.Number), bool(Bool), null

    /// The parts of a string value with `Strings.inPieces`, in place of `string`. A piece is never
    /// empty and never ends within the UTF-8 of a character. The cuts of the input decide where the
    /// string is cut.
    case beginString, piece(String), endString
  }

  /// How string values are given; names are always whole.
  package enum Strings: Sendable { case whole, inPieces }

  package struct Limits: Equatable, Sendable {
    /// The maximum depth of nested arrays and objects. Source: docs/faults.md D6.
    package var depth = 32
    package var documentBytes = 64 << 20
    package var numberBytes = 256

    package init() {}
  }

  /// The input that the grammar allows next.
  enum Expectation { case value, elementOrEnd, nameOrEnd, name, colon, commaOrEnd, nothing }

  /// The token that has begun.
  enum Lexeme {
    case none
    case byteOrderMark(count: Int)
    case string(isName: Bool)
    case number(NumberState)
    case literal(Literal, count: Int)
  }

  let limits: Limits
  let strings: Strings
  var expectation = Expectation.value
  var lexeme = Lexeme.none
  /// One element for each open array or object: true for an object.
  var open: [Bool] = []
  /// The bytes of the string or number that has begun, with escapes resolved.
  var buffer: [UInt8] = []
  var escape = Escape.none
  /// The high surrogate before the current position, while a low surrogate may follow.
  var highSurrogate: UInt16?
  /// Whether the string that has begun is not UTF-8. The error is thrown at the end of the string,
  /// so that it does not depend on where the document is cut.
  var isUndecodable = false
  private var failure: JSONError?

  /// The number of bytes before the current one, in all pieces.
  private(set) var offset = 0

  /// The number of loop steps so far. Tests check that it is at most a multiple of the number of
  /// bytes.
  var stepCount = 0

  package init(strings: Strings = .whole, limits: Limits = Limits()) {
    self.strings = strings
    self.limits = limits
  }

  /// Whether the document's value is complete. A document that is only a number is complete after
  /// `finish`.
  package var isComplete: Bool {
    guard case .none = lexeme else { return false }
    return expectation == .nothing
  }

  /// Reads a piece of a document. `take` gets each token, and the offset of the byte that completed
  /// the token. For a string, this byte is a quotation mark; for a number, it is the byte after the
  /// number. Offsets count from the beginning of the document.
  ///
  /// With `stopsAfterValue`, reading stops after the last byte of the document's value if it is an
  /// array, object, string or literal. Without it, only white space may follow the value. Returns
  /// the index after the last byte read. After an error, each call throws that error.
  @discardableResult
  package mutating func read(
    _ bytes: ArraySlice<UInt8>, stopsAfterValue: Bool = false, _ take: (Token, Int) -> Void
  ) throws(JSONError) -> Int {
    if let failure { throw failure }
    do {
      return try readAll(bytes, stopsAfterValue, take)
    } catch {
      failure = error
      throw error
    }
  }

  /// Ends the document. Throws `cutOff` if its value is not complete.
  package mutating func finish(_ take: (Token, Int) -> Void) throws(JSONError) {
    if let failure { throw failure }
    if case .number(let state) = lexeme { try endNumber(state, take) }
    guard isComplete else { throw .cutOff }
  }

  private mutating func readAll(
    _ bytes: ArraySlice<UInt8>, _ stopsAfterValue: Bool, _ take: (Token, Int) -> Void
  ) throws(JSONError) -> Int {
    let before = offset
    var index = bytes.startIndex
    while index < bytes.endIndex {
      if stopsAfterValue, isComplete { return index }
      let start = index
      switch lexeme {
      case .none: try takeStructure(bytes[index], &index, take)
      case .byteOrderMark(let count): try takeMark(bytes[index], count, &index)
      case .string(let isName): try takeString(bytes, &index, isName, take)
      case .number(let state): try takeNumber(bytes, &index, state, take)
      case .literal(let literal, let count):
        try takeLiteral(bytes[index], literal, count, &index, take)
      }
      stepCount += max(1, index - start)
      offset = before + (index - bytes.startIndex)
      if offset > limits.documentBytes { throw .tooLong }
    }
    return index
  }

  func syntaxError() -> JSONError { .syntax(offset: offset) }
}

/// The reason why bytes were not read as JSON.
package enum JSONError: Error, Equatable, Sendable {
  /// A byte that the grammar does not allow at its position. `offset` counts from the document's
  /// first byte.
  case syntax(offset: Int)
  /// A string that is not UTF-8.
  case encoding(offset: Int)
  /// A number with too many digits, or beyond the range of a Double.
  case number(offset: Int)
  case tooDeep, tooLong
  /// The document ended before its value was complete.
  case cutOff
}

// MARK: Structure

extension JSONTokenizer {
  private mutating func takeStructure(
    _ byte: UInt8, _ index: inout Int, _ take: (Token, Int) -> Void
  ) throws(JSONError) {
    index += 1
    switch byte {
    case .space, .lineFeed, .carriageReturn, .tab: return
    case 0xEF where offset == 0: lexeme = .byteOrderMark(count: 1)
    case .quote: try beginString(take)
    case UInt8(ascii: "{"): try begin(isObject: true, take)
    case UInt8(ascii: "["): try begin(isObject: false, take)
    case UInt8(ascii: "}"): try end(isObject: true, .nameOrEnd, take)
    case UInt8(ascii: "]"): try end(isObject: false, .elementOrEnd, take)
    case .comma:
      guard expectation == .commaOrEnd, let isObject = open.last else { throw syntaxError() }
      expectation = isObject ? .name : .value
    case .colon:
      guard expectation == .colon else { throw syntaxError() }
      expectation = .value
    default: try beginWord(byte)
    }
  }

  /// A byte order mark before the document is skipped (RFC 8259 §8.1 allows it).
  private mutating func takeMark(
    _ byte: UInt8, _ count: Int, _ index: inout Int
  ) throws(JSONError) {
    guard byte == (count == 1 ? 0xBB : 0xBF) else { throw syntaxError() }
    index += 1
    lexeme = count == 1 ? .byteOrderMark(count: 2) : .none
  }

  private mutating func begin(
    isObject: Bool, _ take: (Token, Int) -> Void
  ) throws(JSONError) {
    try expectValue()
    guard open.count < limits.depth else { throw .tooDeep }
    open.append(isObject)
    expectation = isObject ? .nameOrEnd : .elementOrEnd
    take(isObject ? .beginObject : .beginArray, offset)
  }

  private mutating func end(
    isObject: Bool, _ whenEmpty: Expectation, _ take: (Token, Int) -> Void
  ) throws(JSONError) {
    guard open.last == isObject, expectation == .commaOrEnd || expectation == whenEmpty else {
      throw syntaxError()
    }
    open.removeLast()
    endValue(isObject ? .endObject : .endArray, take)
  }

  func expectValue() throws(JSONError) {
    guard expectation == .value || expectation == .elementOrEnd else { throw syntaxError() }
  }

  /// Gives the token that completes a value.
  mutating func endValue(_ token: Token, _ take: (Token, Int) -> Void) {
    lexeme = .none
    expectation = open.isEmpty ? .nothing : .commaOrEnd
    take(token, offset)
  }
}
