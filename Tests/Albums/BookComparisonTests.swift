// Names on spines, and the names that a service has: pairs for the same book, and pairs for
// different books.

import Testing

@testable import Albums

@Suite struct BookComparisonTests {
  static let sameTitles: [(read: String, known: String)] = [
    // Spelling: case, accents, punctuation, signs.
    ("DUNE", "Dune"), ("Les Miserables", "Les Misérables"), ("Catch 22", "Catch-22"),
    ("Enders Game", "Ender's Game"), ("Pride & Prejudice", "Pride and Prejudice"),
    ("Etranger", "L'Étranger"), ("L ETRANGER", "L'Étranger"), ("Преступление", "ПРЕСТУПЛЕНИЕ"),
    ("ノルウェイの森", "ノルウェイの森"),
    // Articles.
    ("Hobbit", "The Hobbit"), ("The Hobbit", "Hobbit, The"), ("Hobbit, The", "Hobbit"),
    ("Parfum", "Das Parfum"), ("Prozess", "Der Prozess"), ("Petit Prince", "Le petit prince"),
    ("Nombre de la Rosa", "El nombre de la rosa"), ("Tale of Two Cities", "A Tale of Two Cities"),
    // Subtitles.
    ("Sapiens", "Sapiens: A Brief History of Humankind"),
    ("SAPIENS A BRIEF HISTORY OF HUMANKIND", "Sapiens: A Brief History of Humankind"),
    ("Sapiens (A Brief History of Humankind)", "Sapiens: a brief history of humankind"),
    ("Sapiens: A Brief History of Humankind", "Sapiens"), ("The Goldfinch: A Novel", "Goldfinch"),
    ("Design Patterns", "Design Patterns - Elements of Reusable Object-Oriented Software"),
    ("Introduction to Algorithms (3rd Edition)", "Introduction to Algorithms"),
    ("SAPIENS: A BRIEF HISTORY", "Sapiens: A Brief History of Humankind"),
    ("Introduction to Algorithms Third Edition", "Introduction to Algorithms"),
    ("Der Steppenwolf: Roman", "Steppenwolf"), ("2001", "2001: A Space Odyssey"),
    // Letters that were read wrong.
    ("Neuromancar", "Neuromancer"), ("The Left Hamd of Darkness", "The Left Hand of Darkness"),
    // Numbers.
    ("Faust II", "Faust 2"), ("Henry IV, Part Two", "Henry IV, Part 2"), ("1984", "1984"),
  ]

