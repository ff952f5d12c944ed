// Slugs: different keys have different addresses, and no key leads out of its folder.

import Albums
import Support
import Testing

@testable import Site

@Suite struct SlugTests {
  static let words: [(key: String, slug: String)] = [
    ("miles davis", "miles-davis"), ("1975", "1975"), ("宇多田ヒカル", "宇多田ヒカル"),
    ("עמית לוי", "עמית-לוי"), ("a", "a"), ("björk", "björk"),
  ]

  @Test(arguments: words) func `words become the address`(key: String, slug: String) {
    #expect(Slug(key).text == slug)
  }

  static let others: [(key: String, start: String)] = [
    ("ac/dc", "ac-dc--"), ("ac dc ", "ac-dc--"), ("ac-dc", "ac-dc--"), ("AC DC", "ac-dc--"),
    ("ac  dc", "ac-dc--"), ("..", "x--"), (".", "x--"), ("", "x--"), ("/", "x--"),
    ("!!!", "x--"), ("🎸", "x--"), ("🎸 band", "band--"), ("e\u{301}", "e--"), ("\u{0}", "x--"),
    ("../../etc/passwd", "etc-passwd--"), ("x\u{200D}y", "x-y--"), ("part--2", "part-2--"),
    (String(repeating: "long ", count: 100), "long-long"),
    (String(repeating: "漢", count: 300), "漢漢"),
  ]

  @Test(arguments: others) func `a key that loses something gets a digest`(
    key: String, start: String
  ) {
    let slug = Slug(key).text
    #expect(slug.hasPrefix(start))
    #expect(slug.contains(#/--[0-9a-f]{20}$/#))
    check(slug)
  }

  @Test func `the table has no two keys with one address`() {
    let keys = Self.words.map(\.key) + Self.others.map(\.key)
    #expect(Set(keys.map { Slug($0).encoded }).count == keys.count)
  }

  @Test(arguments: [1, 2026, UInt64.random(in: 0...UInt64.max)])
  func `any two keys have two addresses that are safe`(seed: UInt64) {
    print("note: \(#fileID): seed \(seed)")
    var random = SeededGenerator(seed: seed)
    var keys: [String: [UInt8]] = [:]
    for _ in 0..<5000 {
      let key = Self.key(&random)
      let slug = Slug(key)
      check(slug.text)
      let other = keys.updateValue(Array(key.utf8), forKey: slug.encoded)
      #expect(other == nil || other == Array(key.utf8), "\(key.debugDescription)")
    }
  }

  /// Short keys of few characters, so that many are alike.
  private static func key(_ random: inout SeededGenerator) -> String {
    let pieces = [
      "a", "b", "A", " ", " ", "-", "--", ".", "/", "é", "e\u{301}", "ß", "漢", "ば", "は\u{3099}",
      "0", "\u{0}", "\u{200B}", "🎸", "Ω", "\u{2126}", "x--0123456789abcdef0123",
    ]
    let count = Int.random(in: 0...6, using: &random)
    return (0..<count).map { _ in pieces.randomElement(using: &random) ?? "" }.joined()
  }

  private func check(_ slug: String) {
    // The parts of an overview are in the same folder.
    #expect(slug.wholeMatch(of: #/part--[0-9]{1,19}/#) == nil)
    #expect(!slug.isEmpty && slug.utf8.count <= Slug.longest)
    let isSafe = slug.unicodeScalars.allSatisfy { scalar in
      scalar.isASCII
        ? scalar == "-" || ("a"..."z").contains(scalar) || ("0"..."9").contains(scalar)
        : scalar.properties.isAlphabetic || scalar.properties.numericType != nil
    }
    #expect(isSafe, "\(slug.debugDescription)")
  }
}
