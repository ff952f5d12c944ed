// JSON in UTF-8, split into tokens. The bytes may come in pieces that are cut anywhere: every way to cut a
// document gives the same tokens. Source: RFC 8259.
// Linear in the bytes. It refuses what the RFC does not allow, and whatever exceeds its limits.
// The strings are in JSONTokenizer+Strings.swift, numbers and literals in JSONTokenizer+Words.swift.

package struct JSONTokenizer: Sendable {
  package enum Token: Equatable, Sendable {
    case beginObject, endObject, beginArray, endArray
    case name(String), string(String), number(JSON.Number), bool(Bool), null

    /// A string value as it comes, instead of `string`, with `Strings.inPieces`. A piece is never empty
    /// and never ends within a character's UTF-8; where the pieces are cut depends on the input's.
    case beginString, piece(String), endString
  }

  /// How string values are given; names are always whole.
  package enum Strings: Sendable { case whole, inPieces }

  package struct Limits: Equatable, Sendable {
    /// Arrays and objects within each other. Source: docs/faults.md D6.
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
  /// For each open array or object whether it is an object.
  var open: [Bool] = []
  /// The bytes of the string or number that has begun, escapes resolved.
  var buffer: [UInt8] = []
  var escape = Escape.none
  /// The first half of a surrogate pair, while its second half may follow.
  var highSurrogate: UInt16?
  /// The string that has begun is not UTF-8. That is thrown at its end, so that the error does not depend
  /// on where the pieces are cut.
  var isUndecodable = false
  private var failure: JSONError?

  /// Bytes of the pieces before the current one, and of the current one up to `index`.
  private(set) var offset = 0

  /// The number of loop steps so far. The tests limit it to a multiple of the bytes.
  var stepCount = 0

  package init(strings: Strings = .whole, limits: Limits = Limits()) {
    self.strings = strings
    self.limits = limits
  }

  /// Whether the one value of the document is whole. A number at the top is whole only after `finish`.
  package var isComplete: Bool {
    guard case .none = lexeme else { return false }
    return expectation == .nothing
  }

  /// Reads a piece of a document. `take` gets each token with the offset, in the document, of the byte at
  /// which it was complete: the quote that begins or ends a string, the byte after a number.
  ///
  /// With `stopsAfterValue` it stops after the last byte of an array, object, string or literal at the
  /// top; without it, only white space may follow. Returns the index after the last byte read.
  /// After an error each call throws that error.
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

  /// Ends the document. Throws `cutOff` if its value is not whole.
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
  /// A byte that the grammar does not allow there. `offset` is counted from the document's first byte.
  case syntax(offset: Int)
  /// A string that is not UTF-8.
  case encoding(offset: Int)
  /// A number with too many digits, or beyond the range of a Double.
  case number(offset: Int)
  case tooDeep, tooLong
  /// The end came before the value was whole.
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
