// The requests of a search by the words of a sleeve, and what the search makes of the answers.
// Source: docs/services.md §4.5.

import Albums
import HTTP
import Host
import Sleeves
import Store
import Support
import Testing
import Text

@testable import MusicBrainz
@testable import Scanning

@Suite struct SleeveSearchTests {
  static func reading(
    _ lines: [(String, Double)], codes: [String] = []
  ) -> SleeveReading {
    SleeveReading(
      lines: lines.enumerated().compactMap { index, line in
        SleeveLine(
          line.0, confidence: 0.97, height: line.1, x: 0.5, y: 0.1 + Double(index) / 50)
      }, codes: codes.compactMap { ProductCode(.ean13, $0) })
  }

  /// The requests of a search in which no answer has an album.
  static func requests(_ reading: SleeveReading) -> [SleeveRequest] {
    var search = SleeveSearch(reading)
    while let request = search.nextRequest { search.take(.null, to: request) }
    return search.answered
  }

  /// Each sleeve with its first requests.
  static let queries: [(lines: [(String, Double)], codes: [String], requests: [String])] = [
    (
      [("HARBOUR LIGHTS", 0.1), ("Mona Weller", 0.05), ("STEREO", 0.02)], [],
      [
        "artist:(harbour~1 OR lights~1 OR mona^0.5 OR weller~1^0.5) OR "
          + "releasegroup:(harbour~1 OR lights~1 OR mona^0.5 OR weller~1^0.5)",
        "artist:\"harbour lights\" OR releasegroup:\"harbour lights\"",
        "artist:(harbour~1 OR lights~1 OR mona^0.5 OR weller~1^0.5) AND "
          + "releasegroup:(harbour~1 OR lights~1 OR mona^0.5 OR weller~1^0.5)",
      ]
    ),
    // A code with and without the zero of a UPC comes first.
    (
      [("GAM", 0.1)], ["0074643811224", "5099902894225"],
      [
        "barcode:(0074643811224 OR 74643811224 OR 5099902894225)",
        "artist:(gam) OR releasegroup:(gam)", "artist:\"gam\" OR releasegroup:\"gam\"",
        "artist:(gam) AND releasegroup:(gam)",
      ]
    ),
    // A short catalogue number with its record label, a long one alone.
    (
      [("GAM", 0.1), ("CL 780", 0.02), ("COLUMBIA", 0.02), ("LRP 3077", 0.02)], [],
      [
        "artist:(gam OR cl^0.2 OR 780^0.2 OR lrp^0.2 OR 3077^0.2) OR "
          + "releasegroup:(gam OR cl^0.2 OR 780^0.2 OR lrp^0.2 OR 3077^0.2)",
        "(catno:\"CL 780\" AND label:(\"columbia\")) OR catno:\"LRP 3077\"",
      ]
    ),
    // Japanese as phrases, Cyrillic and Greek as words.
    (
      [("夢の港", 0.1), ("ΦΩΣ", 0.1), ("Анна", 0.1)], [],
      ["artist:(\"夢の港\" OR φωσ OR анна) OR releasegroup:(\"夢の港\" OR φωσ OR анна)"]
    ),
    // Apostrophes separate words; words that were joined are sent whole and in parts.
    (
      [("Don't Wait", 0.1), ("MonaWeller", 0.1)], [],
      [
        "artist:(don OR wait OR monaweller~1 OR mona OR weller~1) OR "
          + "releasegroup:(don OR wait OR monaweller~1 OR mona OR weller~1)"
      ]
    ),
    // Only weak words: they are better than nothing.
    ([("STEREO", 0.1)], [], ["artist:(stereo~1) OR releasegroup:(stereo~1)"]),
    ([("THE", 0.1)], [], ["artist:(the) OR releasegroup:(the)"]),
    ([("£4.99", 0.1)], [], []), ([("!!!", 0.1)], [], []), ([], [], []),
  ]

