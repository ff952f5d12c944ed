// How well the names of an album agree with the words on a sleeve. Source: docs/decisions/179-words-of-a-sleeve.md.

/// The words of a reading, prepared for comparisons with many names.
package struct SleeveText: Sendable {
  let lines: [WordLine]

  /// The height of the largest lettering that has a word.
  let largest: Double

  /// The maximum number of words, so that a picture full of words costs little time. The words of the largest lettering
  /// are kept.
  private static let mostWords = 120

  package init(_ reading: SleeveReading) {
    var rest = Self.mostWords
    let largestFirst = reading.lines.enumerated().sorted {
      ($1.element.height, $0.offset) < ($0.element.height, $1.offset)
    }
    let kept = largestFirst.map { ($0.offset, WordLine($0.element)) }.prefix { _, line in
      rest -= line.words.count
      return rest >= 0
    }
    lines = kept.sorted { $0.0 < $1.0 }.map(\.1)
    let strong = lines.filter { $0.isWeak.contains(false) }
    largest = (strong.isEmpty ? lines : strong).map(\.height).max() ?? 1
  }
}

/// The result of the comparison of an album with a sleeve.
package struct SleeveMatch: Equatable, Sendable {
  /// 0 to 1: how much of the artist stands on the sleeve; 1 for a collection of several artists that is not named.
  package let artist: Double

  /// 0 to 1: how much of the title stands on the sleeve.
  package let title: Double

  /// 0 to 1: how much of the lettering, by its size, belongs to the names.
  package let explained: Double

  /// Artist and title, where words in small lettering count less.
  private let prominence: Double

  /// `artists` are names of the artist, such as aliases; the best one counts. `mayLackArtist` is true for a collection,
  /// whose artist "Various Artists" is not printed on the sleeve.
  package init(
    artists: [String], title: String, on sleeve: SleeveText, mayLackArtist: Bool = false
  ) {
    let title = NameOnSleeve(title, sleeve)
    let all = artists.map { NameOnSleeve($0, sleeve) }
    let best = all.max { $0.share < $1.share }
    let isLacking = mayLackArtist && (best?.share ?? 0) < 0.5
    self.artist = isLacking ? 1 : best?.share ?? 0
    self.title = title.share
    let used = (best.map { isLacking ? [] : $0.used } ?? []).union(title.used)
    explained = Self.explained(sleeve, by: used)
    prominence = ((isLacking ? 0.5 : best?.prominence ?? 0) + title.prominence) / 2
  }

  /// Whether artist and title stand on the sleeve completely, and no other large lettering does.
  package var isComplete: Bool { artist >= 0.9 && title >= 0.9 && explained >= 0.85 }

  /// 0 to 1: the higher, the likelier is the album. Names that explain little of the large lettering count little: an
  /// album "Gam" by "Gam" agrees with each sleeve that has this word.
  package var score: Double { prominence * (0.35 + 0.65 * explained) }

  /// Smaller lettering, compared with the largest, is text about the record and need not be explained.
  private static let leastLettering = 0.3

  /// The share of the large lettering that the used words have. The area of a word decides: height by length.
  private static func explained(_ sleeve: SleeveText, by used: Set<WordPlace>) -> Double {
    var (all, known) = (0.0, 0.0)
    for (index, line) in sleeve.lines.enumerated() {
      for (position, word) in line.words.enumerated() {
        let isUsed = used.contains(WordPlace(line: index, word: position))
        let isLarge = line.height >= leastLettering * sleeve.largest
        guard isUsed || isLarge && !line.isWeak[position] else { continue }
        let area = line.height * Double(word.run.letters.count) * line.confidence
        all += area
        if isUsed { known += area }
      }
    }
    return all > 0 ? known / all : 0
  }
}

/// The place of a word in a reading.
struct WordPlace: Hashable, Sendable {
  let line: Int
  let word: Int
}

/// A name and its words on a sleeve.
struct NameOnSleeve {
  /// 0 to 1: the share of the name that stands on the sleeve.
  let share: Double

  /// The same, where words in small lettering count less.
  let prominence: Double

  /// The words of the sleeve that belong to the name.
  let used: Set<WordPlace>

  /// The maximum number of words of a name that are compared.
  static let mostWords = 12

  init(_ name: String, _ sleeve: SleeveText) {
    let words = Array(SleeveWord.all(in: name).prefix(Self.mostWords))
    var best = Array(repeating: (agreement: 0.0, size: 0.0), count: words.count)
    var used: Set<WordPlace> = []
    for (run, range) in WordLine.runs(of: words) {
      for (index, line) in sleeve.lines.enumerated() {
        let size = 0.2 + 0.8 * min(1, line.height / sleeve.largest).squareRoot()
        for (other, places) in line.runs where range.count == 1 || places.count == 1 {
          let agreement = run.agreement(with: other)
          guard agreement > 0 else { continue }
          for place in places { used.insert(WordPlace(line: index, word: place)) }
          for word in range where best[word].agreement * best[word].size < agreement * size {
            best[word] = (agreement, size)
          }
        }
      }
    }
    let total = words.reduce(0) { $0 + $1.weight }
    func share(_ value: (Int) -> Double) -> Double {
      guard total > 0 else { return 0 }
      return words.indices.reduce(0) { $0 + words[$1].weight * value($1) } / total
    }
    self.share = share { best[$0].agreement }
    prominence = share { best[$0].agreement * best[$0].size }
    self.used = used
  }
}

extension SleeveMatch {
  /// Whether the word stands in one of the names, with a few wrong letters at most.
  package static func isWord(_ word: SearchWord, ofNames names: [String]) -> Bool {
    let run = LetterRun(Array(word.text.unicodeScalars))
    return names.contains { name in
      let words = Array(SleeveWord.all(in: name).prefix(NameOnSleeve.mostWords))
      return WordLine.runs(of: words).contains { $0.run.agreement(with: run) > 0 }
    }
  }
}
