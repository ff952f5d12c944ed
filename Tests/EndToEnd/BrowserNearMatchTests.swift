// The texts for a person in a shop after a scan without a find, in a real browser. Every page shows
// a near match as a question. Only owners see advice for the host.

import Albums
import Host
import Store
import Support
import Testing

@Suite(.serialized) struct BrowserNearMatchTests {
  let house: Household
  let server: WebServer
  private let browser: Browser

  init() throws {
    house = try Household()
    server = try WebServer(house.installation)
    browser = try Browser()
  }

  private var origin: String { house.installation.origin }

  private func signIn(_ cookie: String) throws {
    let value: WebDriverValue = [
      "name": .text(house.installation.cookieName), "value": .text(cookie), "url": .text(origin),
      "httpOnly": true,
    ]
    try browser.chromium("Network.setCookie", value)
  }

  /// Stores a scan of this browser, as the scripts of the site do.
  private static let remember = """
    const at = Date.now();
    import("/database.js")
      .then(({ write }) => write({
        store: "scans", put: { id: arguments[0], key: "3", started: at, picture: null },
      }))
      .then(() => { document.documentElement.dataset.stored = "yes"; });
    """

  @Test func `the tray and the running list ask whether it is the near match`() throws {
    try signIn(house.annasCookie)
    let scan = try HandWrittenScan(in: house.installation, number: 12)
    try scan.tell("identifying")
    try browser.open("\(origin)/history/")
    try browser.run(Self.remember, [.text(scan.id.text)])
    #expect(
      try eventually { try browser.run("return !!document.documentElement.dataset.stored").isTrue })
    try browser.open("\(origin)/history/")
    let rows =
      "return [...document.querySelectorAll('.under-way li')].map((row) => row.innerText.trim())"
    #expect(try eventually { try browser.run(rows).items.map(\.text) == ["Looking at the cover…"] })
    let near = #"""
      [{"kind":"cover","id":"7","artist":"The Ferries","title":"Salt","year":1979,"artwork":null,"earlier":[]}]
      """#
    try scan.tell("identificationFailed", candidates: near)
    #expect(try eventually { try browser.run(rows).items.map(\.text) == ["Is it this one?"] })
    try browser.open("\(origin)/")
    let tile = "return document.querySelector('.tiles')?.textContent ?? ''"
    #expect(try eventually { try browser.run(tile).text.contains("Is it this one?") })
    #expect(try !browser.run(tile).text.contains("Unable to identify"))
    let mark = "return document.querySelector('.tiles .mark img').src"
    #expect(try browser.run(mark).text.contains("question"))
  }

  @Test func `the link to the host's advice is shown to owners only`() throws {
    let ben = try house.person("Ben", .base)
    let store = try house.installation.store()
    let id = ScanID(randomBytes: Array(repeating: 13, count: 17))
    _ = try store.accept(
      NewScan(
        id: id, person: ben.person.id, key: nil, digest: Array(repeating: 13, count: 32),
        byteCount: 1, guide: nil), at: Household.now)
    let job = try #require(try store.claimJob(of: [.scan], at: Household.now))
    try store.fail(job, .notKnownHere(covers: 0), at: Household.now)
    #expect(try house.installation.albumscan(["refresh"]).exitCode == 0)
    let isShown = "return document.querySelector('.for-host')?.checkVisibility() ?? null"
    for (cookie, isOwner) in [(ben.cookie, false), (house.annasCookie, true)] {
      try signIn(cookie)
      try browser.open("\(origin)/scan/\(id)/")
      #expect(try eventually { try browser.run(isShown).isTrue == isOwner }, "owner: \(isOwner)")
    }
  }
}
