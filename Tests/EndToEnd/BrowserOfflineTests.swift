// A browser without a connection: the server is stopped, and the pages come from the service worker.
// Source: docs/interface.md "In the browser", docs/decisions/079-a-new-worker-waits.md.

import Albums
import Glibc
import Host
import Store
import Support
import Testing

@Suite(.serialized) struct BrowserOfflineTests {
  private func installation(shared: String = Checkout.root) throws -> Installation {
    let installation = try Installation(shared: shared)
    try installation.copySample()
    let sleeves = ["Adele - 21", "Kate Bush - The Dreaming", "Nick Drake - Pink Moon"]
    let files = sleeves.map { "\(Checkout.root)/sample/catalogue/\($0).jpg" }
    #expect(try installation.albumscan(["scan"] + files).exitCode == 0)
    return installation
  }

  /// Opens the history, and waits until the service worker has stored it.
  private func reader(_ installation: Installation) throws -> Browser {
    let browser = try Browser(hasServiceWorker: true)
    try browser.open("\(installation.origin)/history/")
    try browser.waitForWorker()
    for path in ["/history/", "/"] { try browser.waitUntilStored(path) }
    return browser
  }

  private func keep(_ name: String, _ browser: Browser) throws {
    guard let folder = Environment["PICTURES"] else { return }
    try Files.replace("\(folder)/\(name).png", with: try browser.picture(), durably: false)
  }

  @Test func `visited pages and the history can be read while the server is gone`() throws {
    let installation = try installation()
    var server: WebServer? = try WebServer(installation)
    let browser = try reader(installation)
    let albums = try browser.run(
      "return [...document.querySelectorAll('.finds .find')].map((one) => one.getAttribute('href'))"
    ).items.map(\.text)
    #expect(albums.count == 3)
    try browser.open("\(installation.origin)\(albums[0])")
    try browser.waitUntilStored(albums[0])
    let title = try browser.text("h1")
    server?.stop()

    try browser.open("\(installation.origin)\(albums[0])")
    #expect(try browser.text("h1") == title)
    #expect(
      try eventually {
        try browser.run("return document.querySelector('.artwork').naturalWidth > 0").isTrue
      })
    let isTold = try eventually {
      try browser.text(".offline-note").hasPrefix("No connection. You see a copy from today at ")
    }
    #expect(isTold)
    try keep("offline-album", browser)
    try browser.open("\(installation.origin)/history/")
    #expect(try browser.run("return document.querySelectorAll('.finds .find').length").number == 3)

