// A model that misreads: most items that count as sure are right, and no invented item counts as
// sure.

import Albums
import MusicBrainz
import Services
import Support
import Testing

@Suite struct MisreadShelfTests {
  /// A work that the played service knows.
  private struct Known {
    let title: String
    let creator: String
  }

  private static let rates = Misreading(
    letter: 0.1, neighbour: 0.05, neighbourTitle: 0.05, invention: 0.05)

  /// The work that a service finds by the names of a reading: the most similar one, if its title is
  /// similar enough.
  private static func found(
    _ spine: PlayedSpine, in works: [Known]
  ) -> (index: Int, grounding: Grounding)? {
    guard let title = spine.title else { return nil }
    let likenesses = works.enumerated().map { index, work in
      (
        index: index, title: likeness(title, work.title),
        creator: spine.creator.map { creatorLikeness($0, work.creator) }
      )
    }
    let best = likenesses.filter { $0.title >= TitleComparison.threshold }
      .max { min($0.title, $0.creator ?? 0) < min($1.title, $1.creator ?? 0) }
    return best.map { ($0.index, .known(title: $0.title, creator: $0.creator)) }
  }

  private static func likeness(_ one: String, _ other: String) -> Double {
    TitleComparison.likeness(artist: "x", title: one, toArtist: "x", title: other)
  }

  private static func creatorLikeness(_ one: String, _ other: String) -> Double {
    TitleComparison.likeness(artist: one, title: "x", toArtist: other, title: "x")
  }

  private static func shelf(using generator: inout SeededGenerator) -> [Known] {
    let adjectives = ["Silent", "Golden", "Broken", "Northern", "Hidden", "Burning", "Winter"]
    let nouns = ["River", "Garden", "Station", "Letters", "Mountain", "Orchard", "Mirror", "Road"]
    let firsts = ["Anna", "Viktor", "Maria", "Thomas", "Ursula", "Henry", "Toni", "Italo"]
    let lasts = ["Brandt", "Kessler", "Okafor", "Lindqvist", "Moreau", "Whitfield", "Tanaka"]
    func word(_ words: [String]) -> String { words.randomElement(using: &generator) ?? "" }
    var works: [Known] = []
    while works.count < 24 {
      let title = "The \(word(adjectives)) \(word(nouns))"
      if works.contains(where: { $0.title == title }) { continue }
      works.append(Known(title: title, creator: "\(word(firsts)) \(word(lasts))"))
    }
    return works
  }

  @Test func `at least 95 of 100 sure items are right, and at least half of the items are sure`() {
    let seed = testSeed()
    print("ALBUMSCAN_SEED=\(seed)")
    var generator = SeededGenerator(seed: seed)
    var (sure, right, all, sureInventions) = (0, 0, 0, 0)
    for _ in 0..<40 {
      let works = Self.shelf(using: &generator)
      let printed = PlayedShelf(works.map { PlayedSpine($0.title, $0.creator) })
      let read = printed.misread(Self.rates, using: &generator)
      let numbers = Array(1...works.count)
      let found = numbers.map { Self.found(read[$0], in: works) }
      let titles = zip(numbers, found).map { number, found in
        (number: number, title: found.map { works[$0.index].title } ?? read[number].title)
      }
      let twins = ShelfConfidence.twins(among: titles)
      for (number, found) in zip(numbers, found) {
        let spine = read[number]
        let reading = SpineReading(
          title: spine.title, creator: spine.creator, kind: .book, confidence: spine.confidence)
        let confidence = ShelfConfidence.confidence(
          in: reading, found?.grounding ?? .unknown, hasTwin: twins.contains(number))
        all += 1
        guard Sureness(confidence: confidence) == .sure else { continue }
        sure += 1
        if found?.index == number - 1 { right += 1 }
        if spine.creator == "Mira Quandt" { sureInventions += 1 }
      }
    }
    print("\(all) items, \(sure) sure, \(right) of them right")
    #expect(right * 100 >= sure * 95, "\(right) of \(sure)")
    #expect(sure * 2 >= all, "\(sure) of \(all)")
    #expect(sureInventions == 0)
  }
}
