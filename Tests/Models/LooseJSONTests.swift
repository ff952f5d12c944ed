// JSON from bytes: what is read, what is refused, and how long a megabyte takes. Source: RFC 8259, FAULTS D6.

import Support
import Testing

@testable import Models

@Suite struct LooseJSONTests {
  static let read: [(text: String, value: LooseJSON)] = [
    ("null", .null), (" true\n", true), ("\tfalse\r", false), ("0", 0), ("-0", .number(-0.0)),
    ("12", 12), ("-1.5", .number(-1.5)), ("1e3", 1000), ("1E+3", 1000), ("25e-1", .number(2.5)),
    ("9007199254740993", .number(9_007_199_254_740_992)), (#""""#, ""), (#""a""#, "a"),
    (#""\"\\\/\b\f\n\r\t""#, "\"\\/\u{8}\u{C}\n\r\t"), (#""\u00e9\u0000""#, "\u{E9}\u{0}"),
    (#""\ud83d\udE00é😀""#, "😀é😀"), ("[]", []), ("[ 1 , [ ] , {} ]", [1, [], [:]]),
    ("{}", [:]), (#"{ "b" : 1 , "a" : [ null ] }"#, ["a": [.null], "b": 1]),
    (#"{"a":1,"b":2,"a":3}"#, ["a": 1, "b": 2]), ("\u{FEFF}7", 7),
    (String(repeating: "[", count: 32) + String(repeating: "]", count: 32), nested(31)),
  ]

  private static func nested(_ depth: Int) -> LooseJSON {
    (0..<depth).reduce([]) { inner, _ in [inner] }
  }

  @Test(arguments: read) func `what is JSON is read`(text: String, value: LooseJSON) {
    #expect(LooseJSON(Array(text.utf8)) == value)
  }

  static let refused = [
    "", " ", "nul", "nulll", "TRUE", "01", "-", "+1", "1.", ".5", "1e", "1e+", "0x1", "1e999",
    "-1e999", "NaN", "Infinity", "'a'", "\"", "\"a", "\"\n\"", "\"\u{1}\"", #""\x""#, #""\u12"#,
    #""\u12G4""#, #""\ud800""#, #""\udc00""#, #""\ud800\u0041""#, #""\"#, "[", "]", "[1", "[1,]",
    "[,1]", "[1 2]", "{", "}", "{\"a\"}", "{\"a\":}", "{\"a\":1,}", "{a:1}", "{1:1}", "{,}", "1 2",
    "{}{}", "[]x", "// a\n1", String(repeating: "[", count: 33) + String(repeating: "]", count: 33),
    String(repeating: "{\"a\":", count: 200_000),
  ]

  @Test(arguments: refused) func `what is no JSON is refused`(text: String) {
    #expect(LooseJSON(Array(text.utf8)) == nil)
  }

  @Test func `bytes that are no text are refused`() {
    #expect(LooseJSON([0x22, 0xFF, 0x22]) == nil)
    #expect(LooseJSON([0x22, 0xC0, 0x80, 0x22]) == nil)
    #expect(LooseJSON([0x22, 0xED, 0xA0, 0x80, 0x22]) == nil)
  }

  @Test(arguments: ["1,", "{},", "[],", "\"a\",", "null,", "\"\\u00e9\","])
  func `a megabyte of small values is read in a moment`(piece: String) {
    let text = "[" + String(repeating: piece, count: (1 << 20) / piece.utf8.count) + "0]"
    let bytes = Array(text.utf8)
    let taken = processorTime { #expect(LooseJSON(bytes) != nil) }
    // JSONDecoder takes five to fifteen seconds for it.
    #expect(taken < .seconds(2))
  }
}
