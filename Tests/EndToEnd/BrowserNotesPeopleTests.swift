// "Your notes" in a household: a person who may not choose favourites, and a reader who may not change the find.

import Albums
import Host
import Store
import Support
import Testing

@Suite(.serialized) struct BrowserNotesPeopleTests {
  private let household: Household
  private let cookie: String
  private let page: String
  private let server: WebServer

  /// Makes a find of a guest.
  init() throws {
    household = try Household(settings: "pages: open")
    let (ben, cookie) = try household.person("Ben", .free)
    self.cookie = cookie
    let store = try household.installation.store()
    let album = Album(artist: "Can", title: "Tago Mago")
    let added = try store.add(album, status: nil, isCopy: false, by: ben.id, at: Household.now)
    guard case .added(let find) = added else { throw InstallationError.failed("\(added)") }
    try household.installation.albumscan(["refresh"])
    page = "\(household.installation.origin)/album/\(find)/"
    server = try WebServer(household.installation)
  }

  @Test func `a guest changes the own find, and sees no button for favourites`() throws {
    let browser = try Browser()
    try browser.holdFocus()
    try browser.chromium(
      "Network.setCookie",
      [
        "name": .text(household.installation.cookieName), "value": .text(cookie),
        "url": .text(household.installation.origin), "httpOnly": true,
      ])
    try browser.open(page)
    let isServed = """
      document.querySelector(".own-notes").scrollIntoView();
      return document.querySelector("[data-edits=tags]").ariaExpanded === "false";
      """
    #expect(try eventually { try browser.run(isServed).isTrue })
    let visible =
      "return getComputedStyle(document.querySelector('[data-edits=favourite]')).visibility"
    #expect(try browser.run(visible).text == "hidden")
    try browser.run(
      "addEventListener('click', (event) => { window.tapped = event.target.outerHTML; })")
    try browser.tap("[data-edits=tags]")
    let isOpen = try eventually {
      try browser.run("return document.activeElement.name").text == "tags"
    }
    let tapped = try browser.run("return window.tapped ?? 'no click'").text
    #expect(isOpen, "tapped: \(tapped)")
  }

  @Test func `for a stranger, a button leads to the form, which asks for a sign-in`() throws {
    let browser = try Browser()
    try browser.open(page)
    try browser.tap("[data-edits=tags]")
    #expect(try eventually { try browser.address.contains("/edit") })
    let shown = try browser.text("main")
    #expect(shown.contains("Sign in"), "\(shown)")
    withExtendedLifetime(server) {}
  }
}
