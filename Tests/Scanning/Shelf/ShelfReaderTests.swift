// Reading the items of a sheet from an answer that arrives in pieces.

import Albums
import Support
import Testing

@testable import Scanning

@Suite struct ShelfReaderTests {
  private static func item(
    _ number: Int, _ title: String, _ creator: String = "X", _ rest: String = ""
  ) -> String {
    #"{"number":\#(number),"title":"\#(title)","creator":"\#(creator)","publisher":null,"kind":"book","confidence":0.9\#(rest)}"#
  }

  private static func listed(_ items: String...) -> String {
    #"{"items":[\#(items.joined(separator: ","))]}"#
  }

  /// The titles by number, after the whole answer.
  private static func titles(_ answer: String, numbers: [Int] = [1, 2, 3]) -> [Int: String] {
    var reader = ShelfReader(numbers: numbers)
    _ = reader.hear(answer)
    _ = reader.finish(with: answer)
    return reader.readings.compactMapValues(\.title)
  }

  static let answers: [(answer: String, titles: [Int: String])] = [
    (listed(item(1, "A"), item(2, "B"), item(3, "C")), [1: "A", 2: "B", 3: "C"]),
    (listed(item(3, "C"), item(1, "A")), [1: "A", 3: "C"]),
    ("```json\n\(listed(item(1, "A")))\n```", [1: "A"]),
    ("Here {you} are:\n\(listed(item(1, "A")))\nDone {it}.", [1: "A"]),
    ("<think>{\"number\":1,\"title\":\"Z\"}</think>\(listed(item(1, "A")))", [1: "A"]),
    ("Perhaps {\"number\":1,\"title\":\"Z\"}</think>\(listed(item(1, "A")))", [1: "A"]),
    ("{\"shelf\":\(listed(item(1, "A"), item(2, "B")))}", [1: "A", 2: "B"]),
    ("{\"results\":[\(listed(item(1, "A"), item(2, "B")))]}", [1: "A", 2: "B"]),
    ("[\(item(1, "A")),\(item(2, "B"))]", [1: "A", 2: "B"]),
    ("\(item(1, "A"))\n\(item(2, "B"))", [1: "A", 2: "B"]),
    // Unknown numbers and second items of a number do not count.
    (listed(item(1, "A"), item(1, "Z"), item(7, "Q")), [1: "A"]),
    // An answer that was cut off.
    (String(listed(item(1, "A"), item(2, "B"), item(3, "C")).dropLast(20)), [1: "A", 2: "B"]),
    (listed(item(1, "A")) + listed(item(2, "B")), [1: "A", 2: "B"]),
    (listed(item(1, "A", "X", #","note":{"n":[1]}"#)), [1: "A"]),
    (listed(item(1, #"Br{a}ces \"]}\""#)), [1: #"Br{a}ces "]}""#]),
    (#"{"items":[{"number":"2","title":"Two","kind":"LP","confidence":"0.7"}]}"#, [2: "Two"]),
    ("", [:]), ("I cannot read it.", [:]), ("{}", [:]), (#"{"items":[]}"#, [:]),
    (#"{"items":[null,5,"x",{"title":"no number"}]}"#, [:]), ("[[[[", [:]), ("{{{{", [:]),
  ]

  @Test(arguments: answers)
  func `items are read from answers of all forms`(answer: String, titles: [Int: String]) {
    #expect(Self.titles(answer) == titles)
  }

  @Test func `an item is given with its last byte, however the answer is cut`() {
    let answer =
      "```json\n"
      + Self.listed(
        Self.item(1, "Zoë {1}"), Self.item(2, "B"), Self.item(3, "C"))
    let scalars = Array(answer.unicodeScalars)
    // Each item ends with its confidence, 0.9.
    let ends = scalars.indices.filter { scalars[$0] == "}" && scalars[$0 - 1] == "9" }
    for cut in 1..<scalars.count {
      var reader = ShelfReader(numbers: [1, 2, 3])
      let before = reader.hear(text(scalars[..<cut]))
      let after = reader.hear(text(scalars[cut...]))
      #expect(before.count == ends.filter { $0 < cut }.count, "cut at \(cut)")
      #expect((before + after).map(\.number) == [1, 2, 3])
      #expect(reader.finish(with: answer).isEmpty)
    }
    var reader = ShelfReader(numbers: [1, 2, 3])
    let given = scalars.map { reader.hear(String($0)).count }
    #expect(given.reduce(0, +) == 3)
    #expect(given.indices.filter { given[$0] > 0 } == ends)
  }

  private func text(_ scalars: ArraySlice<Unicode.Scalar>) -> String {
    String(String.UnicodeScalarView(scalars))
  }

  private static func reading(_ members: String) -> SpineReading? {
    var reader = ShelfReader(numbers: [1])
    return reader.hear("{\"items\":[{\"number\":1\(members)}]}").first?.reading
  }

  static let readings: [(members: String, reading: SpineReading)] = [
    (
      #","title":" Dune ","creator":"Frank\nHerbert","publisher":"Ace","kind":"book","confidence":0.9"#,
      SpineReading(
        title: "Dune", creator: "Frank Herbert", publisher: "Ace", kind: .book, confidence: 0.9)
    ),
    (
      #","title":null,"creator":null,"publisher":null,"kind":"other","confidence":0.8"#,
      SpineReading(title: nil, creator: nil, kind: .other, confidence: 0)
    ),
    ("", SpineReading(title: nil, creator: nil, kind: .other, confidence: 0)),
    (
      #","title":"Unknown","creator":"N/A","kind":"book","confidence":0.1"#,
      SpineReading(title: nil, creator: nil, kind: .book, confidence: 0)
    ),
    (
      #","title":"Unknown","artist":"B","kind":"vinyl","confidence":90"#,
      SpineReading(title: "Unknown", creator: "B", kind: .record, confidence: 0.9)
    ),
    (
      #","title":"A","author":"B","kind":"poster","confidence":"high""#,
      SpineReading(title: "A", creator: "B", kind: .other, confidence: 0.9)
    ),
    (
      #","title":"A","creator":5,"kind":7,"confidence":-3"#,
      SpineReading(title: "A", creator: nil, kind: .other, confidence: 0)
    ),
    (
      #","title":"a\u0007\u202Eb","creator":"c","kind":"book","confidence":1e300"#,
      SpineReading(title: "a  b", creator: "c", kind: .book, confidence: 0)
    ),
  ]

  @Test(arguments: readings)
  func `names are one clean line, and confidence is from 0 to 1`(
    members: String, reading: SpineReading
  ) {
    #expect(Self.reading(members) == reading)
  }

  @Test func `a long name is cut`() {
    let long = String(repeating: "e\u{301}", count: 5000)
    let title = Self.reading(#","title":"\#(long)","confidence":1"#)?.title
    #expect(title?.count == IdentificationReader.nameLimit)
  }

  @Test func `no text crashes the reader, and huge ones end quickly`() {
    let seed = testSeed()
    print("ALBUMSCAN_SEED=\(seed)")
    var generator = SeededGenerator(seed: seed)
    let parts = ["{", "}", "[", "]", "\"", "\\", ":", ",", "1", "number", "items", "é", "<think>"]
    for _ in 0..<2000 {
      let length = Int.random(in: 0...60, using: &generator)
      let answer = (0..<length).map { _ in parts.randomElement(using: &generator) ?? "" }.joined()
      _ = Self.titles(answer)
    }
    for brick in ["{", "[", "{\"items\":[", "{\"a\":{", "\\", "{}", "<think>"] {
      _ = Self.titles(String(repeating: brick, count: 100_000))
    }
  }
}
