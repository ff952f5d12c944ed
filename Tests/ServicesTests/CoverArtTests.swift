// The played Cover Art Archive: its refusals, redirects and pictures. Source: docs/services.md §5.

import Host
import JPEG
import Services
import Support
import Testing

@Suite struct CoverArtTests {
  static let group = Awkward.weezer.mbid
  static let release = Awkward.weezer.releases[0].mbid

  static let refused: [(path: String, status: Int)] = [
    ("/release-group/\(Awkward.weezer.mbid.uppercased())/front-500", 400),
    ("/release/not-an-mbid/front-500", 400),
    ("/release-group/\(Awkward.weezer.mbid)", 400),
    ("/release-group/\(Awkward.weezer.mbid)/back", 400),
    ("/release-group/00000000-0000-4000-8000-000000000000/front-500", 404),
    ("/download/mbid-\(Awkward.philosophy.releases[0].mbid)/x.jpg", 404),
    ("/wp-login.php", 404),
  ]

  @Test(arguments: refused)
  func `a wrong path is an HTML page`(path: String, status: Int) throws {
    let service = try CoverArtService()
    let answer = try curl("\(service.url)\(path)")
    #expect(answer.status == status)
    #expect(answer.head.contains("Content-Type: text/html"))
    #expect(service.log.refusals.count == 1)
  }

  @Test(arguments: [
    ("release-group/\(group)/front-1200", 1200), ("release/\(release)/front-500", 500),
    ("release-group/\(group)/front-250.jpg", 250), ("release-group/\(group)/front-300", 1200),
    ("release/\(release)/front", 1200),
  ])
  func `two redirects lead to a picture of the requested size`(path: String, side: Int) throws {
    let service = try CoverArtService()
    let first = try curl("\(service.url)/\(path)")
    #expect(first.status == 307 && first.text.hasPrefix("See: http://127.0.0.1:"))
    let answer = try curl("\(service.url)/\(path)", ["-L"])
    #expect(answer.status == 200)
    let picture = try JPEG.decode(answer.body, coveringSide: 8000)
    #expect(picture.storedWidth == side && picture.storedHeight == side)
    #expect(
      service.log.requests.map(\.kind) == [.front, .front, .archive, .picture])
    #expect(service.log.requests.map(\.status) == [307, 307, 302, 200])
  }

  @Test func `an album without a picture is 404`() throws {
    let service = try CoverArtService()
    let answer = try curl(
      "\(service.url)/release-group/\(Awkward.philosophy.mbid)/front-1200")
    #expect(answer.status == 404 && answer.text.contains("No cover art found"))
    #expect(service.log.refusals.isEmpty)
    #expect(service.log.count(of: .front, about: "The Shaggs") == 1)
  }

  @Test func `a hostile redirect goes to the test's address`() throws {
    let service = try CoverArtService()
    service.order(.redirect(to: "http://169.254.169.254/latest"), of: .archive)
    let answer = try curl(
      "\(service.url)/release-group/\(Self.group)/front-500", ["-L", "--max-redirs", "1"])
    #expect(answer.head.contains("Location: http://169.254.169.254/latest"))
    #expect(service.log.requests.last?.fault == .redirect(to: "http://169.254.169.254/latest"))
  }

  @Test func `a key that comes here is a privacy fault`() throws {
    let service = try CoverArtService()
    _ = try curl("\(service.url)/release/\(Self.release)/front", ["-H", "x-api-key: secret"])
    #expect(service.log.privacyFaults.count == 1)
  }
}
