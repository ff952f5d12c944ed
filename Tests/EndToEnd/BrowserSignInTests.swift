// A phone signs in over HTTPS, scans, and signs out; an owner adds people. Source: docs/product.md
// "Who may do what", docs/faults.md B12.

import Albums
import Host
import Store
import Support
import Testing

@Suite(.serialized) struct BrowserSignInTests {
  private let installation: Installation
  private let server: WebServer

  init() throws {
    installation = try Installation(settings: "pages: protected\nhttps: on", scheme: "https")
    try installation.copySample()
    let store = try installation.store()
    _ = try store.addPerson(
      name: try Household.name("Anna"), plan: .owner, files: installation.sessionFiles,
      at: Household.now)
    try installation.albumscan(["refresh"])
    server = try WebServer(
      installation, options: ["--https", "--certificate-port", "\(freePort())"])
  }

  private func code(for person: PersonID = .owner) throws -> SignInCode {
    try installation.store().makeCode(.invitation, for: person, at: Household.now)
  }

  private func browser(width: Int = 390, hasScript: Bool = true) throws -> Browser {
    try Browser(width: width, hasScript: hasScript, trustsAll: true)
  }

  /// Stores a picture of the page in the folder that the variable PICTURES names.
  private func keep(_ name: String, _ browser: Browser) throws {
    guard let folder = Environment["PICTURES"] else { return }
    try Files.replace("\(folder)/\(name).png", with: try browser.picture(), durably: false)
  }

  private func signIn(_ browser: Browser) throws {
    try browser.open("\(installation.origin)/sign-in/#\(try code().shown)")
    #expect(try eventually { try browser.text("form.confirm button").contains("Anna") })
    try browser.tap("form.confirm button")
    #expect(try eventually { try browser.address == "\(installation.origin)/" })
  }

  @Test func `a phone signs in with a link, scans, signs out, and cannot go back`() throws {
    let phone = try Browser(hasServiceWorker: true, trustsAll: true, logsNetwork: true)
    try phone.open("\(installation.origin)/history/")
    #expect(try phone.text("h1") == "Sign in", "a protected page shows the sign-in page")
    let code = try code()
    try phone.open("\(installation.origin)/sign-in/#\(code.shown)")
    #expect(try eventually { try phone.text("form.confirm button") == "Sign in as Anna" })
    try keep("confirm", phone)
    #expect(try !phone.address.contains(code.shown))
    try phone.tap("form.confirm button")
    #expect(try eventually { try phone.address == "\(installation.origin)/" })
    try phone.type(Sample.photo, into: "#choose-photo")
    #expect(try eventually { try phone.address.contains("/album/") })
    #expect(try phone.text("h1") == "Kind of Blue\nMiles Davis")
    let album = try phone.address
    try phone.open("\(installation.origin)/cgi-bin/albumscan/settings")
    #expect(try phone.text(".person-name") == "Anna")
    #expect(try phone.text(".devices .entries").contains("this device"))
    try keep("settings", phone)
    try phone.tap("form[action$='/session/delete'] button")
    #expect(try eventually { try phone.address == "\(installation.origin)/sign-in/" })
    for _ in 0..<4 {
      try phone.leave(by: "history.back()")
      pause(milliseconds: 300)
      let (page, address) = (try phone.text("body"), try phone.address)
      #expect(!page.contains("Kind of Blue") && !page.contains("this device"), "\(address)")
      #expect(!address.contains(code.shown), "the history of the browser has the code")
    }
    try phone.open(album)
    #expect(try phone.text("h1") == "Sign in")
    #expect(try !phone.text("body").contains("Kind of Blue"))
    // Neither an address that the browser requests nor a Referer header has the code.
    let network = try phone.log("performance").map { $0["message"]?.text ?? "" }
    let leaks = network.filter { message in
      message.contains(code.shown)
        && (message.contains("Referer\":\"https://127.0.0.1:\(installation.port)/sign-in/#")
          || message.contains("Network.requestWillBeSent\"") && message.contains("?code="))
    }
    #expect(leaks.isEmpty, "\(leaks)")
  }

  @Test func `without script a person types the code, and the settings work`() throws {
    let browser = try browser(hasScript: false)
    try browser.open("\(installation.origin)/sign-in/")
    try browser.type(try code().shown.lowercased(), into: "input[name=code]")
    try browser.tap("form.sign-in button")
    #expect(try eventually { try browser.text("form.confirm button") == "Sign in as Anna" })
    try browser.tap("form.confirm button")
    #expect(try eventually { try browser.address == "\(installation.origin)/" })
    try browser.open("\(installation.origin)/settings/")
    #expect(try eventually { try browser.address.hasSuffix("/cgi-bin/albumscan/settings") })
    // The page moves until its style and its pictures have arrived.
    #expect(try eventually { try browser.run("return document.readyState").text == "complete" })
    let page = try browser.text("body")
    #expect(page.contains("Advanced search"), "\(page)")
    try browser.tap(".switch")
    #expect(try eventually { try browser.text("[role=status]") == "Saved." })
    let anna = try #require(try installation.store().person(.owner))
    #expect(anna.advancedSearch == true)
    try browser.tap("form[action$='/devices'] .pill")
    #expect(try eventually { try browser.text(".letters").count == 14 })
    try keep("code", browser)
  }

  @Test
  func `an owner invites a friend, whose phone reads and scans but changes nothing of others`()
    throws
  {
    let owner = try browser(width: 1200)
    try signIn(owner)
    try owner.type(Sample.photo, into: "#choose-photo")
    #expect(try eventually { try owner.address.contains("/album/") })
    let album = try owner.address
    try owner.open("\(installation.origin)/cgi-bin/albumscan/people")
    try owner.type("Ben", into: "section[aria-labelledby=add] input[name=name]")
    try owner.tap("section[aria-labelledby=add] button")
    #expect(try eventually { try owner.text(".secret").contains("/sign-in/#") })
    let link = try owner.text(".secret")
    #expect(try owner.run("return document.querySelector('.qr path') != null").isTrue)
    let friend = try browser()
    try friend.open(link)
    #expect(try eventually { try friend.text("form.confirm button") == "Sign in as Ben" })
    try friend.tap("form.confirm button")
    #expect(try eventually { try friend.address == "\(installation.origin)/" })
    try friend.open(album)
    #expect(try friend.text("h1") == "Kind of Blue\nMiles Davis")
    let refused = try friend.run(
      """
      return await fetch(arguments[0] + "/delete", { method: "POST", headers: { Accept: "application/json" } })
        .then(async (answer) => answer.status + (await answer.text()));
      """,
      [
        .text(
          album.replacing("/album/", with: "/cgi-bin/albumscan/finds/").trimmingSlash)
      ])
    #expect(refused.text.hasPrefix("403"), "\(refused)")
    try owner.open("\(installation.origin)/cgi-bin/albumscan/people")
    try keep("people", owner)
    try owner.open("\(installation.origin)/cgi-bin/albumscan/status")
    #expect(try owner.text("body").contains("1.0.0"))
    try keep("status", owner)
    let ben = try #require(
      try installation.store().person(named: try Household.name("Ben")))
    try installation.store().disable(ben.id, files: installation.sessionFiles)
    try friend.open(album)
    #expect(try friend.text("h1") == "Sign in", "a disabled person is out at once")
  }
}

extension String {
  fileprivate var trimmingSlash: String { hasSuffix("/") ? String(dropLast()) : self }
}
