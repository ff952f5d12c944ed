// Trouble of the queue: a page that the user leaves at once, a browser that forbids or loses its
// storage, a pause that the server requests, and a change of the person.

import Albums
import Host
import Store
import Support
import Testing

@Suite(.serialized) struct BrowserQueueTroubleTests {
  private static let waiting = "return (await (await module('queue')).photos()).length"
  private static let everything = Timestamp(milliseconds: 0)

  @Test func `photos are stored at once, and whichever page is opened next sends them`() throws {
    let installation = try Installation()
    try installation.copySample()
    let server = try WebServer(installation)
    let finder = try Viewfinder(installation, hasServiceWorker: true, scripts: [Browser.notingSync])
    let browser = finder.browser
    #expect(try finder.aim())
    try browser.tap(".after")
    let leave = "document.querySelector('.gear').click();"
    try browser.leave(by: "document.querySelector('.bar .pill').click(); \(leave)")
    #expect(try eventually { try browser.address.hasSuffix("/settings") })
    #expect(
      try eventually {
        try installation.store().scans(since: Self.everything).count == 1
      })
    // If the user closes this page, too, the service worker continues.
    #expect(
      try eventually {
        try browser.run("return sessionStorage.tag ?? ''").text == "albumscan-photos"
      })

    // The page reduces a picture of many megapixels only just before it sends the picture.
    try browser.open(finder.page)
    #expect(try eventually { try finder.stages == ["found"] })
    try browser.type("\(Sample.photo)\n\(Sample.other)\n\(Sample.cover)", into: "#choose-photo")
    try browser.leave(by: leave)
    #expect(try eventually { try browser.address.hasSuffix("/settings") })
    #expect(
      try eventually {
        try installation.store().scans(since: Self.everything).count == 4
      })
    #expect(try eventually { try browser.runAsync(Self.waiting) == 0 })
    withExtendedLifetime(server) {}
  }

  /// A failure or a prohibition of a browser, and the script that imitates it.
  static let troubles = [
    (
      "locks",
      "navigator.locks.request = () => Promise.reject(new DOMException('', 'SecurityError'));"
    ),
    (
      "channels",
      "window.BroadcastChannel = class { constructor() { throw new DOMException('', 'SecurityError'); } };"
    ),
    (
      "databases",
      "IDBFactory.prototype.open = () => { throw new DOMException('', 'SecurityError'); };"
    ),
    (
      "an answer about the session",
      """
      { const send = fetch;
        window.fetch = (one, ...more) => /\\/session$/.test(one) ? new Promise(() => {}) : send(one, ...more); }
      """
    ),
  ]

  @Test(
    arguments: sampled(
      troubles, 2, of: "browsers without one of their parts", whole: .tour
    ) { $0.0 })
  func `a browser without one of its parts still scans and shows the history`(
    part: String, script: String
  ) throws {
    let installation = try Installation()
    try installation.copySample()
    let server = try WebServer(installation)
    let browser = try Browser(hasServiceWorker: true)
    try browser.beforeEachPage(script)
    try browser.open("\(installation.origin)/")
    try browser.type(Sample.cover, into: "#choose-photo")
    #expect(try eventually { try browser.address.contains("/album/") }, "without \(part)")
    let history = "\(installation.origin)/history/"
    #expect(
      try eventually {
        try browser.open(history)
        return try !browser.text(".finds").isEmpty
      })
    let view = try browser.run("return document.documentElement.dataset.view").text
    try browser.tap(".view")
    #expect(
      try browser.run("return document.documentElement.dataset.view").text != view,
      "without \(part)")
    withExtendedLifetime(server) {}
  }

  @Test func `a database that is lost or full loses, doubles and revives no record`() throws {
    let installation = try Installation()
    let server = try WebServer(installation)
    let browser = try Browser(hasServiceWorker: true)
    try browser.beforeEachPage(
      """
      const open = IDBFactory.prototype.open;
      window.databases = [];
      IDBFactory.prototype.open = function (...all) {
        const request = open.apply(this, all);
        request.addEventListener("success", () => window.databases.push(request.result));
        return request;
      };
      """)
    try browser.open("\(installation.origin)/")
    let seen = try browser.runAsync(
      """
      const { all, replace, update, write } = await module("database");
      const lose = () => window.databases.forEach((one) => one.close());
      const values = async () => (await all("photos")).map((one) => one.value);
      await write({ store: "photos", put: { key: "a", state: "refused", taken: 1, value: 1 } });
      // iOS closes the database in the background.
      lose();
      const found = await values();
      lose();
      await update("photos", "a", () => ({ value: 2 }));
      const changed = await values();
      // The storage is full: the new value counts, not the stored one.
      const { put } = IDBObjectStore.prototype;
      IDBObjectStore.prototype.put = () => { throw new DOMException("", "QuotaExceededError"); };
      await update("photos", "a", ({ value }) => ({ value: value + 1 }));
      const full = await values();
      await replace("photos", "a", "scans", ({ value }) => ({ id: "s", value }));
      const moved = [(await all("photos")).length, (await all("scans"))[0].value];
      IDBObjectStore.prototype.put = put;
      // Another page has removed the photo.
      await write({ store: "photos", put: { key: "b", state: "refused", taken: 1 } });
      await write({ store: "photos", remove: "b" });
      const removed = [await update("photos", "b", () => ({ value: 9 })), await replace("photos", "b", "scans", () => ({ id: "t" }))];
      return { found, changed, full, moved, removed, photos: (await all("photos")).length, scans: (await all("scans")).length };
      """)
    #expect(seen["found"]?.items == [1])
    #expect(seen["changed"]?.items == [2])
    #expect(seen["full"]?.items == [3])
    #expect(seen["moved"]?.items == [0, 3])
    #expect(seen["removed"]?.items == [.null, .bool(false)])
    #expect(seen["photos"] == 0 && seen["scans"] == 1)
    withExtendedLifetime(server) {}
  }

  @Test
  func
    `a refusal is said once, and a pause that the server asks for outlasts a return to the page`()
    throws
  {
    let installation = try Installation()
    try installation.copySample()
    let server = try WebServer(installation)
    let browser = try Browser(hasServiceWorker: true)
    try browser.beforeEachPage(Browser.notingSync + Self.refusals)
    let page = "\(installation.origin)/"
    try browser.open(page)
    let finder = Viewfinder(browser: browser, page: page)
    try finder.listen()
    try browser.run("window.refusal = { status: 400, message: 'This is no picture.' }")
    try browser.type(Sample.cover, into: "#choose-photo")
    #expect(try eventually { try browser.text(".banner").contains("This is no picture.") })
    #expect(try eventually { try browser.runAsync(Self.waiting) == 0 })
    #expect(try finder.stages.isEmpty && browser.text(".latest").isEmpty)
    #expect(try !finder.said().contains("This is no picture."), "the banner has said it")

    // When "Send again" disappears, another element gets the focus.
    try browser.run("window.refusal = { status: 500, message: 'Broken.' }")
    try browser.type(Sample.cover, into: "#choose-photo")
    #expect(try eventually { try !browser.text(".retry").isEmpty })
    try browser.run("window.refusal = { status: 429, pause: '600', message: 'Too many.' }")
    try browser.run("document.querySelector('.again').focus()")
    try browser.press(.enter)
    let isPaused = "return (await (await module('queue')).photos())[0].pausedUntil > Date.now()"
    #expect(try eventually { try browser.runAsync(isPaused).isTrue })
    try browser.run("document.querySelector('.other').focus()")
    try browser.press(.enter)
    #expect(
      try eventually {
        try browser.run("return document.activeElement.matches('.bar .pill')").isTrue
      })
    #expect(try eventually { try browser.text(".unsent").hasPrefix("1 not yet sent") })
    #expect(
      try eventually {
        try browser.run("return document.querySelector('.tile .about').textContent").text
          .hasPrefix("Too many.")
      }, "the tile has the server's reason")

    try browser.open(page)
    try browser.run("dispatchEvent(new Event('online'))")
    #expect(try eventually { try browser.text(".unsent").hasPrefix("1 not yet sent") })
    pause(milliseconds: 500)
    #expect(try browser.run("return window.sent").items.isEmpty, "the server's pause is kept")
    try browser.tap(".unsent .small")
    #expect(try eventually { try finder.stages == ["found"] })
    #expect(try eventually { try browser.text(".unsent").isEmpty })

    // The answer 401 means that the session has ended. The page says so, and sends no second
    // request.
    try browser.run(
      """
      const send = fetch;
      window.asked = 0;
      window.fetch = (one, ...more) => {
        if (!/scans\\?id/.test(one)) return send(one, ...more);
        window.asked += 1;
        const body = JSON.stringify({ error: { code: "signIn", message: "Sign in." } });
        return Promise.resolve(new Response(body, { status: 401 }));
      };
      localStorage["albumscan.after-scan"] = "camera";
      """)
    try browser.type(Sample.other, into: "#choose-photo")
    #expect(try eventually { try browser.text(".banner").hasPrefix("You are signed out.") })
    pause(milliseconds: 800)
    #expect(try browser.run("return window.asked") == 1)
    withExtendedLifetime(server) {}
  }

  /// `window.refusal` is the answer to uploads; `window.sent` notes their keys.
  private static let refusals = """
    const Real = XMLHttpRequest;
    window.sent = [];
    window.XMLHttpRequest = class extends Real {
      send(body) {
        window.sent.push(body.get("key"));
        const { refusal } = window;
        if (!refusal) return super.send(body);
        Object.defineProperties(this, {
          status: { value: refusal.status },
          responseText: { value: JSON.stringify({ error: { code: "played", message: refusal.message } }) },
        });
        this.getResponseHeader = () => refusal.pause ?? null;
        setTimeout(() => this.onload(), 10);
      }
    };
    """

  @Test
  func `another person in an open page sees no scan of the person before, and sends as herself`()
    throws
  {
    let house = try Household()
    let installation = house.installation
    try installation.importSample()
    try installation.albumscan(["build"])
    let server = try WebServer(installation)
    let ben = try house.person("Ben", .base)
    let browser = try Browser(hasServiceWorker: true, cameraPermission: .denied)
    try browser.signIn(house.annasCookie, installation)
    let page = "\(installation.origin)/"
    try browser.open(page)
    try browser.run("localStorage['albumscan.after-scan'] = 'camera'")
    try browser.open(page)
    let finder = Viewfinder(browser: browser, page: page)
    try browser.type(Sample.cover, into: "#choose-photo")
    #expect(try eventually { try finder.stages == ["found"] })

    try browser.signIn(ben.cookie, installation)
    try browser.run("document.dispatchEvent(new Event('visibilitychange'))")
    #expect(try eventually { try finder.stages.isEmpty })
    let scans = "return (await (await module('database')).all('scans')).length"
    #expect(try browser.runAsync(scans) == 0)
    try browser.type(Sample.cover, into: "#choose-photo")
    #expect(
      try eventually {
        try installation.store().scans(since: Self.everything).count == 2
      })
    let store = try installation.store()
    let uploaders = try store.scans(since: Self.everything).map { try store.uploader(of: $0.id) }
    #expect(uploaders.contains { $0 == ben.person.id })
    withExtendedLifetime(server) {}
  }
}

extension Browser {
  /// For `beforeEachPage`: stores the tag that the page registers for Background Sync in
  /// `sessionStorage.tag`. The service worker gets no tag, so it sends nothing; it would otherwise
  /// send despite `network(.offline)`.
  static let notingSync = """
    if (window.SyncManager) SyncManager.prototype.register = async (tag) => { sessionStorage.tag = tag; };

    """

  /// Sets the cookie of a session.
  func signIn(_ cookie: String, _ installation: Installation) throws {
    try chromium(
      "Network.setCookie",
      [
        "name": .text(installation.cookieName), "value": .text(cookie),
        "url": .text(installation.origin), "httpOnly": true,
      ])
  }
}
