// Open Library is too busy, broken or unreachable. None of its failures is stored as an answer.

import Albums
import HTTP
import Support
import Testing

@testable import Books

@Suite struct OpenLibraryFailureTests {
  let folder: TemporaryFolder
  let asked = Asked()
  let answers = Answers()

  init() throws { folder = try TemporaryFolder() }

  private func library(
    noting pauses: Pauses = Pauses(), asked: Asked? = nil,
    _ answer: @escaping @Sendable (HTTPRequest) throws(HTTPError) -> HTTPResponse
  ) -> OpenLibrary {
    var library = OpenLibrary(
      (asked ?? self.asked).transport(answer), in: folder, answers: answers)
    library.client.rest = { await pauses.note($0) }
    return library
  }

  static let tooMany = #"{"status": 429, "message": "Too Many Requests. Please slow down."}"#

  /// The headers of a 429, and the pauses before the retries.
  static let demands: [(headers: HTTPHeaders, pauses: [Int])] = [
    ([:], [2000, 4000, 8000]), (["retry-after": "0"], [2000, 4000, 8000]),
    (["retry-after": "7"], [7000, 7000, 7000]), (["retry-after": "soon"], [2000, 4000, 8000]),
    (["retry-after": "3600"], []),
  ]

  @Test func `after 429 the demanded pause is kept, and there are three retries`() async {
    for row in Self.demands {
      let (asked, pauses) = (Asked(), Pauses())
      let library = library(noting: pauses, asked: asked) { (_) throws(HTTPError) in
        HTTPResponse(status: 429, headers: row.headers, body: Array(Self.tooMany.utf8))
      }
      await #expect(throws: LookupError.unreachable("asked too often")) {
        try await library.book(OpenLibraryTests.dune)
      }
      #expect(await pauses.noted == row.pauses)
      #expect(await asked.requests.count == row.pauses.count + 1)
    }
    #expect(answers.questions.isEmpty)
  }

  @Test func `a retry after 429 gives the answer`() async throws {
    let (count, pauses) = (Counter(), Pauses())
    let library = library(noting: pauses) { (_) throws(HTTPError) in
      count.next() == 1
        ? HTTPResponse(status: 429, headers: ["retry-after": "1"])
        : OpenLibraryTests.ok(OpenLibraryTests.docs(OpenLibraryTests.work(1, "Dune")))
    }
    #expect(try await library.book(OpenLibraryTests.dune)?.workKey == "/works/OL1W")
    #expect(await pauses.noted == [1000])
  }

  @Test func `a busy service is asked four times`() async {
    let library = library { (_) throws(HTTPError) in HTTPResponse(status: 503) }
    await #expect(throws: LookupError.unreachable("HTTP 503")) {
      try await library.book(OpenLibraryTests.dune)
    }
    #expect(await asked.requests.count == 4)
  }

  @Test(
    arguments: [
      (500, "<html>", .unreachable("HTTP 500")), (502, "", .unreachable("HTTP 502")),
      (403, "{}", .refused(status: 403)), (404, "{}", .refused(status: 404)),
      (422, "{}", .refused(status: 422)), (302, "", .refused(status: 302)),
      (200, "<html>maintenance</html>", .unreachable("an answer that is no JSON")),
      (200, "", .unreachable("an answer that is no JSON")),
      (200, #"{"docs":[{"key":"/works/OL1W""#, .unreachable("an answer that is no JSON")),
    ] as [(Int, String, LookupError)])
  func `an invalid answer is an error, and is not stored`(
    status: Int, body: String, error: LookupError
  ) async {
    let library = library { (_) throws(HTTPError) in
      HTTPResponse(status: status, body: Array(body.utf8))
    }
    for count in 1...2 {
      await #expect(throws: error) { try await library.book(OpenLibraryTests.dune) }
      #expect(await asked.requests.count == count)
    }
    #expect(answers.questions.isEmpty)
  }

  @Test(arguments: [HTTPError.timeout, .connect, .brokenOff, .tooLarge, .resolve])
  func `without an answer the service is unreachable`(error: HTTPError) async {
    let library = library { (_) throws(HTTPError) in throw error }
    await #expect(throws: LookupError.unreachable("\(error)")) {
      try await library.book(OpenLibraryTests.dune)
    }
    await #expect(throws: LookupError.unreachable("\(error)")) { try await library.cover(7) }
  }

  @Test func `a contact triples the pace`() {
    #expect(OpenLibrary.gapMilliseconds(contact: nil) == 1100)
    #expect(OpenLibrary.gapMilliseconds(contact: "host@example.org") == 350)
  }
}
