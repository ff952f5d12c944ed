// The end of a session, and the pages that a browser has stored: after the end, the browser shows
// no page of the person. Source: docs/decisions/078-service-worker-stores-protected-pages.md.

import Albums
import Host
import Store
import Support
import Testing

@Suite(.serialized) struct BrowserOfflinePeopleTests {
  private let household: Household
  private var installation: Installation { household.installation }

  init() throws {
    household = try Household(settings: "pages: protected")
    try household.installation.copySampleKeepingPeople()
  }

  /// A browser in which Anna is signed in, with the history and an album stored.
  private func annasBrowser() throws -> (browser: Browser, album: String) {
    let browser = try Browser(hasServiceWorker: true)
    try setCookie(household.annasCookie, in: browser)
    try browser.open("\(installation.origin)/history/")
    try browser.waitForWorker()
    try browser.waitUntilStored("/history/")
    let album = try browser.run("return document.querySelector('.find').getAttribute('href')").text
    try browser.open("\(installation.origin)\(album)")
    try browser.waitUntilStored(album)
    #expect(try eventually { try browser.stored(in: ["person"]) == ["/person"] })
    return (browser, album)
  }

  private func setCookie(_ token: String, in browser: Browser) throws {
    try browser.chromium(
      "Network.setCookie",
      [
        "name": .text(installation.cookieName), "value": .text(token),
        "url": .text(installation.origin),
        "httpOnly": true,
      ])
  }

  private func expectNothingStored(_ browser: Browser, _ name: String) throws {
    let isEmpty = try eventually { try browser.stored().isEmpty }
    let left = try browser.stored()
    #expect(isEmpty, "\(name): \(left)")
    // The empty text means that no person is stored, `null` a stranger. The sign-in page may
    // already have stored the stranger.
    #expect(try ["", "null"].contains(browser.storedPerson()), "\(name)")
  }

  /// The ways in which Anna's session ends elsewhere.
  static let ends: [(String, @Sendable (Household) throws -> Void)] = [
    (
      "signed out elsewhere",
      { household in
        try household.installation.store().signOutAll(
          of: household.anna.id, files: household.installation.sessionFiles)
      }
    ),
    (
      "disabled",
      { household in
        _ = try household.person("Olga", .owner)
        try household.installation.store().disable(
          household.anna.id, files: household.installation.sessionFiles)
      }
    ),
  ]

