// The album page in a real browser: where its close button leads, how it is shared and printed, and
// its colours from the first paint on.

import Albums
import FoundationEssentials
import Host
import Store
import Support
import Testing

@Suite(.serialized) struct BrowserAlbumTests {
  let installation: Installation
  let server: WebServer
  let page: String

  init() throws {
    installation = try Installation()
    try installation.copyData("one-find-data") {
      let installation = try Installation()
      try installation.copySample()
      #expect(try installation.albumscan(["scan", Sample.cover]).exitCode == 0)
      return installation
    }
    let find = try #require(try installation.store().newestFind())
    page = "\(installation.origin)/album/\(find.id)/"
    server = try WebServer(installation)
  }

  // MARK: The way back

  @Test func `close leads to the camera after a scan, and to the history otherwise`() throws {
    let browser = try Browser()
    let (camera, history) = ("\(installation.origin)/", "\(installation.origin)/history/")
    let name = "return document.querySelector('.close')?.textContent ?? ''"

    try browser.open(page)
    #expect(try browser.run(name).text == "Close, to the history")
    try browser.tap(".close")
    #expect(try eventually { try browser.address == history })

    let scrolled = "return history.length"
    let length = try browser.run(scrolled)
    try browser.tap(".finds .find")
    #expect(try eventually { try browser.address == page })
    try browser.tap(".close")
    #expect(try eventually { try browser.address == history })
    #expect(try browser.run(scrolled).number == length.number + 1, "it went back, not on")

    try browser.open(camera)
    try browser.type(Sample.cover, into: "#choose-photo")
    #expect(try eventually { try browser.address.contains("/album/") })
    // A script of the page writes both.
    #expect(try eventually { try browser.text(".cost") == "This was free." })
    #expect(try eventually { try browser.run(name).text == "Close, to the camera" })
    try browser.reload()
    #expect(try eventually { try browser.run(name).text == "Close, to the camera" })
    try browser.tap(".close")
    #expect(try eventually { try browser.address == camera })
  }

  // MARK: The first screen

  @Test(arguments: [(844, 2.0), (664, 1.0)])
  func `a phone shows the answer above its bars`(height: Int, lines: Double) throws {
    let browser = try Browser(width: 390, height: height)
    try browser.open(page)
    let screen = try browser.run(Self.firstScreen, [.number(lines)])
    #expect(try #require(screen["end"]?.number) <= #require(screen["bars"]?.number))
    #expect(screen["order"]?.text == "badge,actions,title,artist,line,summary")
  }

  /// The lower end of the first lines of the summary, the upper end of the bars, and the parts of the
  /// page in the order of the file.
  private static let firstScreen = """
    const summary = document.querySelector(".summary");
    const height = parseFloat(getComputedStyle(summary).lineHeight);
    const parts = document.querySelectorAll(".badge, .actions, h1 .title, h1 .artist, .line, .summary");
    return {
      end: summary.getBoundingClientRect().top + arguments[0] * height,
      bars: document.querySelector(".actions").getBoundingClientRect().top,
      order: [...parts].map((one) => one.className).join(),
    };
    """

  @Test func `the bars of a phone leave while the reader scrolls down, and come back`() throws {
    let browser = try Browser(width: 390, height: 664)
    try browser.holdFocus()
    try browser.open(page)
    func areShown() throws -> Bool {
      let script = """
        return [".site-bar", ".actions"].every((one) =>
          document.querySelector(one).getBoundingClientRect().bottom <= innerHeight + 1);
        """
      return try browser.run(script).isTrue
    }
    #expect(try areShown())
    try browser.run("scrollTo(0, 300)")
    #expect(try eventually { try !areShown() })
    try browser.run("scrollTo(0, 200)")
    #expect(try eventually { try areShown() })
    try browser.run("scrollTo(0, 320)")
    #expect(try eventually { try !areShown() })
    try browser.run("document.querySelector('h1 a, .facts a').focus({ preventScroll: true })")
    #expect(try eventually { try areShown() }, "the focus")
    // The page moves a little when content above it gets another height.
    try browser.run("scrollBy(0, 2); return new Promise((done) => setTimeout(done, 500))")
    #expect(try areShown(), "a small movement after the focus")
    try browser.run("scrollTo(0, document.documentElement.scrollHeight)")
    #expect(try eventually { try areShown() }, "the end of the page")
  }

