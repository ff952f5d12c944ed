// The archive's front picture: the requests, the sizes, and the result if the archive has no
// picture.

import HTTP
import Support
import Testing

@testable import MusicBrainz

@Suite struct CoverArtArchiveTests {
  let asked = Asked()

  /// `answers` has the first answers: the status, and whether the archive sent it or a server
  /// behind the archive. `front` is the result, `sizes` the requested sizes.
  static let answers: [(name: String, answers: [(Int, Bool)], front: FrontImage, sizes: [String])] =
    [
      ("the largest", [(200, false)], .picture([7]), ["front-1200"]),
      ("no front at all", [(404, true)], .none, ["front-1200"]),
      ("unknown MBID", [(400, true)], .none, ["front-1200"]),
      (
        "one size missing", [(404, false), (200, false)], .picture([7]),
        ["front-1200", "front-500"]
      ),
      (
        "only the original", [(404, false), (404, false), (404, false), (200, false)],
        .picture([7]),
        ["front-1200", "front-500", "front-250", "front"]
      ),
      (
        "nothing behind the redirects", [(404, false), (404, false), (404, false), (404, false)],
        .none,
        ["front-1200", "front-500", "front-250", "front"]
      ),
      ("down", [(500, true)], .unknown, ["front-1200"]),
      ("busy", [(503, false)], .unknown, ["front-1200"]),
      ("down in the middle", [(404, false), (502, false)], .unknown, ["front-1200", "front-500"]),
    ]

  @Test func `sizes are requested from large to small, and only if that can help`() async {
    for row in Self.answers {
      let (asked, count) = (Asked(), Counter())
      let archive = CoverArtArchive(
        transport: asked.transport { (request) throws(HTTPError) in
          let (status, isItsOwn) = row.answers[count.next() - 1]
          return HTTPResponse(
            status: status, body: status == 200 ? [7] : [],
            url: isItsOwn ? request.url : "https://ia1.us.archive.org/x_thumb.jpg")
        }, url: "http://caa.test", destination: .configured(host: "caa.test", port: 80))
      #expect(await archive.front(group: "ABC-def") == row.front, "\(row.name)")
      #expect(
        await asked.requests.map(\.url)
          == row.sizes.map { "http://caa.test/release-group/abc-def/\($0)" }, "\(row.name)")
    }
  }

  @Test func `an unreachable archive gets one request`() async {
    let archive = CoverArtArchive(
      transport: asked.transport { (_) throws(HTTPError) in throw .connect },
      url: "http://caa.test",
      destination: .configured(host: "caa.test", port: 80))
    #expect(await archive.front(release: "r") == .unknown)
    #expect(await asked.requests.map(\.url) == ["http://caa.test/release/r/front-1200"])
  }
}
