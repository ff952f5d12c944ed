// The search of the played MusicBrainz in a large catalogue. Source: docs/services.md §4.5.

import Support
import Testing

@testable import Services

@Suite struct PlayedSearchTests {
  static let small = CatalogueSearch(
    7, fields: ["artist", "releasegroup"], keywords: ["barcode", "catno"]
  ) { document, field in
    let rows: [(artist: String, title: String, code: String, number: String)] = [
      ("Mona Weller", "Harbour Lights", "0074643811224", "CL 780"),
      ("Mona Weller", "Harbour Lights Live", "", "CL-781"),
      ("The Quiet Four", "Lights", "5099902894225", "LRP 3077"),
      ("Various Artists", "A Tribute to Mona Weller", "", ""),
      ("Weller", "Weller", "", ""),
      ("山本リカ", "夢の港", "", ""),
      ("Lights Lights", "The Weller", "", ""),
    ]
    let row = rows[document]
    return switch field {
    case "artist": [row.artist]
    case "barcode": row.code.isEmpty ? [] : [row.code]
    case "catno": row.number.isEmpty ? [] : [row.number]
    default: [row.title]
    }
  }

  /// Queries with the documents that they find, in ascending order.
  static let queries: [(query: String, documents: [Int])] = [
    ("artist:weller", [0, 1, 4]), ("artist:WELLER", [0, 1, 4]),
    ("artist:\"mona weller\"", [0, 1]), ("artist:\"weller mona\"", []),
    ("artist:(mona four)", [0, 1, 2]), ("artist:(mona OR four)", [0, 1, 2]),
    ("artist:(mona AND weller)", [0, 1]),
    ("artist:weller AND releasegroup:lights", [0, 1]),
    ("artist:weller OR releasegroup:lights", [0, 1, 2, 4]),
    ("artist:weller AND NOT releasegroup:lights", [4]),
    ("(artist:mona OR artist:four) AND releasegroup:lights", [0, 1, 2]),
    ("artist:weler", []), ("artist:weler~1", [0, 1, 4]), ("artist:wler~1", []),
    ("artist:wler~2", [0, 1, 4]), ("artist:wellers~1", [0, 1, 4]),
    ("artist:weiler~1^0.5", [0, 1, 4]), ("artist:(weiler~1^0.5 OR four^2)", [0, 1, 2, 4]),
    ("releasegroup:\"夢の港\"", [5]), ("releasegroup:\"夢港\"", []),
    ("barcode:0074643811224", [0]), ("barcode:74643811224", [0]), ("barcode:074643811224", [0]),
    ("barcode:(1 OR 5099902894225)", [2]), ("catno:\"CL780\"", [0]), ("catno:\"cl 781\"", [1]),
    ("catno:\"CL 7\"", []),
  ]

  @Test(arguments: queries)
  func `a query finds its documents`(query: String, documents: [Int]) throws {
    let fields = MusicBrainzSearch.groupFields.union(MusicBrainzSearch.releaseFields)
    let found = Self.small.best(try MusicBrainzQuery(query, fields: fields), limit: 100)
    #expect(found.hits.map(\.document).sorted() == documents)
    #expect(found.count == documents.count)
    #expect(found.hits.first?.score == (documents.isEmpty ? nil : 100))
    #expect(found.hits.allSatisfy { (0...100).contains($0.score) })
  }

  @Test(arguments: [
    // The shorter field, the rarer word, both words, the boosted word.
    ("artist:weller", 4), ("releasegroup:lights", 2), ("artist:(mona OR four)", 2),
    ("artist:(mona OR weller)", 0), ("artist:(mona^9 OR four)", 0),
    // An exact word before a word with a wrong letter.
    ("releasegroup:(harbour~1 OR live~1)", 1),
  ])
  func `the best document comes first`(query: String, document: Int) throws {
    let found = Self.small.best(
      try MusicBrainzQuery(query, fields: MusicBrainzSearch.groupFields), limit: 1)
    #expect(found.hits.map(\.document) == [document])
    #expect(found.count > 1)
  }

  @Test(arguments: [
    "artist:a~", "artist:a~3", "artist:a~0", "artist:a^", "artist:a^x", "artist:\"a b\"~1",
    "artist:a ~1", "~1", "^2", "artist:~1", "artist:(a b", "artist:(a AND b OR c)",
    "a~1", "(a OR b)", "artist:(a~1~1)", "artist:a^2^2",
  ])
  func `a loose modifier or a mixed group is refused`(query: String) {
    #expect(throws: MusicBrainzQuery.Problem.self) {
      try MusicBrainzQuery(query, fields: MusicBrainzSearch.groupFields)
    }
  }

  // MARK: The made-up catalogue

  static let catalogue = MadeCatalogue()

  @Test func `half of all words belong to more than a hundred of 200,000 albums`() {
    #expect(Self.catalogue.names.count == 200_000)
    for field in ["artist", "releasegroup"] {
      let share = Self.catalogue.search.shareOfWords(of: field, inMoreThan: 100)
      note("\(field): \(share)")
      #expect((0.5...0.8).contains(share), "\(field)")
    }
  }

  @Test func `the catalogue has the names that are hard to tell apart`() {
    let names = Self.catalogue.names
    let titles = Dictionary(grouping: names, by: \.title)
    let artists = Dictionary(grouping: names, by: \.artist)
    #expect(names.count { $0.artist == $0.title } > 2_000)
    #expect(names.count { $0.artist == MadeCatalogue.variousArtists } > 2_000)
    #expect(names.count { $0.title.hasPrefix("A Tribute to ") } > 1_000)
    #expect(names.count { $0.title.hasSuffix(" Live") } > 1_000)
    #expect(titles.values.filter { $0.count > 1 }.reduce(0) { $0 + $1.count } > 20_000)
    #expect(artists.values.filter { $0.count > 7 }.count > 1_000)
    #expect(names.contains { $0.title.unicodeScalars.contains { $0.value > 0x3000 } })
  }

  @Test func `the same seed gives the same catalogue`() {
    #expect(MadeCatalogue(2_000).names == MadeCatalogue(2_000).names)
    #expect(MadeCatalogue(2_000, seed: 1).names != MadeCatalogue(2_000, seed: 2).names)
    #expect(Array(Self.catalogue.names.prefix(1_000)) == Array(MadeCatalogue(1_000).names))
  }

  @Test func `the service searches the large catalogue`() throws {
    let catalogue = MadeCatalogue(3_000)
    let service = try MusicBrainzService(made: catalogue, spacing: 0)
    let number = MadeCatalogue.catalogueNumber(of: 17)
    let code = try #require(MadeCatalogue.code(of: 18))
    for (query, entity, album) in [
      ("catno:\"\(number)\"", "release", 17), ("barcode:\(code)", "release", 18),
      ("releasegroup:\"\(catalogue.names[19].title)\"", "release-group", 19),
    ] {
      let answer = try curl(
        "\(service.url)/\(entity)?query=\(encoded(query))&limit=100&fmt=json",
        MusicBrainzTests.agent)
      #expect(answer.status == 200)
      #expect(answer.text.contains(MadeCatalogue.mbid(of: album)), "\(query)")
    }
  }
}
