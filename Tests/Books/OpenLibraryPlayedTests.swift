// Open Library as `Tests/Services` plays it, asked by libcurl: the requests that it admits, and its
// faults. Source: docs/services.md §7, docs/faults.md E2, E3.

import Albums
import HTTP
import Host
import Services
import Support
import Testing

@testable import Books

@Suite(.serialized) struct OpenLibraryPlayedTests {
  let folder: TemporaryFolder

  init() throws { folder = try TemporaryFolder() }

  private func library(
    _ service: OpenLibraryService, gap: Int64 = 0,
    agent: String = "AlbumScan/1 (test@example.org)", answers: Answers = Answers()
  ) -> OpenLibrary {
    let transport = Transport.live(userAgent: agent, caFile: Transport.caFile { _ in nil })
    var library = OpenLibrary(
      transport: transport, url: service.url, destination: .of(service.url),
      pace: Pace(folder.file("pace"), gapMilliseconds: gap), cache: answers.cache,
      covers: OpenLibraryCovers(
        transport: transport, url: service.url, destination: .of(service.url),
        pace: Pace(folder.file("covers-pace"), gapMilliseconds: 0)))
    library.client.rest = { _ in }
    return library
  }

  private static func reading(
    _ title: String, _ creator: String?, _ publisher: String? = nil
  ) -> SpineReading {
    SpineReading(
      title: title, creator: creator, publisher: publisher, kind: .book, confidence: 0.9)
  }

  /// A reading as spines give it, and the key and publisher of its match.
  static let shelf: [(reading: SpineReading, key: String?, publisher: String?)] = [
    (reading("DUNE", "HERBERT", "ACE"), AwkwardBooks.dune.key, "Ace Books"),
    (reading("Der Wüstenplanet", "Frank Herbert", "Heyne"), AwkwardBooks.dune.key, "Heyne Verlag"),
    (reading("Dune Messiah", "Herbert, Frank"), AwkwardBooks.duneMessiah.key, nil),
    (reading("House Atreides", "Herbert / Anderson"), nil, nil),
    (reading("Dune: House Atreides", "Herbert • Anderson"), AwkwardBooks.houseAtreides.key, nil),
    (
      reading("CRIME AND PUNISHMENT", "Dostoevsky", "PENGUIN"), AwkwardBooks.crime.key,
      "Penguin Books"
    ),
    (reading("Design Patterns", "Gamma Helm Johnson Vlissides"), AwkwardBooks.patterns.key, nil),
    (reading("Hobbit", "J R R TOLKIEN"), "/works/OL27516W", nil),
    (reading("Das Parfum", "Suskind"), "/works/OL98501W", nil),
    (reading("PARFUM", nil), "/works/OL98501W", nil),
    // The author is misread: the second search finds the title, and the names differ.
    (reading("The Hobbit", "Tollkien"), "/works/OL27516W", nil),
    (reading("The Hobbit", "Herbert"), nil, nil),
    (reading("A Field Guide to Lost Keys", "Quill", "Ace"), AwkwardBooks.bare.key, nil),
    (reading("No Such Book", "Nobody"), nil, nil),
  ]

  @Test func `a shelf of spines finds its works, and no request is refused`() async throws {
    let service = try OpenLibraryService(spacing: 0)
    let library = library(service)
    for row in Self.shelf {
      let match = try await library.book(row.reading)
      #expect(match?.workKey == row.key, "\(row.reading)")
      #expect(match?.publisher == row.publisher, "\(row.reading)")
    }
    #expect(service.log.refusals.isEmpty && service.log.privacyFaults.isEmpty)
  }

  /// Words of a spine, and the titles of the works that have all of them.
  static let words: [(words: [String], titles: [String])] = [
    (["hobbit", "tolkien"], ["The Hobbit"]), (["hobbit"], ["The Hobbit"]),
    (["herbert"], ["Dune", "Dune Messiah", "Dune"]), (["wüstenplanet"], ["Dune"]),
    (["AND", "hobbit"], []), (["hobbit", "herbert"], []), (["c++", "[hobbit]", "!"], []),
    (["(hobbit)", "tolkien*"], ["The Hobbit"]), (["?", "*"], []), ([], []),
  ]

