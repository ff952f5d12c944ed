// Cleaning and limits of what was read on a sleeve.

import Albums
import Support
import Testing

@testable import Sleeves

@Suite struct SleeveReadingTests {
  static func line(_ text: String, _ height: Double = 0.05, y: Double = 0.5) -> SleeveLine? {
    SleeveLine(text, confidence: 0.95, height: height, x: 0.5, y: y)
  }

  @Test(arguments: [
    ("Kid A", "Kid A"), ("  Kid \t A\n", "Kid A"), ("Kid\u{0}A", "Kid A"),
    ("\u{202E}Kid\u{2066} A", "Kid A"), ("K\u{200B}id A\u{FEFF}", "Kid A"),
    ("宇多田 ヒカル", "宇多田 ヒカル"), ("Kid\u{E000} A", "Kid A"),
    (String(repeating: "x", count: 500), String(repeating: "x", count: 200)),
  ])
  func `a line has no invisible characters and a limited length`(text: String, cleaned: String) {
    #expect(Self.line(text)?.text == cleaned)
  }

  @Test(arguments: ["", " ", "\u{0}\u{1}", "\u{202E}\u{200B}"])
  func `a text without visible characters is no line`(text: String) {
    #expect(Self.line(text) == nil)
  }

  @Test func `numbers that are not finite are refused, and others are moved into their range`()
    throws
  {
    for number in [Double.nan, .infinity, -.infinity] {
      #expect(SleeveLine("a", confidence: number, height: 0.1, x: 0, y: 0) == nil)
      #expect(SleeveLine("a", confidence: 1, height: number, x: 0, y: 0) == nil)
      #expect(SleeveLine("a", confidence: 1, height: 0.1, x: number, y: 0) == nil)
      #expect(SleeveLine("a", confidence: 1, height: 0.1, x: 0, y: number) == nil)
    }
    #expect(SleeveLine("a", confidence: 1, height: 0, x: 0, y: 0) == nil)
    let line = try #require(SleeveLine("a", confidence: 7, height: 3, x: -1, y: 2))
    #expect([line.confidence, line.height, line.x, line.y] == [1, 1, 0, 1])
  }

  @Test func `the forty lines with the largest lettering are kept, from top to bottom`() {
    let lines = (0..<100).compactMap { index in
      Self.line("line \(index)", 0.001 * Double(100 - index), y: 1 - Double(index) / 100)
    }
    let kept = SleeveReading(lines: lines).lines
    #expect(kept.map(\.text) == (0..<40).reversed().map { "line \($0)" })
  }

  @Test(arguments: [
    ("5099902894225", true), ("0074643811224", true), ("2000000000008", false),
    ("2912345678906", false), ("0412345678903", false),
  ])
  func `a number that a shop gives is not kept`(digits: String, isKept: Bool) throws {
    let code = try #require(ProductCode(.ean13, digits))
    #expect(SleeveReading(lines: [], codes: [code]).codes == (isKept ? [code] : []))
  }

  @Test func `a code is kept once, and at most two are kept`() {
    let codes = ["5099902894225", "5099902894225", "0074643811224", "4006381333931"].compactMap {
      ProductCode(.ean13, $0)
    }
    #expect(SleeveReading(lines: [], codes: codes).codes == [codes[0], codes[2]])
  }

  @Test(arguments: [
    ("LRP 3077", ["LRP 3077"]), ("CL 780", ["CL 780"]), ("V-8523", ["V-8523"]),
    ("V6-8545 STEREO", ["V6-8545"]), ("PD-11195-AB-A", ["PD-11195-AB-A"]),
    ("COPS 2536", ["COPS 2536"]), ("SIDE 1", []), ("VOL 100", []), ("Blink 182", []),
    ("KID A 2000", ["A 2000"]), ("1978", []), ("-12020", []), ("BLINK182", ["BLINK182"]),
    ("AB-", []),
    ("ABCDEFG 123", []), ("AB 12", []), ("AB 12345678", []),
  ])
  func `catalogue numbers are found in small lettering`(text: String, numbers: [String]) throws {
    let line = try #require(Self.line(text, 0.03))
    #expect(SleeveReading(lines: [line]).catalogueNumbers == numbers)
    let large = try #require(Self.line(text, 0.2))
    #expect(SleeveReading(lines: [large]).catalogueNumbers == [])
  }

  @Test func `no text crashes the reading, its words or a comparison`() {
    let seed = testSeed()
    var random = SeededGenerator(seed: seed)
    note("ALBUMSCAN_SEED=\(seed)")
    for _ in 0..<300 {
      let lines = (0..<Int.random(in: 0...50, using: &random)).compactMap { _ in
        SleeveLine(
          (0..<3).map { _ in RandomNames.name(&random) }.joined(separator: " "),
          confidence: .random(in: -1...2, using: &random),
          height: .random(in: 0...0.5, using: &random), x: 0.5,
          y: .random(in: 0...1, using: &random))
      }
      let reading = SleeveReading(lines: lines)
      let text = SleeveText(reading)
      #expect(text.searchWords.count <= SleeveText.mostSearchWords)
      #expect(text.searchWords.allSatisfy { (0.1...1).contains($0.size) && !$0.text.isEmpty })
      _ = text.largestPhrase
      let (artist, title) = (RandomNames.name(&random), RandomNames.name(&random))
      let match = SleeveMatch(artists: [artist], title: title, on: text)
      for value in [match.artist, match.title, match.explained, match.score] {
        #expect((0...1.000001).contains(value), "\(artist) – \(title): \(match)")
      }
      _ = reading.contradicts(artist: artist, title: title)
    }
  }
}
