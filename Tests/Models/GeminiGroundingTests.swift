// The sources of an answer with Google Search: byte offsets become ranges of Unicode scalars, and a passage that does
// not match gets no source. Source: docs/services.md §10.4.

import Support
import Testing
import Text

@testable import Models

@Suite struct GeminiGroundingTests {
  static let pages =
    #""groundingChunks":[{"web":{"uri":"https://a.example/","title":"A"}},{"maps":{"uri":"https://m.example/"}},{"web":{"uri":"https://b.example/"}}]"#

  static func body(_ parts: String, _ supports: String) -> String {
    GeminiTests.response(
      parts, "STOP",
      #","groundingMetadata":{"webSearchQueries":["x"],\#(pages),"groundingSupports":[\#(supports)]}"#
    )
  }

  static func support(_ segment: String, _ pages: String = "[0]") -> String {
    #"{"segment":{\#(segment)},"groundingChunkIndices":\#(pages)}"#
  }

  private func citations(_ body: String) throws -> [Citation] {
    guard case .answer(let answer) = GeminiTests.read(body) else {
      Issue.record("\(body) was not read")
      return []
    }
    #expect(answer.usage.searches == 1)
    return answer.citations
  }

  /// `Zoé 🎺 rocks.` has the é as two scalars of one and two bytes, and the trumpet as one of four.
  static let text = #"{"text":"Zoe\u0301 🎺 rocks."}"#

  static let passages: [(segment: String, passage: Range<Int>?)] = [
    (#""endIndex":5,"text":"Zoe\u0301""#, 0..<4),
    (#""startIndex":0,"endIndex":5,"text":"Zoe\u0301""#, 0..<4),
    (#""startIndex":6,"endIndex":10,"text":"🎺""#, 5..<6),
    (#""startIndex":11,"endIndex":17,"text":"rocks.""#, 7..<13),
    (#""partIndex":0,"startIndex":11,"endIndex":16,"text":"rocks""#, 7..<12),
    // Offsets in scalars or in UTF-16 units name other words.
    (#""startIndex":7,"endIndex":13,"text":"rocks.""#, nil),
    (#""startIndex":8,"endIndex":14,"text":"rocks.""#, nil),
    (#""startIndex":7,"endIndex":10,"text":"🎺""#, nil), (#""startIndex":11,"endIndex":17"#, nil),
    (#""startIndex":11,"endIndex":18,"text":"rocks.""#, nil),
    (#""startIndex":17,"endIndex":17,"text":"""#, nil),
    (#""startIndex":17,"endIndex":11,"text":"rocks.""#, nil),
    (#""startIndex":-6,"endIndex":0,"text":"rocks.""#, nil),
    (#""startIndex":1e300,"endIndex":1e300,"text":"a""#, nil),
    (#""startIndex":"x","endIndex":5,"text":"Zoe\u0301""#, nil),
    (#""startIndex":9223372036854775807,"endIndex":9223372036854775807,"text":"a""#, nil),
    (#""startIndex":0,"endIndex":-9223372036854775808,"text":"a""#, nil),
    (#""startIndex":11,"text":"rocks.""#, nil), ("", nil),
  ]

  @Test(arguments: passages)
  func `a passage is counted in scalars, and only with its own words`(
    segment: String, passage: Range<Int>?
  ) throws {
    let found = try citations(Self.body(Self.text, Self.support(segment)))
    #expect(
      found
        == (passage.map { [Citation(url: "https://a.example/", title: "A", passage: $0)] } ?? []))
  }

  static let sources: [(pages: String, urls: [String])] = [
    ("[0,2]", ["https://a.example/", "https://b.example/"]), ("[1]", []), ("[3]", []),
    ("[-1]", []), ("[1e300,null,{}]", []), ("{}", []), ("[]", []),
    ("[2,0]", ["https://b.example/", "https://a.example/"]),
  ]

  @Test(arguments: sources)
  func `a source is a page of the web that the search found`(pages: String, urls: [String]) throws {
    let segment = #""startIndex":11,"endIndex":16,"text":"rocks""#
    let found = try citations(Self.body(Self.text, Self.support(segment, pages)))
    #expect(found.map(\.url) == urls)
  }

  @Test func `offsets count from their part, or from the beginning of the text`() throws {
    let parts = #"{"text":"no","thought":true},{"text":"é one. "},{"text":"Two é."}"#
    let found = try citations(
      Self.body(
        parts,
        Self.support(#""partIndex":2,"startIndex":0,"endIndex":3,"text":"Two""#) + ","
          + Self.support(#""partIndex":1,"startIndex":3,"endIndex":6,"text":"one""#) + ","
          + Self.support(#""startIndex":8,"endIndex":11,"text":"Two""#)))
    #expect(found.map(\.passage) == [7..<10, 2..<5, 7..<10])
  }

  @Test func `many supports of a long answer are read in time linear in their number`() throws {
    let words = String(repeating: "é ", count: 100_000)
    let support = Self.support(#""startIndex":299997,"endIndex":299999,"text":"é""#)
    let body = Self.body(
      #"{"text":"\#(words)"}"#, Array(repeating: support, count: 20_000).joined(separator: ","))
    var found: [Citation] = []
    let taken = try processorTime { found = try citations(body) }
    #expect(found.count == 20_000 && found.allSatisfy { $0.passage == 199_998..<199_999 })
    #expect(taken < .seconds(20))
  }
}