  @Test(arguments: queries.indices)
  func `the requests of a sleeve`(index: Int) {
    let row = Self.queries[index]
    let requests = Self.requests(Self.reading(row.lines, codes: row.codes)).map(\.lucene)
    #expect(Array(requests.prefix(row.requests.count)) == row.requests)
    if row.requests.isEmpty { #expect(requests.isEmpty) }
  }

  @Test func `a joined word is asked for in all its parts, as phrases`() throws {
    let requests = Self.requests(Self.reading([("MONAWELLER", 0.1)]))
    let joined = try #require(requests.first { $0.kind == .joinedWords }).lucene
    for phrase in ["\"mon aweller\"^4", "\"mona weller\"^4", "\"monawel ler\"^4"] {
      #expect(joined.contains(phrase))
    }
  }

  // MARK: Answers

  /// A release group with its artist, in the form of a search.
  static func group(_ number: Int, _ title: String, _ artist: String) -> String {
    MusicBrainzTests.group(number, title, artist)
  }

  static func answer(_ groups: String...) throws -> JSON {
    try #require(
      JSON(Array(#"{"release-groups":[\#(groups.joined(separator: ","))]}"#.utf8)))
  }

  @Test func `the search ends when an album explains the sleeve`() throws {
    var search = SleeveSearch(Self.reading([("HARBOUR LIGHTS", 0.1), ("Mona Weller", 0.05)]))
    let request = try #require(search.nextRequest)
    search.take(
      try Self.answer(
        Self.group(1, "Harbour Lights", "The Quiet Four"),
        Self.group(2, "Harbour Lights", "Mona Weller")), to: request)
    #expect(search.isDecided)
    #expect(search.nextRequest == nil)
    #expect(search.candidates.map(\.group.artist) == ["Mona Weller", "The Quiet Four"])
    #expect(search.candidates.first?.group.likeness == search.candidates.first?.match.score)
  }

  @Test func `a code of one release group decides, a code of two does not`() throws {
    func release(_ number: Int, _ group: Int) -> String {
      #"{"id":"\#(number)","title":"t","release-group":\#(Self.group(group, "Gam", "Zus"))}"#
    }
    for (releases, isDecided) in [
      ([release(1, 1), release(2, 1)], true), ([release(1, 1), release(2, 2)], false),
      ([], false),
    ] {
      var search = SleeveSearch(Self.reading([("OTHER WORDS", 0.1)], codes: ["5099902894225"]))
      let request = try #require(search.nextRequest)
      #expect(request.entity == "release")
      let json = #"{"releases":[\#(releases.joined(separator: ","))]}"#
      search.take(try #require(JSON(Array(json.utf8))), to: request)
      #expect(search.isDecided == isDecided)
      #expect(search.candidates.allSatisfy { $0.hasNumber && $0.hasOwnCode == isDecided })
    }
  }

  @Test func `at most twelve candidates are given, and an answer of nonsense gives none`() throws {
    var search = SleeveSearch(Self.reading([("HARBOUR LIGHTS", 0.1)]))
    let request = try #require(search.nextRequest)
    let groups = (0..<90).map { index in
      #"{"id":"\#(index)","title":"Harbour \#(index)","artist-credit":[{"name":"A"}]}"#
    }
    let json = #"{"release-groups":[{"id":7},null,[],"x",\#(groups.joined(separator: ","))]}"#
    search.take(try #require(JSON(Array(json.utf8))), to: request)
    #expect(search.candidates.count == SleeveSearch.mostCandidates)
    let next = try #require(search.nextRequest)
    search.take(.string("nonsense"), to: next)
    #expect(search.candidates.count == SleeveSearch.mostCandidates)
  }

  @Test func `an alias of the artist counts`() throws {
    var search = SleeveSearch(Self.reading([("夢の港", 0.1), ("Rika Yamamoto", 0.1)]))
    let request = try #require(search.nextRequest)
    let artist = #"{"id":"x","name":"山本リカ","aliases":[{"name":"Rika Yamamoto"}]}"#
    let group =
      #"{"id":"1","title":"夢の港","artist-credit":[{"name":"山本リカ","artist":\#(artist)}]}"#
    search.take(try Self.answer(group), to: request)
    #expect(search.candidates.first?.match.artist == 1)
    #expect(search.isDecided)
  }

  // MARK: Sending

  @Test func `the requests are sent until the caller has enough`() async throws {
    let folder = try TemporaryFolder()
    let asked = Asked()
    let musicBrainz = try MusicBrainz(
      asked.transport { _ throws(HTTPError) in
        MusicBrainzTests.ok(MusicBrainzTests.groups(Self.group(1, "Other", "Nobody")))
      }, in: folder)
    let reading = Self.reading([("HARBOUR LIGHTS", 0.1), ("Mona Weller", 0.05)])
    let whole = await musicBrainz.search(reading)
    #expect(whole.failure == nil)
    #expect(await asked.requests.count == whole.search.answered.count)
    #expect(await asked.requests.allSatisfy { $0.url.hasSuffix("&limit=100&fmt=json") })
    // The answers are in the cache now, so a second search sends nothing.
    let second = await musicBrainz.search(reading) { !$0.isEmpty }
    #expect(second.search.answered.count == 1)
    #expect(await asked.requests.count == whole.search.answered.count)
  }

  @Test func `a failed request ends the search with the candidates so far`() async throws {
    let folder = try TemporaryFolder()
    let asked = Asked()
    let musicBrainz = try MusicBrainz(
      asked.transport { (request) throws(HTTPError) in
        guard request.url.contains("harbour~1") else { throw .timeout }
        return MusicBrainzTests.ok(MusicBrainzTests.groups(Self.group(1, "Harbour", "Weller")))
      }, in: folder)
    let result = await musicBrainz.search(
      Self.reading([("HARBOUR LIGHTS", 0.1), ("Mona Weller", 0.05)]))
    #expect(result.failure != nil)
    #expect(result.search.candidates.count == 1)
  }

  @Test func `private text is not sent`() async throws {
    let folder = try TemporaryFolder()
    let asked = Asked()
    let musicBrainz = try MusicBrainz(
      asked.transport { _ throws(HTTPError) in MusicBrainzTests.ok("{}") }, in: folder)
    _ = await musicBrainz.search(
      Self.reading([
        ("Harbour £4.99", 0.1), ("Tel. 030 1234567", 0.1), ("shop@example.com", 0.1),
        ("12 Main Street", 0.02),
      ]))
    let addresses = await asked.requests.map(\.url)
    #expect(!addresses.isEmpty)
    for text in ["4.99", "499", "030", "1234567", "shop", "example", "main"] {
      #expect(addresses.allSatisfy { !$0.contains(text) }, "\(text)")
    }
  }
}