  @Test(arguments: sameTitles)
  func `these are one title`(read: String, known: String) {
    #expect(
      BookComparison.likeness(title: read, to: known) >= BookComparison.threshold, "\(read)")
  }

  static let otherTitles: [(read: String, known: String)] = [
    ("Dune", "Dune Messiah"), ("Dune", "Children of Dune"), ("Foundation", "Foundation 2"),
    ("Foundation", "Second Foundation"), ("Faust I", "Faust II"), ("Dune: House Atreides", "Dun"),
    ("Star Wars: A New Hope", "Star Wars: Heir to the Empire"), ("It", "If"),
    ("Harry Potter", "Harry Potter and the Goblet of Fire"), ("Emma", "Persuasion"),
    ("Emma", "Letters to Emma"), ("Foundation", "Foundation and Empire"),
    ("", "Dune"), ("Dune", ""), ("", ""), ("The", "Dune"), ("!!!", "Dune"),
    ("Fahrenheit 451", "Fahrenheit 452"), ("Book 1", "Book 2"),
  ]

  @Test(arguments: otherTitles)
  func `these are two titles`(read: String, known: String) {
    #expect(
      BookComparison.likeness(title: read, to: known) < BookComparison.threshold, "\(read)")
  }

  @Test func `a title without the subtitle is less certain than the whole title`() {
    let whole = BookComparison.likeness(title: "Dune", to: "Dune")
    let short = BookComparison.likeness(title: "Dune", to: "Dune: House Atreides")
    let long = BookComparison.likeness(title: "Dune: House Atreides", to: "Dune")
    #expect(whole == 1)
    #expect(short < whole && long < short)
  }

  static let sameAuthors: [(read: String, known: [String])] = [
    ("Frank Herbert", ["Frank Herbert"]), ("HERBERT", ["Frank Herbert"]),
    ("Herbert, Frank", ["Frank Herbert"]), ("HERBERT FRANK", ["Frank Herbert"]),
    ("F. Herbert", ["Frank Herbert"]), ("Le Guin", ["Ursula K. Le Guin"]),
    ("Ursula Le Guin", ["Ursula K. Le Guin"]), ("Le Guin, Ursula K.", ["Ursula K. Le Guin"]),
    ("J.R.R. Tolkien", ["John Ronald Reuel Tolkien"]), ("JRR Tolkien", ["J. R. R. Tolkien"]),
    ("J. K. Rowling", ["Joanne K. Rowling"]), ("E.T.A. Hoffmann", ["ETA Hoffmann"]),
    ("Garcia Marquez", ["Gabriel García Márquez"]), ("Kurt Vonnegut, Jr.", ["Kurt Vonnegut"]),
    ("George R.R. Martin", ["George R. R. Martin"]), ("Mann", ["Thomas Mann"]),
    ("Steven King", ["Stephen King"]), ("Tollkien", ["J.R.R. Tolkien"]),
    ("Goethe, Johann Wolfgang von", ["J. W. von Goethe"]),
    // Several authors.
    (
      "Erich Gamma, Richard Helm, Ralph Johnson, John Vlissides",
      ["Erich Gamma", "Richard Helm", "Ralph Johnson", "John Vlissides"]
    ),
    (
      "GAMMA HELM JOHNSON VLISSIDES",
      ["Erich Gamma", "Richard Helm", "Ralph Johnson", "John Vlissides"]
    ),
    ("Gamma • Helm • Johnson", ["Erich Gamma", "Richard Helm", "Ralph Johnson"]),
    ("Strunk & White", ["William Strunk", "E. B. White"]),
    ("Pratchett and Gaiman", ["Terry Pratchett", "Neil Gaiman"]),
    ("Neil Gaiman/Terry Pratchett", ["Terry Pratchett", "Neil Gaiman"]),
    ("King, Stephen; Straub, Peter", ["Stephen King", "Peter Straub"]),
    // The service lacks an author, or also has the translator.
    ("Stephen King & Peter Straub", ["Stephen King"]), ("Kafka", ["Franz Kafka", "Willa Muir"]),
    ("Dostoevsky", ["Фёдор Достоевский", "Fyodor Dostoevsky"]),
  ]

  @Test(arguments: sameAuthors)
  func `these are one author`(read: String, known: [String]) {
    #expect(
      BookComparison.likeness(author: read, to: known) >= BookComparison.threshold, "\(read)")
  }

  static let otherAuthors: [(read: String, known: [String])] = [
    ("Frank Herbert", ["Brian Herbert"]), ("Frank Herbert", ["Kevin J. Anderson"]),
    ("Thomas Mann", ["Heinrich Mann"]), ("Thomas Mann", ["Thomas Mayer"]),
    ("F. Herbert", ["Brian Herbert"]), ("Jane Austen", ["Paul Auster"]),
    ("King", ["Stephen Kingsley"]), ("Stephen King & Peter Straub", ["Brian Herbert"]),
    ("Iain Banks", ["Russell Banks"]), ("Le Guin", ["Alec Guinness"]),
    ("Hanks", ["Russell Banks"]), ("Mann", ["Horace Manning"]),
  ]

  @Test(arguments: otherAuthors)
  func `these are two authors`(read: String, known: [String]) {
    #expect(
      BookComparison.likeness(author: read, to: known) < BookComparison.threshold, "\(read)")
  }

  @Test func `without an author on one side the likeness is 0.8`() {
    #expect(BookComparison.likeness(author: nil, to: ["Frank Herbert"]) == 0.8)
    #expect(BookComparison.likeness(author: "Frank Herbert", to: []) == 0.8)
    #expect(BookComparison.likeness(author: "…", to: ["Frank Herbert"]) == 0.8)
    #expect(BookComparison(title: 1, author: 0.8).likeness == 0.8)
  }

  @Test func `equal names have likeness 1`() {
    for pair in Self.sameTitles where !pair.read.isEmpty {
      #expect(BookComparison.likeness(title: pair.read, to: pair.read) == 1, "\(pair.read)")
    }
    for name in Self.sameAuthors.flatMap(\.known) {
      #expect(BookComparison.likeness(author: name, to: [name]) == 1, "\(name)")
    }
  }

  static let publishers: [(read: String, known: String, isSame: Bool)] = [
    ("PENGUIN", "Penguin Books", true), ("Suhrkamp", "Suhrkamp Verlag", true),
    ("Faber", "Faber & Faber", true), ("Vintage", "Vintage International", true),
    ("O'Reilly", "O’Reilly Media, Inc.", true), ("Addison Wesley", "Addison-Wesley", true),
    ("The MIT Press", "MIT Press", true), ("Pengvin", "Penguin", false),
    ("Penguin", "Puffin", false), ("Ace", "Acer", false), ("Knopf", "Alfred A. Knopf", false),
    ("Verlag", "Verlag", true), ("", "Penguin", false),
  ]

  @Test(arguments: publishers)
  func `publishers are compared without the kind of company`(
    read: String, known: String, isSame: Bool
  ) {
    #expect(PublisherName(read).isLike(PublisherName(known)) == isSame, "\(read)")
  }
}
