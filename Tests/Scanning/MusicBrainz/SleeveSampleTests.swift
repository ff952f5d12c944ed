// A sample of made-up sleeves against the played MusicBrainz with 200,000 albums. `make evaluate` has the large table.

import Albums
import Services
import Sleeves
import Support
import Testing
import Text

@testable import MusicBrainz

@Suite struct SleeveSampleTests {
  static let catalogue = MadeCatalogue()

  private static func found(_ reading: SleeveReading) -> SleeveTally.Found {
    var search = SleeveSearch(reading)
    while let request = search.nextRequest {
      let answer = catalogue.answer(request.entity, request.lucene, limit: SleeveRequest.limit)
      search.take(Text.JSON(answer.body) ?? .null, to: request)
    }
    return SleeveTally.Found(
      names: search.candidates.map { .init(artist: $0.group.artist, title: $0.group.title) },
      requests: search.answered.count, isDecided: search.isDecided)
  }

  /// The bounds are below the targets of `make evaluate`, because 100 sleeves of a random seed vary.
  @Test func `most sleeves lead to their album, with exact words and with a reader's errors`() {
    let seed = testSeed()
    let exact = SleeveTally.measured(150, .none, Self.catalogue, seed: seed, search: Self.found)
    note("ALBUMSCAN_SEED=\(seed), exact words: \(exact.row)")
    #expect(exact.first >= 0.88)
    #expect(exact.amongTwelve >= 0.93)
    let read = SleeveTally.measured(150, .measured, Self.catalogue, seed: seed, search: Self.found)
    note("ALBUMSCAN_SEED=\(seed), a reader's errors: \(read.row)")
    #expect(read.first >= 0.65)
    #expect(read.amongTwelve >= 0.76)
    #expect(read.requests <= 3.5)
    #expect(read.contradicted <= 3)
  }

  @Test func `a code and a catalogue number lead to an album whose words were not read`() throws {
    let (album, other) = (1_234, 4_321)
    let code = try #require(MadeCatalogue.code(of: album))
    let ofCode = Self.found(SleeveReading(lines: [], codes: [code]))
    #expect(ofCode.names == [Self.catalogue.names[album]])
    #expect(ofCode.isDecided && ofCode.requests == 1)
    let number = MadeCatalogue.catalogueNumber(of: other)
    let line = try #require(SleeveLine(number, confidence: 1, height: 0.02, x: 0.1, y: 0.1))
    let ofNumber = Self.found(SleeveReading(lines: [line]))
    #expect(ofNumber.names.contains(Self.catalogue.names[other]))
  }

  @Test func `a code of two albums leaves the choice to the words`() throws {
    let (one, other) = (200, 202)
    let code = try #require(MadeCatalogue.code(of: other))
    #expect(MadeCatalogue.code(of: one) == code)
    let name = Self.catalogue.names[other]
    let lines = [name.artist, name.title].enumerated().compactMap { index, text in
      SleeveLine(text, confidence: 1, height: 0.1, x: 0.5, y: 0.2 * Double(index + 1))
    }
    #expect(Self.found(SleeveReading(lines: lines, codes: [code])).names.first == name)
    #expect(Self.found(SleeveReading(lines: [], codes: [code])).isDecided == false)
  }

  @Test func `each request is a valid query, one of each kind, and at most six`() throws {
    let seed = testSeed()
    var random = SeededGenerator(seed: seed)
    note("ALBUMSCAN_SEED=\(seed)")
    let catalogue = MadeCatalogue(50)
    for _ in 0..<200 {
      let lines = (0..<Int.random(in: 0...8, using: &random)).map { _ in
        (
          (0..<4).map { _ in RandomNames.name(&random) }.joined(separator: " ") + " AB 1234",
          Double.random(in: 0.01...0.2, using: &random)
        )
      }
      let requests = SleeveSearchTests.requests(
        SleeveSearchTests.reading(lines, codes: ["5099902894225"]))
      #expect(requests.count <= SleeveSearch.mostRequests)
      #expect(
        requests.indices.allSatisfy { index in
          !requests[..<index].contains { $0.kind == requests[index].kind }
        })
      for request in requests {
        let answer = catalogue.answer(request.entity, request.lucene, limit: 100)
        #expect(answer.status == 200, "\(request.lucene)")
      }
    }
  }
}
