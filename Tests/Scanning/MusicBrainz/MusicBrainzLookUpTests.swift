// Links and MBIDs that users paste, and the answers of MusicBrainz about an album with a known
// MBID.

import Albums
import HTTP
import Support
import Testing
import Tracks

@testable import MusicBrainz

@Suite struct MusicBrainzLookUpTests {
  let folder: TemporaryFolder
  let asked = Asked()

  init() throws { folder = try TemporaryFolder() }

  static let id = "0b1c2d3e-aaaa-4000-8000-00000000000f"
  static let other = "ffffffff-bbbb-4000-8000-000000000001"

  static let references: [(text: String, reference: MusicBrainzReference?)] = [
    (id, .either(id)), (id.uppercased(), .either(id)), (" \t\(id)\r\n", .either(id)),
    ("https://musicbrainz.org/release/\(id)", .release(id)),
    ("http://musicbrainz.org/release/\(id)/", .release(id)),
    ("https://musicbrainz.org/release-group/\(id)", .releaseGroup(id)),
    ("https://www.musicbrainz.org/release-group/\(id.uppercased())", .releaseGroup(id)),
    ("https://beta.musicbrainz.org/release/\(id)?tport=8000", .release(id)),
    ("https://musicbrainz.org/release/\(id)#disc1", .release(id)),
    ("https://musicbrainz.org/release/\(id)/cover-art", .release(id)),
    ("https://musicbrainz.org/release-group/\(id)/tags?x=/release/\(other)", .releaseGroup(id)),
    ("HTTPS://MusicBrainz.ORG/release/\(id)", .release(id)),
    ("musicbrainz.org/release/\(id)", .release(id)),
    ("\n https://musicbrainz.org/release/\(id) ", .release(id)),
    ("5099902894225", ProductCode(.ean13, "5099902894225").map { .code($0) }),
    (" 5 099902 894225 ", ProductCode(.ean13, "5099902894225").map { .code($0) }),
    ("0-74643-81122-4", ProductCode(.upcA, "074643811224").map { .code($0) }),
    ("5099902894226", nil), ("12345", nil), ("5099902894225 LP", nil),
    ("https://musicbrainz.org/recording/\(id)", .another("recording")),
    ("https://musicbrainz.org/artist/\(id)/releases", .another("artist")),
    ("https://musicbrainz.org/label/\(id)", .another("label")),
    ("https://musicbrainz.org/work/\(id)", .another("work")),
    ("", nil), ("   ", nil), ("Tago Mago", nil), ("https://musicbrainz.org/", nil),
    ("https://musicbrainz.org/release", nil), ("https://musicbrainz.org/release/", nil),
    ("https://musicbrainz.org/release/add", nil),
    ("https://musicbrainz.org/release/\(id)0", nil),
    ("https://musicbrainz.org/release/\(id.dropLast())", nil),
    ("https://musicbrainz.org/user/\(id)", nil),
    ("https://musicbrainz.org//release/\(id)", nil),
    ("https://musicbrainz.org.example/release/\(id)", nil),
    ("https://example.org/release/\(id)", nil),
    ("https://musicbrainz.org@example.org/release/\(id)", nil),
    ("ftp://musicbrainz.org/release/\(id)", nil),
    ("https://musicbrainz.org:8080/release/\(id)", nil),
    ("javascript:alert(1)//musicbrainz.org/release/\(id)", nil),
    ("\(id)\(id)", nil), ("0b1c2d3eaaaa4000800000000000000f", nil),
    ("0b1c2d3g-aaaa-4000-8000-00000000000f", nil), ("------------------------------------", nil),
    ("０b1c2d3e-aaaa-4000-8000-00000000000f", nil), ("look: \(id)", nil),
  ]

  @Test func `only a MusicBrainz link or an MBID is a reference`() {
    for (text, reference) in Self.references {
      #expect(MusicBrainz.reference(in: text) == reference, "\(text)")
    }
  }

  @Test(arguments: [
    ("https://www.discogs.com/master/12", "Discogs"),
    ("http://open.spotify.com/album/x", "Spotify"),
    ("https://discogs.com.example/x", nil), ("Low Tide", nil), ("https://musicbrainz.org/", nil),
  ])
  func `a link to another site gives the site's name`(text: String, site: String?) {
    #expect(MusicBrainzReference.otherSite(in: text) == site)
  }

  /// A release group in the form that a lookup returns: with all fields, and with the genres in
  /// any order.
  static func group(_ id: String, _ title: String) -> String {
    #"{"id":"\#(id)","title":"\#(title)","first-release-date":"1971-02","primary-type":"Album","#
      + #""secondary-types":[],"disambiguation":"","genres":[{"name":"hip hop","count":1},"#
      + #"{"name":"post-rock","count":7},{"name":"r&b","count":7},{"name":null},{}],"#
      + #""artist-credit":[{"name":"Can","joinphrase":"","artist":{"name":"CAN"}}]}"#
  }

