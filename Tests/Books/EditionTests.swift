// The edition whose publisher was read on the spine. Source: docs/services.md §7.1.

import Albums
import HTTP
import Support
import Testing

@testable import Books

@Suite struct EditionTests {
  let folder: TemporaryFolder
  let asked = Asked()

  init() throws { folder = try TemporaryFolder() }

  static func edition(
    _ number: Int, _ publishers: String, title: String = "Dune", _ more: String = ""
  ) -> String {
    #"{"key":"/books/OL\#(number)M","title":"\#(title)","publishers":\#(publishers)\#(more)}"#
  }

  static func entries(_ entries: String...) -> String {
    #"{"links":{"self":"/works/OL1W/editions.json"},"size":\#(entries.count),"#
      + #""entries":[\#(entries.joined(separator: ","))]}"#
  }

  private func match(
    publisher: String?, _ editions: @escaping @Sendable () throws(HTTPError) -> HTTPResponse
  ) async throws -> BookMatch? {
    let work = OpenLibraryTests.work(1, "Dune", #","cover_i":5,"isbn":["9780441172719"]"#)
    return try await OpenLibrary(
      asked.transport { (request) throws(HTTPError) in
        guard request.url.contains("/editions.json") else {
          return OpenLibraryTests.ok(OpenLibraryTests.docs(work))
        }
        return try editions()
      }, in: folder
    ).book(
      SpineReading(
        title: "Dune", creator: "Frank Herbert", publisher: publisher, kind: .book, confidence: 1))
  }

  static let german = edition(
    4, #"["Heyne Verlag"]"#, title: "Der Wüstenplanet",
    #","number_of_pages":700,"isbn_13":["9783453317178"]"#)
  static let ace = edition(
    3, #"["Ace Books","Putnam"]"#,
    #","number_of_pages":535,"isbn_10":["0441013597"],"covers":[-1,77],"publish_date":"2005""#)

  /// The publisher on the spine, the editions, and the publisher, pages, ISBN and cover of the match.
  static let rows:
    [(
      read: String, editions: String, publisher: String?, pages: Int?, isbn: String, cover: Int
    )] = [
      ("ACE", entries(german, ace), "Ace Books", 535, "9780441013593", 77),
      ("Putnam", entries(german, ace), "Putnam", 535, "9780441013593", 77),
      ("Heyne", entries(german, ace), "Heyne Verlag", 700, "9783453317178", 5),
      ("Gollancz", entries(german, ace), nil, nil, "9780441172719", 5),
      ("Ace", entries(edition(1, #"["Ace"]"#), ace), "Ace Books", 535, "9780441013593", 77),
      (
        "Ace", entries(edition(1, #"["Ace"]"#, #","number_of_pages":-1,"isbn_13":["1"]"#)), "Ace",
        nil, "9780441172719", 5
      ),
      ("Ace", entries(edition(1, #""Ace""#), "7", "null", "{}"), nil, nil, "9780441172719", 5),
      ("Ace", "[]", nil, nil, "9780441172719", 5),
      ("Ace", #"{"entries":{}}"#, nil, nil, "9780441172719", 5),
    ]

  @Test func `publisher and pages are those of the edition whose publisher was read`() async throws
  {
    for row in Self.rows {
      let found = try await match(publisher: row.read) { OpenLibraryTests.ok(row.editions) }
      let match = try #require(found)
      #expect(match.publisher == row.publisher && match.pages == row.pages, "\(row)")
      #expect(match.isbn == row.isbn && match.cover == row.cover, "\(row)")
    }
    let urls = await asked.requests.map(\.url)
    #expect(urls.contains("http://ol.test/works/OL1W/editions.json?limit=100"))
  }

  @Test(arguments: [nil, "", "  "])
  func `without a publisher no edition is asked for`(publisher: String?) async throws {
    let found = try await match(publisher: publisher) { OpenLibraryTests.ok(Self.ace) }
    #expect(found?.publisher == nil && found?.pages == nil)
    #expect(await asked.requests.count == 1)
  }

  @Test(arguments: [HTTPError.timeout, .tooLarge, .brokenOff])
  func `without an answer about editions the match stays`(error: HTTPError) async throws {
    let found = try await match(publisher: "Ace") { () throws(HTTPError) in throw error }
    #expect(found?.workKey == "/works/OL1W" && found?.publisher == nil)
    #expect(found?.isbn == "9780441172719")
  }
}
