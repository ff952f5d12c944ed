// What stands on a spine: the words that may name a work, apart from the name of the publisher.

import Albums
import Text

package struct SpineLettering: Equatable, Sendable {
  /// The height that the largest lettering gets. Street addresses are smaller (`PrivateText`), so that a title
  /// such as "84 Charing Cross Road" stays, and catalogue numbers may be as high.
  private static let largestHeight = 0.05

  /// The lines without the publisher. They contain no private text.
  package let reading: SleeveReading

  /// The lines of `reading` that may name a work: without catalogue numbers and the marks of libraries.
  package let names: SleeveReading

  /// The publisher that a line of its own names; nil without one.
  package let publisher: String?

  /// The lines in the order in which a person reads them.
  private let ordered: [SleeveLine]

  /// `lines` are in a box that is turned so that the lettering is upright. Heights may have any unit.
  package init(_ lines: [SleeveLine]) {
    let largest = lines.map(\.height).max() ?? 1
    let scaled = lines.compactMap { line in
      SleeveLine(
        line.text, confidence: line.confidence,
        height: line.height / largest * Self.largestHeight, x: line.x, y: line.y)
    }
    publisher = scaled.map(\.text).first(where: PublisherNames.isPublisher)
    reading = SleeveReading(lines: scaled.filter { !PublisherNames.isPublisher($0.text) })
    names = SleeveReading(lines: reading.lines.filter { !Self.isMark($0) })
    ordered = names.lines.sorted { Self.place($0) < Self.place($1) }
  }

  /// The lettering of a spine runs in a row. Lines of one title stand one below the other.
  private static func place(_ line: SleeveLine) -> (Int, Double) { (Int(line.x * 4), line.y) }

  /// Lettering of at least this share of the largest is no mark, because a title can be short.
  private static let leastOfShortTitle = 0.9

  /// The letters of a catalogue number or of a mark, and of a word that is no mark.
  private static let mostLettersOfMark = 4
  private static let fewestLettersOfWord = 3

  /// Whether the line has only words such as "B", "SHVL804", "A244A" and "978014".
  private static func isMark(_ line: SleeveLine) -> Bool {
    let words = NormalName.words(of: line.text)
    let isNumbered = words.contains {
      $0.contains(where: isDigit) && $0.contains(where: \.isLetter)
    }
    guard isNumbered || line.height < leastOfShortTitle * largestHeight else { return false }
    return words.allSatisfy { word in
      if word.unicodeScalars.contains(where: SleeveWord.isIdeograph) { return word.count < 2 }
      let (letters, digits) = (word.count(where: \.isLetter), word.count(where: isDigit))
      if digits == 0 { return letters < fewestLettersOfWord }
      return letters == 0 ? !(2...4).contains(digits) : letters <= mostLettersOfMark
    }
  }

  private static func isDigit(_ letter: Character) -> Bool { ("0"..."9").contains(letter) }

  /// Whether the spine has a catalogue number or a record label, as spines of records have.
  package var isOfRecord: Bool {
    !reading.catalogueNumbers.isEmpty || !SleeveText(reading).recordLabels.isEmpty
  }

  // MARK: A title to correct

  /// Smaller lettering, compared with the largest, is no title.
  private static let leastOfTitle = 0.3

  private static let fewestLetters = 2

  /// The large lettering as one text, which a person may correct; nil if the lettering has no word.
  package var roughTitle: String? {
    let lines = Self.large(ordered, atLeast: Self.leastOfTitle)
    let text = lines.map(\.text).joined(separator: " ").singleSpaced
    let title = String(text.unicodeScalars.prefix(SleeveLine.mostScalars))
    return title.count { $0.isLetter } >= Self.fewestLetters ? title : nil
  }

  /// How sure the reader is of `roughTitle`: 0 to 1.
  package var confidence: Double {
    let lines = Self.large(ordered, atLeast: Self.leastOfTitle)
    return lines.isEmpty ? 0 : lines.reduce(0) { $0 + $1.confidence } / Double(lines.count)
  }

  private static func large(_ lines: [SleeveLine], atLeast share: Double) -> [SleeveLine] {
    let largest = lines.map(\.height).max() ?? 1
    return lines.filter { $0.height >= share * largest }
  }

  // MARK: Searches

  /// The maximum number of words in a search.
  private static let mostWords = 8

  /// The numbers of lines in the searches.
  private static let lineCounts = [4, 2, 1]

  /// Smaller lettering, compared with the largest, is not searched.
  private static let leastSearched = 0.22

  /// A line that was read with less confidence has wrong letters, and a search for a wrong word finds nothing.
  private static let leastConfidence = 0.6

  /// The words of searches for which all words must agree, in the order of the searches: those of the four lines with
  /// the largest area, of two, and of one, because a wrong letter in one line must not hide the work. The words keep
  /// their apostrophes.
  package var searches: [[String]] {
    let lines = Self.large(ordered, atLeast: Self.leastSearched)
      .filter { $0.confidence >= Self.leastConfidence }
      .map { (words: Self.words(of: $0), height: $0.height) }.filter { !$0.words.isEmpty }
    let ranked = lines.indices.sorted { Self.area(lines[$0]) > Self.area(lines[$1]) }
    var searches: [[String]] = []
    for count in Self.lineCounts {
      let words = ranked.prefix(count).sorted().flatMap { lines[$0].words }.prefix(Self.mostWords)
      if !words.isEmpty, !searches.contains(Array(words)) { searches.append(Array(words)) }
    }
    return searches
  }

  private static func area(_ line: (words: [String], height: Double)) -> Double {
    line.height * Double(line.words.reduce(0) { $0 + $1.count })
  }

  /// The words that an index may have: no initials, no short words and no words that most names have. A number is a
  /// word of its own, also if the reader has joined it: "CHILD44".
  private static func words(of line: SleeveLine) -> [String] {
    var words = [""]
    for letter in line.text.lowercased() {
      let isPart = letter.isLetter || letter.isNumber || letter == "'" || letter == "’"
      if let last = words.last?.last, isPart, isDigit(last) != isDigit(letter) { words.append("") }
      if isPart { words[words.count - 1].append(letter) } else { words.append("") }
    }
    return words.filter { word in
      let isShort =
        word.count < fewestLettersOfWord
        && !word.unicodeScalars.contains(where: SleeveWord.isIdeograph)
      return !word.isEmpty && !WeakWords.common.contains(word)
        && (!isShort || word.count == 2 && word.allSatisfy(isDigit))
    }
  }
}