  static func release(_ id: String) -> String {
    #"{"id":"\#(id)","title":"Tago Mago (Deluxe)","status":"Official","date":"","genres":[],"#
      + #""artist-credit":[{"name":"Can","joinphrase":"","artist":{"name":"CAN"}}],"#
      + #""release-group":\#(group(other, "Tago Mago"))}"#
  }

  private func album(
    of reference: MusicBrainzReference, groups: String?, releases: String? = nil
  ) async throws -> ReferredAlbum? {
    let service = try MusicBrainz(
      asked.transport { (request) throws(HTTPError) in
        let body = request.url.contains("/release-group/") ? groups : releases
        return HTTPResponse(status: body == nil ? 404 : 200, body: Array((body ?? "{}").utf8))
      }, in: folder)
    return try await service.album(of: reference)
  }

  @Test func `a lookup of a release group gives all its data`() async throws {
    let album = try await album(
      of: .releaseGroup(Self.id), groups: Self.group(Self.id, "Tago Mago"))
    let referred = try #require(album)
    #expect(referred.group.album == Album(artist: "Can", title: "Tago Mago", year: 1971))
    #expect(referred.group.id == Self.id && referred.group.isAlbum && referred.release == nil)
    #expect(referred.genres == ["Post-Rock", "R&B", "Hip Hop"])
    #expect(
      await asked.requests.map(\.url) == [
        "http://mb.test/ws/2/release-group/\(Self.id)?inc=artist-credits+genres&fmt=json"
      ])
  }

  @Test func `a merged MBID leads to the one it was merged into`() async throws {
    let group = try await album(
      of: .releaseGroup(Self.id), groups: Self.group(Self.other.uppercased(), "Tago Mago"))
    #expect(group?.group.id == Self.other)
  }

  @Test func `a release leads to its group, and stays the edition`() async throws {
    let album = try await album(
      of: .release(Self.id), groups: nil, releases: Self.release(Self.id))
    #expect(album?.group.id == Self.other && album?.group.title == "Tago Mago")
    #expect(album?.release == Self.id)
    #expect(album?.genres.first == "Post-Rock")
  }

  @Test func `a bare MBID is a release group, or else a release`() async throws {
    let group = try await album(of: .either(Self.id), groups: Self.group(Self.id, "Tago Mago"))
    #expect(group?.release == nil && group?.group.id == Self.id)
    #expect(await asked.requests.count == 1)
    let folder = try TemporaryFolder()
    let service = try MusicBrainz(
      asked.transport { (request) throws(HTTPError) in
        request.url.contains("/release/")
          ? HTTPResponse(status: 200, body: Array(Self.release(Self.id).utf8))
          : HTTPResponse(status: 404, body: Array("{}".utf8))
      }, in: folder)
    #expect(try await service.album(of: .either(Self.id))?.release == Self.id)
    #expect(await asked.requests.count == 3)
  }

  @Test func `a product code leads to the only group that has it`() async throws {
    let code = try #require(ProductCode(.upcA, "074643811224"))
    func releases(_ groups: [String]) -> String {
      let items = groups.map { group in
        #"{"id":"\#(Self.id)","title":"t","release-group":\#(Self.group(group, "Tago Mago"))}"#
      }
      return #"{"releases":[\#(items.joined(separator: ","))]}"#
    }
    let one = releases([Self.other, Self.other])
    let album = try await album(of: .code(code), groups: nil, releases: one)
    #expect(album?.group.id == Self.other && album?.group.artist == "Can")
    let url = try #require(await asked.requests.first?.url)
    #expect(
      url.contains("/release?query=barcode%3A%280074643811224%20OR%2074643811224%29&limit=25"),
      "\(url)")
    for none in [releases([Self.other, Self.id]), releases([])] {
      let folder = try TemporaryFolder()
      let service = try MusicBrainz(
        asked.transport { _ in HTTPResponse(status: 200, body: Array(none.utf8)) }, in: folder)
      #expect(try await service.album(of: .code(code)) == nil)
    }
  }

  @Test func `an unknown MBID is nil, and an entity that is no album causes no request`()
    async throws
  {
    #expect(try await album(of: .either(Self.id), groups: nil) == nil)
    #expect(try await album(of: .release(Self.id), groups: nil, releases: "{}") == nil)
    let count = await asked.requests.count
    #expect(try await album(of: .another("artist"), groups: "{}") == nil)
    #expect(await asked.requests.count == count)
  }

  @Test func `an unreachable service is not an unknown album`() async throws {
    let service = try MusicBrainz(
      asked.transport { (_) throws(HTTPError) in HTTPResponse(status: 500) }, in: folder)
    await #expect(throws: LookupError.unreachable("HTTP 500")) {
      try await service.album(of: .either(Self.id))
    }
  }

  @Test func `editions are the official ones, the earliest first and the undated last`()
    async throws
  {
    let json = #"""
      {"releases":[{"id":"R0","label-info":[{"label":{"name":"No date"}}]},
       {"id":"r4","date":"","label-info":[]}, {"id":"r5","date":"1960","status":"Pseudo-Release"},
       {"id":"r6","date":"1961","status":"Bootleg"},{"date":"1950"},
       {"id":"r2","date":"1989","status":"Official","label-info":[{"label":{"name":"Mute"}}]},
       {"id":"r3","date":"1971-02-04","label-info":[{"label":{"name":"[no label]"}}]},
       {"id":"r1","date":"1971-02","label-info":[{"catalog-number":"x"},{"label":null},{"label":{"name":"United Artists"}}]}]}
      """#
    let service = try MusicBrainz(
      asked.transport { (_) throws(HTTPError) in HTTPResponse(status: 200, body: Array(json.utf8))
      },
      in: folder)
    let editions = try await service.editions(of: Self.id)
    #expect(editions.map(\.id) == ["r1", "r3", "r2", "r0", "r4"])
    #expect(editions.map(\.recordLabel) == ["United Artists", nil, "Mute", "No date", nil])
    #expect(editions.map(\.year) == [1971, 1971, 1989, nil, nil])
    #expect(
      await asked.requests.first?.url.hasSuffix(
        "release?query=rgid%3A\(Self.id)%20AND%20status%3Aofficial&limit=100&fmt=json") == true)
  }

  @Test(arguments: ["{}", #"{"releases":[]}"#, #"{"releases":"busy"}"#])
  func `a group without editions gives none`(json: String) async throws {
    let service = try MusicBrainz(
      asked.transport { (_) throws(HTTPError) in HTTPResponse(status: 200, body: Array(json.utf8))
      },
      in: folder)
    #expect(try await service.editions(of: Self.id) == [])
    #expect(try await service.genres(of: Self.id) == [])
  }

  // MARK: Tracks

  /// An edition with a hidden track, a data track, and a track without a length.
  static let tracks = #"""
    {"id":"\#(other.uppercased())","title":"Box","media":[
      {"position":1,"title":"","format":"CD","track-count":3,"track-offset":0,
       "pregap":{"position":0,"number":"0","title":"Hidden","length":30000,"recording":{"title":"x"}},
       "tracks":[{"position":1,"number":"1","title":" Paperhouse ","length":449000},
         {"position":2,"number":"2","title":"[untitled]","length":null,"recording":{"length":61000}},
         {"position":3,"number":"3","title":"[data track]","length":1000},{"position":4,"number":"4"},7],
       "data-tracks":[{"position":5,"number":"5","title":"Video"}]},
      {"position":2,"title":"Live","track-count":1,"tracks":[
         {"position":1,"number":"A1","length":-5,"recording":{"title":"Mushroom"}},
         {"position":2,"title":"Halleluhwah","length":99999999999}]},
      {"position":3,"title":"left out of the answer","track-count":9},{},"x"]}
    """#

  private func tracks(_ body: String?) async throws -> TrackList? {
    let service = try MusicBrainz(
      asked.transport { (_) throws(HTTPError) in
        HTTPResponse(status: body == nil ? 404 : 200, body: Array((body ?? "{}").utf8))
      }, in: folder)
    return try await service.tracks(of: Self.id)
  }

  @Test func `the tracks of an edition are as printed, without data tracks`() async throws {
    let list = try #require(try await tracks(Self.tracks))
    #expect(list.release == Self.other, "of the release into which the id was merged")
    #expect(
      list.media == [
        TrackList.Medium(tracks: [
          TrackList.Track(number: "0", title: "Hidden", milliseconds: 30_000),
          TrackList.Track(number: "1", title: "Paperhouse", milliseconds: 449_000),
          TrackList.Track(number: "2", title: "[untitled]", milliseconds: 61_000),
        ]),
        TrackList.Medium(
          title: "Live",
          tracks: [
            TrackList.Track(number: "A1", title: "Mushroom"),
            TrackList.Track(number: "2", title: "Halleluhwah"),
          ]),
      ])
    #expect(
      await asked.requests.map(\.url) == [
        "http://mb.test/ws/2/release/\(Self.id)?inc=recordings+media&fmt=json"
      ])
  }

  @Test(arguments: [nil, "{}", #"{"media":[]}"#, #"{"media":[{"tracks":[{}]}]}"#, #"{"media":7}"#])
  func `a release without tracks has no list`(body: String?) async throws {
    #expect(try await tracks(body) == nil)
  }
}