  // MARK: The picture

  @Test func `a find without artwork shows the photo in the browser that sent it and in no other`()
    throws
  {
    _ = try installation.sqlite(
      "UPDATE albums SET artwork = NULL; UPDATE covers SET artwork = NULL")
    #expect(try installation.albumscan(["build"]).exitCode == 0)
    let browser = try Browser()
    try browser.open("\(installation.origin)/")
    try browser.type(Sample.cover, into: "#choose-photo")
    #expect(try eventually { try browser.address.contains("/album/") })
    let page = try browser.address
    try expectOwnPhoto(in: browser)
    // The camera page learns the result of the scan, and keeps the photo.
    try browser.open("\(installation.origin)/")
    #expect(try eventually { try browser.run(Self.states).text == "complete" })
    try browser.open(page)
    try expectOwnPhoto(in: browser)

    let other = try Browser()
    try other.open(page)
    #expect(try other.run(Self.tileWithoutPhoto).text == "Album art unavailable")
  }

  private func expectOwnPhoto(in browser: Browser) throws {
    let source = "return document.querySelector('.own-photo .artwork')?.src ?? ''"
    #expect(try eventually { try browser.run(source).text.hasPrefix("blob:") })
    #expect(try browser.text(".own-photo") == "Your photo")
  }

  /// The states of the scans that the browser has stored.
  private static let states = """
    return (async () => {
      const database = await new Promise((done) => {
        indexedDB.open("albumscan").onsuccess = (event) => done(event.target.result);
      });
      const scans = await new Promise((done) => {
        database.transaction("scans").objectStore("scans").getAll().onsuccess =
          (event) => done(event.target.result);
      });
      database.close();
      return scans.map((one) => one.status?.state ?? "").join(" ");
    })();
    """

  /// Runs the search for the reader's photo once more. Returns the text of the tile if the page
  /// shows no photo.
  private static let tileWithoutPhoto = """
    return (async () => {
      const { showOwnPhoto } = await import("/own-photo.js");
      await showOwnPhoto();
      return document.querySelector(".no-artwork:not(.own-photo) span")?.textContent ?? "";
    })();
    """

  // MARK: Facts

  @Test func `a short name in the facts is a large target without a gap before its comma`() throws {
    let find = try #require(try installation.store().newestFind()).id
    let edit = ["edit", find.text, "--tags", "Sea, Pop, Jazz"]
    #expect(try installation.albumscan(edit).exitCode == 0)
    #expect(try installation.albumscan(["refresh"]).exitCode == 0)
    let browser = try Browser()
    try browser.open(page)
    let facts = try browser.run(Self.facts)
    #expect(try #require(facts["commas"]?.number) >= 2)
    #expect(try #require(facts["gap"]?.number) < 1)
    #expect(try #require(facts["width"]?.number) >= 44)
    #expect(try #require(facts["height"]?.number) >= 44)
  }

  /// The largest gap before a comma of the facts, and the smallest width and height of their links.
  private static let facts = """
    const box = (node, start, end) => {
      const range = document.createRange();
      range.setStart(node, start);
      range.setEnd(node, end);
      return range.getBoundingClientRect();
    };
    const texts = document.createTreeWalker(document.querySelector(".facts"), NodeFilter.SHOW_TEXT);
    const gaps = [];
    for (let before = texts.nextNode(), next; (next = texts.nextNode()); before = next) {
      if (!next.data.startsWith(",")) continue;
      const [name, comma] = [box(before, before.length - 1, before.length), box(next, 0, 1)];
      if (Math.abs(name.bottom - comma.bottom) < 4) gaps.push(comma.left - name.right);
    }
    const links = [...document.querySelectorAll(".facts dd a")].map((one) => one.getBoundingClientRect());
    return {
      commas: gaps.length, gap: Math.max(...gaps), width: Math.min(...links.map((one) => one.width)),
      height: Math.min(...links.map((one) => one.height)),
    };
    """

