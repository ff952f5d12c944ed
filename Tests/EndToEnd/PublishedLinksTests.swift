// Each link and picture of a published log leads to a file, at its own address and below any other. Readers
// without scripts reach each page. No file contains private text.

import Host
import Support
import Testing

@Suite(.serialized) struct PublishedLinksTests {
  let log: PublishedHouse
  let links: PublishedLinks

  init() throws {
    log = try PublishedHouse()
    links = try PublishedLinks(in: log.files)
  }

  @Test func `each address of a page leads to a file and an element of the log`() throws {
    #expect(links.links.count > 1000)
    #expect(links.broken.isEmpty, "\(links.broken.prefix(20))")
    for kind in ["href", "src", "srcset", "data-root"] {
      #expect(links.links.contains { $0.attribute == kind }, "no page has \(kind)")
    }
  }

  @Test func `feeds, previews, the sitemap, scripts and style sheets name files of the log`() throws
  {
    let absolute = try PublishedLinks.absolute(in: log.files)
    for file in ["feed.atom", "feed.json", "index.html"] {
      #expect(absolute.contains { $0.file == file }, "\(file)")
    }
    let wrong = absolute.filter { address in
      // The address of the published log itself has no slash at its end.
      if address.address == PublishedHouse.url { return false }
      guard case .inside(let file, _) = address.target else { return true }
      return !links.files.contains(file)
    }
    #expect(wrong.isEmpty, "\(wrong.prefix(20))")
    let named = try PublishedLinks.namedByAssets(in: log.files)
    #expect(
      named.contains { $0.file.hasSuffix(".css") } && named.contains { $0.file.hasSuffix(".js") })
    let missing = named.filter { !links.files.contains("assets/\($0.name.dropFirst(2))") }
    #expect(missing.isEmpty, "\(missing.prefix(20))")
  }

  @Test func `index pages lead to every find, and some page leads to every page`() throws {
    let pages = try links.files.filter { page in
      guard page.hasSuffix(".html"), page != "404.html" else { return false }
      // Only links from elsewhere lead to the former address of an index page.
      let text = String(decoding: try Files.read("\(log.files)/\(page)"), as: UTF8.self)
      return !text.contains("This page has a new address")
    }
    #expect(pages.count > 50)
    let reached = links.reached { !$0.hasPrefix("album/") }
    #expect(pages.subtracting(reached).isEmpty, "\(pages.subtracting(reached).sorted().prefix(20))")
    for start in ["history", "artists"] {
      let finds = links.reached { page in
        page == "index.html" || page.hasPrefix("\(start)/")
      }
      let missing = pages.filter { $0.hasPrefix("album/") }.subtracting(finds)
      #expect(missing.isEmpty, "\(start): \(missing.sorted())")
    }
  }

  @Test func `the server answers each address below the path of the log`() throws {
    let targets = Set(
      links.links.compactMap { link -> String? in
        guard case .inside(let file, _) = link.target else { return nil }
        return file.hasSuffix("index.html") ? String(file.dropLast("index.html".count)) : file
      })
    let answers = try statuses(of: targets.sorted())
    #expect(answers.count == targets.count)
    let others = answers.filter { !$0.hasPrefix("200 ") }
    #expect(others.isEmpty, "\(others.prefix(20))")
    #expect(try statuses(of: ["album/nowhere/"]).first?.hasPrefix("404 ") == true)
  }

  @Test func `no file contains private text`() throws {
    let output = try Programs.run(
      "/bin/grep", ["-rlF", PublishedHouse.secret, log.files], input: "/dev/null", limit: 1 << 20,
      timeoutMilliseconds: 20_000)
    #expect(output.exitCode == 1, "\(String(decoding: output.bytes, as: UTF8.self))")
  }

  /// The status and the address of each answer.
  private func statuses(of files: [String]) throws -> [Substring] {
    let lines = files.map { file in
      "url = \"\(log.address)/\(Self.encoded(file))\"\noutput = \"/dev/null\""
    }
    let list = try log.folder.write(lines.joined(separator: "\n"), to: "addresses")
    let output = try Programs.run(
      "/usr/bin/curl", ["-s", "-g", "-w", "%{http_code} %{url_effective}\\n", "-K", list],
      input: "/dev/null", limit: 4 << 20, timeoutMilliseconds: 60_000)
    return String(decoding: output.bytes, as: UTF8.self).split(separator: "\n")
  }

  /// The path as a browser sends it.
  private static func encoded(_ path: String) -> String {
    path.utf8.map { byte in
      let character = Character(Unicode.Scalar(byte))
      let isPlain =
        byte < 128 && (character.isLetter || character.isNumber || "/-._~".contains(character))
      return isPlain ? String(character) : "%\(hexadecimal([byte]))"
    }.joined()
  }
}
