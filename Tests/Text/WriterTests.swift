// The bytes of written JSON values. Other readers read the values back unchanged, also from inside
// a page.

import Foundation
import Support
import Testing
import Text

private let valueTable: [(JSON, String)] = [
  (.null, "null"), (true, "true"), (false, "false"), (0, "0"), (-12, "-12"),
  (.integer(Int.min), "-9223372036854775808"), (0.5, "0.5"), (.double(1e-7), "1e-07"),
  (.double(1e300), "1e+300"), (.double(-0.0), "-0.0"), (.double(.nan), "null"),
  (.number(JSON.Number(digits: "0.012300")), "0.012300"),
  (.double(.infinity), "null"), (.double(-.infinity), "null"), ("", "\"\""), ([], "[]"),
  ([:], "{}"),
  (["b": 1, "a": [true, nil, "x"]], #"{"b":1,"a":[true,null,"x"]}"#),
  (["error": ["code": "quota", "message": "No"]], #"{"error":{"code":"quota","message":"No"}}"#),
  (["a": 1, "a": 2], #"{"a":1,"a":2}"#),
  ("宇多田ヒカル é 😀", "\"宇多田ヒカル é 😀\""), ("\u{20AC}\u{2027}\u{202A}", "\"\u{20AC}\u{2027}\u{202A}\""),
]

private let escapingTable: [(text: String, required: String, lessThan: String, page: String)] = [
  (
    "\"\\/\u{8}\u{C}\n\r\t\u{0}\u{1F}", #""\"\\/\u0008\u000c\n\r\t\u0000\u001f""#,
    #""\"\\/\u0008\u000c\n\r\t\u0000\u001f""#, #""\"\\/\u0008\u000c\n\r\t\u0000\u001f""#
  ),
  ("\u{7F}", "\"\u{7F}\"", "\"\u{7F}\"", #""\u007f""#),
  (
    "</script><!--&", #""</script><!--&""#, #""\u003c/script>\u003c!--&""#,
    #""\u003c/script\u003e\u003c!--\u0026""#
  ),
  (
    "a\u{2028}\u{2029}", "\"a\u{2028}\u{2029}\"", "\"a\u{2028}\u{2029}\"",
    #""a\u2028\u2029""#
  ),
]

@Suite struct WriterTests {
  @Test(arguments: valueTable)
  func `a value is written one way, whatever is escaped`(value: JSON, text: String) {
    #expect(value.written() == text)
    #expect(value.written(escaping: .lessThan) == text)
    #expect(value.written(escaping: .page) == text)
  }

  @Test(arguments: escapingTable)
  func `names and strings are escaped for their context`(
    text: String, required: String, lessThan: String, page: String
  ) {
    let value = JSON.object([JSON.Member(text, .string(text))])
    #expect(value.written() == "{\(required):\(required)}")
    #expect(value.written(escaping: .lessThan) == "{\(lessThan):\(lessThan)}")
    #expect(value.written(escaping: .page) == "{\(page):\(page)}")
  }

  @Test(arguments: [
    "undefined", "null", "\u{0}", "\u{1}\u{2}\u{1F}", "\u{7F}\u{80}\u{9F}", "\"';--", "\\\\",
    "\\u0000", "\r\n",
    "<script>alert(1)</script>", "]]>", "<!-- -->", "${7*7}", "{{x}}", "%0d%0a", "../../etc/passwd",
    "\u{FEFF}", "\u{FFFE}\u{FFFF}", "\u{200B}\u{202E}\u{2066}", "e\u{301}", "é", "👩‍👩‍👧‍👦", "🏳️‍🌈",
    "\u{1F1E9}\u{1F1EA}",
    "Z\u{351}\u{34A}\u{33A}algo", "\u{D7FF}\u{E000}", "\u{10FFFF}", "שלום", "مرحبا", "ⅷ", "ＡＢＣ",
    "\u{2028}\u{2029}", "1e999", "-0", "NaN", "__proto__", "constructor", "&amp;&#60;",
    "\t\u{B}\u{C}",
  ])
  func `another reader reads a naughty string unchanged, as value and as name`(
    string: String
  ) throws {
    let text = JSON.object([.init(string, .string(string))]).written(escaping: .page)
    let read = try JSONDecoder().decode([String: String].self, from: Data(text.utf8))
    #expect(read.count == 1)
    #expect(read.keys.first.map { Array($0.utf8) } == Array(string.utf8))
    #expect(read.values.first.map { Array($0.utf8) } == Array(string.utf8))
    let isSafe = text.unicodeScalars.allSatisfy {
      $0.value >= 0x20 && $0.value != 0x7F && !"<>&\u{2028}\u{2029}".unicodeScalars.contains($0)
    }
    #expect(isSafe)
  }

  @Test func `another reader reads random values unchanged`() throws {
    let seed = testSeed()
    var random = SeededGenerator(seed: seed)
    for _ in 0..<300 {
      let string = String(
        (0..<Int.random(in: 0..<12, using: &random)).map { _ in character(&random) })
      let double = Double(bitPattern: random.next())
      let integer = Int(truncatingIfNeeded: random.next())
      let value: JSON = ["s": .string(string), "i": .integer(integer), "d": .double(double)]
      let read = try JSONDecoder().decode(Row.self, from: Data(value.written().utf8))
      #expect(Array(read.s.unicodeScalars) == Array(string.unicodeScalars), "seed \(seed)")
      #expect(read.i == integer && read.d == (double.isFinite ? double : nil), "seed \(seed)")
    }
  }

  @Test func `random documents are read back as they were written`() throws {
    let seed = testSeed()
    var random = SeededGenerator(seed: seed)
    for _ in 0..<Environment.fuzzCount(orElse: 500) {
      let value = document(depth: 0, &random)
      for escaping in [JSON.Escaping.required, .lessThan, .page] {
        #expect(JSON(value.bytes(escaping: escaping)) == value, "seed \(seed)")
      }
    }
  }
}

private struct Row: Decodable {
  let s: String
  let i: Int
  let d: Double?
}

private func character(_ random: inout SeededGenerator) -> Character {
  let limit = [0x80, 0x3000, 0x110000][Int.random(in: 0..<3, using: &random)]
  return Character(Unicode.Scalar(UInt32.random(in: 0..<UInt32(limit), using: &random)) ?? "x")
}

private func text(_ random: inout SeededGenerator) -> String {
  String((0..<Int.random(in: 0..<9, using: &random)).map { _ in character(&random) })
}

private func document(depth: Int, _ random: inout SeededGenerator) -> JSON {
  switch Int.random(in: 0..<(depth < 5 ? 8 : 6), using: &random) {
  case 0: return .null
  case 1: return .bool(Bool.random(using: &random))
  case 2: return .integer(Int(truncatingIfNeeded: random.next()))
  case 3: return .double(Double(bitPattern: random.next()))
  case 4, 5: return .string(text(&random))
  case 6:
    let count = Int.random(in: 0..<5, using: &random)
    return .array((0..<count).map { _ in document(depth: depth + 1, &random) })
  default:
    let count = Int.random(in: 0..<5, using: &random)
    return .object(
      (0..<count).map { _ in JSON.Member(text(&random), document(depth: depth + 1, &random)) })
  }
}
