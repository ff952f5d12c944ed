// From a map of likely pixels to lines, and from numbers to letters.

import Pictures
import Support
import Testing

@testable import Lettering

@Suite struct TextMapTests {
  /// A set with the pixels that are `#`.
  static func set(_ rows: [String]) -> PixelSet {
    var set = PixelSet(width: rows[0].count, height: rows.count)
    for (y, row) in rows.enumerated() {
      for (x, character) in row.enumerated() where character == "#" { set.insert(x: x, y: y) }
    }
    return set
  }

  @Test func `pixels that touch, also at a corner, are one group`() {
    var groups = PixelGroups(
      Self.set([
        "##...#",
        "..#..#",
        "..#..#",
        "......",
        "#.....",
      ]))
    #expect(groups.next()?.count == 6)
    #expect(groups.next() == [0, 1, 2].flatMap { [Point(x: 5, y: $0), Point(x: 5, y: $0)] })
    #expect(groups.next() == [Point(x: 0, y: 4), Point(x: 0, y: 4)])
    #expect(groups.next() == nil)
  }

  @Test func `a group that begins in the middle and grows to the left is whole`() {
    var groups = PixelGroups(Self.set(["...##", "####.", "#...."]))
    let points = groups.next() ?? []
    #expect(points.map(\.x) == [3, 4, 0, 3, 0, 0] && groups.next() == nil)
  }

  @Test func `every pixel of a set is in exactly one group`() {
    var generator = SeededGenerator(seed: 4_401)
    for _ in 0..<50 {
      var set = PixelSet(width: 40, height: 30)
      var count = 0
      for y in 0..<30 {
        for x in 0..<40 where generator.happens(0.4) {
          set.insert(x: x, y: y)
          count += 1
        }
      }
      var groups = PixelGroups(set)
      var bounds = 0
      while let points = groups.next() {
        // A group has at most the pixels between the ends of its rows.
        bounds += stride(from: 0, to: points.count, by: 2).reduce(0) {
          $0 + Int(points[$1 + 1].x - points[$1].x) + 1
        }
      }
      #expect(bounds >= count)
    }
  }

  @Test func `a mean letter is left out if the next place repeats it`() {
    let letters = ["", "a", "b", " "]
    // Blank, a, a, blank, a, b, space, b: one row of numbers for each place.
    let places = [0, 1, 1, 0, 1, 2, 3, 2]
    var numbers = [Float](repeating: 0.02, count: places.count * 4)
    for (place, letter) in places.enumerated() { numbers[4 * place + letter] = 0.9 }
    let read = numbers.withUnsafeBufferPointer { LineModel.text($0, letters: letters) }
    #expect(read.text == "aab b" && (read.confidence - 0.9).magnitude < 1e-6)
  }

  @Test func `places without a letter give no text`() {
    let numbers: [Float] = [0.9, 0.1, 0.9, 0.1]
    let read = numbers.withUnsafeBufferPointer { LineModel.text($0, letters: ["", "a"]) }
    #expect(read == ReadText(text: "", confidence: 0))
  }

  static let texts: [(String, String)] = [
    ("  Blue\u{3000}Train ", "Blue Train"), ("a\u{202E}b\u{2066}c\u{200F}d", "abcd"),
    ("a\nb\u{0}c\u{7F}\u{85}", "abc"), ("\u{2028}", ""), ("Ünïcödé 東京", "Ünïcödé 東京"),
    (String(repeating: "x", count: 300), String(repeating: "x", count: 200)),
  ]

  @Test(arguments: texts)
  func `a text has one line and no character that controls another`(text: String, clean: String) {
    #expect(ReadLine.clean(text) == clean)
  }
}
