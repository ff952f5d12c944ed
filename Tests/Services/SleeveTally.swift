// Counts how often a search by the words of made-up sleeves finds the right album.

package import Sleeves
import Support

package struct SleeveTally: Sendable {
  /// What a search found for a sleeve: names of albums, the likeliest first.
  package struct Found: Sendable {
    package let names: [MadeCatalogue.Name]
    package let requests: Int
    package let isDecided: Bool

    package init(names: [MadeCatalogue.Name], requests: Int, isDecided: Bool) {
      self.names = names
      self.requests = requests
      self.isDecided = isDecided
    }
  }

  private var known = 0
  private var firsts = 0
  private var twelves = 0
  private var allRequests: [Int] = []
  private var decided = 0
  private var wronglyDecided = 0
  private var missing = 0
  private var missingDecided = 0
  private var doubted = 0

  /// The shares of the sleeves whose album is the first candidate, and is among all candidates.
  package var first: Double { Self.share(firsts, known) }
  package var amongTwelve: Double { Self.share(twelves, known) }

  /// The mean and the median number of requests for a sleeve whose album is in the catalogue.
  package var requests: Double { Self.share(allRequests.reduce(0, +), allRequests.count) }
  package var medianRequests: Int {
    allRequests.isEmpty ? 0 : allRequests.sorted()[allRequests.count / 2]
  }

  /// The number of sleeves that contradict their own album.
  package var contradicted: Int { doubted }

  /// Searches for the albums of `count` sleeves. The album of every third sleeve is not in the catalogue.
  package static func measured(
    _ count: Int, _ errors: MadeSleeve.Errors, _ catalogue: MadeCatalogue, seed: UInt64,
    search: (SleeveReading) -> Found
  ) -> Self {
    var (tally, random) = (Self(), SeededGenerator(seed: seed))
    let maker = NameMaker()
    for index in 0..<count {
      let isMissing = index % 3 == 2
      let name =
        isMissing
        ? MadeCatalogue.Name(artist: maker.artist(&random), title: maker.title(&random))
        : catalogue.names[Int.random(in: catalogue.names.indices, using: &random)]
      let sleeve = MadeSleeve(of: name, errors, maker, &random)
      tally.count(search(sleeve.reading), of: sleeve, isMissing: isMissing)
    }
    return tally
  }

  private mutating func count(_ found: Found, of sleeve: MadeSleeve, isMissing: Bool) {
    if isMissing {
      missing += 1
      missingDecided += found.isDecided ? 1 : 0
      return
    }
    let rank = found.names.firstIndex(of: sleeve.name)
    known += 1
    firsts += rank == 0 ? 1 : 0
    twelves += rank == nil ? 0 : 1
    allRequests.append(found.requests)
    decided += found.isDecided ? 1 : 0
    wronglyDecided += found.isDecided && rank != 0 ? 1 : 0
    let name = sleeve.name
    doubted += sleeve.reading.contradicts(artist: name.artist, title: name.title) ? 1 : 0
  }

  /// The figures as a row of a table.
  package var row: String {
    [
      "first \(Self.percent(first)) %", "among 12 \(Self.percent(amongTwelve)) %",
      "requests \(Self.percent(requests) / 100) (median \(medianRequests))",
      "decided \(decided) of \(known), wrongly \(wronglyDecided)",
      "missing albums decided \(missingDecided) of \(missing)",
      "contradicted \(doubted)",
    ].joined(separator: ", ")
  }

  /// With one decimal digit.
  package static func percent(_ share: Double) -> Double { (share * 1000).rounded() / 10 }

  private static func share(_ part: Int, _ all: Int) -> Double {
    all == 0 ? 0 : Double(part) / Double(all)
  }
}
