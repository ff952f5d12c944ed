// JSON documents that are read and refused. Source: RFC 8259, docs/faults.md D6.

import Support
import Testing
import Text

@Suite struct ReaderTests {
  static let read: [(text: String, value: JSON)] = [
    ("null", .null), (" true\n", true), ("\tfalse\r", false), ("0", 0), ("-0", number("-0")),
    ("12", 12), ("-1.5", number("-1.5")), ("1e3", number("1e3")), ("1E+3", number("1E+3")),
    ("25e-1", number("25e-1")), ("0e0", number("0e0")), ("0.10", number("0.10")),
    ("9007199254740993", number("9007199254740993")), (#""""#, ""), (#""a""#, "a"),
    (#""\"\\\/\b\f\n\r\t""#, "\"\\/\u{8}\u{C}\n\r\t"), (#""\u00e9\u0000""#, "\u{E9}\u{0}"),
    (#""\ud83d\udE00é😀""#, "😀é😀"), (#""\uFFFF\u2028""#, "\u{FFFF}\u{2028}"),
    ("\"\u{7F}\u{2028}\"", "\u{7F}\u{2028}"), ("[]", []), ("[ 1 , [ ] , {} ]", [1, [], [:]]),
    ("{}", [:]), (#"{ "b" : 1 , "a" : [ null ] }"#, ["b": 1, "a": [.null]]),
    (#"{"a":1,"b":2,"a":3}"#, ["a": 1, "b": 2, "a": 3]), (#"{"":0}"#, ["": 0]),
    (#"{"\u0061\"":0}"#, ["a\"": 0]), ("\u{FEFF}7", 7), ("[-1.0e+10,2]", [number("-1.0e+10"), 2]),
    (String(repeating: "[", count: 32) + String(repeating: "]", count: 32), nested(31)),
  ]

  private static func number(_ digits: String) -> JSON { .number(JSON.Number(digits: digits)) }

  private static func nested(_ depth: Int) -> JSON {
    (0..<depth).reduce([]) { inner, _ in [inner] }
  }

  @Test(arguments: read) func `a valid document is read`(text: String, value: JSON) {
    #expect(JSON(Array(text.utf8)) == value)
  }

  static let surrogates: [(text: String, value: JSON)] = [
    (#""\ud800""#, "\u{FFFD}"), (#""\udc00x""#, "\u{FFFD}x"), (#""\ud800\u0041""#, "\u{FFFD}A"),
    (#""\ud800\ud83d\ude00""#, "\u{FFFD}😀"), (#""\ud800\n""#, "\u{FFFD}\n"),
    (#""\ude00\ud83d""#, "\u{FFFD}\u{FFFD}"), (#"{"\udbff":0}"#, ["\u{FFFD}": 0]),
  ]

  @Test(arguments: surrogates)
  func `half of a surrogate pair becomes the replacement character`(text: String, value: JSON) {
    #expect(JSON(Array(text.utf8)) == value)
  }

  static let refused = [
    "", " ", "nul", "nulll", "TRUE", "tru e", "truefalse", "01", "-01", "-", "--1", "+1", "1.",
    "1.e1", ".5", "1e", "1e+", "1e1.5", "0x1", "1e999", "-1e999", "NaN", "Infinity", "-Infinity",
    "'a'", "\"", "\"a", "\"\n\"", "\"\t\"", "\"\u{1}\"", #""\x""#, #""\u12"#, #""\u12G4""#,
    #""\u""#, #""\"#, #""\ud800\"#, "[", "]", "[1", "[1,]", "[,1]", "[1 2]", "[1,,2]", "[}", "{]",
    "[:1]", "{", "}", "{\"a\"}", "{\"a\":}", "{\"a\" 1}", "{\"a\":1,}", "{\"a\":1:2}",
    "{\"a\":1 \"b\":2}", "{a:1}", "{1:1}", "{,}", "{\"a\",1}", "{null:1}", "1 2", "{}{}", "[]x",
    "\"a\"\"b\"", "// a\n1", "[1/**/]", "\u{A0}1", "\u{FEFF}", "\u{FEFF}\u{FEFF}1", " \u{FEFF}1",
    "\0", "1\0", String(repeating: "[", count: 33) + String(repeating: "]", count: 33),
    String(repeating: "{\"a\":", count: 200_000), String(repeating: "1", count: 257),
  ]

  @Test(arguments: refused) func `any other text is refused`(text: String) {
    #expect(JSON(Array(text.utf8)) == nil)
  }

  /// The cases: continuation bytes alone, an overlong form, a surrogate in UTF-8, an incomplete
  /// character, a code point beyond U+10FFFF.
  @Test(
    arguments: [
      [0xFF], [0xC0, 0x80], [0xED, 0xA0, 0x80], [0x80], [0xE2, 0x80], [0xF4, 0x90, 0x80, 0x80],
      [0xE2, 0x28, 0xA1],
    ] as [[UInt8]])
  func `strings that are not UTF-8 are refused`(bytes: [UInt8]) {
    for document in [[0x22] + bytes + [0x22], Array("{\"".utf8) + bytes + Array("\":1}".utf8)] {
      #expect(JSON(document) == nil)
      #expect(throws: JSONError.self) {
        var tokenizer = JSONTokenizer(strings: .inPieces)
        for byte in document { try tokenizer.read([byte]) { _, _ in } }
      }
    }
  }

  @Test(arguments: [
    ("[1,2", JSONError.cutOff), ("[1,x", .syntax(offset: 3)), ("[\"a\u{1}\"]", .syntax(offset: 3)),
    ("[1e400]", .number(offset: 6)),
    (String(repeating: "[", count: 33), .tooDeep),
  ])
  func `an error names the position`(text: String, error: JSONError) {
    #expect(throws: error) { try JSON(reading: Array(text.utf8)[...]) }
  }

  @Test func `the limits are the caller's`() throws {
    var limits = JSONTokenizer.Limits()
    (limits.depth, limits.documentBytes, limits.numberBytes) = (2, 10, 3)
    #expect(try JSON(reading: Array("[[100]]".utf8)[...], limits: limits) == [[100]])
    for (text, error) in [
      ("[[[]]]", JSONError.tooDeep), ("[1000]", .number(offset: 4)), ("\"123456789\"", .tooLong),
    ] {
      #expect(throws: error) { try JSON(reading: Array(text.utf8)[...], limits: limits) }
    }
  }

  @Test(arguments: ["1,", "{},", "[],", "\"a\",", "null,", "\"\\u00e9\","])
  func `a megabyte of small values takes a moment`(piece: String) {
    let text = "[" + String(repeating: piece, count: (1 << 20) / piece.utf8.count) + "0]"
    let bytes = Array(text.utf8)
    let taken = processorTime { #expect(JSON(bytes) != nil) }
    // JSONDecoder takes five to fifteen seconds for this text.
    #expect(taken < .seconds(2))
  }

  @Test(arguments: [
    (#"{"a":1} and more"#, 7), ("[]]", 2), (#"{"a":"}"}{}"#, 9), ("{}", 2),
  ])
  func `the first value of a text is read, whatever text follows`(text: String, end: Int) throws {
    let bytes = Array("..\(text)".utf8)
    let first = try JSON.first(in: bytes[2...])
    #expect(first.end == end + 2)
    #expect(JSON(Array(bytes[2..<first.end])) == first.value)
  }

  static let cutOff: [(text: String, value: JSON?)] = [
    (#"{"a":1,"b":"x"#, ["a": 1]), (#"{"a":"x","b"#, ["a": "x"]), (#"{"a":"x""#, ["a": "x"]),
    (#"{"a":"x","b":12"#, ["a": "x"]), (#"{"a":tru"#, nil), (#"{"a":true"#, ["a": true]),
    (#"{"a":[1,{"b":2,"c"#, ["a": [1, ["b": 2]]]), (#"{"a":[1,2"#, ["a": [1]]),
    (#"{"a":{"#, ["a": [:]]), (#"{"a":{"b":"#, ["a": [:]]), ("{", nil), (#"{"a"#, nil),
    (#"{"a":"#, nil), ("{\"a\":1,\"b\":\"x\n```", ["a": 1]), (#"{"a":1, ... "#, ["a": 1]),
    (#"{"a":1}"#, nil), (#"{"a":1} {"b":2,"#, nil), (#"{"a":1,x}"#, nil),
    (#"{"a":[1,x],"b":"#, nil),
    ("[1,", nil), ("", nil), (#"{"a":1e999,"b":1"#, nil),
    (String(repeating: "{\"a\":", count: 40), nil),
  ]

  @Test(arguments: cutOff)
  func `the whole members of an object that breaks off are read`(text: String, value: JSON?) {
    #expect(JSON.cutOffObject(in: Array(text.utf8)[...]) == value)
  }
}
