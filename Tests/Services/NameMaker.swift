// Makes names of artists and albums from a model of real names: how often the word of each rank is used
// (`WordFrequencies`), and how many words a name has. The words themselves are made of syllables.

package import Support

/// Makes names. The words of all ranks are made once.
package struct NameMaker: Sendable {
  private let artistWords: [String]
  private let titleWords: [String]

  /// Common words of the English language; the other words are made of syllables.
  private static let common = [
    "the", "of", "a", "in", "and", "to", "i", "for", "you", "is", "love", "on", "it", "my", "your",
    "from", "black", "all", "me", "world", "music", "songs", "life", "no", "we", "at", "time",
    "with", "this", "2", "are", "out", "new", "one", "album", "blue", "ii", "dead", "night", "live",
    "up", "be", "down", "heart", "not", "dream", "light", "home", "day", "sound",
  ]
  private static let commonInArtists = [
    "the", "of", "and", "black", "a", "king", "boys", "in", "band", "bad", "orchestra", "young",
    "new", "iron", "machine", "dream", "stones", "rolling", "trio", "quartet",
  ]

  /// The share of names with one word, two words, …
  private static let artistLengths = [0.33, 0.46, 0.13, 0.05, 0.02, 0.01]
  private static let titleLengths = [0.26, 0.26, 0.2, 0.12, 0.07, 0.04, 0.02, 0.02, 0.01]

  /// The share of artists with one album, two albums, …; the last share belongs to 8 to 25 albums.
  private static let discographies = [0.53, 0.2, 0.09, 0.06, 0.04, 0.028, 0.018, 0.034]

  package init() {
    var random = SeededGenerator(seed: 5_000)
    var known: Set<String> = []
    let (made, mostCommon) = (WordFrequencies.count, Self.common + Self.commonInArtists)
    known.formUnion(mostCommon)
    var words: [String] = []
    while words.count < made {
      let word = Self.word(rank: words.count, &random)
      if known.insert(word).inserted { words.append(word) }
    }
    // Artists and titles share most words, in another order.
    titleWords = Self.common + words
    artistWords = Self.commonInArtists + words.suffix(from: 300) + words.prefix(300)
  }

  /// A word of syllables; frequent words are shorter.
  private static func word(rank: Int, _ random: inout SeededGenerator) -> String {
    let starts = [
      "b", "br", "c", "ch", "d", "dr", "f", "g", "gr", "h", "j", "k", "l", "m", "n", "p", "r", "s",
      "sh", "st", "t", "th", "tr", "v", "w", "z",
    ]
    let vowels = ["a", "e", "i", "o", "u", "a", "e", "i", "o", "ea", "ou", "y"]
    let ends = ["", "", "n", "r", "s", "l", "t", "nd", "ck", "m", "ng"]
    let syllables = rank < 1_000 ? 1...1 : rank < 6_000 ? 1...2 : 2...3
    return (0..<Int.random(in: syllables, using: &random)).map { _ in
      [starts, vowels, ends].map { $0.randomElement(using: &random) ?? "" }.joined()
    }.joined()
  }

  // MARK: Names

  /// The albums of one artist, with the names that are hard to tell apart: an album named after the artist, a live
  /// album, a collection, a tribute by others, a title that other artists have, too.
  mutating func discography(_ random: inout SeededGenerator) -> [MadeCatalogue.Name] {
    let share = random.number(in: 0...1)
    if share < 0.03 {
      return [.init(artist: MadeCatalogue.variousArtists, title: title(&random))]
    }
    if share < 0.06 { return foreign(&random) }
    let artist = self.artist(&random)
    let drawn = Self.index(Self.discographies, &random)
    let count = drawn == 7 ? Int.random(in: 8...25, using: &random) : drawn + 1
    var names = (0..<count).map { _ in
      MadeCatalogue.Name(artist: artist, title: title(of: artist, &random))
    }
    if count > 2 {
      let first = names[0].title
      names.append(.init(artist: artist, title: "\(first) Live"))
      names.append(.init(artist: artist, title: "The Best of \(artist)"))
      names.append(.init(artist: artist, title: "The Complete \(artist) Recordings"))
      names.append(
        .init(artist: MadeCatalogue.variousArtists, title: "A Tribute to \(artist)"))
      names.append(.init(artist: self.artist(&random), title: first))
    }
    return names
  }

  private func title(of artist: String, _ random: inout SeededGenerator) -> String {
    switch random.number(in: 0...1) {
    case ..<0.05: artist
    case ..<0.07:
      ["Greatest Hits", "Live", "Live at Home", "Volume Two", "Songs"][
        Int.random(in: 0...4, using: &random)]
    default: title(&random)
    }
  }

  package func artist(_ random: inout SeededGenerator) -> String {
    Self.name(artistWords, .artists, Self.artistLengths, &random)
  }

  package func title(_ random: inout SeededGenerator) -> String {
    Self.name(titleWords, .titles, Self.titleLengths, &random)
  }

  private static func name(
    _ words: [String], _ frequencies: WordFrequencies, _ lengths: [Double],
    _ random: inout SeededGenerator
  ) -> String {
    let count = index(lengths, &random) + 1
    var chosen = (0..<count).map { _ in words[frequencies.rank(&random)] }
    // A name does not end with an article.
    if count == 1 || ["the", "of", "a", "and"].contains(chosen[count - 1]) {
      chosen[count - 1] = words[60 + frequencies.rank(&random) % (words.count - 60)]
    }
    return chosen.map { $0.prefix(1).uppercased() + $0.dropFirst() }.joined(separator: " ")
  }

  private static func index(_ shares: [Double], _ random: inout SeededGenerator) -> Int {
    var rest = random.number(in: 0...shares.reduce(0, +))
    for (index, share) in shares.enumerated() {
      rest -= share
      if rest <= 0 { return index }
    }
    return shares.count - 1
  }

  /// One to three albums with names in Japanese, Cyrillic or Greek letters.
  private func foreign(_ random: inout SeededGenerator) -> [MadeCatalogue.Name] {
    let pieces = Self.scripts[Int.random(in: 0..<Self.scripts.count, using: &random)]
    func word() -> String {
      (0..<Int.random(in: 2...4, using: &random)).map { _ in
        pieces.randomElement(using: &random) ?? ""
      }.joined()
    }
    let artist = "\(word()) \(word())"
    return (0..<Int.random(in: 1...3, using: &random)).map { _ in
      MadeCatalogue.Name(artist: artist, title: "\(word()) \(word())")
    }
  }

  private static let scripts = [
    "アイウエオカキクケコサシスセソタチツテトナニヌネノハヒフヘホマミムメモヤユヨラリルレロワ".map(String.init),
    [
      "ба", "ве", "го", "да", "же", "зи", "ко", "ла", "мо", "ни", "по", "ру", "се", "та", "хо",
      "ша",
    ],
    ["βα", "γε", "δι", "ζω", "θα", "κε", "λι", "μο", "νυ", "πα", "ρο", "σι", "τα", "φω", "χε"],
  ]
}
