// Changes of finds without a connection. They wait in the browser, and the pages show them. In the
// end each change is sent once, and never as another person.

import Albums
import Host
import Store
import Support
import Testing

@Suite(.serialized) struct BrowserOfflineEditTests {
  private static let waiting = "return (await (await module('edits')).edits()).length"
  private static let pressed =
    "return document.querySelector('.statuses [aria-pressed=true]')?.dataset.status ?? ''"

  /// Opens the album of a find and the history, and waits until the browser can show both without
  /// the server.
  private func reader(_ installation: Installation, cookie: String? = nil) throws -> Browser {
    let browser = try Browser(hasServiceWorker: true)
    try browser.beforeEachPage(Browser.notingSync)
    if let cookie { try browser.signIn(cookie, installation) }
    let find = try #require(try installation.store().newestFinds(1).first?.id)
    let paths = ["/history/", "/album/\(find)/"]
    try browser.open("\(installation.origin)\(paths[0])")
    try browser.waitForWorker()
    for path in paths {
      try browser.open("\(installation.origin)\(path)")
      try browser.waitUntilStored(path)
    }
    let isKnown = "return localStorage['albumscan.visitor'] ?? ''"
    #expect(try eventually { try !browser.run(isKnown).text.isEmpty })
    return browser
  }

  private func find(_ installation: Installation) throws -> Find {
    try #require(try installation.store().newestFinds(1).first)
  }

  @Test func `a status that is chosen offline is shown, outlasts a reload, and is sent once`()
    throws
  {
    let installation = try Installation()
    try installation.copySampleFind()
    let server = try WebServer(installation)
    let browser = try reader(installation)
    let (find, album) = (try find(installation), try browser.address)
    server.stop()
    try browser.tap(".statuses [data-status=want]")
    #expect(try eventually { try browser.text(".unsent-edit").hasPrefix("Not yet sent: Status.") })
    #expect(try browser.text(".toast").contains("Marked as “Want”. It is sent when"))
    #expect(try browser.run(Self.pressed).text == "want")
    try keep("offline-want", browser)

    try browser.open(album)
    #expect(try eventually { try browser.run(Self.pressed).text == "want" })
    #expect(try eventually { try browser.text(".unsent-edit").hasPrefix("Not yet sent: Status.") })
    // A second change of the same field replaces the first.
    try browser.tap(".statuses [data-status=have]")
    #expect(try eventually { try browser.run(Self.pressed).text == "have" })
    // The sentence appears when the change is stored.
    #expect(try eventually { try browser.text(".toast").contains("Marked as “Have”") })
    try browser.open("\(installation.origin)/history/")
    #expect(try eventually { try browser.text(".finds .status") == "Have" })
    #expect(
      try browser.run("return document.querySelector('.finds .status').dataset.unsent").text
        == "not yet sent")
    try keep("offline-want-history", browser)
    #expect(try browser.runAsync(Self.waiting) == 1)

