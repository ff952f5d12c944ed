// A book as the played Open Library knows it.

package struct KnownBook: Sendable {
  package struct Edition: Sendable {
    /// The number of the edition: 1 is `/books/OL1M`.
    package let number: Int
    package let title: String
    package let publishers: [String]
    package var pages: Int?
    package var isbn13: [String] = []
    package var isbn10: [String] = []

    package init(_ number: Int, _ title: String, by publishers: String...) {
      self.number = number
      self.title = title
      self.publishers = publishers
    }
  }

  /// The number of the work: 1 is `/works/OL1W`.
  package let number: Int
  package let title: String
  package var subtitle: String?

  /// Titles of editions that differ from that of the work.
  package var otherTitles: [String] = []
  package let authors: [String]
  package var otherAuthorNames: [String] = []
  package var year: Int?

  /// The number of the cover; nil if the service has none.
  package var cover: Int?
  package var editions: [Edition] = []

  /// The number of editions that a search reports; the service knows only some of them in full.
  package var editionCount = 1

  package init(_ number: Int, _ title: String, by authors: String...) {
    self.number = number
    self.title = title
    self.authors = authors
  }

  package var key: String { "/works/OL\(number)W" }

  /// The name of the book in the log of a service.
  package var subject: String { "\(authors.first ?? "") – \(title)" }
}

/// The catalogue of the played Open Library: real books, with invented numbers of editions.
package enum AwkwardBooks {
  package static let dune: KnownBook = {
    var book = KnownBook(893_415, "Dune", by: "Frank Herbert")
    (book.year, book.cover, book.editionCount) = (1965, 11_481_354, 121)
    book.editions = [
      edition(3, "Dune", "Ace Books", pages: 535, "9780441013593"),
      edition(4, "Der Wüstenplanet", "Heyne Verlag", pages: 700, "9783453317178"),
    ]
    book.otherTitles = ["Der Wüstenplanet"]
    return book
  }()

  /// A title that begins with that of `dune`.
  package static let duneMessiah: KnownBook = {
    var book = KnownBook(893_502, "Dune Messiah", by: "Frank Herbert")
    (book.year, book.cover, book.editionCount) = (1969, 2_421_405, 80)
    return book
  }()

  /// Another author with the same surname, and a subtitle.
  package static let houseAtreides: KnownBook = {
    var book = KnownBook(27_258, "Dune", by: "Brian Herbert", "Kevin J. Anderson")
    book.subtitle = "House Atreides"
    (book.year, book.editionCount) = (1999, 40)
    return book
  }()

  /// The work is in Russian; its editions are translations.
  package static let crime: KnownBook = {
    var book = KnownBook(166_894, "Преступление и наказание", by: "Фёдор Достоевский")
    book.otherTitles = ["Crime and Punishment", "Schuld und Sühne"]
    book.otherAuthorNames = ["Fyodor Dostoevsky", "Fjodor Dostojewski"]
    (book.year, book.cover, book.editionCount) = (1866, 13_115_207, 900)
    book.editions = [
      edition(11, "Crime and Punishment", "Penguin Books", pages: 671, "9780140449136")
    ]
    return book
  }()

  /// Four authors and a long subtitle.
  package static let patterns: KnownBook = {
    var book = KnownBook(
      3_173_504, "Design Patterns", by: "Erich Gamma", "Richard Helm", "Ralph Johnson",
      "John Vlissides")
    book.subtitle = "Elements of Reusable Object-Oriented Software"
    (book.year, book.cover, book.editionCount) = (1995, 1_754_351, 12)
    book.editions = [edition(21, "Design Patterns", "Addison-Wesley", pages: 395, "9780201633610")]
    return book
  }()

  /// Without a year, a cover and an ISBN.
  package static let bare = KnownBook(500_001, "A Field Guide to Lost Keys", by: "Ada Quill")

  package static let catalogue = [
    dune, duneMessiah, houseAtreides, crime, patterns, bare,
    plain(1_168_083, "Nineteen Eighty-Four", "George Orwell", 1949, 9_267_242, "9780452262935"),
    plain(66_554, "Pride and Prejudice", "Jane Austen", 1813, 14_348_537, "9780141439518"),
    plain(
      59_800, "The Left Hand of Darkness", "Ursula K. Le Guin", 1969, 12_818_862, "9780441478125"),
    plain(27_516, "The Hobbit", "J.R.R. Tolkien", 1937, 14_627_509, "9780261103344"),
    plain(
      274_505, "One Hundred Years of Solitude", "Gabriel García Márquez", 1967, 12_627_383,
      "9780060883287"),
    plain(98_501, "Das Parfum", "Patrick Süskind", 1985, 8_774_215, "9783257228007"),
    // In the letters of `ReaderSample`.
    plain(500_002, "Salon in Rome", "Leo Marsden", 1961, 9_000_002, "9780000500021"),
  ]

  private static func edition(
    _ number: Int, _ title: String, _ publisher: String, pages: Int, _ isbn: String
  ) -> KnownBook.Edition {
    var edition = KnownBook.Edition(number, title, by: publisher)
    edition.pages = pages
    edition.isbn13 = [isbn]
    return edition
  }

  private static func plain(
    _ number: Int, _ title: String, _ author: String, _ year: Int, _ cover: Int, _ isbn: String
  ) -> KnownBook {
    var book = KnownBook(number, title, by: author)
    (book.year, book.cover, book.editionCount) = (year, cover, 30)
    var edition = KnownBook.Edition(number, title, by: "Penguin Books")
    edition.isbn13 = [isbn]
    book.editions = [edition]
    return book
  }
}
