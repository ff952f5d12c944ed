// The choice of a work from answers of Open Library. Source: docs/services.md §7.1.

import Albums
import HTTP
import Support
import Testing

@testable import Books

@Suite struct OpenLibraryTests {
  let folder: TemporaryFolder
  let asked = Asked()

  init() throws { folder = try TemporaryFolder() }

  static func ok(_ body: String) -> HTTPResponse {
    HTTPResponse(status: 200, body: Array(body.utf8))
  }

  /// A search result with only these works.
  static func docs(_ docs: String...) -> String {
    #"{"numFound":\#(docs.count),"start":0,"docs":[\#(docs.joined(separator: ","))]}"#
  }

  /// A work as a search returns it; `more` has further members.
  static func work(
    _ number: Int, _ title: String, by author: String? = "Frank Herbert", editions: Int = 1,
    _ more: String = ""
  ) -> String {
    let names = author.map { #","author_name":["\#($0)"]"# } ?? ""
    return
      #"{"key":"/works/OL\#(number)W","title":"\#(title)","edition_count":\#(editions)"#
      + "\(names)\(more)}"
  }

  static let dune = SpineReading(title: "DUNE", creator: "HERBERT", kind: .book, confidence: 0.9)

  private func library(_ search: String) -> OpenLibrary {
    OpenLibrary(asked.transport { (_) throws(HTTPError) in Self.ok(search) }, in: folder)
  }

  @Test func `the whole reply becomes a match`() async throws {
    let found = try await library(
      Self.docs(
        Self.work(
          893415, "Dune", editions: 121,
          #","first_publish_year":1965,"cover_i":11481354,"cover_edition_key":"OL32848840M","#
            + #""isbn":["0441172717","9780441172718","9780441172719"],"language":["eng"],"#
            + #""ebook_access":"borrowable","has_fulltext":true"#))
    ).book(Self.dune)
    let match = try #require(found)
    #expect(match.title == "Dune" && match.author == "Frank Herbert" && match.year == 1965)
    // The second ISBN has a wrong check digit.
    #expect(match.isbn == "9780441172719" && match.cover == 11_481_354)
    #expect(match.workKey == "/works/OL893415W" && match.likeness == 0.95)
    #expect(match.publisher == nil && match.pages == nil)
    #expect(
      await asked.requests.map(\.url) == [
        "http://ol.test/search.json?title=dune&author=herbert&limit=10&fields=key,title,subtitle,"
          + "alternative_title,author_name,author_alternative_name,first_publish_year,cover_i,isbn,"
          + "edition_count"
      ])
    #expect(await asked.requests[0].headers["accept"] == "application/json")
  }

  private static let number = ISBN("9783453317178")

  /// The editions of the work with the number, and the title of the match.
  static let editions: [(name: String, entries: String, title: String)] = [
    (
      "the edition with the number",
      #"{"title":"Dune","isbn_13":["9780441013593"]},"#
        + #"{"title":"Der Wüstenplanet","publishers":["Heyne"],"isbn_10":["3453317173"],"covers":[5]}"#,
      "Der Wüstenplanet"
    ),
    ("no edition with the number", #"{"title":"Dune","isbn_13":["9780441013593"]}"#, "Dune"),
    ("an edition without a title", #"{"isbn_13":["978-3-453-31717-8"]}"#, "Dune"),
    (
      "a title that is too long",
      #"{"title":"\#(String(repeating: "D", count: 5_000))","isbn_13":["9783453317178"]}"#, "Dune"
    ),
    ("no list", "7", "Dune"),
  ]

  @Test(arguments: editions)
  func `a number names the book, in the title of its edition`(
    name: String, entries: String, title: String
  ) async throws {
    let search = Self.docs(
      Self.work(2, "Dune", editions: 1), Self.work(1, "Dune", editions: 9, #","cover_i":7"#))
    let isbn = try #require(Self.number)
    let library = OpenLibrary(
      asked.transport { (request) throws(HTTPError) in
        Self.ok(request.url.contains("editions.json") ? #"{"entries":[\#(entries)]}"# : search)
      }, in: folder)
    let match = try #require(try await library.book(isbn))
    #expect(match.title == title && match.author == "Frank Herbert", "\(name)")
    #expect(match.workKey == "/works/OL1W" && match.isbn == isbn.digits, "\(name)")
    #expect(match.cover == (title == "Dune" ? 7 : 5), "\(name)")
    #expect(await asked.requests[0].url.contains("search.json?isbn=9783453317178&limit="))
  }

  @Test func `a number that Open Library does not know names nothing`() async throws {
    let isbn = try #require(Self.number)
    #expect(try await library(Self.docs()).book(isbn) == nil)
    #expect(await asked.requests.count == 1)
  }

  /// The search result, and the number of the work that is chosen.
  static let choices: [(name: String, docs: String, chosen: Int?)] = [
    ("another title first", docs(work(1, "Dune Messiah", editions: 90), work(2, "Dune")), 2),
    ("another author", docs(work(1, "Dune", by: "Jane Herberton"), work(2, "Dune")), 2),
    (
      "a copy with one edition",
      docs(work(1, "Dune", by: "Herbert"), work(2, "Dune", editions: 9)), 2
    ),
    ("the whole title", docs(work(1, "Dune: House Atreides", editions: 9), work(2, "Dune")), 2),
    ("equal works", docs(work(2, "Dune", editions: 3), work(1, "Dune", editions: 3)), 1),
    ("only with a subtitle", docs(work(1, "Dune", #","subtitle":"a saga""#)), 1),
    ("a letter too many", docs(work(1, "Dunne")), 1),
    ("no author", docs(work(1, "Dune", by: nil)), 1),
    ("only another book", docs(work(1, "Emma", by: "Jane Austen")), nil),
    ("nothing", docs(), nil), ("no list", "{}", nil), ("another type", #"{"docs":"none"}"#, nil),
    ("an array", "[]", nil), ("a number", "7", nil),
    (
      "works without key or title",
      docs(
        "{}", "null", "7", #"{"title":"Dune"}"#, #"{"key":"/works/OL1W"}"#,
        #"{"key":"/works/OL1W","title":7,"author_name":["Frank Herbert"]}"#,
        #"{"key":"/books/OL1M","title":"Dune","author_name":["Frank Herbert"]}"#,
        #"{"key":"/works/../OL1W","title":"Dune","author_name":["Frank Herbert"]}"#), nil
    ),
  ]

  @Test(arguments: choices)
  func `the work that is most like the reading is chosen`(
    name: String, docs: String, chosen: Int?
  ) async throws {
    let found = try await library(docs).book(Self.dune)
    #expect(found?.workKey == chosen.map { "/works/OL\($0)W" }, "\(name)")
    #expect(await asked.requests.count == (chosen == nil ? 2 : 1), "\(name)")
  }

  @Test func `a first name decides between two authors`() async throws {
    let docs = Self.docs(
      Self.work(1, "Dune", by: "Brian Herbert", editions: 90), Self.work(2, "Dune"))
    let found = try await library(docs).book(
      SpineReading(title: "Dune", creator: "F. Herbert", kind: .book, confidence: 1))
    #expect(found?.workKey == "/works/OL2W")
  }

  @Test func `members of a wrong type count as missing`() async throws {
    let found = try await library(
      Self.docs(
        Self.work(
          1, "Dune",
          #","subtitle":7,"alternative_title":"x","author_alternative_name":[7,null],"#
            + #""first_publish_year":"-4","cover_i":-1,"isbn":"9780441172719""#))
    ).book(Self.dune)
    let match = try #require(found)
    #expect(match.year == nil && match.cover == nil && match.isbn == nil)
  }

  @Test func `a number in a string is a number`() async throws {
    let found = try await library(
      Self.docs(Self.work(1, "Dune", #","first_publish_year":"1965","cover_i":"12""#))
    ).book(Self.dune)
    #expect(found?.year == 1965 && found?.cover == 12)
  }

  @Test func `a name that is too long is no name`() async throws {
    let long = String(repeating: "dune ", count: 1000)
    #expect(try await library(Self.docs(Self.work(1, long))).book(Self.dune) == nil)
  }

  @Test func `a translation is found by the title of an edition`() async throws {
    let found = try await library(
      Self.docs(
        Self.work(
          166894, "Преступление и наказание", by: "Фёдор Достоевский", editions: 900,
          #","alternative_title":["Crime and Punishment","Schuld und Sühne"],"#
            + #""author_alternative_name":["Fyodor Dostoevsky"]"#))
    ).book(
      SpineReading(
        title: "Crime and Punishment", creator: "Dostoevsky", kind: .book, confidence: 1))
    #expect(found?.workKey == "/works/OL166894W" && found?.title == "Crime and Punishment")
  }

  @Test func `without an author the match is less certain`() async throws {
    let found = try await library(Self.docs(Self.work(1, "Dune"))).book(
      SpineReading(title: "Dune", creator: nil, kind: .book, confidence: 1))
    #expect(found?.likeness == 0.8)
    #expect(await asked.requests[0].url.contains("search.json?title=dune&limit"))
  }

  /// A reading, and the parameters of its searches.
  static let questions: [(title: String?, creator: String?, parameters: [String])] = [
    (
      "WAR AND PEACE", "Tolstoy, Leo",
      ["title=war%20and%20peace&author=tolstoy", "q=war%20and%20peace"]
    ),
    (
      "Sapiens: A Brief History", "Yuval Noah Harari",
      ["title=sapiens%20a%20brief%20history&author=harari", "q=sapiens"]
    ),
    ("Ender’s Game", nil, ["title=ender%27s%20game", "q=ender%27s%20game"]),
    ("A*b? (x) [y] ~z\"", "& \\", ["title=a%20b%20x%20y%20z", "q=a%20b"]),
    (
      "Les Misérables", "HUGO",
      ["title=les%20mis%C3%A9rables&author=hugo", "q=les%20mis%C3%A9rables"]
    ),
    (
      "Design Patterns", "Gamma, Helm, Johnson, Vlissides",
      ["title=design%20patterns&author=gamma", "q=design%20patterns"]
    ),
    (nil, "Herbert", []), ("", "Herbert", []), ("…", "Herbert", []),
  ]

  @Test func `a search has words in lower case and no signs of the query language`() {
    for row in Self.questions {
      let reading = SpineReading(
        title: row.title, creator: row.creator, kind: .book, confidence: 1)
      let questions = BookQuery.queries(of: reading).map(\.question)
      let expected = row.parameters.map { "search.json?\($0)&limit=10&fields=key,title," }
      #expect(questions.count == expected.count)
      #expect(zip(questions, expected).allSatisfy { $0.hasPrefix($1) }, "\(questions)")
    }
  }

  @Test func `a reading without a title causes no request`() async throws {
    let found = try await library("{}").book(
      SpineReading(title: " ", creator: "Herbert", kind: .book, confidence: 1))
    #expect(found == nil)
    #expect(await asked.requests.isEmpty)
  }

  @Test func `an answered question is not sent again`() async throws {
    let answers = Answers()
    let body = Self.docs(Self.work(1, "Dune"))
    for _ in 0..<2 {
      let library = OpenLibrary(
        asked.transport { (_) throws(HTTPError) in Self.ok(body) }, in: folder, answers: answers)
      #expect(try await library.book(Self.dune)?.workKey == "/works/OL1W")
    }
    #expect(await asked.requests.count == 1)
    #expect(answers.questions.allSatisfy { $0.hasPrefix("open-library:search.json?") })
  }
}