  // MARK: Sharing

  @Test func `Share hands on the address, or copies it and says so`() throws {
    let browser = try Browser()
    try browser.open("\(page)#correct")
    try browser.run("Object.defineProperty(navigator, 'share', { value: undefined })")
    try browser.tap(".share")
    #expect(try eventually { try browser.text(".toast") == "The link is copied." })
    try browser.open(page)
    try browser.run(
      """
      Object.defineProperty(navigator, "share", { value: async ({ url }) => { window.shared = url; } });
      """)
    try browser.tap(".share")
    #expect(try eventually { try browser.run("return window.shared ?? ''").text == page })
    #expect(try browser.text(".toast").isEmpty)

    let plain = try Browser(hasScript: false)
    try plain.open(page)
    #expect(try plain.text(".share").isEmpty)
    #expect(try plain.text("h1").hasSuffix("Adele"))
  }

  @Test func `Share says the address if its script does not arrive, and then tries again`()
    throws
  {
    let browser = try Browser()
    try browser.beforeEachPage(
      """
      window.alert = (text) => { window.said = text; };
      Object.defineProperty(navigator, "share", { value: async ({ url }) => { window.shared = url; } });
      """)
    try browser.chromium("Network.setBlockedURLs", ["urls": ["*/assets/actions-*.js"]])
    try browser.open(page)
    try browser.tap(".share")
    #expect(try eventually { try browser.run("return window.said ?? ''").text.contains(page) })
    try browser.chromium("Network.setBlockedURLs", ["urls": []])
    try browser.tap(".share")
    #expect(try eventually { try browser.run("return window.shared ?? ''").text == page })
  }

  @Test func `Share sends the picture and the public address of a find that everybody can see`()
    throws
  {
    let installation = try Installation(
      settings: "publish-to: ../public-log\npublish: all\npublish-url: https://records.example")
    try installation.copySample()
    #expect(try installation.albumscan(["scan", Sample.cover]).exitCode == 0)
    #expect(try installation.albumscan(["publish"]).exitCode == 0)
    let find = try #require(try installation.store().newestFind())
    let folder = "\(installation.folder.file("public-log"))/album/\(find.id)"
    let picture = try #require(try Files.entries(of: folder, startingWith: "share-").first)
    let size = try #require(Files.regularSize(of: "\(folder)/\(picture)"))
    let server = try WebServer(installation)
    let browser = try Browser()
    try browser.beforeEachPage(
      """
      Object.defineProperty(navigator, "canShare", { value: () => true });
      Object.defineProperty(navigator, "share", { value: async ({ files, text, url }) => {
        window.shared = [files?.[0].type, files?.[0].size, text, url].join("\\n");
      } });
      """)
    func shared() throws -> [Substring] {
      try browser.open("\(installation.origin)/album/\(find.id)/")
      try browser.tap(".share")
      #expect(try eventually { try browser.run("return Boolean(window.shared)").isTrue })
      return try browser.run("return window.shared").text.split(
        separator: "\n", omittingEmptySubsequences: false)
    }
    let address = "https://records.example/album/\(find.id)/"
    let sent = try shared()
    #expect(sent.first == "image/jpeg" && sent.dropFirst().first == "\(size)", "\(sent)")
    #expect(sent.suffix(2) == [Substring(address), ""], "\(sent)")
    // If the picture is not drawn yet or is gone, Share sends text with the address.
    _ = try Files.remove("\(folder)/\(picture)")
    let text = try shared()
    #expect(text.first == "" && text.last == Substring(address), "\(text)")
    #expect(text[2].contains("Adele"), "\(text)")
    // Without the script of its buttons, the page shows the public address.
    try browser.chromium("Network.setBlockedURLs", ["urls": ["*/assets/actions-*.js"]])
    try browser.open("\(installation.origin)/album/\(find.id)/?again")
    try browser.run("window.alert = (text) => { window.said = text; }")
    try browser.tap(".share")
    #expect(try eventually { try browser.run("return window.said ?? ''").text.contains(address) })
    withExtendedLifetime(server) {}
  }