  @Test(arguments: ends)
  func `a session that ends elsewhere empties the store with the next answer`(
    name: String, end: @Sendable (Household) throws -> Void
  ) throws {
    let server = try WebServer(installation)
    let (browser, album) = try annasBrowser()
    try end(household)
    // The page is shown again from the browser's memory, as after the Back button.
    try browser.run("dispatchEvent(new PageTransitionEvent('pageshow', { persisted: true }))")
    #expect(try eventually { try browser.text("h1") == "Sign in" }, "\(name)")
    try expectNothingStored(browser, name)
    server.stop()
    for path in [album, "/history/"] {
      try browser.open("\(installation.origin)\(path)")
      #expect(try browser.text("h1") == "You are offline", "\(name) \(path)")
    }
    #expect(
      try eventually { try browser.text(".nothing") == "This browser has not stored any page yet." }
    )
  }

  @Test func `signing out empties the store, names unsent photos first, and Back shows nothing`()
    throws
  {
    let server = try WebServer(installation)
    let (browser, album) = try annasBrowser()
    #expect(try browser.queuePhoto(of: "Anna") == 1)
    try browser.open("\(installation.origin)/cgi-bin/albumscan/settings")
    #expect(try eventually { try !browser.text(".phone").isEmpty })
    try browser.tap("form[action$='/session/delete'] button")
    #expect(try eventually { try browser.text("dialog h2") == "1 photo is not sent yet" })
    if let folder = Environment["PICTURES"] {
      let picture = try browser.picture()
      try Files.replace("\(folder)/unsent.png", with: picture, durably: false)
    }
    try browser.tap("dialog button:last-of-type")
    #expect(try eventually { try browser.text("dialog").isEmpty })
    #expect(try browser.queuedPhotos() == 1, "the photo stays")
    try browser.tap("form[action$='/session/delete'] button")
    #expect(try eventually { try !browser.text("dialog h2").isEmpty })
    try browser.tap("dialog button:nth-of-type(2)")
    let hasLeft = try eventually { try browser.address == "\(installation.origin)/sign-in/" }
    let (address, said) = (try browser.address, try browser.text("main"))
    #expect(hasLeft, "\(address): \(said)")
    try expectNothingStored(browser, "signed out")
    #expect(try browser.queuedPhotos() == 0)
    #expect(try browser.run("return localStorage.length").number == 0)
    for _ in 0..<3 {
      try browser.leave(by: "history.back()")
      pause(milliseconds: 300)
      let address = try browser.address
      #expect(try !browser.text("body").contains("21"), "\(address)")
    }
    server.stop()
    _ = try? browser.open("\(installation.origin)\(album)")
    #expect(try browser.text("h1") != "21\nAdele")
  }

  /// The forms of another site, each with a policy for the Referer header.
  static let foreignForms = ["session", "session/delete"].flatMap { path in
    ["unsafe-url", "origin", "no-referrer"].map { (path: path, policy: $0) }
  }

  @Test(arguments: foreignForms.indices)
  func `a form of another site, which the server refuses, removes no stored page`(
    index: Int
  ) throws {
    let (path, policy) = Self.foreignForms[index]
    let server = try WebServer(installation)
    let (browser, album) = try annasBrowser()
    let action = "\(installation.origin)/cgi-bin/albumscan/\(path)"
    let folder = try TemporaryFolder()
    try folder.write(
      """
      <!doctype html><title>x</title><meta name="referrer" content="\(policy)">
      <form method="post" action="\(action)"><input name="code" value="AAAABBBBCCCC"></form>
      """, to: "index.html")
    let other = try StaticServer(files: folder.path, below: "/x")
    try browser.open("\(other.origin)/x/")
    try browser.leave(by: "document.forms[0].submit()")
    #expect(try eventually { try browser.address == action })
    #expect(try eventually { try !browser.text("h1").isEmpty })
    #expect(household.installation.sessionFiles.isLive(token: household.annasCookie))
    let stored = try browser.stored()
    #expect(stored.contains(album) && stored.contains("/history/"), "\(stored)")
    try browser.open("\(installation.origin)/cgi-bin/albumscan/settings")
    try browser.tap("form[action$='/session/delete'] button")
    #expect(try eventually { try browser.address == "\(installation.origin)/sign-in/" })
    try expectNothingStored(browser, "signed out")
    withExtendedLifetime(server) {}
  }

  @Test func `a sign-out ends although the browser does not remove its data`() throws {
    let server = try WebServer(installation)
    let (browser, _) = try annasBrowser()
    try browser.beforeEachPage("indexedDB.databases = () => new Promise(() => {})")
    try browser.open("\(installation.origin)/cgi-bin/albumscan/settings")
    try browser.tap("form[action$='/session/delete'] button")
    #expect(try eventually { try browser.address == "\(installation.origin)/sign-in/" })
    try browser.open("\(installation.origin)/history/")
    #expect(try browser.text("main").contains("Sign in"))
    withExtendedLifetime(server) {}
  }

  /// The camera page shows nothing of a person, so it appears before the server's answer.
  @Test func `the stored camera page gives way to the sign-in after a session has ended`() throws {
    let server = try WebServer(installation)
    let (browser, _) = try annasBrowser()
    try browser.open("\(installation.origin)/")
    try browser.waitUntilStored("/")
    try installation.store().signOutAll(of: household.anna.id, files: installation.sessionFiles)
    try browser.open("\(installation.origin)/")
    #expect(try eventually { try browser.run("return !document.querySelector('.guide')").isTrue })
    #expect(try browser.text("main").contains("Sign in"))
    try expectNothingStored(browser, "camera page")
    withExtendedLifetime(server) {}
  }

  @Test func `unsent photos can be sent before the sign-out`() throws {
    let server = try WebServer(installation)
    let (browser, _) = try annasBrowser()
    #expect(try browser.queuePhoto() == 1)
    try browser.open("\(installation.origin)/cgi-bin/albumscan/settings")
    #expect(try eventually { try !browser.text(".phone").isEmpty })
    try browser.tap("form[action$='/session/delete'] button")
    #expect(try eventually { try !browser.text("dialog h2").isEmpty })
    try browser.tap("dialog .pill")
    #expect(try eventually { try browser.address == "\(installation.origin)/sign-in/" })
    #expect(try installation.store().scans(since: Timestamp(milliseconds: 0)).count == 2)
    withExtendedLifetime(server) {}
  }

  @Test func `a second person sees no stored page of the first, also without a connection`() throws
  {
    let server = try WebServer(installation)
    let (browser, album) = try annasBrowser()
    try browser.run("localStorage.setItem('albumscan.keep-finds', 'on')")
    let (ben, _) = try household.person("Ben", .base)
    let code = try household.code(for: ben)
    try browser.open("\(installation.origin)/sign-in/#\(code.shown)")
    #expect(try eventually { try browser.text("form.confirm button") == "Sign in as Ben" })
    try browser.tap("form.confirm button")
    #expect(try eventually { try browser.address == "\(installation.origin)/" })
    try browser.waitUntilStored("/")
    #expect(try !browser.stored().contains(album))
    #expect(
      try eventually {
        try browser.run("return localStorage.getItem('albumscan.visitor')").text == ben.id.text
      })
    #expect(try browser.run("return localStorage.getItem('albumscan.keep-finds')") == .null)
    server.stop()
    try browser.open("\(installation.origin)\(album)")
    #expect(try browser.text("h1") == "You are offline")
  }
}

extension Installation {
  /// Imports the sample, and scans one of its covers. Only a known cover needs no service.
  func copySampleKeepingPeople() throws {
    try importSample()
    #expect(
      try albumscan(["scan", "\(Checkout.root)/sample/catalogue/Adele - 21.jpg"]).exitCode == 0)
  }
}