    // The browser has never opened this page.
    try browser.open("\(installation.origin)\(albums[1])")
    #expect(try browser.text("h1") == "You are offline")
    #expect(
      try eventually { try browser.text(".stored").contains(title.split(separator: "\n")[1]) })
    #expect(try browser.text(".stored").contains("History"))
    try keep("offline", browser)
    try browser.open("\(installation.origin)/cgi-bin/albumscan/settings")
    #expect(try browser.text("h1") == "You are offline")

    server = try WebServer(installation)
    try browser.open("\(installation.origin)\(albums[1])")
    #expect(try !browser.text("h1").contains("offline"))
    #expect(try browser.text(".offline-note").isEmpty)
    withExtendedLifetime(server) {}
  }

  @Test func `index pages, overviews and statistics that were visited can be read, too`() throws {
    let installation = try installation()
    #expect(try installation.albumscan(["refresh"]).exitCode == 0)
    let server = try WebServer(installation)
    let browser = try reader(installation)
    let find = try #require(try installation.store().newestFinds(1).first)
    try browser.open("\(installation.origin)/album/\(find.id)/")
    let linked = try browser.run(
      """
      return [...document.querySelectorAll("h1 a, .facts a")].map((one) => one.getAttribute("href"));
      """
    ).items.map(\.text)
    let year = Zone.utc.month(of: find.found).year
    #expect(linked.count >= 2, "\(linked)")
    let pages =
      ["/artists/", "/years/", "/genres/", "/statistics/", "/statistics/\(year)/"] + linked
    var titles: [String] = []
    for page in pages {
      try browser.open("\(installation.origin)\(page)")
      try browser.waitUntilStored(page)
      titles.append(try browser.text("h1"))
    }
    server.stop()
    for (page, title) in zip(pages, titles) {
      try browser.open("\(installation.origin)\(page)")
      #expect(try browser.text("h1") == title, "\(page)")
      #expect(try eventually { try !browser.text(".offline-note").isEmpty }, "\(page)")
    }
    try browser.open("\(installation.origin)/places/")
    #expect(try browser.text("h1") == "You are offline")
    #expect(try eventually { try browser.text(".stored").contains("Statistics") })
  }

  @Test func `a server that is silent for 4 seconds does not keep a stored page back`() throws {
    let installation = try installation()
    let server = try WebServer(installation)
    let browser = try reader(installation)
    let processes = RunningProcess.all().filter {
      [$0.id, $0.parent].contains(server.process)
    }
    for process in processes { process.signal(SIGSTOP) }
    try browser.open("\(installation.origin)/history/")
    #expect(try browser.text("h1") == "History" || !browser.text(".finds").isEmpty)
    #expect(try eventually { try browser.text(".offline-note").hasPrefix("No connection.") })
    for process in processes { process.signal(SIGCONT) }
    withExtendedLifetime(server) {}
  }

  @Test
  func `finds that are kept on this phone can be read without a visit, until they are cleared`()
    throws
  {
    let installation = try installation()
    let server = try WebServer(installation)
    let browser = try reader(installation)
    try browser.open("\(installation.origin)/cgi-bin/albumscan/settings")
    #expect(try eventually { try !browser.text(".phone .switch").isEmpty })
    #expect(try browser.text(".phone [role=status]") == "On this phone: 0 finds.")
    try browser.tap(".phone .switch")
    #expect(
      try eventually { try browser.text(".phone [role=status]") == "On this phone: 3 finds." })
    #expect(
      try eventually { try browser.stored(in: ["finds"]).count { $0.hasSuffix("-500.jpg") } == 3 })
    try keep("settings-phone", browser)
    let finds = try installation.store().newestFinds(3)
    server.stop()
    for find in finds {
      try browser.open("\(installation.origin)/album/\(find.id)/")
      #expect(try browser.text("h1").contains(find.album.title))
      // The page requests the picture of 1,000 px and gets the stored one, of another size.
      let picture = "return document.querySelector('.artwork').naturalWidth > 0"
      #expect(try eventually { try browser.run(picture).isTrue })
    }
    let again = try WebServer(installation)
    try browser.open("\(installation.origin)/cgi-bin/albumscan/settings")
    #expect(
      try eventually { try browser.text(".phone [role=status]") == "On this phone: 3 finds." })
    try browser.tap(".phone .kept button")
    #expect(
      try eventually { try browser.text(".phone [role=status]") == "On this phone: 0 finds." })
    #expect(
      try browser.run("return document.querySelector('.phone .switch').ariaChecked").text == "false"
    )
    #expect(try browser.stored().isEmpty)
    withExtendedLifetime(again) {}
  }

  @Test func `a photo that another app shares waits for the camera page`() throws {
    let installation = try installation()
    let server = try WebServer(installation)
    let browser = try reader(installation)
    try share([1234], in: browser, installation)
    #expect(try eventually { try browser.run(Self.sharedSizes).items.map(\.number) == [1234] })
    try browser.run("return import('/shared.js').then((shared) => shared.forgetShared())")
    #expect(try browser.run(Self.sharedSizes).items.isEmpty)
    withExtendedLifetime(server) {}
  }

  private static let sharedSizes = """
    return import("/shared.js").then((shared) => shared.sharedPhotos())
      .then((photos) => photos.map((photo) => photo.size));
    """

  /// Sends a form with photos of these sizes from the present page, and waits for the camera page.
  private func share(
    _ sizes: [Int], in browser: Browser, _ installation: Installation
  ) throws {
    try browser.run(
      """
      const [action, sizes] = arguments;
      const form = document.createElement("form");
      Object.assign(form, { action, method: "post", enctype: "multipart/form-data" });
      const input = Object.assign(document.createElement("input"), { type: "file", name: "photo", multiple: true });
      const files = new DataTransfer();
      for (const size of sizes) files.items.add(new File([new Uint8Array(size)], "a.jpg", { type: "image/jpeg" }));
      input.files = files.files;
      form.append(input);
      document.body.append(form);
      document.documentElement.id = "left";
      setTimeout(() => form.submit());
      """,
      [
        .text("\(installation.origin)/cgi-bin/albumscan/share"),
        .list(sizes.map { .number(Double($0)) }),
      ])
    #expect(
      try eventually {
        try browser.run(
          "return document.documentElement.id !== 'left' && location.pathname"
        ).text == "/"
      })
  }

  @Test func `a later share, and a form of another site, remove no photo that waits`() throws {
    let installation = try installation()
    let server = try WebServer(installation)
    let folder = try TemporaryFolder()
    try folder.write("<!doctype html><title>x</title><p>Another site", to: "index.html")
    let other = try StaticServer(files: folder.path, below: "/x")
    let browser = try reader(installation)
    try share([1234], in: browser, installation)
    try share([77], in: browser, installation)
    func sizes() throws -> [Double] { try browser.run(Self.sharedSizes).items.map(\.number) }
    #expect(try eventually { try sizes() == [1234, 77] })
    try browser.open("\(other.origin)/x/")
    try share([5], in: browser, installation)
    #expect(try sizes() == [1234, 77])
    try share(Array(repeating: 9, count: 25), in: browser, installation)
    #expect(try sizes() == [1234, 77] + Array(repeating: 9, count: 20))
    withExtendedLifetime(server) {}
  }

  @Test func `a new service worker waits for an upload, and both generations of scripts exist`()
    throws
  {
    let folder = try TemporaryFolder()
    let copied = try Programs.run(
      "/bin/cp",
      ["-R"] + ["templates", "public", "prompts", "words"].map { "\(Checkout.root)/\($0)" }
        + [folder.path],
      input: "/dev/null", limit: 1 << 16, timeoutMilliseconds: 60_000)
    #expect(copied.exitCode == 0)
    let installation = try installation(shared: folder.path)
    let server = try WebServer(installation)
    let browser = try reader(installation)
    let old = try browser.run(
      "return document.querySelector('script[type=module][src*=history]').src"
    ).text
    #expect(old.contains("/assets/history-"))
    // An upload holds the lock of the queue. Every new service worker must wait.
    try browser.run(
      "navigator.locks.request('albumscan-send', () => new Promise((done) => { window.done = done; }))"
    )
    let script = try folder.text("public/history/history.js")
    try folder.write("\(script)\n// A new version.\n", to: "public/history/history.js")
    #expect(try installation.albumscan(["build"]).exitCode == 0)

    try browser.run(
      "return navigator.serviceWorker.ready.then((one) => one.update()).then(() => 1)")
    let isWaiting = "return navigator.serviceWorker.ready.then((one) => Boolean(one.waiting))"
    #expect(try eventually { try browser.run(isWaiting).isTrue })
    let asset = String(old.dropFirst(installation.origin.count))
    #expect(installation.ask("GET", asset).status == 200, "the generation before stays")
    try browser.run(
      "navigator.serviceWorker.ready.then((one) => one.waiting.postMessage({ type: 'take-over' }))")
    pause(milliseconds: 500)
    #expect(try browser.run(isWaiting).isTrue, "an upload runs")
    try browser.run("window.done()")
    try browser.open("\(installation.origin)/history/")
    let new = try browser.run(
      "return document.querySelector('script[type=module][src*=history]').src"
    ).text
    #expect(new != old)
    // A page that does not answer within a second counts as one that uploads; the next page asks again. The
    // test opens no page at the moment of the change: Chromium 156 sometimes never ends such a navigation.
    let takesOver = try eventually {
      if try eventually(within: 5000, { try !browser.run(isWaiting).isTrue }) { return true }
      try browser.open("\(installation.origin)/history/")
      return false
    }
    #expect(takesOver)
    let newAsset = String(new.dropFirst(installation.origin.count))
    #expect(try eventually { try browser.stored(in: ["assets"]).contains(newAsset) })
    #expect(try browser.run("return document.querySelectorAll('.finds .find').length").number == 3)
    withExtendedLifetime(server) {}
  }

  @Test func `the plain names of scripts and pictures still work`() throws {
    let installation = try installation()
    let server = try WebServer(installation)
    for path in ["/camera.js", "/style.css", "/icons/icon.svg", "/sw.js"] {
      let answer = installation.ask("GET", path)
      #expect(answer.status == 200 && answer.header("Cache-Control") == "no-cache", "\(path)")
    }
    let browser = try Browser(hasServiceWorker: true)
    try browser.open("\(installation.origin)/privacy/")
    let device = "return import('/device.js').then((device) => device.setting('who') ?? 'none')"
    #expect(try browser.run(device).text.isEmpty == false)
    withExtendedLifetime(server) {}
  }
}