/// The names of publishers of books. A line with nothing else names no work.
enum PublisherNames {
  /// Whether the text is the name of a publisher.
  static func isPublisher(_ text: String) -> Bool {
    let words = NormalName.words(of: text)
    let isKnown = words.allSatisfy {
      names.contains($0) || partialNames.contains($0) || additions.contains($0) || $0.count == 1
    }
    guard isKnown else { return false }
    return words.contains(where: names.contains)
      || words.count > 1 && words.contains(where: partialNames.contains)
  }

  private static let names: Set<String> = [
    "penguin", "puffin", "pan", "orbit", "headline", "grafton", "picador", "faber", "bloomsbury",
    "harpercollins", "harperperennial",
    "hodder",
    "stoughton", "macmillan", "corgi", "bantam", "ballantine", "doubleday", "knopf", "scribner",
    "scribners", "canongate", "granta", "gollancz", "routledge", "springer", "wiley", "oreilly",
    "vintage", "abacus", "heinemann", "chatto", "windus", "secker", "warburg", "weidenfeld",
    "houghton", "mifflin", "harcourt", "putnam", "putnams", "farrar", "giroux", "schuster",
    "suhrkamp", "rowohlt", "rororo", "dtv", "reclam", "diogenes", "heyne", "goldmann", "ullstein",
    "hanser", "kiepenheuer", "gallimard", "flammarion", "grasset", "einaudi", "mondadori",
    "feltrinelli", "adelphi", "anagrama", "alfaguara", "tusquets",
    "新潮文庫", "岩波文庫", "講談社文庫", "角川文庫", "集英社文庫", "文春文庫", "ハヤカワ文庫", "中公文庫", "岩波新書",
  ]

  /// Words that name a publisher only together with others: "Jonathan Cape", "Oxford University Press".
  private static let partialNames: Set<String> = [
    "press", "verlag", "jonathan", "cape", "allen", "lane", "oxford", "cambridge", "harvard",
    "yale",
    "princeton", "random", "house", "simon", "norton", "straus", "nicolson", "fischer", "insel",
    "witsch", "folio", "pelican", "pearson", "addison", "wesley", "prentice", "hall", "signet",
    "harper",
    "perennial", "brace", "basic",
  ]

  private static let additions: Set<String> = [
    "and", "the", "of", "books", "book", "university", "publishing", "publishers", "publications",
    "classics", "modern", "library", "edition", "editions", "editores", "ediciones", "taschenbuch",
    "paperback", "paperbacks", "ltd", "inc", "co", "uk", "usa", "sons", "group", "company",
  ]
}
