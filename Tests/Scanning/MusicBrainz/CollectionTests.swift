// Collections of MusicBrainz: pages of entries, releases and release groups, and collections that
// cannot be imported.

import Albums
import HTTP
import Support
import Testing

@testable import Exchange
@testable import MusicBrainz

@Suite struct CollectionTests {
  static let id = MusicBrainzLookUpTests.id

  static let references: [(text: String, id: String?)] = [
    (id, id), ("https://musicbrainz.org/collection/\(id)", id),
    ("musicbrainz.org/collection/\(id.uppercased())?page=2", id),
    ("https://musicbrainz.org/release/\(id)", nil), ("collection.csv", nil),
    ("/tmp/\(id).csv", nil), ("https://example.org/collection/\(id)", nil), ("", nil),
  ]

  @Test(arguments: references)
  func `only a link to a collection or an MBID names one`(text: String, id: String?) {
    #expect(TableFile.collectionID(in: text) == id)
  }

  private func service(
    _ folder: TemporaryFolder, _ answer: @escaping @Sendable (String) -> String?
  ) throws -> MusicBrainz {
    let asked = Asked()
    return try MusicBrainz(
      asked.transport { (request) throws(HTTPError) in
        let body = answer(request.url)
        return HTTPResponse(status: body == nil ? 404 : 200, body: Array((body ?? "{}").utf8))
      }, in: folder)
  }

  private static func uuid(_ number: Int) -> String {
    let digits = String(number)
    return "0b1c2d3e-aaaa-4000-8000-" + String(repeating: "0", count: 12 - digits.count) + digits
  }

  @Test func `a collection of release groups is read page by page`() async throws {
    let folder = try TemporaryFolder()
    let service = try service(folder) { url in
      if url.contains("/collection/") {
        return #"{"name":"Mine","type":"Owned music","entity-type":"release_group"}"#
      }
      let start = url.contains("&offset=100") ? 100 : 0
      let groups = (start..<min(start + 100, 130)).map {
        MusicBrainzLookUpTests.group(Self.uuid($0), "T\($0)")
      }
      return #"{"release-groups":[\#(groups.joined(separator: ","))],"release-group-count":130}"#
    }
    let table = try await TableFile(collection: Self.id, from: service, at: ExchangeHouse.now)
    #expect(table.count == 130)
    let house = try ExchangeHouse()
    let importing = TableImport(table, name: Self.id)
    var number: UInt8 = 0
    let result = try await importing.run(
      by: .owner, into: try house.database(), at: ExchangeHouse.now,
      makeID: {
        number += 1
        return FindID(randomBytes: Array(repeating: number, count: 17))
      })
    #expect(result.count == 130)
    let find = try #require(try house.finds().first)
    #expect(find.details.status == .have && find.album.artist == "Can" && find.album.year == 1971)
    let album = try #require(try house.store().albumID(of: find.id))
    #expect(try house.store().sources(of: album)?.releaseGroup != nil)
    #expect(try await importing.report(in: try house.database()).count(.existing) == 130)
  }

  @Test func `a release stands for its release group`() async throws {
    let folder = try TemporaryFolder()
    let service = try service(folder) { url in
      url.contains("/collection/")
        ? #"{"name":"W","type":"Wishlist","entity-type":"release"}"#
        : #"{"releases":[\#(MusicBrainzLookUpTests.release(Self.id))],"release-count":1}"#
    }
    let table = try await TableFile(collection: Self.id, from: service, at: ExchangeHouse.now)
    #expect(table.entries.map(\.title) == ["Tago Mago"])
    #expect(table.entries.map(\.releaseGroup) == [MusicBrainzLookUpTests.other])
    #expect(table.entries.map(\.details.status) == [.want])
  }

  @Test(arguments: [nil, #"{"entity-type":"artist","name":"x"}"#, #"{"name":"x"}"#])
  func `a collection without albums, or no collection, is refused`(body: String?) async throws {
    let folder = try TemporaryFolder()
    let service = try service(folder) { _ in body }
    await #expect(throws: ImportError.noCollection) {
      _ = try await TableFile(collection: Self.id, from: service, at: ExchangeHouse.now)
    }
  }
}
