// JSON: what we write, others read back as it was, even inside a page.

import CGI
import Foundation
import Testing

private let valueTable: [(JSON, String)] = [
  (.null, "null"), (true, "true"), (false, "false"), (0, "0"), (-12, "-12"),
  (.integer(Int.min), "-9223372036854775808"), (0.5, "0.5"), (.double(1e-7), "1e-07"),
  (.double(1e300), "1e+300"), (.double(-0.0), "-0.0"), (.double(.nan), "null"),
  (.double(.infinity), "null"), (.double(-.infinity), "null"), ("", "\"\""), ([], "[]"),
  ([:], "{}"),
  (["b": 1, "a": [true, nil, "x"]], #"{"b":1,"a":[true,null,"x"]}"#),
  (["error": ["code": "quota", "message": "No"]], #"{"error":{"code":"quota","message":"No"}}"#),
  (.optional(nil), "null"), (.optional("x"), "\"x\""), (["a": 1, "a": 2], #"{"a":1,"a":2}"#),
  ("\"\\/\u{8}\u{C}\n\r\t\u{0}\u{1F}\u{7F}", #""\"\\/\u0008\u000c\n\r\t\u0000\u001f\u007f""#),
  ("</script><!--&", #""\u003c/script\u003e\u003c!--\u0026""#),
  ("\u{2028}\u{2029}", #""\u2028\u2029""#),
  ("宇多田ヒカル é 😀", "\"宇多田ヒカル é 😀\""), (["<k>": 1], #"{"\u003ck\u003e":1}"#),
]

@Suite struct JSONTests {
  @Test(arguments: valueTable)
  func `a value is written one way`(value: JSON, text: String) {
    #expect(value.text() == text)
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
  func `a naughty string comes back as it was, as value and as name`(string: String) throws {
    let text = JSON.object([.init(string, .string(string))]).text()
    let read = try JSONDecoder().decode([String: String].self, from: Data(text.utf8))
    #expect(read.count == 1)
    #expect(read.keys.first.map { Array($0.utf8) } == Array(string.utf8))
    #expect(read.values.first.map { Array($0.utf8) } == Array(string.utf8))
    let isSafe = text.unicodeScalars.allSatisfy {
      $0.value >= 0x20 && $0.value != 0x7F && !"<>&\u{2028}\u{2029}".unicodeScalars.contains($0)
    }
    #expect(isSafe)
  }

  @Test func `random values come back as they were`() throws {
    var random = SplitMix64(seed: seed)
    for _ in 0..<300 {
      let string = String((0..<random.below(12)).map { _ in Character(scalar(&random)) })
      let double = Double(bitPattern: random.next())
      let integer = Int(truncatingIfNeeded: random.next())
      let value: JSON = ["s": .string(string), "i": .integer(integer), "d": .double(double)]
      let read = try JSONDecoder().decode(Row.self, from: Data(value.text().utf8))
      #expect(Array(read.s.unicodeScalars) == Array(string.unicodeScalars), "seed \(seed)")
      #expect(read.i == integer && read.d == (double.isFinite ? double : nil), "seed \(seed)")
    }
  }
}

private struct Row: Decodable {
  let s: String
  let i: Int
  let d: Double?
}

private func scalar(_ random: inout SplitMix64) -> Unicode.Scalar {
  let limit = [0x80, 0x3000, 0x110000][random.below(3)]
  return Unicode.Scalar(UInt32(random.below(limit))) ?? "x"
}
