// The refusals of the played Open Library. Source: docs/services.md §7.

import Host
import Services
import Support
import Testing

@Suite struct OpenLibraryServiceTests {
  static let agent = ["-A", "AlbumScan/1.0 (test@example.org)"]
  static let end = "&limit=10&fields=key,title,author_name"

  static let refused: [(path: String, status: Int)] = [
    ("search.json?title=dune", 422), ("search.json?title=dune&fields=key", 422),
    ("search.json?title=dune&limit=0&fields=key", 422), ("search.json?title=\(end)", 422),
    ("search.json?author=herbert\(end)", 422), ("search.json?title=dune%3F\(end)", 422),
    ("search.json?title=WAR%20AND%20PEACE\(end)", 422), ("search.json?q=title%3Adune\(end)", 422),
    ("search.json?title=dune&limit=10&fields=title", 422),
    ("search.json?title=dune&limit=10&fields=key,price", 422),
    ("search.json?title=%FF\(end)", 400), ("search.json?title=a&title=b\(end)", 422),
    ("works/OL893415W/editions.json", 400), ("works/OL1W/editions.json?limit=10", 404),
    ("works/OL893415W.json", 404), ("b/isbn/9780441172719-L.jpg?default=false", 404),
    ("b/id/11481354-L.png?default=false", 404), ("b/id/11481354-L.jpg", 200),
    ("b/id/12-L.jpg?default=false", 404), ("api/books?bibkeys=ISBN:1", 404),
  ]

  @Test(arguments: refused)
  func `a wrong request is refused`(path: String, status: Int) throws {
    let service = try OpenLibraryService(spacing: 0)
    let answer = try curl("\(service.url)/\(path)", Self.agent)
    #expect(answer.status == status, "\(answer.text)")
    #expect(service.log.refusals.count == (path.hasPrefix("b/id/12-") ? 0 : 1))
  }

  @Test(arguments: ["", "curl/8", "AlbumScan", "AlbumScan/1.0", "AlbumScan/1.0 (nobody)"])
  func `a request without a contact gets 403`(agent: String) throws {
    let service = try OpenLibraryService(spacing: 0)
    let answer = try curl("\(service.url)/search.json?title=dune\(Self.end)", ["-A", agent])
    #expect(answer.status == 403)
  }

  @Test func `requests that are too fast get 429`() throws {
    let service = try OpenLibraryService(spacing: 1000)
    let path = "\(service.url)/search.json?title=dune\(Self.end)"
    #expect(try curl(path, Self.agent).status == 200)
    let hasty = try curl(path, Self.agent)
    #expect(hasty.status == 429 && hasty.text.contains("Too Many Requests"))
    pause(milliseconds: 1010)
    #expect(try curl(path, Self.agent).status == 200)
    #expect(service.log.count(of: .search) == 2)
  }

  @Test func `an answer has only the wanted fields that the work has`() throws {
    let service = try OpenLibraryService(spacing: 0)
    let answer = try curl(
      "\(service.url)/search.json?title=lost+keys&limit=5&fields=key,title,isbn,cover_i", Self.agent
    )
    #expect(answer.json?["numFound"]?.integer == 1)
    let doc = try #require(answer.json?["docs"]?.items?.first)
    #expect(doc.members?.map(\.key) == ["key", "title"])
  }
}
