// The choice of a release group from search results. Source: docs/services.md §4.

import Albums
import HTTP
import Host
import Store
import Support
import Testing
import Text

@testable import MusicBrainz
@testable import Scanning

@Suite struct MusicBrainzTests {
  let folder: TemporaryFolder
  let asked = Asked()

  init() throws { folder = try TemporaryFolder() }

  private func musicBrainz(
    _ answer: @escaping @Sendable (HTTPRequest) throws(HTTPError) -> HTTPResponse
  ) throws -> MusicBrainz {
    try MusicBrainz(asked.transport(answer), in: folder)
  }

  static func ok(_ body: String) -> HTTPResponse {
    HTTPResponse(status: 200, body: Array(body.utf8))
  }

  /// A release group in the form that a search returns.
  static func group(
    _ number: Int, _ title: String, _ artist: String, type: String = "Album", year: String = "1997",
    secondary: String = "", score: Int = 100
  ) -> String {
    #"{"id":"0000000\#(number)-AAAA-4000-8000-000000000000","score":\#(score),"title":"\#(title)","#
      + #""first-release-date":"\#(year)","primary-type":"\#(type)","secondary-types":[\#(secondary)],"#
      + #""artist-credit":[{"name":"\#(artist)","artist":{"id":"x","name":"\#(artist)"}}]}"#
  }

  static func groups(_ groups: String...) -> String {
    #"{"count":\#(groups.count),"offset":0,"release-groups":[\#(groups.joined(separator: ","))]}"#
  }

  static func id(_ number: Int) -> String { "0000000\(number)-aaaa-4000-8000-000000000000" }

