// The store of the service worker behind a proxy that answers in place of the server: it keeps its copies, shows them, and
// stores nothing foreign. Source: docs/interface.md "In the browser".

import Albums
import Host
import Services
import Store
import Support
import Testing

@Suite(.serialized) struct BrowserForeignPagesTests {
  private static let paths = ["/history/", "/"]

  private func installation() throws -> Installation {
    let installation = try Installation()
    try installation.copySampleFind()
    return installation
  }

  /// A browser that has stored the history, the camera page and the page of the newest find.
  private func reader(_ installation: Installation) throws -> (browser: Browser, album: String) {
    let find = try #require(try installation.store().newestFinds(1).first)
    let (browser, album) = (try Browser(hasServiceWorker: true), "/album/\(find.id)/")
    try browser.open("\(installation.origin)/history/")
    try browser.waitForWorker()
    for path in Self.paths { try browser.waitUntilStored(path) }
    try browser.open("\(installation.origin)\(album)")
    try browser.waitUntilStored(album)
    #expect(try eventually { try !browser.storedPerson().isEmpty })
    return (browser, album)
  }

  @Test func `a stored page is shown and kept in place of any foreign answer`() throws {
    let installation = try installation()
    let server = try MeddledServer(installation)
    let (browser, album) = try reader(installation)
    let title = try browser.text("h1")
    let other = "/album/\(String(repeating: "c", count: 26))/"
    for (name, answer) in MeddledServer.kinds {
      for path in [album, "/history/"] {
        server.answer("GET \(path)", with: answer)
        try browser.open("\(installation.origin)\(path)")
        let shown = try browser.text(path == album ? "h1" : ".finds")
        let isShown = path == album ? shown == title : !shown.isEmpty
        #expect(isShown, "\(name) \(path)")
        #expect(try eventually { try !browser.text(".offline-note").isEmpty }, "\(name) \(path)")
      }
      // A page that is not stored. A redirect may lead to the sign-in page of a proxy, so the reader gets it.
      if !name.hasPrefix("302"), name != "cut body" {
        server.answer("GET \(other)", with: answer)
        try browser.open("\(installation.origin)\(other)")
        #expect(try browser.text("h1") == "You are offline", "\(name)")
      }
      server.answer("GET /", with: answer)
      try browser.open("\(installation.origin)/")
      #expect(try browser.run("return document.querySelector('.guide') !== null").isTrue, "\(name)")
      let stored = try browser.stored()
      #expect((Self.paths + [album]).allSatisfy(stored.contains), "\(name): \(stored)")
    }
    server.passAll()
    try browser.open("\(installation.origin)\(album)")
    #expect(try browser.text("h1") == title && browser.text(".offline-note").isEmpty)
    #expect(try browser.stored().allSatisfy { $0 != other })
  }

  @Test func `a reload shows the sign-in page of a network, and the stored page stays`() throws {
    let installation = try installation()
    let server = try MeddledServer(installation)
    let (browser, album) = try reader(installation)
    let title = try browser.text("h1")
    let page = try #require(MeddledServer.kinds.first { $0.name == "200 page" })
    server.answer("GET ", with: page.answer)
    try browser.open("\(installation.origin)\(album)")
    #expect(try browser.text("h1") == title)
    try browser.reload()
    #expect(try eventually { try browser.text("h1") == "Guest network" })
    try browser.open("\(installation.origin)\(album)")
    #expect(try browser.text("h1") == title)
    #expect(try browser.stored().contains(album))
    withExtendedLifetime(server) {}
  }

  @Test func `an own 404 removes its page from the store, and an own 401 all pages`() throws {
    let house = try Household(settings: "pages: protected")
    let installation = house.installation
    try installation.copySampleKeepingPeople()
    let server = try MeddledServer(installation)
    let browser = try Browser(hasServiceWorker: true)
    try browser.signIn(house.annasCookie, installation)
    try browser.open("\(installation.origin)/history/")
    try browser.waitForWorker()
    try browser.waitUntilStored("/history/")
    let album = try browser.run("return document.querySelector('.find').getAttribute('href')").text
    try browser.open("\(installation.origin)\(album)")
    try browser.waitUntilStored(album)
    try Files.removeTree("\(installation.site)\(album)")
    try browser.open("\(installation.origin)\(album)")
    #expect(try eventually { try !browser.stored().contains(album) })
    #expect(try browser.stored().contains("/history/"))
    try installation.store().signOutAll(of: house.anna.id, files: installation.sessionFiles)
    try browser.open("\(installation.origin)/history/")
    #expect(try eventually { try browser.stored().isEmpty })
    withExtendedLifetime(server) {}
  }

  /// Documents that are not that of the session.
  private static let oddSessions: [(name: String, answer: ForeignAnswer)] = [
    "{}", "[]", #"{"version":1}"#, #"{"version":1,"id":null}"#,
    #"{"version":1,"who":null,"id":"x"}"#,
  ].map { ($0, .status(200, $0, type: "application/json")) }

