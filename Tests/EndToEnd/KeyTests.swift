// A key lies in data/keys. No response, process or written file may contain the key (docs/faults.md
// E6).

import Albums
import Glibc
import Host
import Store
import Support
import Testing

@Suite(.serialized) struct KeyTests {
  private static let canary = "sk-canary-5d1f0c7e9b"

  @Test func `no answer, argument, environment, page or log contains a key`() throws {
    let installation = try Installation()
    let file = "\(installation.data)/keys/openai"
    try Files.replace(
      file, with: Array("\(Self.canary)\n".utf8), mode: 0o600, durably: false)
    let server = try WebServer(installation)
    defer { withExtendedLifetime(server) {} }
    var answers = ""
    for path in RouteTests.routes.map(\.path) + ["/scans/../../data/keys/openai"] {
      let program = "/cgi-bin/albumscan\(path)"
      answers += installation.ask("GET", program).text + installation.ask("POST", program).text
    }
    for path in ["/", "/data/keys/openai", "/../data/keys/openai", "/settings/"] {
      answers += installation.ask("GET", path).text
    }
    let photo = installation.folder.file("photo.jpg")
    var isShown = false
    for number in 0..<2 {
      try Files.replace(photo, with: try Sample.largePhoto("\(number)"), durably: false)
      let answer = try installation.post(photo)
      answers += answer.body + answer.location
      _ = eventuallySoon(within: 3000) {
        for process in RunningProcess.all() where process.name.hasPrefix("albumscan") {
          let words = process.arguments + (process.environment ?? [])
          if words.contains(where: { $0.contains(Self.canary) }) { isShown = true }
        }
        return (try? installation.photos.isEmpty) ?? true
      }
    }
    #expect(!isShown, "in an argument or an environment")
    #expect(!answers.contains(Self.canary))
    let found = try Programs.run(
      "/bin/grep", ["-rlF", Self.canary, installation.folder.path], input: "/dev/null",
      limit: 1 << 20, timeoutMilliseconds: 60_000)
    #expect(String(decoding: found.bytes, as: UTF8.self).trimmedLine == file)
  }
}

extension String {
  fileprivate var trimmedLine: String { hasSuffix("\n") ? String(dropLast()) : self }
}
