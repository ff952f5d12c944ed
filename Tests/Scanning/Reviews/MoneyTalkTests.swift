// The phrases that no review may contain, with a table for each language:
// Tests/Scanning/Money/<language>.txt. Price, value, investment, rarity, pressings and collecting
// are forbidden. Copies sold, charts and music are allowed. Source: docs/product.md "What a review
// is".

import Host
import Support
import Testing

@testable import Scanning

@Suite struct MoneyTalkTests {
  /// The sentences of one language, grouped by the headings of the file.
  struct Table: CustomStringConvertible {
    let language: String
    private var sections: [String: [String]] = [:]

    init(_ language: String) {
      self.language = language
      let path = "\(Checkout.root)/Tests/Scanning/Money/\(language).txt"
      let text = (try? Files.read(path)).map { String(decoding: $0, as: UTF8.self) } ?? ""
      var heading = ""
      for line in text.split(separator: "\n") where !line.hasPrefix("#") {
        if line.hasPrefix("["), line.hasSuffix("]") {
          heading = String(line.dropFirst().dropLast())
        } else {
          sections[heading, default: []].append(String(line))
        }
      }
    }

    var description: String { language }

    subscript(heading: String) -> [String] { sections[heading] ?? [] }

    func money() throws -> MoneyTalk {
      let folder = "\(Checkout.root)/prompts/money"
      return try MoneyTalk(
        reading: "\(folder)/\(language).txt", and: language == "en" ? nil : "\(folder)/en.txt")
    }
  }

  /// A table for each language in prompts/money/. A language without its own table fails the first
  /// test.
  static let tables = ((try? Files.entries(of: "\(Checkout.root)/prompts/money")) ?? [])
    .filter { $0.hasSuffix(".txt") }.map { Table(String($0.dropLast(4))) }

  @Test func `there is a table for English and for German`() {
    #expect(Set(Self.tables.map(\.language)).isSuperset(of: ["en", "de"]))
  }

  @Test(arguments: tables)
  func `a table has at least a hundred sentences of both kinds`(table: Table) {
    #expect(table["forbidden"].count + table["allowed"].count >= 100)
    #expect(table["forbidden"].count >= 50 && table["allowed"].count >= 50)
    #expect(!table["tracks"].isEmpty && !table["track notes"].isEmpty)
    #expect(table[""].isEmpty, "A sentence before the first heading is not tested.")
  }

  @Test(arguments: tables)
  func `a forbidden sentence is found, in every case and between others`(table: Table) throws {
    let money = try table.money()
    for sentence in table["forbidden"] {
      #expect(money.offence(in: sentence) != nil, "\(sentence)")
      let among = "A *fine* album. \(sentence.uppercased()) So there."
      #expect(money.offence(in: among) != nil, "\(among)")
    }
  }

  @Test(arguments: tables) func `a sentence about music is allowed`(table: Table) throws {
    let money = try table.money()
    for sentence in table["allowed"] {
      #expect(money.offence(in: sentence) == nil, "\(sentence)")
    }
  }