  @Test func `no foreign answer about the session removes the pages or changes their person`()
    throws
  {
    let installation = try installation()
    let server = try MeddledServer(installation)
    let (browser, album) = try reader(installation)
    let person = try browser.storedPerson()
    let ask = """
      for (const path of ["session", "session/check"]) {
        await fetch(`/cgi-bin/albumscan/${path}`).then((one) => one.text()).catch(() => null);
      }
      dispatchEvent(new PageTransitionEvent("pageshow", { persisted: true }));
      """
    for (name, answer) in MeddledServer.kinds + Self.oddSessions {
      let count = server.foreignAnswers
      server.answer("GET /cgi-bin/albumscan/session", with: answer)
      try browser.runAsync(ask)
      #expect(eventually { server.foreignAnswers >= count + 2 }, "\(name)")
      #expect(try browser.storedPerson() == person, "\(name)")
      let stored = try browser.stored()
      #expect((Self.paths + [album]).allSatisfy(stored.contains), "\(name): \(stored)")
    }
    withExtendedLifetime(server) {}
  }

  /// Requests `parameters[0]`; the body, or the name of the error.
  private static let request = """
    const answer = await fetch(parameters[0], { cache: "reload" }).catch((error) => error.name);
    if (typeof answer === "string") return answer;
    return answer.text().catch((error) => error.name);
    """

  @Test func `no foreign answer is stored as a picture, a file of the search or a script`() throws {
    let installation = try installation()
    let server = try MeddledServer(installation)
    let (browser, album) = try reader(installation)
    let manifest = try browser.runAsync(Self.request, ["/search/index.json"]).text
    #expect(manifest.contains("\"shards\""))
    #expect(try eventually { try browser.stored(in: ["search"]) == ["/search/index.json"] })
    let shards = try Files.entries(of: "\(installation.site)/search").filter { $0 != "index.json" }
    let shard = "/search/\(try #require(shards.first))"
    let pictures = try Files.entries(of: "\(installation.site)\(album)").filter {
      $0.hasSuffix(".jpg")
    }
    let script = try browser.run(
      "return [...document.querySelectorAll('script[type=module]')].map((one) => new URL(one.src).pathname)[0]"
    ).text
    let before = try browser.stored()
    let picture = try #require(pictures.map { "\(album)\($0)" }.first { !before.contains($0) })
    let forget = """
      const cache = await caches.open("albumscan-assets");
      await cache.delete(parameters[0]);
      """
    for (name, answer) in MeddledServer.kinds {
      server.answer("GET /search/index.json", with: answer)
      #expect(
        try browser.runAsync(Self.request, ["/search/index.json"]).text == manifest, "\(name)")
      for (path, caches) in [(shard, ["search"]), (picture, ["pictures"]), (script, ["assets"])] {
        if path == script { try browser.runAsync(forget, [.text(path)]) }
        server.answer("GET \(path)", with: answer)
        let text = try browser.runAsync(Self.request, [.text(path)]).text
        pause(milliseconds: 50)
        let isStored = try browser.stored(in: caches).contains(path)
        #expect(!isStored, "\(name) \(path): \(text.prefix(60))")
      }
    }
    server.passAll()
    for (path, caches) in [(shard, ["search"]), (picture, ["pictures"]), (script, ["assets"])] {
      try browser.runAsync(Self.request, [.text(path)])
      #expect(try eventually { try browser.stored(in: caches).contains(path) }, "\(path)")
    }
  }

  @Test func `a foreign page that an earlier version stored is not shown, an own one is`() throws {
    let installation = try installation()
    let server = try MeddledServer(installation)
    let (browser, album) = try reader(installation)
    let title = try browser.text("h1")
    // An earlier version stored every page with the status 200, and its own pages had no product attribute.
    try browser.runAsync(
      """
      const cache = await caches.open("albumscan-pages");
      const headers = { "Content-Type": "text/html; charset=utf-8" };
      const own = await (await cache.match(parameters[0])).text();
      const former = own.replace("<html data-albumscan", "<html");
      await cache.put(parameters[0], new Response(former, { headers }));
      const foreign = "<!doctype html><html lang=en><h1>Guest network</h1></html>";
      for (const path of ["/history/", "/"]) await cache.put(path, new Response(foreign, { headers }));
      """, [.text(album)])
    let failure = try #require(MeddledServer.kinds.first { $0.name == "502 page" })
    server.answer("GET ", with: failure.answer)
    try browser.open("\(installation.origin)\(album)")
    #expect(try browser.text("h1") == title)
    for path in Self.paths {
      try browser.open("\(installation.origin)\(path)")
      #expect(try browser.text("h1") == "You are offline", "\(path)")
    }
    server.passAll()
    try browser.open("\(installation.origin)/")
    #expect(try browser.run("return document.querySelector('.guide') !== null").isTrue)
  }
}
