// Which works a spine names, and which it does not. The lines are those that a reader read on spines of made-up works,
// with its typical errors.

import Testing

@testable import Sleeves

@Suite struct SpineMatchTests {
  typealias Lines = [(text: String, height: Double)]

  /// A spine of 1,000 pixels whose lines stand in a row.
  static func spine(_ lines: Lines) -> SpineLettering {
    SpineLettering(
      lines.enumerated().compactMap { index, line in
        SleeveLine(
          line.text, confidence: 0.95, height: line.height / 1_000,
          x: (Double(index) + 0.5) / Double(lines.count), y: 0.5)
      })
  }

  /// A spine, a work, and what of the work the spine names.
  static let works:
    [(lines: Lines, titles: [String], creators: [String], names: SpineMatch.Names?)] = [
      (
        [("The Glass Harbour", 20), ("MIRA QUANDT", 15)], ["The Glass Harbour"], ["Mira Quandt"],
        .both
      ),
      // A surname is enough.
      (
        [("THE GLASS HARBOUR", 20), ("QUANDT", 15)], ["The Glass Harbour"],
        ["Mira Quandt", "quandt"], .both
      ),
      // Two authors, and one of them.
      (
        [("Tides", 20), ("Quandt", 9), ("Ferro", 9)], ["Tides"],
        ["Mira Quandt Luca Ferro", "quandt ferro", "Mira Quandt", "quandt"], .both
      ),
      (
        [("Winter Tides", 20), ("Ferro", 9)], ["Winter Tides"],
        ["quandt ferro", "quandt", "ferro"], .both
      ),
      // A title in two lines, and a wrong letter in a long word.
      (
        [("THE GLASS", 20), ("HARB0UR", 20), ("Mira Quandt", 15)], ["The Glass Harbour"],
        ["Mira Quandt"], .both
      ),
      // A translation has a title of its own.
      (
        [("Der gläserne Hafen", 20), ("Mira Quandt", 15)],
        ["The Glass Harbour", "Der gläserne Hafen"],
        ["Mira Quandt"], .both
      ),
      ([("夢の港", 20), ("山本リカ", 15)], ["夢の港"], ["山本リカ"], .both),
      // The title alone.
      ([("The Glass Harbour", 20)], ["The Glass Harbour"], ["Mira Quandt"], .titleAlone),
      (
        [("The Glass Harbour", 20), ("a novel", 4)], ["The Glass Harbour"], ["Mira Quandt"],
        .titleAlone
      ),
      // Another author, and another title of the author.
      (
        [("The Glass Harbour", 20), ("ANDERS HOLM", 18)], ["The Glass Harbour"], ["Mira Quandt"],
        nil
      ),
      ([("Winter Tides", 20), ("Mira Quandt", 15)], ["The Glass Harbour"], ["Mira Quandt"], nil),
      // A spine that was read in part.
      ([("ASS HARB", 20), ("QUANDT", 15)], ["The Glass Harbour"], ["quandt"], nil),
      ([("GLASS", 20)], ["The Glass Harbour"], ["Mira Quandt"], nil),
      // A word of a longer title.
      ([("THE GLASS HARBOUR AND OTHER STORIES", 20)], ["Harbour"], ["Mira Quandt"], nil),
      // The creator alone, of whom a book has the name.
      ([("MIRA QUANDT", 20)], ["Mira Quandt"], ["Mira Quandt"], .titleAlone),
      // Few letters name no work.
      ([("III", 20)], ["III"], ["Mira Quandt"], nil),
      ([], ["The Glass Harbour"], ["Mira Quandt"], nil),
    ]

  @Test(arguments: works.indices)
  func `a spine names a work by both names, or by a title that is all that stands there`(
    index: Int
  ) {
    let row = Self.works[index]
    let match = SpineMatch(
      titles: row.titles, creators: row.creators, on: SleeveText(Self.spine(row.lines).reading))
    #expect(match?.names == row.names, "\(row): \(String(describing: match))")
  }

  @Test func `the longer of two titles of an author is likelier if the spine has it`() throws {
    let text = SleeveText(Self.spine([("SECOND HARBOUR", 20), ("QUANDT", 15)]).reading)
    let scores = ["Second Harbour", "Harbour"].map { title in
      SpineMatch(titles: [title], creators: ["quandt"], on: text)?.score ?? 0
    }
    #expect(scores[0] > scores[1] + 0.05, "\(scores)")
  }

