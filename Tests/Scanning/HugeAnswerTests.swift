// Answers of a megabyte that are made to be slow to read. Every reader takes less time than the
// limit. Source: docs/faults.md D6.

import Albums
import Models
import Support
import Testing

@testable import Scanning

@Suite(.serialized) struct HugeAnswerTests {
  static let size = 1 << 20

  /// The maximum time in a debug build. An optimised build needs less than one second. If the time
  /// of a reader grew with the square of the length, it would need minutes.
  static let moment = Duration.seconds(3)

  /// A text of a megabyte: a beginning, many copies of `piece`, and an end.
  static func huge(_ piece: String, from start: String = "", to end: String = "") -> String {
    start + String(repeating: piece, count: size / piece.utf8.count) + end
  }

  static func review(_ piece: String) -> String {
    huge(
      piece, from: #"{"summary":""#,
      to:
        #"","bullets":["a","b","c"],"rating":8,"recommendation":"Deep Cut","key_tracks":["a","b","c"]}"#
    )
  }

  static let answers: [(name: String, answer: String)] = [
    ("braces", huge("{")), ("brackets", huge("[")), ("thoughts", huge("<think></think>")),
    ("open thoughts", huge("<think>")), ("objects", huge("{},", from: "[", to: "{}]")),
    ("numbers", huge("1,", from: #"{"a":["#, to: "1]}")),
    ("strings", huge(#""a","#, from: #"{"bullets":["#, to: #""a"],"rating":1}"#)),
    ("empty objects", huge("{},", from: #"{"candidates":["#, to: "{}]}")),
    ("cut off", huge(#"{"a":1},"#, from: #"{"candidates":["#)),
    (
      "members",
      "{" + (0..<90_000).map { "\"m\($0)\":1" }.joined(separator: ",") + "}"
    ),
    (
      "candidates",
      #"{"candidates":["#
        + (0..<25_000).map { "{\"artist\":\"a\($0)\",\"album\":\"b\"}" }.joined(separator: ",")
        + "]}"
    ),
    ("accents", huge("\u{301}", from: #"{"artist":"a"#, to: #"","album":"b"}"#)),
    ("initials", review("A. ")), ("dots", review(". ")), ("words", review("a ")),
    ("sentences", review("It is. ")), ("quotes", review("“A. ")), ("stars", review("*a. ")),
    ("money", review("worth the ")), ("digits", review("1")), ("links", review("[a](b) (")),
    ("marks", review("【")), ("spaces", review("    ")), ("addresses", review("https://a")),
  ]

  @Test(arguments: answers.map(\.name)) func `a huge answer is read in a moment`(
    name: String
  ) throws {
    let answer = try #require(Self.answers.first { $0.name == name }).answer
    let identification = processorTime { _ = IdentificationReader.reading(of: answer) }
    #expect(identification < Self.moment)
    let review = processorTime {
      _ = ReviewReader.best(of: [
        ModelAnswer(text: answer, usage: Usage(inputTokens: 1, outputTokens: 1))
      ])
    }
    #expect(review < Self.moment)
  }

  /// The early readers receive the same answers in the pieces of a stream.
  @Test(arguments: answers.map(\.name)) func `a huge answer is followed in a moment`(
    name: String
  ) throws {
    let answer = try #require(Self.answers.first { $0.name == name }).answer
    let bytes = Array(answer.utf8)
    let taken = processorTime {
      var soFar = ReviewSoFar(money: .english)
      var identification = IdentificationSoFar()
      for start in stride(from: 0, to: bytes.count, by: 200) {
        let piece = bytes[start..<min(start + 200, bytes.count)]
        let text = String(decoding: piece, as: UTF8.self)
        soFar.hear(text)
        _ = identification.hear(text)
      }
    }
    #expect(taken < Self.moment)
  }
}
