// Protected pages in a real browser: the Back button shows none of them after the sign-out.

import Host
import Support
import Testing

@Suite(.serialized) struct BrowserProtectedTests {
  @Test(arguments: HostKind.drawn(1, of: [.lighttpd, .apacheEvent, .caddy]))
  func `after the sign-out the Back button shows no page of the history`(kind: HostKind) throws {
    let site = try ProtectedSite(kind)
    let origin = site.installation.origin
    let browser = try Browser(hasServiceWorker: true)
    // A sign-in sets this cookie, and a sign-out removes it. Chromium keeps a page with no-store for
    // the Back button until such a cookie changes.
    let value = String(site.cookie.dropFirst("Cookie: albumscan=".count))
    let cookie: WebDriverValue = [
      "name": .text(site.installation.cookieName), "value": .text(value), "url": .text(origin),
      "httpOnly": true,
    ]
    try browser.chromium("Network.setCookie", cookie)
    for page in ["/history/", "/", "/history/"] {
      try browser.open("\(origin)\(page)")
      #expect(try browser.run(Self.source).text.contains(ProtectedSite.mark), "\(page)")
    }
    try site.signOut()
    try browser.open("\(origin)/sign-in/")
    try browser.chromium(
      "Network.deleteCookies", ["name": .text(site.installation.cookieName), "url": .text(origin)])
    for step in 1...3 {
      try browser.leave(by: "history.back()")
      #expect(
        try eventually {
          try browser.run("return document.readyState").text == "complete"
            && browser.address != "\(origin)/sign-in/"
        })
      #expect(
        try eventually { try browser.run(Self.source).text.contains("Sign in") },
        "step \(step)")
      #expect(try !browser.run(Self.source).text.contains(ProtectedSite.mark))
    }
  }

  private static let source = "return document.documentElement.textContent"
}
