// A model's text becomes a review only if it keeps every limit of docs/product.md "What a review
// is".

import Albums
import Support
import Testing

@testable import Scanning

@Suite struct ReviewReaderTests {
  /// A valid answer with the changes of a test. Each value of `changes` is JSON.
  static func answer(_ changes: [String: String?] = [:]) -> String {
    var fields: [String: String] = [
      "summary": #""A *fine* album.""#, "bullets": #"["one","two","three"]"#, "rating": "8.5",
      "recommendation": #""Cult Essential""#, "key_tracks": #"["a","b","c"]"#,
    ]
    for (name, value) in changes { fields[name] = value }
    return "{"
      + fields.sorted { $0.key < $1.key }.map { "\"\($0.key)\":\($0.value)" }
      .joined(separator: ",") + "}"
  }

  static func list(_ count: Int, _ text: String = "x") -> String {
    "[" + Array(repeating: "\"\(text)\"", count: count).joined(separator: ",") + "]"
  }

  @Test(arguments: [
    ("8.5", 85), ("0", 0), ("10", 100), ("10.0", 100), ("0.1", 1), ("9.96", 100), ("7.04", 70),
    ("7.05", 71), ("7.25", 73), ("\"8.5\"", 85), ("8.5e0", 85), ("-0.04", 0), ("6.9999", 70),
    ("\"9\"", 90), ("\"8.5/10\"", 85), ("\"8,5\"", 85),
  ])
  func `a rating is tenths`(text: String, tenths: Int) throws {
    #expect(try ReviewReader.review(in: Self.answer(["rating": text])).rating.tenths == tenths)
  }

  @Test(arguments: [
    "10.06", "11", "-1", "-0.06", "85", "1e300", "\"high\"", "\"\"", "[8]", "{}", "true",
    "\"nan\"", "\"inf\"", "\"8.5/5\"",
  ])
  func `a value that is not a rating from 0 to 10 is refused`(text: String) {
    #expect(Self.refusal(["rating": text]) == .rating)
  }

  @Test(arguments: Recommendation.allCases)
  func `every label is read, also in a slightly different spelling`(label: Recommendation) throws {
    for text in [
      label.english, label.english.uppercased(), " \(label.english) ",
      label.english.replacing("'", with: "’"),
    ] {
      let review = try ReviewReader.review(in: Self.answer(["recommendation": "\"\(text)\""]))
      #expect(review.recommendation == label)
    }
  }

