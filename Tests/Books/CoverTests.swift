// The covers of Open Library: the request, and the meaning of each answer. Source:
// docs/services.md §7.2.

import HTTP
import Support
import Testing

@testable import Books

@Suite struct CoverTests {
  let folder: TemporaryFolder
  let asked = Asked()

  init() throws { folder = try TemporaryFolder() }

  private func cover(_ status: Int) async throws(LookupError) -> [UInt8]? {
    try await OpenLibrary(
      asked.transport { (_) throws(HTTPError) in HTTPResponse(status: status, body: [7]) },
      in: folder
    ).cover(11_481_354)
  }

  @Test func `a cover is requested by its number, in the largest size`() async throws {
    #expect(try await cover(200) == [7])
    let request = try #require(await asked.requests.first)
    #expect(request.url == "http://covers.test/b/id/11481354-L.jpg?default=false")
    #expect(request.redirects == .followed(hosts: OpenLibraryCovers.publicHosts))
  }

  @Test func `404 means that there is no cover`() async throws {
    #expect(try await cover(404) == nil)
  }

  @Test(
    arguments: [
      (429, .unreachable("asked too often")), (500, .unreachable("HTTP 500")),
      (503, .unreachable("HTTP 503")), (403, .refused(status: 403)),
    ] as [(Int, LookupError)])
  func `any other answer is an error`(status: Int, error: LookupError) async {
    await #expect(throws: error) { try await cover(status) }
    #expect(await asked.requests.count == 1)
  }
}