  @Test(arguments: tables)
  func `a track's name is allowed, and a note after it is checked`(table: Table) throws {
    let money = try table.money()
    for track in table["tracks"] { #expect(money.offence(inTrack: track) == nil, "\(track)") }
    for line in table["track notes"] {
      let parts = line.split(separator: " => ").map(String.init)
      #expect(money.offence(inTrack: parts[0])?.contains(parts[1]) == true, "\(line)")
    }
  }

  @Test func `the phrase that was found is named`() {
    #expect(MoneyTalk.offence(in: "A great album, and a good investment.") == "good investment")
    #expect(MoneyTalk.offence(in: "The *rare* pressing.") == "rare pressing")
    #expect(MoneyTalk.offence(in: "It is a collector’s item.") == "collector's item")
  }

  @Test func `umlauts and ß equal their spellings with two letters, in both directions`() throws {
    let money = try Table("de").money()
    for text in [
      "günstig zu haben", "GÜNSTIG ZU HABEN", "guenstig zu haben", "gu\u{308}nstig zu haben",
    ] {
      #expect(money.offence(in: text) != nil, "\(text)")
    }
    #expect(money.offence(in: "Ein Schna\u{308}ppchen.") == "schnäppchen")
    let patterns = try PhrasePatterns("gross* preis\nmaessig teuer", path: "x.txt")
    #expect(patterns.firstMatch(in: PhraseText("Großer Preis")) == "großer preis")
    #expect(patterns.firstMatch(in: PhraseText("GROSSER PREIS")) == "grosser preis")
    #expect(patterns.firstMatch(in: PhraseText("mäßig teuer")) == "mäßig teuer")
  }

  @Test func `a file of another language than English contains the language's name`() throws {
    let folder = try TemporaryFolder()
    let file = try folder.write("prix\n", to: "fr.txt")
    let english = "\(Checkout.root)/prompts/money/en.txt"
    #expect(throws: PhrasePatternError.self) { try MoneyTalk(reading: file, and: english) }
    try folder.write("language: French\nprix\n", to: "fr.txt")
    #expect(try MoneyTalk(reading: file, and: english).languageName == "French")
    try folder.write("price\n", to: "en.txt")
    #expect(try MoneyTalk(reading: folder.file("en.txt")).languageName == "English")
  }

  @Test(arguments: [
    ("a (b", "line 1: a “)” is missing"), ("a) b", "line 1: “) b” is unexpected"),
    ("\n<any> b", "line 2: “<any>” is unknown"), ("a* b", "begins with a whole word"),
    ("# nothing", "there is no pattern"), ("wer*", "begins with a whole word"),
    ("language: German", "there is no pattern"), ("(|a) ! b", "begins with a whole word"),
    ("((((((a))))))", "too many groups"),
  ])
  func `an invalid pattern is refused with its line`(text: String, reason: String) {
    let error = #expect(throws: PhrasePatternError.self) {
      try PhrasePatterns(text, path: "en.txt")
    }
    #expect(error?.description.contains(reason) == true, "\(error?.description ?? "")")
  }

  /// The maximum number of comparisons for each byte. The longest pattern has about thirty
  /// alternatives in a row.
  static let stepsPerByte = 40

  @Test(arguments: tables)
  func `the work grows with the length of the text only`(table: Table) throws {
    let patterns = try PhrasePatterns(
      reading: "\(Checkout.root)/prompts/money/\(table.language).txt")
    let words = table["forbidden"].flatMap { $0.split(separator: " ") }
    let pieces =
      [
        "1", "1,", "1.", "$", "worth ", "rare ", "rare-", "a ", "'", "*", "“A ", "pressing on ",
        "\u{301}",
      ]
      + words.map { "\($0) " }
    for piece in Set(pieces) {
      let text = String(repeating: piece, count: 2000 / piece.utf8.count)
      let steps = patterns.steps(in: PhraseText(text))
      #expect(steps <= Self.stepsPerByte * text.utf8.count, "\(piece): \(steps)")
    }
  }

  /// With a backtracking pattern for numbers, a bullet of 3.8 kB took 59 s. Four times the text may
  /// take at most ten times the processor time.
  @Test(arguments: ["1", "1 ", "1.", "$ ", "worth ", "worth a ", "rare ", "“A ", "*a ", "1,1"])
  func `twice the text takes about twice the processor time`(piece: String) {
    let text = String(repeating: piece, count: 20_000 / piece.utf8.count)
    let short = processorTime { _ = MoneyTalk.offence(in: text) }
    let long = processorTime { _ = MoneyTalk.offence(in: text + text + text + text) }
    #expect(long <= max(short, .milliseconds(20)) * 10, "\(short), then \(long)")
  }

  @Test func `random texts are read to their end`() {
    let seed = testSeed()
    var random = SeededGenerator(seed: seed)
    let seeds = (Self.tables[0]["forbidden"] + Self.tables[0]["tracks"]).map { Array($0.utf8) }
    for _ in 0..<Environment.fuzzCount(orElse: 500) {
      let text = String(decoding: mutated(seeds, &random), as: UTF8.self)
      _ = MoneyTalk.offence(in: text)
      _ = MoneyTalk.offence(inTrack: text)
    }
  }
}
