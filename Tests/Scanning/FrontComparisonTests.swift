// In which sizes the fronts of possible albums are fetched and compared with the crop, by the real program for pictures.

import HTTP
import JPEG
import Photos
import Pictures
import Support
import Testing

@testable import MusicBrainz
@testable import Scanning

@Suite struct FrontComparisonTests {
  private static let own = DrawnSleeve(seed: 11, side: 512).pixels
  private static let other = DrawnSleeve(seed: 12, side: 512).pixels

  private let folder: TemporaryFolder
  private let asked = Asked()

  init() throws { folder = try TemporaryFolder() }

  /// `front` returns the picture at an address such as `http://caa.test/release-group/a/front-250`, or nil if the archive
  /// has no such picture.
  private func comparison(
    _ front: @escaping @Sendable (String) -> Pixels?
  ) throws -> FrontComparison {
    let keeping = ArtworkKeeping(
      photoProgram: PhotoProgram(path: "\(Checkout.debugPrograms)/albumscan-photo"),
      folder: folder.path)
    let crop = try #require(keeping.clean(try Self.jpeg(Self.own)))
    let archive = CoverArtArchive(
      transport: asked.transport { (request) throws(HTTPError) in
        guard let pixels = front(request.url), let body = try? Self.jpeg(pixels) else {
          return HTTPResponse(status: 404, url: request.url)
        }
        return HTTPResponse(status: 200, body: body, url: request.url)
      }, url: "http://caa.test", destination: .configured(host: "caa.test", port: 80))
    return FrontComparison(archive, keeping, crop: crop.fingerprint)
  }

  private static func jpeg(_ pixels: Pixels) throws -> [UInt8] {
    try JPEG.encode(pixels, quality: 90, maximumBytes: 1 << 20)
  }

  private static func groups(_ count: Int) -> [ReleaseGroup] {
    (0..<count).map {
      ReleaseGroup(
        id: "\($0)", artist: "A", title: "B", year: nil, isAlbum: true, likeness: 1)
    }
  }

  private func sizes() async -> [String] {
    await asked.requests.map { String($0.url.split(separator: "/").last ?? "") }
  }

  @Test func `a front that is the same in 250 pixels is fetched once`() async throws {
    let fronts = try comparison { _ in Self.own }
    #expect(await fronts.hasSame(among: Self.groups(1)))
    #expect(await sizes() == ["front-250"])
  }

  @Test func `a front that is the same only in 500 pixels is the same`() async throws {
    let fronts = try comparison { $0.hasSuffix("-500") ? Self.own : Self.other }
    #expect(await fronts.hasSame(among: Self.groups(1)))
    #expect(await fronts.match(Self.groups(1)[0]) == .same)
    #expect(await sizes() == ["front-250", "front-500"])
  }

  @Test func `an album without a front is asked for once`() async throws {
    let fronts = try comparison { _ in nil }
    #expect(await !fronts.hasSame(among: Self.groups(1)))
    #expect(await sizes() == ["front-250"])
  }

  @Test func `of many other fronts, six are fetched in 500 pixels`() async throws {
    let fronts = try comparison { _ in Self.other }
    for _ in 0..<4 { #expect(await !fronts.hasSame(among: Self.groups(12))) }
    let sizes = await sizes()
    #expect(sizes.count { $0 == "front-250" } == 12 && sizes.count { $0 == "front-500" } == 6)
  }
}
