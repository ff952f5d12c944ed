// Protected pages in a real browser: the Back button shows none of them after the sign-out.

import Host
import Support
import Testing

@Suite(.serialized) struct BrowserProtectedTests {
  @Test(arguments: HostKind.drawn(1, of: [.lighttpd, .apacheEvent, .caddy]))
  func `after the sign-out the Back button shows no page of the history`(kind: HostKind) throws {
    let site = try ProtectedSite(kind)
    let origin = site.installation.origin
    let browser = try Browser()
    try browser.open("\(origin)/sign-in/")
    let pair = site.cookie.dropFirst("Cookie: ".count)
    _ = try browser.run("document.cookie = '\(pair); path=/'")
    for page in ["/history/", "/", "/history/"] {
      try browser.open("\(origin)\(page)")
      #expect(try browser.run(Self.source).text?.contains(ProtectedSite.mark) == true, "\(page)")
    }
    try site.signOut()
    // The cookie stays, so that the browser does not remove its pages because of the cookie.
    try browser.open("\(origin)/sign-in/")
    for step in 1...3 {
      _ = try browser.run("history.back()")
      #expect(
        try eventually {
          try browser.run("return document.readyState").text == "complete"
            && browser.address != "\(origin)/sign-in/"
        })
      #expect(
        try eventually { try browser.run(Self.source).text?.contains("Sign in") == true },
        "step \(step)")
      #expect(try browser.run(Self.source).text?.contains(ProtectedSite.mark) == false)
    }
  }

  private static let source = "return document.documentElement.textContent"
}
