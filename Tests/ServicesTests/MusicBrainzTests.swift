// The played MusicBrainz: its refusals, its search results and its answers. Source:
// docs/services.md §4.

import Host
import Services
import Support
import Testing

@Suite struct MusicBrainzTests {
  static let agent = ["-A", "AlbumScan/1.0 (test@example.org)"]

  private func search(
    _ service: MusicBrainzService, _ query: String, resource: String = "release-group",
    more: String = ""
  ) throws -> CurlAnswer {
    try curl(
      "\(service.url)/\(resource)?query=\(encoded(query))&fmt=json\(more)", Self.agent)
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

  static let rightlyAsked: [(query: String, finds: [String])] = [
    (#"releasegroup:"Back in Black" AND artist:"AC/DC""#, ["AC/DC – Back in Black"]),
    (#"releasegroup:"Back in Black" AND artist:AC\/DC"#, ["AC/DC – Back in Black"]),
    (#"releasegroup:"( )" AND artist:"Sigur Rós""#, ["Sigur Rós – ( )"]),
    (#"releasegroup:"Louden Up Now" AND artist:"!!!""#, ["!!! – Louden Up Now"]),
    (#"releasegroup:Louden\ Up\ Now AND artist:\!\!\!"#, ["!!! – Louden Up Now"]),
    (#"releasegroup:"First Love" AND artist:"宇多田ヒカル""#, ["宇多田ヒカル – First Love"]),
    (#"releasegroup:"First Love" AND artist:"Utada Hikaru""#, ["宇多田ヒカル – First Love"]),
    (
      #"releasegroup:"Raising Sand" AND artist:"Robert Plant & Alison Krauss""#,
      ["Robert Plant & Alison Krauss – Raising Sand"]
    ),
    (
      #"releasegroup:"Bridge Over Troubled Water" AND artist:"Simon & Garfunkel""#,
      ["Simon & Garfunkel – Bridge Over Troubled Water"]
    ),
    (
      #"releasegroup:"Pulp Fiction" AND artist:"Various Artists""#,
      ["Various Artists – Pulp Fiction: Music From the Motion Picture"]
    ),
    (
      #"releasegroup:"(What's the Story) Morning Glory?" AND artist:"Oasis""#,
      ["Oasis – (What’s the Story) Morning Glory?"]
    ),
    (#"releasegroup:"\"Heroes\"" AND artist:"David Bowie""#, ["David Bowie – “Heroes”"]),
    (
      #"releasegroup:"Weezer" AND artist:"Weezer""#,
      ["Weezer – Weezer", "Weezer – Weezer", "Weezer – Weezer"]
    ),
    (
      #"releasegroup:"Let It Be" AND artist:"The Beatles""#,
      ["The Beatles – Let It Be… Naked", "The Beatles – Let It Be"]
    ),
    (#"releasegroup:"Rumours (Deluxe Edition)" AND artist:"Fleetwood Mac""#, []),
    (
      #"releasegroup:(morning AND glory) AND artist:(oasis)"#,
      ["Oasis – (What’s the Story) Morning Glory?"]
    ),
    (#"releasegroup:"Back in" AND artist:"DC/AC""#, []),
  ]

  @Test(arguments: rightlyAsked)
  func `a quoted query finds what it names`(query: String, finds: [String]) throws {
    let service = try MusicBrainzService(spacing: 0)
    let answer = try search(service, query)
    #expect(answer.status == 200)
    let groups = try #require(answer.json?["release-groups"]?.items)
    #expect(answer.json?["count"]?.integer == finds.count)
    #expect(groups.map { "\(credit($0)) – \($0["title"]?.text ?? "")" } == finds)
    if !finds.isEmpty { #expect(groups[0]["score"]?.integer == 100) }
  }

  private func credit(_ json: JSON) -> String {
    (json["artist-credit"]?.items ?? []).map {
      ($0["name"] ?? $0["artist"]?["name"] ?? "").text.map { $0 } ?? ""
    }.enumerated().map { index, name in
      name + (json["artist-credit"]?.items?[index]["joinphrase"]?.text ?? "")
    }.joined()
  }

  @Test func `the deluxe edition is found among the releases, in the group of the plain one`()
    throws
  {
    let service = try MusicBrainzService(spacing: 0)
    let answer = try search(
      service, #"release:"Rumours (Deluxe Edition)" AND artist:"Fleetwood Mac""#,
      resource: "release")
    let release = try #require(answer.json?["releases"]?.items?.first)
    #expect(release["release-group"]?["title"] == "Rumours")
    #expect(release["release-group"]?["id"]?.text == Awkward.rumours.mbid)
    let plain = try search(
      service, "Fleetwood Mac Rumours", more: "&dismax=true")
    #expect(plain.json?["count"]?.integer == 1)
  }

  @Test func `a search omits empty members, a look-up has null`() throws {
    let service = try MusicBrainzService(spacing: 0)
    let found = try search(
      service, #"release:"Hi, How Are You" AND artist:"Daniel Johnston""#, resource: "release")
    let hit = try #require(found.json?["releases"]?.items?.first)
    #expect(hit["date"] == "1983")
    for key in ["country", "label-info", "disambiguation", "barcode"] { #expect(hit[key] == nil) }
    let id = try #require(hit["id"]?.text)
    let answer = try curl(
      "\(service.url)/release/\(id)?inc=labels+release-groups+genres+artist-credits&fmt=json",
      Self.agent)
    let release = try #require(answer.json)
    #expect(release["label-info"]?.items?.first == ["catalog-number": nil, "label": nil])
    #expect(release["barcode"] == .null && release["disambiguation"] == "")
    #expect(release["cover-art-archive"]?["front"] == true)
    #expect(release["release-group"]?["genres"]?.items?.count == 2)
    #expect(release["artist-credit"]?.items?.first?["joinphrase"] == "")
  }

  @Test func `the album without a picture has no front image`() throws {
    let service = try MusicBrainzService(spacing: 0)
    let id = Awkward.philosophy.releases[0].mbid
    let answer = try curl("\(service.url)/release/\(id)?fmt=json", Self.agent)
    #expect(answer.json?["cover-art-archive"]?["front"] == false)
    #expect(answer.json?["label-info"] == nil)
  }

  @Test func `a group can be looked up and its releases browsed`() throws {
    let service = try MusicBrainzService(spacing: 0)
    let id = Awkward.rumours.mbid
    let group = try curl(
      "\(service.url)/release-group/\(id)?inc=releases+artist-credits&fmt=json", Self.agent)
    #expect(group.json?["releases"]?.items?.count == 2)
    let browsed = try curl(
      "\(service.url)/release?release-group=\(id)&limit=100&inc=labels&fmt=json", Self.agent)
    #expect(browsed.json?["release-count"]?.integer == 2)
    let second = try curl(
      "\(service.url)/release?release-group=\(id)&limit=1&offset=1&fmt=json", Self.agent)
    #expect(second.json?["release-count"]?.integer == 2)
    #expect(second.json?["releases"]?.items?.map { $0["title"] } == ["Rumours (Deluxe Edition)"])
  }

  @Test func `an artist's albums of one name differ by year and words`() throws {
    let service = try MusicBrainzService(spacing: 0)
    let artist = Awkward.weezer.credits[0].mbid
    let answer = try curl(
      "\(service.url)/release-group?artist=\(artist)&fmt=json", Self.agent)
    let groups = try #require(answer.json?["release-groups"]?.items)
    #expect(groups.map { $0["title"] } == ["Weezer", "Weezer", "Weezer"])
    #expect(
      groups.map { $0["first-release-date"]?.text?.prefix(4) } == ["1994", "2001", "2008"])
    #expect(
      groups.map { $0["disambiguation"] } == ["Blue Album", "Green Album", "Red Album"])
  }

  @Test func `the collection has every release group, page by page`() throws {
    let service = try MusicBrainzService(spacing: 0)
    let id = MusicBrainzService.collection
    let facts = try curl("\(service.url)/collection/\(id)?fmt=json", Self.agent)
    #expect(facts.json?["entity-type"] == "release_group")
    let page = "release-group?collection=\(id)&inc=artist-credits&limit=10&offset=10&fmt=json"
    let answer = try curl("\(service.url)/\(page)", Self.agent)
    let rest = Awkward.catalogue.count - 10
    #expect(answer.json?["release-groups"]?.items?.count == min(10, rest))
    #expect(answer.json?["release-groups"]?.items?.first?["artist-credit"] != nil)
  }

  @Test func `a merged MBID answers with the one it became, also in capitals`() throws {
    let service = try MusicBrainzService(spacing: 0)
    let album = Awkward.weezer
    for (resource, old, new) in [
      ("release-group", album.formerMBIDs[0], album.mbid),
      ("release", album.releases[0].formerMBIDs[0], album.releases[0].mbid),
    ] {
      let url = "\(service.url)/\(resource)/\(old.uppercased())?fmt=json"
      let answer = try curl(url, Self.agent)
      #expect(answer.status == 200 && answer.json?["id"]?.text == new)
    }
    let archive = try CoverArtService()
    let front = try curl("\(archive.url)/release-group/\(album.formerMBIDs[0])/front-500", [])
    #expect(front.status == 307 && front.head.contains("mbid-\(album.releases[0].mbid)"))
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

  @Test func `the two kinds of 503 differ`() throws {
    let service = try MusicBrainzService(spacing: 0)
    service.order(.busy)
    service.order(.overRate)
    let busy = try search(service, #"artist:"Oasis""#)
    #expect(busy.status == 503 && busy.text.contains("currently busy"))
    #expect(busy.head.contains("Retry-After: 0") && busy.head.contains("zone: global"))
    let over = try search(service, #"artist:"Oasis""#)
    #expect(over.status == 503 && over.text.contains("exceeding"))
    #expect(try search(service, #"artist:"Oasis""#).status == 200)
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
