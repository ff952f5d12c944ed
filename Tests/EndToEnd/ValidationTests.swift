// The pages of a site with every state by the specification of HTML, and its feeds by theirs.

import FoundationEssentials
import Host
import Support
import Testing

@Suite(.serialized) struct ValidationTests {
  @Test func `every page is valid HTML, and both feeds follow their specifications`() throws {
    for language in sampled(["en", "de"], 1, of: "languages", whole: .tour, name: \.self) {
      let house = try TourHouse(language: language)
      let site = house.installation.site
      let built = try Self.files(below: site, ending: ".html")
      #expect(built.count > 30)
      let atom = try Self.atomProblems(in: "\(site)/feed.atom")
      #expect(atom.isEmpty, "\(atom)")
      let feed = try JSONDecoder().decode(
        WebDriverValue.self, from: Data(Files.read("\(site)/feed.json")))
      #expect(feed["items"]?.items.isEmpty == false)
      let problems = JSONFeedCheck.problems(of: feed)
      #expect(problems.isEmpty, "\(problems)")
      let html = try HTMLCheck.problems(
        in: built + filledPages(of: house) + [page(ofEntries: feed, in: house)])
      #expect(html.isEmpty, "\(html.joined(separator: "\n"))")
    }
  }

  /// A page with the HTML of all entries of the feed.
  private func page(ofEntries feed: WebDriverValue, in house: TourHouse) throws -> String {
    let contents = (feed["items"]?.items ?? []).map { $0["content_html"]?.text ?? "" }
    return try house.installation.folder.write(
      "<!DOCTYPE html><html lang=en><title>Feed</title>\(contents.joined(separator: "<hr>"))",
      to: "feed.html")
  }

  /// Files with pages that the program fills for a reader.
  private func filledPages(of house: TourHouse) throws -> [String] {
    let cookie = ["-H", "Cookie: \(house.installation.cookieName)=\(house.annasCookie)"]
    let form = cookie + ["-H", "Origin: \(house.installation.origin)"]
    let code = try house.code()
    let requests: [(arguments: [String], path: String)] = [
      (cookie, "settings"), (cookie, "people"), (cookie, "status"), (cookie, "deleted"),
      (form + ["-d", "add=1"], "devices"), (["-d", "code=\(code)"], "session"),
      (["-d", "code=wrong"], "session"), ([], "finds/unknown"),
    ]
    return try requests.enumerated().map { number, request in
      let answer = try house.installation.curl(
        request.arguments, "/cgi-bin/albumscan/\(request.path)")
      return try house.installation.folder.write(answer.body, to: "filled-\(number).html")
    }
  }

  @Test func `the checker finds an error in HTML`() throws {
    let folder = try TemporaryFolder()
    let file = try folder.write(
      "<!DOCTYPE html><html lang=en><title>x</title><p><div>y</p></div><img src=z>", to: "x.html")
    let problems = try HTMLCheck.problems(in: [file])
    #expect(problems.contains { $0.contains("alt") })
    #expect(problems.contains { $0.contains("No “p” element in scope") })
  }

  // MARK: Feeds

  @Test func `the checks of feeds find errors`() throws {
    let folder = try TemporaryFolder()
    let file = try folder.write(
      "<feed xmlns='http://www.w3.org/2005/Atom'><title>x</title><updated>today</updated></feed>",
      to: "feed.atom")
    let problems = try Self.atomProblems(in: file)
    #expect(problems.contains("updated") && problems.contains("missing required"))
    let feed: WebDriverValue = [
      "version": "https://jsonfeed.org/version/1.1", "title": "x", "author": "y",
      "items": [["id": 5, "date_published": "today", "content_text": "z"]],
    ]
    #expect(JSONFeedCheck.problems(of: feed).count == 3)
  }

  /// What `jing` says about a file; empty if the file follows the schema.
  private static func atomProblems(in file: String) throws -> String {
    try Checkers.run(
      "/usr/bin/jing", ["-c", "\(Checkout.root)/Tests/EndToEnd/Schemas/atom.rnc", file]
    ).split(separator: "\n").filter { !$0.hasPrefix("[warning] /usr/bin/jing: Unable to locate") }
      .joined(separator: "\n")
  }

  private static func files(below folder: String, ending: String) throws -> [String] {
    let output = try Programs.run(
      "/usr/bin/find", [folder, "-type", "f", "-name", "*\(ending)"], input: "/dev/null",
      limit: 1 << 20, timeoutMilliseconds: 20_000)
    return String(decoding: output.bytes, as: UTF8.self).split(separator: "\n").map(String.init)
      .sorted()
  }
}
