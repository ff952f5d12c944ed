// Measures how often an album is found by the words on its sleeve. The sleeves and the catalogue of 200,000 albums are
// made up; the reader's errors have the rates that were measured on real sleeves (`MadeSleeve.Errors`).

import Albums
import MusicBrainz
import Services
import Sleeves
import Support
import Text

enum SleeveEvaluation {
  /// The argument is `sleeves [COUNT]`: the number of sleeves, 3,000 by default. Every third album is missing from the
  /// catalogue. Prints a row for exact words and a row for a reader's errors. Returns false if a target is missed.
  static func run(_ arguments: [String]) async throws -> Bool {
    let count = arguments.compactMap { Int($0) }.first { $0 > 0 } ?? 3_000
    let catalogue = MadeCatalogue()
    print("\(count) sleeves, a third of them not among \(catalogue.names.count) albums")
    let exact = SleeveTally.measured(count, .none, catalogue, seed: 1_790) {
      found($0, in: catalogue)
    }
    print("exact words: \(exact.row)")
    let read = SleeveTally.measured(count, .measured, catalogue, seed: 1_791) {
      found($0, in: catalogue)
    }
    print("a reader's errors: \(read.row)")
    let targets = [
      ("first: \(SleeveTally.percent(read.first)) % (>= 78)", read.first >= 0.78),
      ("among 12: \(SleeveTally.percent(read.amongTwelve)) % (>= 88)", read.amongTwelve >= 0.88),
      ("requests at the median: \(read.medianRequests) (<= 2)", read.medianRequests <= 2),
    ]
    for (text, isReached) in targets { print("\(isReached ? "reached" : "MISSED "): \(text)") }
    return targets.allSatisfy(\.1)
  }

  private static func found(
    _ reading: SleeveReading, in catalogue: MadeCatalogue
  ) -> SleeveTally.Found {
    var search = SleeveSearch(reading)
    while let request = search.nextRequest {
      let answer = catalogue.answer(request.entity, request.lucene, limit: SleeveRequest.limit)
      search.take(Text.JSON(answer.body) ?? .null, to: request)
    }
    return SleeveTally.Found(
      names: search.candidates.map { .init(artist: $0.group.artist, title: $0.group.title) },
      requests: search.answered.count, isDecided: search.isDecided)
  }
}