  @Test func `words of any name find works, whatever signs stand in them`() async throws {
    let service = try OpenLibraryService(spacing: 0)
    let library = library(service)
    for row in Self.words {
      let works = try await library.works(withWords: row.words)
      #expect(works.map { $0.titles.first ?? "" } == row.titles, "\(row)")
    }
    #expect(service.log.refusals.isEmpty && service.log.privacyFaults.isEmpty)
    let crime = try await library.works(withWords: ["punishment"]).first
    #expect(crime?.titles.contains("Crime and Punishment") == true)
    #expect(crime?.otherAuthorNames.contains("Fyodor Dostoevsky") == true)
    #expect(crime?.editionCount == 900)
  }

  @Test func `requests keep the pace that the service admits`() async throws {
    let service = try OpenLibraryService()
    let library = library(service, gap: OpenLibrary.gapMilliseconds(contact: "test@example.org"))
    await withTaskGroup(of: Void.self) { tasks in
      for row in Self.shelf.prefix(4) {
        tasks.addTask { _ = try? await library.book(row.reading) }
      }
    }
    #expect(service.log.requests.count >= 6 && service.log.refusals.isEmpty)
    let gap = try #require(service.log.smallestGapMilliseconds)
    #expect(gap >= 320)
    note("Open Library: \(service.log.requests.count) requests, smallest gap \(gap) ms")
  }

  @Test func `without a contact every request is refused`() async throws {
    let service = try OpenLibraryService(spacing: 0)
    await #expect(throws: LookupError.refused(status: 403)) {
      try await library(service, agent: "AlbumScan/1 (nobody)").book(Self.shelf[0].reading)
    }
  }

  /// A fault of the first search, and a part of the error; nil if a retry gives the answer.
  static let faults: [(fault: Fault, error: String?)] = [
    (.reset, "broke off"), (.cutOff(afterBytes: 40), "broke off"), (.serverError, "HTTP 500"),
    (.garbage, "no JSON"), (.body(Array("{\"docs\":[".utf8), type: "application/json"), "no JSON"),
    (.endless, "too large"), (.gzipBomb(mebibytes: 64), "too large"), (.notFound, "HTTP 404"),
    (.redirect(to: "http://127.0.0.1:1/"), "not allowed"), (.unauthorised, "HTTP 401"),
    (.awkward, nil), (.rateLimited(retryAfterSeconds: 1), nil), (.overRate, nil), (.busy, nil),
  ]

  @Test func `a fault is an error that is not stored, and the next question succeeds`() async throws
  {
    for row in Self.faults {
      let service = try OpenLibraryService(spacing: 0)
      service.order(row.fault, of: .search)
      let answers = Answers()
      let library = library(service, answers: answers)
      do {
        let match = try await library.book(Self.shelf[2].reading)
        #expect(row.error == nil && match?.workKey == AwkwardBooks.duneMessiah.key, "\(row.fault)")
      } catch {
        #expect(row.error.map { "\(error)".contains($0) } == true, "\(row.fault): \(error)")
        #expect(answers.questions.isEmpty, "\(row.fault)")
      }
      service.clearOrders()
      let match = try await library.book(Self.shelf[2].reading)
      #expect(match?.workKey == AwkwardBooks.duneMessiah.key, "\(row.fault)")
    }
  }

  @Test func `a closed port is an error`() async throws {
    let service = try OpenLibraryService(spacing: 0)
    try service.refuseConnections()
    await #expect(throws: LookupError.unreachable("\(HTTPError.connect)")) {
      try await library(service).book(Self.shelf[0].reading)
    }
  }

  @Test func `a cover comes from the archive, and a missing one is none`() async throws {
    let service = try OpenLibraryService(spacing: 0)
    let library = library(service)
    let bytes = try await library.cover(11_481_354)
    #expect(bytes?.starts(with: [0xFF, 0xD8, 0xFF]) == true)
    #expect(service.log.requests.map(\.kind) == [.front, .picture])
    #expect(try await library.cover(12) == nil)
    #expect(service.log.refusals.isEmpty)
  }
}
