// The names that the played model reads on the items of a shelf, and its errors.

package import Support

/// The names of an item of a shelf, as they stand on its spine.
package struct PlayedSpine: Equatable, Sendable {
  package enum Kind: String, Sendable { case book, record, other }

  package var title: String?
  package var creator: String?
  package var publisher: String?
  package var kind: Kind
  package var confidence: Double

  package init(
    _ title: String?, _ creator: String?, publisher: String? = nil, kind: Kind = .book,
    confidence: Double = 0.95
  ) {
    self.title = title
    self.creator = creator
    self.publisher = publisher
    self.kind = kind
    self.confidence = confidence
  }

  /// A spine that nobody can read.
  package static let unreadable = PlayedSpine(nil, nil, kind: .other, confidence: 0.1)
}

/// A shelf that the played model was told about.
package struct PlayedShelf: Sendable {
  /// The spines by number. Another number has a spine of `others`, or is unreadable without these.
  package var spines: [Int: PlayedSpine]

  /// The spines of the numbers that `spines` does not have, in turn.
  private var others: [PlayedSpine] = []

  package init(_ spines: [Int: PlayedSpine]) { self.spines = spines }

  /// The spines have the numbers 1, 2, 3 ….
  package init(_ spines: [PlayedSpine]) {
    self.spines = Dictionary(uniqueKeysWithValues: zip(1..., spines))
  }

  /// The names on the item with a number.
  package subscript(number: Int) -> PlayedSpine {
    if let spine = spines[number] { return spine }
    return others.isEmpty ? .unreadable : others[abs(number - 1) % others.count]
  }

  /// The model's answer about a sheet with these numbers.
  package func answer(for numbers: [Int]) -> ModelAnswer {
    let items = numbers.map { number -> JSON in
      let spine = self[number]
      return [
        "number": .number(number), "title": .text(spine.title), "creator": .text(spine.creator),
        "publisher": .text(spine.publisher), "kind": .string(spine.kind.rawValue),
        "confidence": .number("\(spine.confidence)"),
      ]
    }
    return ModelAnswer(
      "\(JSON.object([JSON.Member("items", .array(items))]))", inputTokens: 2400,
      outputTokens: 60 * numbers.count + 200, reasoningTokens: 160)
  }

  /// Books and records that the demonstration reads on any shelf, in turn.
  package static let demo: PlayedShelf = {
    var shelf = PlayedShelf([:])
    shelf.others = [
      PlayedSpine("Dune", "Frank Herbert", publisher: "Chilton Books"),
      PlayedSpine("The Great Gatsby", "F. Scott Fitzgerald", publisher: "Scribner"),
      PlayedSpine("Nineteen Eighty-Four", "George Orwell", publisher: "Secker & Warburg"),
      PlayedSpine("Back in Black", "AC/DC", publisher: "Atlantic", kind: .record),
      PlayedSpine("To the Lighthouse", "Virginia Woolf", publisher: "Hogarth Press"),
      PlayedSpine("Middlemarch", "George Eliot", publisher: "Penguin"),
      PlayedSpine("Beloved", "Toni Morrison", publisher: "Knopf", confidence: 0.8),
      .unreadable,
      PlayedSpine("Der Zauberberg", "Thomas Mann", publisher: "S. Fischer"),
      PlayedSpine("Raising Sand", "Robert Plant & Alison Krauss", kind: .record),
      PlayedSpine("The Left Hand of Darkness", "Ursula K. Le Guin", publisher: "Ace"),
      PlayedSpine("Moby-Dick", "Melville", confidence: 0.7),
      PlayedSpine(nil, "Penguin", kind: .other, confidence: 0.3),
    ]
    return shelf
  }()
}

/// The rates at which the played model misreads, each from 0 to 1.
package struct Misreading: Sendable {
  /// One letter of the title or of the creator is wrong.
  package var letter: Double
  /// The names of the item beside it.
  package var neighbour: Double
  /// The title of the item beside it, with the item's own creator.
  package var neighbourTitle: Double
  /// Names that stand on no item, and that no service knows.
  package var invention: Double

  package init(letter: Double, neighbour: Double, neighbourTitle: Double, invention: Double) {
    self.letter = letter
    self.neighbour = neighbour
    self.neighbourTitle = neighbourTitle
    self.invention = invention
  }
}

extension PlayedShelf {
  /// The shelf as a model with these rates of errors reads it. The model is as sure of its errors
  /// as of everything else.
  package func misread(
    _ rates: Misreading, using generator: inout SeededGenerator
  ) -> PlayedShelf {
    var shelf = self
    for number in spines.keys.sorted() {
      let own = self[number]
      let beside = spines[number + 1] ?? spines[number - 1] ?? own
      let chance = generator.number(in: 0...1)
      let limits = [rates.letter, rates.neighbour, rates.neighbourTitle, rates.invention]
      var (read, past) = (own, 0.0)
      for (kind, rate) in limits.enumerated() {
        past += rate
        guard chance < past else { continue }
        switch kind {
        case 0: read.changeLetter(using: &generator)
        case 1: (read.title, read.creator) = (beside.title, beside.creator)
        case 2: read.title = beside.title
        default: read.invent(using: &generator)
        }
        break
      }
      shelf.spines[number] = read
    }
    return shelf
  }
}

extension PlayedSpine {
  fileprivate mutating func changeLetter(using generator: inout SeededGenerator) {
    let ofTitle = Bool.random(using: &generator)
    let name = ofTitle ? title : creator
    guard var letters = name.map(Array.init), !letters.isEmpty else { return }
    let index = Int.random(in: 0..<letters.count, using: &generator)
    letters[index] = "abcdefghijklmnopqrstuvwxyz".randomElement(using: &generator) ?? "x"
    if ofTitle { title = String(letters) } else { creator = String(letters) }
  }

  fileprivate mutating func invent(using generator: inout SeededGenerator) {
    let number = Int.random(in: 1000...9999, using: &generator)
    title = "The Glass Harbour \(number)"
    creator = "Mira Quandt"
  }
}
