// A review while it is streamed. After any number of bytes, only whole sentences appear, and never
// a forbidden sentence.

import Albums
import Models
import Support
import Testing

@testable import Scanning

@Suite struct ReviewSoFarTests {
  static let answer = #"""
    {"summary":"A *patient* record. It is worth $40 to some. She said \"wait\" \u2014 and \ud83c\udfb5 came. St. Vin\u0063ent agrees.",
     "bullets":["**Sound:** dry. A rare pressing.","Only this: \/ \\ and \u00e9.","x"],
     "rating":8.5,"recommendation":"Deep Cut","key_tracks":["Money. Talks"]}
    """#
  static let shown = """
    A *patient* record. She said "wait" — and 🎵 came. St. Vincent agrees.
    - **Sound:** dry.
    - Only this: / \\ and é.
    - x
    """

  static func heard(_ pieces: [String]) -> [String] {
    var soFar = ReviewSoFar(money: .english)
    return pieces.map { piece in
      soFar.hear(piece)
      return soFar.text
    }
  }

  @Test func `the complete text is shown in the end, however the answer is cut`() {
    let scalars = Array(Self.answer.unicodeScalars).map { String(String.UnicodeScalarView([$0])) }
    for size in [1, 2, 3, 5, 7, 11, 64, scalars.count] {
      let pieces = stride(from: 0, to: scalars.count, by: size).map {
        scalars[$0..<min($0 + size, scalars.count)].joined()
      }
      #expect(Self.heard(pieces).last == Self.shown, "pieces of \(size)")
    }
    for cut in scalars.indices {
      let pieces = [scalars[..<cut].joined(), scalars[cut...].joined()]
      #expect(Self.heard(pieces).last == Self.shown, "cut at \(cut)")
    }
  }

  @Test func `the shown text only grows, by whole sentences, and contains no forbidden phrase`() {
    var last = ""
    for text in Self.heard(Self.answer.unicodeScalars.map { String($0) }) where text != last {
      #expect(text.hasPrefix(last))
      #expect(Self.shown.hasPrefix(text))
      #expect(MoneyTalk.offence(in: text) == nil)
      #expect(".x".contains(text.last ?? "?"), "\(text)")
      last = text
    }
  }

  @Test func `the first sentence is shown as soon as another word follows`() {
    let pieces = [#"{"summary":"A patient"#, #" record."#, #" It"#]
    #expect(Self.heard(pieces) == ["", "", "A patient record."])
  }

  @Test(arguments: [
    (#"```json\#n{"summary":"One.","rating":1}\#n```"#, "One."),
    (#"Here {is} it: {"summary":"One."}"#, "One."),
    (#"{"rating":1,"key_tracks":["A. B"],"bullets":["One."],"summary":"Two."}"#, "- One.\nTwo."),
    (#"{"other":{"summary":"No."},"summary":"One."}{"summary":"Two."}"#, "One."),
    (#"{"bullets":["1","2","3","4","5","6"]}"#, "- 1\n- 2\n- 3\n- 4\n- 5"),
    (#"{"summary":"\ud83c alone. \udfb5 too."}"#, "\u{FFFD} alone. \u{FFFD} too."),
    (#"{"summary":"One. ([pitchfork.com](https://pitchfork.com/x?a=1)) Two."}"#, "One. Two."),
    (#"{"summary":null,"bullets":"none"}"#, ""), ("no JSON at all", ""), ("}]\"{\"", ""),
  ])
  func `answers of other shapes are read as far as possible`(answer: String, text: String) {
    #expect(Self.heard([answer]).last == text)
    #expect(Self.heard(answer.unicodeScalars.map { String($0) }).last == text)
  }

  @Test func `no answer crashes the reader of live text`() {
    let seed = testSeed()
    var random = SeededGenerator(seed: seed)
    let seeds = [Self.answer, ReviewReaderTests.answer()].map { Array($0.utf8) }
    for round in 0..<Environment.fuzzCount(orElse: 300) {
      let answer = String(decoding: mutated(seeds, &random), as: UTF8.self)
      let whole = Self.heard([answer]).last ?? ""
      let pieces = Self.heard(answer.unicodeScalars.map { String($0) }).last ?? ""
      if MoneyTalk.offence(in: whole) != nil, MoneyTalk.offence(in: pieces) != nil {
        Issue.record("seed \(seed), round \(round): \(answer)")
      }
    }
  }
}