  @Test func `a title of a collection names it only if nothing else stands there`() throws {
    func names(_ lines: Lines) -> SpineMatch.Names? {
      let text = SleeveText(Self.spine(lines).reading)
      let match = SleeveMatch(
        artists: ["Various Artists"], title: "Harbour Songs", on: text, mayLackArtist: true)
      return SpineMatch(match, title: "Harbour Songs", isNamed: false)?.names
    }
    #expect(names([("HARBOUR SONGS", 20)]) == .titleAlone)
    #expect(names([("HARBOUR SONGS", 20), ("MONA WELLER", 20)]) == nil)
  }

  // MARK: The lettering

  /// A line, and whether it names a publisher.
  static let publishers: [(text: String, isPublisher: Bool)] = [
    ("PENGUIN", true), ("Penguin Books", true), ("faber and faber", true), ("Jonathan Cape", true),
    ("OXFORD UNIVERSITY PRESS", true), ("Suhrkamp", true), ("S. Fischer Verlag", true),
    ("新潮文庫", true), ("Random House", true), ("House", false), ("Oxford", false),
    ("House of Glass", false), ("Penguin Island", false), ("The", false), ("", false),
    ("1984", false),
  ]

  @Test(arguments: publishers.indices)
  func `a line that is a publisher's name alone names no work`(index: Int) {
    let row = Self.publishers[index]
    #expect(PublisherNames.isPublisher(row.text) == row.isPublisher, "\(row)")
  }

  @Test func `a spine with a publisher alone has nothing to search`() {
    let spine = Self.spine([("PENGUIN", 20), ("Penguin Books", 8)])
    #expect(spine.publisher == "PENGUIN" && spine.reading.isEmpty)
    #expect(spine.searches.isEmpty && spine.roughTitle == nil)
  }

  @Test func `the searches are for the words of the four largest lines, of two, and of one`() {
    let spine = Self.spine([
      ("J.R.R. Quandt", 15), ("The Fisherman's Harbour", 20), ("a novel of the sea", 4),
      ("Picador", 8),
    ])
    #expect(
      spine.searches == [["quandt", "fisherman's", "harbour"], ["fisherman's", "harbour"]])
    #expect(spine.publisher == "Picador")
  }

  @Test func `marks of libraries and joined numbers are no words`() {
    let spine = Self.spine([("TU5 A244A", 20), ("2016", 8), ("CHILD44", 18), ("TOM LINDEN", 12)])
    #expect(spine.searches.last == ["tom", "linden"] || spine.searches.last == ["child", "44"])
    #expect(spine.searches.allSatisfy { !$0.contains("a244a") && !$0.contains("tu") })
    #expect(spine.names.lines.map(\.text).contains("CHILD44"))
    #expect(Self.spine([("雪国", 20), ("非", 8)]).searches == [["雪国"]])
  }

  @Test func `private text is neither searched nor named`() {
    let spine = Self.spine([("The Glass Harbour", 20), ("£4.99", 10), ("www.example.com", 12)])
    #expect(spine.searches == [["glass", "harbour"]])
    #expect(spine.roughTitle == "The Glass Harbour")
    #expect(Self.spine([("84 Charing Cross Road", 9)]).roughTitle == "84 Charing Cross Road")
  }

  @Test func `a title to correct has the large lettering in the order of its places`() {
    let spine = Self.spine([("MIRA QUANDT", 15), ("THE GLASS HARBOUR", 20), ("a novel", 4)])
    #expect(spine.roughTitle == "MIRA QUANDT THE GLASS HARBOUR")
    #expect(Self.spine([("1", 20)]).roughTitle == nil)
  }

  @Test func `a catalogue number or a record label says that the spine is that of a record`() {
    #expect(Self.spine([("MONA WELLER", 20), ("LRP 3077", 20)]).isOfRecord)
    #expect(Self.spine([("MONA WELLER", 20), ("CAPITOL", 10)]).isOfRecord)
    #expect(!Self.spine([("MONA WELLER", 20), ("Picador", 10)]).isOfRecord)
  }
}