  static let refused: [(name: String, changes: [String: String?], refusal: ReviewRefusal)] = [
    ("a label of our own", ["recommendation": #""ESSENTIAL""#], .recommendation),
    ("no label", ["recommendation": "null"], .recommendation),
    ("no summary", ["summary": #""""#], .limits(.summary)),
    ("a blank summary", ["summary": #"" \n""#], .limits(.summary)),
    ("a summary of another kind", ["summary": "[]"], .limits(.summary)),
    (
      "a summary of 4,001 bytes",
      ["summary": "\"\(String(repeating: "x", count: 4001))\""], .limits(.summary)
    ),
    ("two bullets", ["bullets": list(2)], .limits(.bullets(2))),
    ("no bullets", ["bullets": "[]"], .limits(.bullets(0))),
    ("bullets that are no list", ["bullets": #""one""#], .limits(.bullets(0))),
    ("empty bullets", ["bullets": #"["","","","one","two"]"#], .limits(.bullets(2))),
    (
      "a bullet of 2,001 bytes",
      ["bullets": "[\"\(String(repeating: "x", count: 2001))\",\"b\",\"c\"]"], .limits(.text)
    ),
    ("two tracks", ["key_tracks": list(2)], .limits(.keyTracks(2))),
    ("money in the summary", ["summary": #""It is worth $40.""#], .money(["$40"])),
    (
      "money in a bullet", ["bullets": #"["one","two","A rare pressing."]"#],
      .money(["rare pressing"])
    ),
    (
      "money in a track",
      ["key_tracks": #"["Money (original pressing, worth $200)","Price Tag","c"]"#],
      .money(["$200"])
    ),
    (
      "a track of 8,001 bytes",
      ["key_tracks": "[\"\(String(repeating: "x", count: 8001))\",\"b\",\"c\"]"], .limits(.text)
    ),
  ]

  @Test(arguments: refused)
  func `an invalid answer is refused with the reason`(
    name: String, changes: [String: String?], refusal: ReviewRefusal
  ) {
    #expect(Self.refusal(changes) == refusal, "\(name)")
  }

  @Test(arguments: [
    "", "no", "[]", #"{"rating":1e999}"#, "<html>{}</html", "null", "{",
    "```json\n{\"summary\":\"a\n```",
  ])
  func `a text that is not a JSON object is refused`(answer: String) {
    #expect(throws: ReviewRefusal.self) { try ReviewReader.review(in: answer) }
  }

  @Test func `limits hold on both sides`() throws {
    for bullets in [3, 5] {
      let read = try ReviewReader.review(in: Self.answer(["bullets": Self.list(bullets)]))
      #expect(read.bullets.count == bullets)
    }
    for tracks in [3, 7] {
      let read = try ReviewReader.review(in: Self.answer(["key_tracks": Self.list(tracks)]))
      #expect(read.keyTracks.count == tracks)
    }
    // Additional bullets and tracks are dropped, not refused: the review has enough without them.
    #expect(try ReviewReader.review(in: Self.answer(["bullets": Self.list(6)])).bullets.count == 5)
    #expect(
      try ReviewReader.review(in: Self.answer(["key_tracks": Self.list(9)])).keyTracks.count == 7)
    let full = String(repeating: "x", count: 4000)
    #expect(try ReviewReader.review(in: Self.answer(["summary": "\"\(full)\""])).summary == full)
    let bullet = String(repeating: "x", count: 2000)
    let read = try ReviewReader.review(
      in: Self.answer(["bullets": "[\"\(bullet)\",\"b\",\"c\"]"]))
    #expect(read.bullets[0] == bullet)
  }

  static let repaired:
    [(name: String, changes: [String: String?], summary: String, bullets: [String])] =
      [
        ("nothing to repair", [:], "A *fine* album.", ["one", "two", "three"]),
        (
          "a sentence of the summary",
          ["summary": #""St. Vincent sings. It is worth $40. It went to No. 1.""#],
          "St. Vincent sings. It went to No. 1.", ["one", "two", "three"]
        ),
        (
          "a bullet's only sentence", ["bullets": #"["A rare pressing.","two","three","four"]"#],
          "A *fine* album.", ["two", "three", "four"]
        ),
        (
          "one of six bullets",
          ["bullets": #"["1","Good, and a good investment.","3","4","5","6","7"]"#],
          "A *fine* album.", ["1", "3", "4", "5", "6"]
        ),
        (
          "links",
          [
            "summary":
              #""Loved ([a.example](https://a.example/x)). See [this](https://b.example).""#
          ],
          "Loved. See this.", ["one", "two", "three"]
        ),
      ]

  @Test(arguments: repaired)
  func `the text without the offending sentences is shown`(
    name: String, changes: [String: String?], summary: String, bullets: [String]
  ) throws {
    let review = try ReviewReader.repaired(Self.answer(changes))
    #expect(review.summary == summary, "\(name)")
    #expect(review.bullets == bullets, "\(name)")
  }

  @Test(arguments: [
    ("summary", #""It is worth $40.""#), ("bullets", #"["A rare pressing.","two","three"]"#),
    ("rating", "null"), ("recommendation", #""Fine""#), ("key_tracks", "[]"),
    ("key_tracks", #"["a (worth $200)","b","c"]"#),
  ])
  func `an answer that needs its offending sentences is refused`(name: String, value: String) {
    #expect(throws: ReviewRefusal.self) { try ReviewReader.repaired(Self.answer([name: value])) }
  }

  @Test func `the tracks without the offending ones are shown`() throws {
    let tracks = #"["Money","Time (worth $200)","Price Tag","Million Dollar Bash"]"#
    let review = try ReviewReader.repaired(Self.answer(["key_tracks": tracks]))
    #expect(review.keyTracks == ["Money", "Price Tag", "Million Dollar Bash"])
    let eight = #"["a","b (worth $200)","c","d","e","f","g","h"]"#
    #expect(
      try ReviewReader.repaired(Self.answer(["key_tracks": eight])).keyTracks
        == ["a", "c", "d", "e", "f", "g", "h"])
  }

  @Test func `all offending phrases are listed by sentence`() {
    let changes = ["summary": #""It is worth $40. It sings. A rare pressing.""#]
    #expect(Self.refusal(changes) == .money(["$40", "rare pressing"]))
  }

  @Test(arguments: ["```json\n%\n```", "Here you are:\n%\nEnjoy!", "%%", "\u{FEFF}%", "{note} %"])
  func `text around the answer does not matter`(frame: String) throws {
    let review = try ReviewReader.review(in: frame.replacing("%", with: Self.answer()))
    #expect(review.summary == "A *fine* album.")
    #expect(review.keyTracks == ["a", "b", "c"])
  }

  @Test func `no answer crashes the reader`() {
    let seed = testSeed()
    var random = SeededGenerator(seed: seed)
    let seeds = [
      Self.answer(), Self.answer(["rating": "\"8.5/10\""]), "```json\n\(Self.answer())\n```",
      Self.answer(["summary": #""\ud800 \u0000 **""#]),
    ].map { Array($0.utf8) }
    for round in 0..<Environment.fuzzCount(orElse: 5000) {
      let answer = String(decoding: mutated(seeds, &random), as: UTF8.self)
      guard let read = try? ReviewReader.review(in: answer) else { continue }
      let isSane =
        Review.bulletCounts.contains(read.bullets.count) && !read.summary.isEmpty
        && ([read.summary] + read.bullets).allSatisfy { MoneyTalk.offence(in: $0) == nil }
        && read.keyTracks.allSatisfy { MoneyTalk.offence(inTrack: $0) == nil }
      if !isSane { Issue.record("seed \(seed), round \(round): \(answer)") }
    }
  }

  private static func refusal(_ changes: [String: String?]) -> ReviewRefusal? {
    do throws(ReviewRefusal) {
      _ = try ReviewReader.review(in: answer(changes))
      return nil
    } catch {
      return error
    }
  }
}