  // MARK: Paper

  @Test func `the page prints on one sheet, also from a dark screen`() throws {
    let browser = try Browser()
    try paint(browser, "dark")
    try browser.open(page)
    for (width, height) in [(8.27, 11.69), (8.5, 11)] {
      let answer = try browser.chromium(
        "Page.printToPDF",
        [
          "paperWidth": .number(width), "paperHeight": .number(height), "printBackground": true,
        ])
      let bytes = Data(base64Encoded: answer["data"]?.text ?? "") ?? Data()
      let text = String(decoding: bytes, as: UTF8.self)
      #expect(text.matches(of: /\/Type\s*\/Page\b/).count == 1)
    }
  }

  // MARK: Colours

  /// The background before the style sheet has arrived, and the background with the style sheet.
  private static let grounds = """
    const probe = document.createElement("div");
    probe.style.backgroundColor = "Canvas";
    document.body.append(probe);
    const canvas = getComputedStyle(probe).backgroundColor;
    probe.remove();
    return [canvas, getComputedStyle(document.documentElement).backgroundColor]
      .map((colour) => Number(colour.match(/\\d+/)[0]) < 40 ? "dark" : "light").join();
    """

  private func paint(_ browser: Browser, _ scheme: WebDriverValue) throws {
    try browser.chromium(
      "Emulation.setEmulatedMedia",
      ["features": [["name": "prefers-color-scheme", "value": scheme]]])
  }

  @Test func `pages follow the device or the setting, and the camera is always dark`() throws {
    let browser = try Browser()
    for scheme in ["light", "dark"] {
      try paint(browser, .text(scheme))
      for address in [page, "\(installation.origin)/history/", "\(installation.origin)/privacy/"] {
        try browser.open(address)
        #expect(try browser.run(Self.grounds).text == "\(scheme),\(scheme)", "\(address)")
        let problems = try PageAudit.problems(in: browser)
        #expect(problems.isEmpty, "\(address), \(scheme): \(problems)")
      }
      try browser.open("\(installation.origin)/")
      #expect(try browser.run(Self.grounds).text == "dark,dark", "\(scheme)")
    }
    // A page with a blocked style sheet keeps the background that it has before its sheet arrives.
    try browser.chromium("Network.setBlockedURLs", ["urls": ["*.css"]])
    for (device, setting, painted) in [
      ("dark", nil, "dark"), ("dark", "light", "light"), ("light", "dark", "dark"),
    ] {
      try paint(browser, .text(device))
      if let setting {
        try browser.run(
          "localStorage.setItem('albumscan.appearance', arguments[0])", [.text(setting)])
      }
      try browser.open(page)
      #expect(try browser.run(Self.grounds).text.hasPrefix(painted), "\(device) \(setting ?? "")")
    }
  }

  @Test func `the settings of this browser are kept, and need a script`() throws {
    let settings = "\(installation.origin)/cgi-bin/albumscan/settings"
    let browser = try Browser()
    try browser.open(settings)
    let chosen = """
      return [...document.querySelectorAll("[data-setting] :checked")].map((one) => one.value).join()
      """
    #expect(try browser.run(chosen).text == "album,system,on")
    try browser.tap("[data-setting=appearance] label:has([value=dark])")
    try browser.tap("[data-setting=after-scan] label:has([value=camera])")
    try browser.open(settings)
    #expect(try browser.run(chosen).text == "camera,dark,on")
    let problems = try PageAudit.problems(in: browser)
    #expect(problems.isEmpty, "\(problems)")
    try browser.keepPicture("settings-of-browser")
    try browser.open(page)
    #expect(try browser.run(Self.grounds).text == "dark,dark")
    let plain = try Browser(hasScript: false)
    try plain.open(settings)
    #expect(try !plain.text("main").contains("After a scan"))
  }
}
