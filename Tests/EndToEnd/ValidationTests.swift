// The pages of a site with every state, and the pages of its published log, follow the
// specification of HTML. Their feeds follow the specifications of Atom and JSON Feed.

import FoundationEssentials
import Host
import Support
import Testing

@Suite(.serialized) struct ValidationTests {
  @Test func `every page is valid HTML, and both feeds follow their specifications`() throws {
    for language in sampled(Checkout.languages, 1, of: "languages", whole: .tour, name: \.self) {
      let house = try TourHouse(language: language)
      let site = house.installation.site
      let built = try Self.files(below: site, ending: ".html")
      #expect(built.count > 30)
      let log = try PublishedHouse.files(in: language)
      let published = try Self.files(below: log, ending: ".html")
      #expect(published.count > 50)
      // The feed of everything, and the feed of each tag.
      let feeds = try Self.files(below: log, ending: ".atom")
      #expect(feeds.count > 3)
      let atom = try Self.atomProblems(in: ["\(site)/feed.atom"] + feeds)
      #expect(atom.isEmpty, "\(atom)")
      let entries = try [site, log].enumerated().map { number, folder in
        try page(ofEntries: Self.feed(in: folder), number, in: house)
      }
      let pages = sampled(
        built + published, 25, of: "pages of both logs", whole: .tour, name: \.self)
      let html = try HTMLCheck.problems(in: pages + filledPages(of: house) + entries)
      #expect(html.isEmpty, "\(html.joined(separator: "\n"))")
    }
  }

  /// The JSON feed of a site, which has entries and follows its specification.
  private static func feed(in site: String) throws -> WebDriverValue {
    let feed = try JSONDecoder().decode(
      WebDriverValue.self, from: Data(Files.read("\(site)/feed.json")))
    #expect(feed["items"]?.items.isEmpty == false, "\(site)")
    let problems = JSONFeedCheck.problems(of: feed)
    #expect(problems.isEmpty, "\(site): \(problems)")
    return feed
  }

  /// A page with the HTML of all entries of the feed.
  private func page(
    ofEntries feed: WebDriverValue, _ number: Int, in house: TourHouse
  ) throws -> String {
    let contents = (feed["items"]?.items ?? []).map { $0["content_html"]?.text ?? "" }
    return try house.installation.folder.write(
      "<!DOCTYPE html><html lang=en><title>Feed</title>\(contents.joined(separator: "<hr>"))",
      to: "feed-\(number).html")
  }

  /// Files with pages that the program fills for a reader.
  private func filledPages(of house: TourHouse) throws -> [String] {
    let cookie = ["-H", "Cookie: \(house.installation.cookieName)=\(house.annasCookie)"]
    let form = cookie + ["-H", "Origin: \(house.installation.origin)"]
    let code = try house.code()
    let store = try house.installation.store()
    let find = try #require(try store.newestFinds(1).first).id
    let deleted = try #require(try store.deletedFinds(of: nil, at: Household.now).first).find.id
    let requests: [(arguments: [String], path: String)] = [
      (cookie, "settings"), (cookie, "people"), (cookie, "status"), (cookie, "deleted"),
      (cookie, "finds/\(find)/edit"), (cookie, "edits/\(TourHouse.edit)"),
      (cookie, "finds/\(deleted)"),
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
    let problems = try Self.atomProblems(in: [file])
    #expect(problems.contains("updated") && problems.contains("missing required"))
    let feed: WebDriverValue = [
      "version": "https://jsonfeed.org/version/1.1", "title": "x", "author": "y",
      "items": [["id": 5, "date_published": "today", "content_text": "z"]],
    ]
    #expect(JSONFeedCheck.problems(of: feed).count == 3)
  }

  /// The messages of `jing` about files; empty if the files follow the schema.
  private static func atomProblems(in files: [String]) throws -> String {
    try Checkers.run(
      "/usr/bin/jing", ["-c", "\(Checkout.root)/Tests/EndToEnd/Schemas/atom.rnc"] + files
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
