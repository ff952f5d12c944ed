// The page shows a source only with the passage to which the provider tied the source. Source:
// docs/product.md "What a review is".

import Albums
import Models
import Testing

@testable import Scanning

@Suite struct ReviewSourcesTests {
  static let bullets = #"["Loved at home.","","It moved 🎵 others.","Copied. A rare pressing.","x"]"#

  static func answer(summary: String = "A fine album.") -> String {
    #"Here: {"summary":"\#(summary)","bullets":\#(bullets),"rating":8.5,"#
      + #""recommendation":"Deep Cut","key_tracks":["a","b","c"]}"#
  }

  /// The range of `words` in `answer`, in Unicode scalars or in UTF-16 units.
  static func span(_ words: String, in answer: String, units: Bool = false) throws -> Range<Int> {
    let found = try #require(answer.firstRange(of: words))
    if units {
      return answer.utf16.distance(
        from: answer.startIndex, to: found.lowerBound)..<answer.utf16.distance(
          from: answer.startIndex, to: found.upperBound)
    }
    let scalars = answer.unicodeScalars
    return scalars.distance(
      from: answer.startIndex, to: found.lowerBound)..<scalars.distance(
        from: answer.startIndex, to: found.upperBound)
  }

  private func sources(
    _ spans: [(String, String)], in answer: String = answer(), units: Bool = false
  ) throws -> [ReviewSource] {
    let citations = try spans.map { words, url in
      Citation(url: url, title: "T", passage: try Self.span(words, in: answer, units: units))
    }
    return try ReviewReader.repaired(answer, citing: citations).sources
  }

  static let passages: [(words: String, passage: ReviewSource.Passage?)] = [
    ("fine", .summary), ("A fine album.", .summary), ("Loved", .bullet(0)),
    ("moved", .bullet(1)), ("Copied", nil), ("a\",\"b", nil), ("8.5", nil), ("summary", nil),
    ("album.\",\"bullets\":[\"Loved", nil), ("Here", nil), ("\"A fine album.\"", nil),
  ]

  @Test(arguments: passages)
  func `a source belongs to the text that contains its span`(
    words: String, passage: ReviewSource.Passage?
  ) throws {
    let found = try sources([(words, "https://a.example/1")])
    #expect(found.map(\.passage) == (passage.map { [$0] } ?? []))
  }

  @Test func `after a character of two units a source must fit in both counts`() throws {
    for units in [false, true] {
      let short = Self.answer(summary: "🎵🎵🎵 It sings all night.")
      #expect(
        try sources([("sings", "https://a.example/1")], in: short, units: units).map(\.passage)
          == [.summary])
      // Each of the three notes is one scalar but two UTF-16 units, so the two counts of a later
      // position differ by three. The range of the whole field then ends outside the field in one
      // of the two counts, so the source is dropped.
      let whole = try sources([("Loved at home.", "https://a.example/1")], in: short, units: units)
      #expect(whole.isEmpty)
    }
  }

  @Test(arguments: [
    ("https://a.example/x", "https://a.example/x"),
    ("https://a.example/x?utm_source=openai", "https://a.example/x"),
    ("https://a.example/x?y=1&utm_source=openai", "https://a.example/x?y=1"),
    ("https://a.example/Björk", "https://a.example/Bj%C3%B6rk"),
    ("HTTPS://A.example", "HTTPS://A.example"), ("http://a.example/x", nil),
    ("https://user@a.example/x", nil), ("https://a.example:8443/x", nil),
    ("javascript:alert(1)", nil),
    ("https://192.168.1.1/x", nil), ("https://localhost/x", nil), ("https://a.example/ x", nil),
    ("https:///x", nil), ("", nil), ("https://[::1]/x", nil), ("https://bücher.example/", nil),
    ("https://a..example/", nil), ("https://a.example\\@b.example/", nil),
    ("data:text/html,x", nil),
    ("https://a.example/\(String(repeating: "x", count: 1982))", "same"),
    ("https://a.example/\(String(repeating: "x", count: 1983))", nil),
  ])
  func `only a plain https address is linked to`(url: String, address: String?) throws {
    let found = try sources([("fine", url)])
    #expect(found.map(\.address) == (address.map { [$0 == "same" ? url : $0] } ?? []))
  }

  @Test func `two pages a domain and eight in all, each passage once`() throws {
    let one = (1...4).map { ("fine", "https://www.a.example/\($0)") }
    #expect(
      try sources(one).map(\.address) == ["https://www.a.example/1", "https://www.a.example/2"])
    let many = (1...12).map { ("fine", "https://a\($0).example/") }
    #expect(try sources(many).count == 8)
    let twice = [
      ("fine", "https://a.example/1"), ("fine", "https://a.example/1"),
      ("Loved", "https://a.example/1"),
    ]
    #expect(try sources(twice).map(\.passage) == [.summary, .bullet(0)])
  }

  @Test(arguments: [
    ("Louden Up Now review", "Louden Up Now review"), (" T ", "T"),
    ("Buy this rare pressing for $40", ""), ("The 50 most valuable records", ""),
  ])
  func `a page whose title mentions money is shown by its domain`(
    title: String, shown: String
  ) throws {
    let answer = Self.answer()
    let citation = Citation(
      url: "https://a.example/1", title: title, passage: try Self.span("fine", in: answer))
    let found = try ReviewReader.repaired(answer, citing: [citation]).sources
    #expect(found.map(\.title) == [shown] && found.map(\.domain) == ["a.example"])
  }

  @Test func `a passage of another object supports nothing`() throws {
    let answer = #"{"summary":"Draft."} "# + Self.answer()
    #expect(try sources([("Draft", "https://a.example/1")], in: answer).isEmpty)
    #expect(try sources([("fine", "https://a.example/1")], in: answer).isEmpty)
  }
}
