// The refusals of the played MusicBrainz. Source: docs/services.md §4.

import Host
import Services
import Support
import Testing

@Suite struct MusicBrainzTests {
  static let agent = ["-A", "AlbumScan/1.0 (test@example.org)"]

  private func search(_ service: MusicBrainzService, _ query: String) throws -> CurlAnswer {
    try curl("\(service.url)/release-group?query=\(encoded(query))&fmt=json", Self.agent)
  }

  static let broken = [
    "", "  ", "releasegroup:OK Computer AND artist:Radiohead", "releasegroup:\"OK Computer",
    "releasegroup:\"OK Computer\" AND (artist:\"Radiohead\"", "artist:\"a\")",
    "artist:AC/DC", "artist:!!!", "releasegroup:( )", "artist:\"a\" AND",
    "AND artist:\"a\"", "nobody:\"a\"", "Radiohead", "artist:", "artist:*", "title:\"a\"",
    "artist:\"a\" AND releasegroup:(What's the Story) Morning Glory?",
  ]

  @Test(arguments: broken)
  func `a loose query is refused`(query: String) throws {
    let service = try MusicBrainzService(spacing: 0)
    let answer = try search(service, query)
    #expect(answer.status == 400, "\(answer.text)")
    #expect(service.log.refusals.count == 1)
  }

  static let refusedPaths: [(path: String, status: Int)] = [
    ("release/not-an-mbid?fmt=json", 400),
    ("release-group/12?fmt=json", 400), ("collection/12?fmt=json", 400),
    ("collection/00000000-0000-4000-8000-000000000000?fmt=json", 404),
    ("release?release-group=12&fmt=json", 400),
    ("release-group?artist=12&fmt=json", 400),
    ("release-group/00000000-0000-4000-8000-000000000000?fmt=json", 404),
    ("release?release-group=00000000-0000-4000-8000-000000000000&fmt=json", 404),
    ("release/00000000-0000-4000-8000-000000000000?fmt=json", 404),
    ("release/\(Awkward.weezer.releases[0].mbid)?inc=colours&fmt=json", 400),
    ("release/\(Awkward.weezer.releases[0].mbid)?inc=labels&inc=media&fmt=json", 400),
    ("release-group?query=artist%3A%22a%22&query=artist%3A%22b%22&fmt=json", 400),
    ("release-group?query=artist%3A%22%FF%22&fmt=json", 400),
    ("release?release-group=\(Awkward.weezer.mbid)&limit=many&fmt=json", 400),
    ("artist?query=artist%3A%22a%22&fmt=json", 404),
  ]

  @Test(arguments: refusedPaths)
  func `a wrong path is refused`(path: String, status: Int) throws {
    let service = try MusicBrainzService(spacing: 0)
    let answer = try curl("\(service.url)/\(path)", Self.agent)
    #expect(answer.status == status)
    #expect(answer.json?["error"]?.text?.isEmpty == false)
  }

  @Test(arguments: ["", "curl/8", "AlbumScan", "AlbumScan/1.0", "AlbumScan/1.0 (nobody)"])
  func `a request without a User-Agent gets 403`(agent: String) throws {
    let service = try MusicBrainzService(spacing: 0)
    let answer = try curl(
      "\(service.url)/release-group?query=artist:%22a%22&fmt=json", ["-A", agent])
    #expect(answer.status == 403)
    #expect(answer.head.contains("x-ratelimit-who: ua-missing"))
  }

  @Test func `requests that are too fast are refused, and the smallest gap is stored`() throws {
    let service = try MusicBrainzService()
    let query = #"artist:"Oasis""#
    #expect(try search(service, query).status == 200)
    let hasty = try search(service, query)
    #expect(hasty.status == 503 && hasty.text.contains("exceeding the allowable rate limit"))
    pause(milliseconds: 1010)
    #expect(try search(service, query).status == 200)
    #expect(try #require(service.log.smallestGapMilliseconds) < 1000)
    #expect(service.log.count(of: .search) == 2)
  }

  @Test func `without fmt=json the answer is XML, and a key is refused`() throws {
    let service = try MusicBrainzService(spacing: 0)
    let answer = try curl(
      "\(service.url)/release-group?query=artist:%22a%22",
      Self.agent + ["-H", "Authorization: Bearer x"])
    #expect(answer.text.hasPrefix("<?xml"))
    #expect(service.log.refusals == ["no fmt=json"])
    #expect(try search(service, #"artist:"a""#).status == 200)
  }
}