  @Test(arguments: [
    ("Kid A", #""Kid A""#), ("", #""""#), ("7\" Mix", #""7\" Mix""#), (#"a\b"#, #""a\\b""#),
    (#"\""#, #""\\\"""#), ("AC/DC", #""AC/DC""#), ("!!! (x) [y] a:b*?", #""!!! (x) [y] a:b*?""#),
    ("AND OR NOT", #""AND OR NOT""#), ("宇多田", #""宇多田""#),
  ])
  func `a phrase escapes the quote and the backslash only`(text: String, phrase: String) {
    #expect(MusicBrainz.phrase(text) == phrase)
  }

  @Test func `a name cannot leave its phrase`() {
    for query in MusicBrainz.queries(artist: #"x" OR artist:"y"#, title: #"\"#) {
      #expect(query.lucene.contains(#":"x\" OR artist:\"y""#))
      #expect(query.lucene.contains(#":"\\" AND "#))
    }
  }

  @Test func `three queries search for the group, then for its releases`() {
    let queries = MusicBrainz.queries(artist: "Can", title: "Tago Mago")
    #expect(queries.map(\.entity) == ["release-group", "release-group", "release"])
    #expect(
      queries.map(\.lucene) == [
        #"releasegroup:"Tago Mago" AND artist:"Can""#,
        #"releasegroup:"Tago Mago" AND creditname:"Can""#,
        #"release:"Tago Mago" AND artist:"Can""#,
      ])
  }

  @Test(arguments: [
    (" ", "%20"), ("\"", "%22"), (":", "%3A"), ("&", "%26"), ("+", "%2B"), ("#", "%23"),
    ("%", "%25"), ("/", "%2F"), ("?", "%3F"), ("=", "%3D"), ("é", "%C3%A9"), ("宇", "%E5%AE%87"),
    ("aZ09-._~", "aZ09-._~"), ("\r\n", "%0D%0A"), ("\u{0}", "%00"),
  ])
  func `a question is percent-encoded as UTF-8`(text: String, encoded: String) {
    #expect(text.percentEncoded == encoded)
  }

  /// The release groups in the first answer, and the group that is chosen.
  static let choices: [(name: String, groups: String, taken: Int?)] = [
    (
      "the first hit is another album",
      groups(
        group(1, "Rumours Live", "Fleetwood Mac"), group(2, "Rumours", "Fleetwood Mac", score: 41)),
      2
    ),
    (
      "the first hit is another artist",
      groups(
        group(1, "Rumours", "Tribute Players"), group(2, "Rumours", "Fleetwood Mac", score: 3)), 2
    ),
    (
      "a single of the same name",
      groups(
        group(1, "Rumours", "Fleetwood Mac", type: "Single"), group(2, "Rumours", "Fleetwood Mac")),
      2
    ),
    (
      "a live album of the same name",
      groups(
        group(1, "Rumours", "Fleetwood Mac", secondary: #""Live""#),
        group(2, "Rumours", "Fleetwood Mac")), 2
    ),
    (
      "only a compilation",
      groups(group(1, "Rumours", "Fleetwood Mac", secondary: #""Compilation""#)), 1
    ),
    (
      "two albums of one name",
      groups(
        group(1, "Rumours", "Fleetwood Mac", year: "2004-01"),
        group(2, "Rumours", "Fleetwood Mac", year: "1977-02-04")), 2
    ),
    (
      "one without a date",
      groups(
        group(1, "Rumours", "Fleetwood Mac", year: ""),
        group(2, "Rumours", "Fleetwood Mac", year: "1977")), 2
    ),
    (
      "nearly the name after the name",
      groups(
        group(1, "Rumors", "Fleetwood Mac", year: "1970"), group(2, "Rumours", "Fleetwood Mac")), 2
    ),
    (
      "none that is like it",
      groups(group(1, "Tusk", "Fleetwood Mac"), group(2, "Rumours", "Sade")), nil
    ),
    ("none at all", groups(), nil),
    (
      "groups without id, title or artist",
      #"{"release-groups":[{},{"id":"x"},{"title":"Rumours"},null,7,{"id":"x","title":"Rumours"}]}"#,
      nil
    ),
    ("a list that is none", #"{"release-groups":"busy"}"#, nil),
    ("an object without a list", "{}", nil),
  ]

  @Test(arguments: choices)
  func `the most similar album is taken, whatever its score`(
    name: String, groups: String, taken: Int?
  ) async throws {
    let found = try await musicBrainz { (_) throws(HTTPError) in Self.ok(groups) }
      .releaseGroup(artist: "Fleetwood Mac", title: "Rumours")
    #expect(found?.id == taken.map(Self.id), "\(name)")
    #expect(await asked.requests.count == (taken == nil ? 3 : 1))
  }

  @Test func `a credited name is joined, and the canonical one counts as well`() async throws {
    let json = #"""
      {"release-groups":[{"id":"00000001-aaaa-4000-8000-000000000000","title":"Ultra","artist-credit":[
       {"name":"A Boy","joinphrase":" & ","artist":{"name":"The Boy"}},{"artist":{"name":"B"}}]}]}
      """#
    let service = try musicBrainz { (_) throws(HTTPError) in Self.ok(json) }
    #expect(
      try await service.releaseGroup(artist: "A Boy & B", title: "Ultra")?.artist == "A Boy & B")
    #expect(try await service.releaseGroup(artist: "The Boy", title: "Ultra")?.isAlbum == false)
  }

  @Test func `an artist is known by aliases too`() async throws {
    let json = #"""
      {"release-groups":[{"id":"00000001-aaaa-4000-8000-000000000000","title":"First Love","primary-type":"Album",
       "artist-credit":[{"name":"宇多田ヒカル","artist":{"name":"宇多田ヒカル","aliases":[{"name":"Hikaru Utada"},{"name":"Utada"}]}}]}]}
      """#
    let found = try await musicBrainz { (_) throws(HTTPError) in Self.ok(json) }
      .releaseGroup(artist: "Hikaru Utada", title: "First Love")
    #expect(found?.artist == "宇多田ヒカル")
  }

  @Test func `a release leads to its group`() async throws {
    let json = #"""
      {"releases":[{"id":"r","title":"Rumours (Deluxe)","artist-credit":[{"name":"Fleetwood Mac"}],
       "release-group":{"id":"00000001-AAAA-4000-8000-000000000000","title":"Rumours","primary-type":"Album"}}]}
      """#
    let found = try await musicBrainz { (request) throws(HTTPError) in
      Self.ok(request.url.contains("/release?") ? json : Self.groups())
    }.releaseGroup(artist: "Fleetwood Mac", title: "Rumours")
    #expect(found?.id == Self.id(1))
  }

  @Test func `an answered query is not sent again, not even by the next worker`() async throws {
    let service = try musicBrainz { (_) throws(HTTPError) in
      Self.ok(Self.groups(Self.group(1, "Tago Mago", "Can")))
    }
    for _ in 0..<3 {
      #expect(try await service.releaseGroup(artist: "Can", title: "Tago Mago")?.id == Self.id(1))
    }
    let next = try musicBrainz { (_) throws(HTTPError) in throw .connect }
    #expect(try await next.releaseGroup(artist: "Can", title: "Tago Mago")?.id == Self.id(1))
    #expect(await asked.requests.count == 1)
    let url = try #require(await asked.requests.first?.url)
    #expect(
      url
        == "http://mb.test/ws/2/release-group?query=releasegroup%3A%22Tago%20Mago%22%20AND%20artist%3A%22Can%22&limit=25&fmt=json"
    )
  }

  static let busy =
    #"{"error": "The MusicBrainz web server is currently busy. Please try again later."}"#
  static let exceeding =
    #"{"error": "Your requests are exceeding the allowable rate limit. Please see x"}"#

  @Test func `a busy service is retried, and its answer is not stored`() async throws {
    let count = Counter()
    let service = try musicBrainz { (_) throws(HTTPError) in
      count.next() < 3
        ? HTTPResponse(status: 503, body: Array(Self.busy.utf8))
        : Self.ok(Self.groups(Self.group(1, "Tago Mago", "Can")))
    }
    #expect(try await service.releaseGroup(artist: "Can", title: "Tago Mago")?.id == Self.id(1))
    #expect(await asked.requests.count == 3)
  }

  @Test func `after a request to slow down, each pause is longer`() async throws {
    let count = Counter()
    let pauses = Pauses()
    var service = try musicBrainz { (_) throws(HTTPError) in
      count.next() < 4
        ? HTTPResponse(status: 503, body: Array(Self.exceeding.utf8))
        : Self.ok(Self.groups(Self.group(1, "Tago Mago", "Can")))
    }
    service.client.rest = { await pauses.note($0) }
    #expect(try await service.releaseGroup(artist: "Can", title: "Tago Mago")?.id == Self.id(1))
    #expect(await pauses.noted == [2000, 4000, 8000])
    #expect(await asked.requests.count == 4)
  }

  /// The body of a 503; then the error, the number of requests and the pauses between them.
  static let unavailable: [(body: String, error: String, requests: Int, pauses: [Int])] = [
    (busy, "HTTP 503", 4, []), (exceeding, "asked too often", 4, [2000, 4000, 8000]),
    ("<html>MusicBrainz is in maintenance</html>", "HTTP 503", 1, []),
    (#"{"error":"read-only"}"#, "HTTP 503", 1, []), ("", "HTTP 503", 1, []),
  ]

  @Test(arguments: unavailable)
  func `a service that never answers is unreachable`(
    body: String, error: String, requests: Int, pauses: [Int]
  ) async throws {
    let noted = Pauses()
    var service = try musicBrainz { (_) throws(HTTPError) in
      HTTPResponse(status: 503, body: Array(body.utf8))
    }
    service.client.rest = { await noted.note($0) }
    await #expect(throws: LookupError.unreachable(error)) {
      try await service.releaseGroup(artist: "Can", title: "Tago Mago")
    }
    #expect(await asked.requests.count == requests)
    #expect(await noted.noted == pauses)
  }

  @Test func `a pause ends with the deadline`() async throws {
    let service = try musicBrainz { (_) throws(HTTPError) in
      HTTPResponse(status: 503, body: Array(Self.exceeding.utf8))
    }
    let time = await ContinuousClock().measure {
      let task = Task { try await service.releaseGroup(artist: "Can", title: "Tago Mago") }
      try? await Task.sleep(for: .milliseconds(100))
      task.cancel()
      _ = try? await task.value
    }
    #expect(time < .seconds(7))
    #expect(await asked.requests.count == 1)
  }

  @Test(
    arguments: [
      (404, "{}", .refused(status: 404)), (400, "{}", .refused(status: 400)),
      (403, "{}", .refused(status: 403)), (301, "", .refused(status: 301)),
      (500, "<html>", .unreachable("HTTP 500")), (502, "", .unreachable("HTTP 502")),
      (200, "<html>maintenance</html>", .unreachable("an answer that is no JSON")),
      (200, "", .unreachable("an answer that is no JSON")),
      (200, "{\"release-groups\":[", .unreachable("an answer that is no JSON")),
    ] as [(Int, String, LookupError)])
  func `an invalid answer is an error, and is not stored`(
    status: Int, body: String, error: LookupError
  ) async throws {
    let service = try musicBrainz { (_) throws(HTTPError) in
      HTTPResponse(status: status, body: Array(body.utf8))
    }
    for count in 1...2 {
      await #expect(throws: error) {
        try await service.releaseGroup(artist: "Can", title: "Tago Mago")
      }
      #expect(await asked.requests.count == count)
    }
  }

  @Test func `without a network the service is unreachable`() async throws {
    let service = try musicBrainz { (_) throws(HTTPError) in throw .resolve }
    await #expect(throws: LookupError.self) {
      try await service.releaseGroup(artist: "Can", title: "Tago Mago")
    }
  }

  @Test(arguments: [
    (
      LookupError.unreachable("\(HTTPError.resolve)"),
      "no answer (the host’s name could not be resolved)"
    ),
    (
      .unreachable("\(PaceError.file(.system(operation: "open", path: "/x", code: 13)))"),
      "no answer (/x: Permission denied (open))"
    ),
    (
      .unreachable("\(PaceError.late)"),
      "no answer (the next request is allowed only after the deadline)"
    ),
    (.refused(status: 403), "refused with HTTP 403"),
  ])
  func `the log has an error's sentence, not its Swift value`(error: LookupError, words: String) {
    #expect("\(error)" == words)
  }
}