    let again = try WebServer(installation)
    try browser.open(album)
    #expect(try eventually { try browser.runAsync(Self.waiting) == 0 })
    #expect(try eventually { try browser.text(".unsent-edit").isEmpty })
    #expect(try browser.run(Self.pressed).text == "have")
    #expect(try installation.store().details(of: find.id)?.status == .have)
    try expectNoProblems(in: browser)
    withExtendedLifetime(again) {}
  }

  @Test func `a form that was opened before the connection was lost keeps its changes`() throws {
    let installation = try Installation()
    try installation.copySampleFind()
    let find = try find(installation)
    #expect(try installation.told(["edit", find.id.text, "--place", "Spitz"]).code == 0)
    let server = try WebServer(installation)
    let browser = try reader(installation)
    // Browsers of 2022 do not have `URLSearchParams.size`. The test sets `navigator.onLine` itself,
    // because its real value depends on the network of the machine.
    try browser.beforeEachPage(
      """
      delete URLSearchParams.prototype.size;
      Object.defineProperty(navigator, "onLine", { get: () => !window.isOffline });
      """)
    try browser.open("\(installation.origin)/cgi-bin/albumscan/finds/\(find.id)/edit")
    server.stop()
    try browser.type("Bought twice", into: "[name=notes]")
    try browser.tap(".details-form .pill")
    #expect(
      try eventually {
        try browser.text(".errand").hasPrefix("The server has not stored your change yet.")
      })
    try browser.run("window.isOffline = true")
    try browser.type(", cheaply", into: "[name=notes]")
    try browser.tap(".details-form .pill")
    #expect(
      try eventually { try browser.text(".errand").hasPrefix("This device has no connection.") })
    // Meanwhile, another person changes another field of the find.
    #expect(try installation.told(["edit", find.id.text, "--place", "Harbour"]).code == 0)
    let again = try WebServer(installation)
    try browser.open("\(installation.origin)/album/\(find.id)/")
    #expect(try eventually { try browser.runAsync(Self.waiting) == 0 })
    let details = try #require(try installation.store().details(of: find.id))
    #expect(details.note == "Bought twice, cheaply" && details.place == "Harbour")

    // With a connection the form leads to the album.
    try browser.open("\(installation.origin)/cgi-bin/albumscan/finds/\(find.id)/edit")
    try browser.type(" and sold", into: "[name=notes]")
    try browser.tap(".details-form .pill")
    #expect(try eventually { try browser.address.hasSuffix("/album/\(find.id)/") })
    #expect(
      try installation.store().details(of: find.id)?.note?.contains("sold") == true)
    #expect(
      try eventually {
        try browser.open("\(installation.origin)/album/\(find.id)/")
        return try browser.text(".notes").contains("sold")
      }, "the album shows the note, because only this computer can open it")
    try keep("notes", browser)
    withExtendedLifetime(again) {}
  }

  @Test func `changes are sent when the server is back, without a reload or an event`() throws {
    let installation = try Installation()
    try installation.copySampleFind()
    var server = try WebServer(installation)
    let browser = try reader(installation)
    let find = try find(installation)
    // At the second change, the page has already sent the first one.
    for status in [FindStatus.want, .have] {
      server.stop()
      try browser.tap(".statuses [data-status=\(status)]")
      #expect(try eventually { try browser.text(".unsent-edit").contains("Not yet sent: Status") })
      #expect(try browser.runAsync(Self.waiting) == 1)
      server = try WebServer(installation)
      #expect(try eventually { try browser.runAsync(Self.waiting) == 0 }, "\(status)")
      #expect(try installation.store().details(of: find.id)?.status == status)
      #expect(try eventually { try browser.text(".unsent-edit").isEmpty })
      #expect(try browser.run(Self.pressed).text == status.rawValue)
    }
  }

  @Test func `changes wait for a slow answer about the session`() throws {
    let installation = try Installation()
    try installation.copySampleFind()
    let server = try WebServer(installation)
    let browser = try reader(installation)
    let find = try find(installation)
    try browser.beforeEachPage(
      """
      {
        const [quick, later] = [window.fetch, window.setTimeout];
        window.fetch = async (address, options) => {
          if (String(address).endsWith("/session")) await new Promise((done) => { window.answerSession = done; });
          return quick(address, options);
        };
        // The page waits 400 ms for the session; with this function, it does not wait at all.
        window.setTimeout = (body, time, ...more) => later(body, time === 400 ? 0 : time, ...more);
      }
      """)
    try browser.runAsync(Self.adding("{ status: 'want' }", of: find, by: "owner"))
    try browser.reload()
    #expect(try eventually { try browser.run("return typeof answerSession").text == "function" })
    #expect(try browser.runAsync(Self.waiting) == 1)
    try browser.run("answerSession()")
    #expect(try eventually { try browser.runAsync(Self.waiting) == 0 })
    #expect(try installation.store().details(of: find.id)?.status == .want)
    withExtendedLifetime(server) {}
  }

  @Test func `a person writes notes without a connection in the form of a visited album`() throws {
    let installation = try Installation()
    try installation.copySampleFind()
    let server = try WebServer(installation)
    let browser = try reader(installation)
    let find = try find(installation)
    let form = "/cgi-bin/albumscan/finds/\(find.id)/edit"
    #expect(try eventually { try browser.stored(in: ["forms"]) == [form] })
    server.stop()
    for visit in ["first", "second"] {
      try browser.open("\(installation.origin)/album/\(find.id)/")
      try browser.leave(by: "document.querySelector('.edit-link a').click()")
      #expect(try eventually { try browser.address.hasSuffix(form) }, "\(visit)")
      #expect(try eventually { try browser.text(".offline-note").contains("copy") }, "\(visit)")
      let note = "return document.querySelector('[name=notes]').value"
      if visit == "second" {
        #expect(try eventually { try browser.run(note).text == "Bought twice" })
        continue
      }
      try browser.type("Bought twice", into: "[name=notes]")
      try browser.tap(".details-form .pill")
      #expect(try eventually { try browser.text(".errand").contains("waits here") })
    }
    try keep("offline-notes", browser)
    let again = try WebServer(installation)
    #expect(
      try eventually {
        try installation.store().details(of: find.id)?.note == "Bought twice"
      })
    #expect(try eventually { try browser.runAsync(Self.waiting) == 0 })
    withExtendedLifetime(again) {}
  }

  @Test func `after a refusal the page and the row show the server's status again`() throws {
    let installation = try Installation()
    try installation.copySampleFind()
    let find = try find(installation)
    #expect(try installation.told(["edit", find.id.text, "--status", "heard"]).code == 0)
    let server = try WebServer(installation)
    let browser = try reader(installation)
    let album = try browser.address
    let refused = Self.adding("{ status: 'want', place: 'x'.repeat(300) }", of: find, by: "owner")
    for (page, shown) in [
      (album, Self.pressed),
      (
        "\(installation.origin)/history/",
        "return document.querySelector('.finds .status').textContent.toLowerCase()"
      ),
    ] {
      try browser.open(page)
      #expect(try browser.run(shown).text == "heard")
      // The page shows the waiting change and sends it. The server refuses it.
      try browser.runAsync(
        refused
          + """
          const { publish } = await module("changes");
          publish({ kind: "edits", find: "\(find.id)" });
          """)
      #expect(try eventually { try browser.run(shown).text == "want" })
      try browser.runAsync(
        """
        const { sendEdits } = await module("edits");
        await sendEdits({ person: "owner", once: true, program: "/cgi-bin/albumscan" });
        """)
      #expect(try eventually { try browser.run(shown).text == "heard" })
    }
    #expect(try installation.store().details(of: find.id)?.status == .heard)
    withExtendedLifetime(server) {}
  }

  @Test func `a field that changes while the server refuses another one still waits`() throws {
    let installation = try Installation()
    try installation.copySampleFind()
    let server = try WebServer(installation)
    let browser = try reader(installation)
    let find = try find(installation)
    let left = """
      const { addEdit, edits, sendEdits } = await module("edits");
      const own = { find: "\(find.id)", title: "A title", person: "owner" };
      const real = window.fetch;
      window.fetch = async () => {
        window.fetch = real;
        await addEdit({ ...own, fields: { place: "Harbour" } });
        return new Response('{"error":{"code":"badRoute","message":"No."}}', { status: 400 });
      };
      await addEdit({ ...own, fields: { status: "want" } });
      await sendEdits({ person: "owner", once: true, program: "/cgi-bin/albumscan" });
      return (await edits()).map(({ state, fields }) => `${state} ${JSON.stringify(fields)}`).sort();
      """
    #expect(
      try browser.runAsync(left).items.map(\.text) == [
        #"refused {"status":"want"}"#, #"waiting {"place":"Harbour"}"#,
      ])
    withExtendedLifetime(server) {}
  }

  @Test func `a network that answers for the server does not end the sending of photos`()
    throws
  {
    let installation = try Installation()
    try installation.copySampleFind()
    let server = try WebServer(installation)
    let browser = try reader(installation)
    #expect(try browser.queuePhoto() == 1)
    // The page plays the service worker, whose events a test cannot send.
    let synced = """
      await import("/sw.js");
      const { photos } = await module("queue");
      const real = window.fetch;
      let asked = 0;
      window.fetch = async (address, options) => {
        if (!String(address).endsWith("/session")) return real(address, options);
        asked += 1;
        return new Response("<!DOCTYPE html><title>Sign in to this network</title>");
      };
      const event = Object.assign(new Event("sync"), { tag: "albumscan-photos" });
      const ended = new Promise((done) => {
        event.waitUntil = (work) => work.then(() => done("sent"), () => done("again"));
      });
      dispatchEvent(event);
      const end = await ended;
      window.fetch = real;
      return `${end}, asked ${asked}, left ${(await photos()).length}`;
      """
    #expect(try browser.runAsync(synced).text == "sent, asked 0, left 0", "without a change")
    #expect(try browser.queuePhoto() == 1)
    try browser.runAsync(
      Self.adding("{ status: 'want' }", of: try find(installation), by: "owner"))
    #expect(try browser.runAsync(synced).text == "again, asked 1, left 0")
    withExtendedLifetime(server) {}
  }

  @Test func `a change that the server refuses is told with the reason until it is discarded`()
    throws
  {
    let installation = try Installation()
    try installation.copySampleFind()
    let server = try WebServer(installation)
    let browser = try reader(installation)
    let album = try browser.address
    try browser.runAsync(
      Self.adding("{ status: 'owned' }", of: try find(installation), by: "owner"))
    try browser.open(album)
    #expect(
      try eventually { try browser.text(".unsent-edit").contains("did not store your change") })
    #expect(try browser.text(".unsent-edit").contains("Unknown status"))
    try browser.tap(".unsent-edit button")
    #expect(try eventually { try browser.text(".unsent-edit").isEmpty })
    #expect(try browser.runAsync(Self.waiting) == 0)
    withExtendedLifetime(server) {}
  }

  @Test func `a change is never sent as somebody else, and signing out names it first`() throws {
    let household = try Household(settings: "pages: protected")
    let installation = household.installation
    try installation.copySampleKeepingPeople()
    let server = try WebServer(installation)
    let ben = try household.person("Ben", .owner)
    let browser = try reader(installation, cookie: household.annasCookie)
    let (find, album) = (try find(installation), try browser.address)
    try browser.runAsync(Self.adding("{ status: 'want' }", of: find, by: household.anna.id.text))

    try become(ben.cookie, in: browser, installation)
    try browser.open(album)
    #expect(
      try eventually {
        try browser.run("return localStorage['albumscan.visitor']").text == ben.person.id.text
      })
    try browser.open("\(installation.origin)/cgi-bin/albumscan/settings")
    #expect(try eventually { try !browser.text(".phone").isEmpty })
    #expect(try browser.runAsync(Self.waiting) == 1)
    #expect(try installation.store().details(of: find.id)?.status == nil)
    try browser.tap("form[action$='/session/delete'] button")
    #expect(
      try eventually {
        try browser.text("dialog h2") == "A change of another person is not sent yet."
      })
    try browser.tap("dialog button:last-of-type")

    try become(household.annasCookie, in: browser, installation)
    try browser.run("localStorage.removeItem('albumscan.unsent')")
    try browser.open("\(installation.origin)/cgi-bin/albumscan/settings")
    #expect(
      try eventually {
        try browser.run("return localStorage['albumscan.visitor']").text == household.anna.id.text
      })
    try browser.tap("form[action$='/session/delete'] button")
    #expect(
      try eventually {
        try browser.text("dialog h2") == "The change to “A title” is not sent yet."
      })
    try keep("unsent-change", browser)
    try browser.tap("dialog .pill")
    #expect(try eventually { try browser.address == "\(installation.origin)/sign-in/" })
    #expect(try installation.store().details(of: find.id)?.status == .want)
    withExtendedLifetime(server) {}
  }

  @Test func `the database of an earlier version keeps its photos`() throws {
    let installation = try Installation()
    let server = try WebServer(installation)
    let browser = try Browser(hasServiceWorker: true)
    try browser.open("\(installation.origin)/logo.svg")
    let made = """
      return new Promise((done) => {
        const opening = indexedDB.open("albumscan", 1);
        opening.onupgradeneeded = () => {
          opening.result.createObjectStore("photos", { keyPath: "key" }).put({ key: "a", state: "refused", taken: 1 });
          opening.result.createObjectStore("scans", { keyPath: "id" });
        };
        opening.onsuccess = () => { opening.result.close(); done(opening.result.version); };
      });
      """
    #expect(try browser.run(made) == 1)
    try browser.open("\(installation.origin)/privacy/")
    let kept = """
      const { all, write } = await module("database");
      await write({ store: "edits", put: { key: "b" } });
      return [(await all("photos")).length, (await all("edits")).length];
      """
    #expect(try browser.runAsync(kept).items == [1, 1])
    withExtendedLifetime(server) {}
  }

  /// Gives the browser the cookie of another person. Then requests the session, because pages
  /// otherwise use the last answer for a while.
  private func become(
    _ cookie: String, in browser: Browser, _ installation: Installation
  ) throws {
    try browser.signIn(cookie, installation)
    try browser.runAsync(
      "await fetch('/cgi-bin/albumscan/session', { headers: { Accept: 'application/json' } });")
  }

  /// Puts a change into the queue, as a page without a connection does.
  private static func adding(_ fields: String, of find: Find, by person: String) -> String {
    """
    const { addEdit } = await module("edits");
    await addEdit({ find: "\(find.id)", title: "A title", fields: \(fields), person: "\(person)" });
    localStorage["albumscan.unsent"] = "on";
    """
  }

  private func keep(_ name: String, _ browser: Browser) throws {
    guard let folder = Environment["PICTURES"] else { return }
    try Files.replace("\(folder)/\(name).png", with: try browser.picture(), durably: false)
  }
}
