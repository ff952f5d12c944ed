// What the doctor's questions come to: answers that are of now.

import Albums
import HTTP
import Host
import Store
import Support
import Testing

@testable import Scanning

@Suite struct CheckupTests {
  let folder: TemporaryFolder
  let asked = Asked()

  init() throws { folder = try TemporaryFolder() }

  /// With a key for OpenAI, and every service played by `answer`.
  private func services(
    _ settings: String,
    _ answer: @escaping @Sendable (HTTPRequest) throws(HTTPError) -> HTTPResponse
  ) throws -> Services {
    let file = try folder.write(
      """
      data: data
      site: site
      prompts: \(Checkout.root)/prompts
      provider: openai
      musicbrainz-url: http://mb.test/ws/2
      \(settings)
      """, to: "albumscan")
    try folder.write("sk-played\n", to: "data/keys/openai")
    let configuration = try Configuration(reading: file, installation: Checkout.root)
    return Services(
      configuration: configuration,
      records: Records(try Store.openUpgrading(configuration.database)),
      photoProgram: PhotoProgram(path: folder.file("none")), transport: asked.transport(answer),
      log: LogFile(path: folder.file("log")), now: { Timestamp(milliseconds: 1_795_000_000_000) })
  }

  private func checkup(_ services: Services) async -> [CheckResult] {
    await services.checkup(
      picture: folder.file("none"), of: Album(artist: "Can", title: "Tago Mago"),
      photoProgram: PhotoProgram(path: folder.file("none")))
  }

  @Test func `MusicBrainz is asked each time, whatever it answered before`() async throws {
    let groups = MusicBrainzTests.groups(MusicBrainzTests.group(1, "Tago Mago", "Can"))
    let isThere = Counter()
    let services = try services("") { (request) throws(HTTPError) in
      guard request.url.hasPrefix("http://mb.test/"), isThere.next() < 3 else { throw .connect }
      return MusicBrainzTests.ok(groups)
    }
    let subject = "MusicBrainz http://mb.test/ws/2"
    for _ in 0..<2 {
      #expect(await checkup(services).contains(CheckResult("\(subject) knows Tago Mago")))
    }
    let failing = try #require(await checkup(services).first { $0.subject == subject })
    #expect(failing.remedy?.contains("check the network") == true && !failing.isWarning)
  }
}
