// The kinds of works: a book and an album of the same names are two works.

import Support
import Testing

@testable import Albums

@Suite struct WorkKindTests {
  @Test(arguments: [
    ("Ursula K. Le Guin", "The Dispossessed", "book: ursula k le guin / dispossessed"),
    ("Can", "Can", "book: can / can"),
    ("!!!", "( )", "book: !!! / ()"),
  ])
  func `the key of a book begins with its kind, and names the author`(
    author: String, title: String, key: String
  ) {
    let book = Album(kind: .book, artist: author, title: title, year: 1974)
    #expect(book.key.text == key)
    #expect(book.key.isOfBook)
    let facets = Facet.list(of: book, tier: nil, tags: [], place: nil)
    #expect(book.key.text.hasPrefix("book: \(facets[0].key) / "))
    #expect(!book.isToldByYear)
  }

  @Test(arguments: [1, UInt64.random(in: 0...UInt64.max)])
  func `no album has the key of a book`(seed: UInt64) {
    note("seed \(seed)")
    var random = SeededGenerator(seed: seed)
    let signs = Array("book: /.,!()[]Aaé&0 ")
    for _ in 0..<2000 {
      func text() -> String {
        String(
          (0..<Int.random(in: 0...9, using: &random)).map { _ in
            signs.randomElement(using: &random) ?? "a"
          })
      }
      let (artist, title) = (
        ["book:", "book: ", ""].randomElement(using: &random)! + text(), text()
      )
      let album = AlbumKey(artist: artist, title: title, year: 1974)
      #expect(!album.isOfBook, "\(artist) – \(title)")
    }
  }

  @Test func `a book has the facet of its author, and none of its publisher`() {
    let book = Album(
      kind: .book, artist: "The Le Guins", title: "Tales", year: 1974, recordLabel: "Lantern Press")
    let facets = Facet.list(of: book, tier: nil, tags: [], place: nil)
    #expect(
      facets == [
        Facet(.author, key: "le guins", name: "The Le Guins"),
        Facet(.year, key: "1974", name: "1974"),
      ])
  }

  @Test func `a person has heard a record and read a book`() {
    #expect(FindStatus.heard.name(of: .album) == "status.heard")
    #expect(FindStatus.heard.name(of: .book) == "status.read")
    #expect(FindStatus.have.name(of: .book) == "status.have")
  }

  @Test func `a correction may name the kind`() throws {
    #expect(
      try Correction(artist: "Can", title: "Landed", kind: "book")
        == .named(artist: "Can", title: "Landed", kind: .book))
    #expect(
      try Correction(artist: "Can", title: "Landed", kind: "")
        == .named(artist: "Can", title: "Landed"))
    #expect(throws: CorrectionError.kind) {
      try Correction(artist: "Can", title: "Landed", kind: "tape")
    }
  }

  @Test func `statistics count albums and books`() {
    var tally = StatisticsTally(zone: .utc)
    for (number, kind) in [WorkKind.album, .book, .book, .album].enumerated() {
      let position = FindPosition(
        found: Timestamp(milliseconds: Int64(number)), id: FindID(unchecked: "\(number)"))
      tally.add(position, album: number == 2 ? 1 : Int64(number), kind: kind, rating: nil)
    }
    let statistics = tally.finish()
    #expect((statistics.finds, statistics.albums, statistics.books) == (4, 2, 1))
  }
}
