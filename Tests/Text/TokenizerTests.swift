// The tokenizer: every way to cut a document gives the same tokens, and the work is linear in the
// number of bytes.

import Support
import Testing

@testable import Text

/// The tokens of a document and the error that ended it.
private struct Tokens: Equatable {
  var tokens: [JSONTokenizer.Token] = []
  var offsets: [Int] = []
  var error: JSONError?
  var steps = 0
  var isComplete = false

  static func == (one: Tokens, other: Tokens) -> Bool {
    one.tokens == other.tokens && one.offsets == other.offsets && one.error == other.error
      && one.isComplete == other.isComplete
  }

  init(of pieces: [ArraySlice<UInt8>], _ strings: JSONTokenizer.Strings = .whole) {
    var tokenizer = JSONTokenizer(strings: strings)
    do throws(JSONError) {
      for piece in pieces { try tokenizer.read(piece) { take($0, $1) } }
      try tokenizer.finish { take($0, $1) }
    } catch {
      self.error = error
    }
    steps = tokenizer.stepCount
    isComplete = tokenizer.isComplete
  }

  /// Joins the pieces of a string, because the cuts of the input decide where the string is cut.
  private mutating func take(_ token: JSONTokenizer.Token, _ offset: Int) {
    if case .piece(let text) = token, case .piece(let before) = tokens.last {
      tokens[tokens.count - 1] = .piece(before + text)
      return
    }
    tokens.append(token)
    offsets.append(token.isPiece ? 0 : offset)
  }
}

extension JSONTokenizer.Token {
  fileprivate var isPiece: Bool {
    if case .piece = self { true } else { false }
  }
}

@Suite struct TokenizerTests {
  static let documents = [
    #" {"a" : [1, -2.5e+3, true , false, null, "x\n\u00e9\ud83d\ude00\ud800y"], "é😀":{"b":""}} "#,
    #"["\ud800\udc00","\ud800","\ud800\u0041\udfff","\\\"\/","a€b𝄞c"]"#,
    "\u{FEFF}[0,0.0,1e5,-0]", "12345", "-", "\"é\u{2028}", "[nul]", "{\"a\":1,}", "tru", "\u{FEFF}",
    "[1]x", #"["\ud83d\q"]"#, "[1e999]", "",
  ]

  @Test(arguments: documents)
  func `every way to cut a document in two gives the same tokens`(document: String) {
    let bytes = Array(document.utf8)
    for strings in [JSONTokenizer.Strings.whole, .inPieces] {
      let whole = Tokens(of: [bytes[...]], strings)
      for index in 0...bytes.count {
        #expect(Tokens(of: [bytes[..<index], bytes[index...]], strings) == whole, "at \(index)")
      }
      #expect(Tokens(of: bytes.indices.map { bytes[$0...$0] }, strings) == whole)
    }
  }

  @Test func `tokens come in the order of the document, with their positions`() {
    let bytes = Array(#"{"a":[1,"xy"],"b":true}"#.utf8)
    let tokens = Tokens(of: [bytes[...]])
    #expect(
      tokens.tokens == [
        .beginObject, .name("a"), .beginArray, .number(JSON.Number(1)), .string("xy"), .endArray,
        .name("b"), .bool(true), .endObject,
      ])
    #expect(tokens.offsets == [0, 3, 5, 7, 11, 12, 16, 21, 22])
  }

  @Test func `a string in pieces is delivered as far as it has arrived, in whole characters`()
    throws
  {
    var tokenizer = JSONTokenizer(strings: .inPieces)
    var tokens: [JSONTokenizer.Token] = []
    let pieces: [[UInt8]] = [
      Array("[\"ab".utf8), [0xE2, 0x82], [0xAC, 0x5C], Array("u00".utf8), Array("e9\\ud83d".utf8),
      Array("\\ude00\"".utf8), Array(",\"\"]".utf8),
    ]
    for piece in pieces { try tokenizer.read(piece[...]) { token, _ in tokens.append(token) } }
    #expect(
      tokens == [
        .beginArray, .beginString, .piece("ab"), .piece("€"), .piece("é"), .piece("😀"), .endString,
        .beginString, .endString, .endArray,
      ])
  }

  @Test func `after an error nothing more is read`() {
    var tokenizer = JSONTokenizer()
    for _ in 0..<2 {
      #expect(throws: JSONError.syntax(offset: 1)) {
        try tokenizer.read(Array("[x".utf8)[...]) { _, _ in }
      }
    }
    #expect(throws: JSONError.syntax(offset: 1)) { try tokenizer.finish { _, _ in } }
  }

  @Test(arguments: [
    "\"", "\"\\u0041", "[", "1", "[1,", "{\"a\":", "\"a\\\"", "[\"\\ud800", "  ", "[[[]],",
  ])
  func `repeated pieces of JSON cost at most two steps a byte`(piece: String) {
    let bytes = Array(String(repeating: piece, count: 20_000).utf8)
    for strings in [JSONTokenizer.Strings.whole, .inPieces] {
      #expect(Tokens(of: [bytes[...]], strings).steps <= 2 * bytes.count + 2)
      let singles = bytes.indices.map { bytes[$0...$0] }
      #expect(Tokens(of: singles, strings).steps <= 2 * bytes.count + 2)
    }
  }

  @Test func `no bytes crash the tokenizer, cost more than two steps each, or depend on the cut`() {
    let seed = testSeed()
    var random = SeededGenerator(seed: seed)
    let seeds = Self.documents.map { Array($0.utf8) }
    for round in 0..<Environment.fuzzCount(orElse: 4000) {
      let bytes = mutated(seeds, &random)
      let cut = Int.random(in: 0...bytes.count, using: &random)
      for strings in [JSONTokenizer.Strings.whole, .inPieces] {
        let whole = Tokens(of: [bytes[...]], strings)
        let parts = Tokens(of: [bytes[..<cut], bytes[cut...]], strings)
        let isLinear = max(whole.steps, parts.steps) <= 2 * bytes.count + 2
        guard isLinear, whole == parts || strings == .inPieces && whole.error == parts.error
        else {
          Issue.record("seed \(seed), round \(round), cut \(cut): \(bytes)")
          return
        }
      }
      if let value = JSON(bytes), JSON(value.bytes()) != value {
        Issue.record("seed \(seed), round \(round): \(bytes) is not read back")
      }
      _ = JSON.cutOffObject(in: bytes[...])
    }
  }
}
