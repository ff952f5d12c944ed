// Opens the stops of a tour at several sizes, and checks and photographs each of them.

import Host
import Support

/// The size and the colours of a screen.
struct TourLook: Sendable {
  let width: Int
  let height: Int
  let appearance: Appearance

  /// The sizes at which the tour checks a stop in a language. The tour checks each stop once at each
  /// size. From size to size, the tour takes the next combination of language and colours. The next
  /// stop begins with the next combination. So all stops together are seen in all combinations, and
  /// with two languages each stop is seen in all languages and colours.
  static func all(of stop: Int, in language: String) -> [TourLook] {
    sizes.enumerated().compactMap { (place, size) -> TourLook? in
      let turn = (stop + place) % (2 * languages.count)
      guard languages[turn % languages.count] == language else { return nil }
      return TourLook(
        width: size.width, height: size.height,
        appearance: Appearance.allCases[turn / languages.count])
    }
  }

  static let languages = Checkout.languages

  private static let sizes: [(width: Int, height: Int)] = [
    (320, 568), (390, 844), (768, 1024), (1440, 900), (844, 390),
  ]

  var name: String { "\(width)x\(height)-\(appearance)" }
}

/// Checks stops of one site; starts one browser for each kind of device.
final class Tour {
  let site: any TouredSite

  /// The folder for the pictures; nil for no pictures.
  let pictures: String?
  private var browsers: [TourStop.Device: Browser] = [:]

  /// The browser for stops without a connection. Its pages have a service worker; the pages of the other
  /// browsers have one only in `make tour`.
  private var withWorker: Browser?
  private let video: String

  init(of site: any TouredSite, pictures: String?) throws {
    self.site = site
    self.pictures = pictures
    video = try FakeVideo.file(showing: Sample.cover)
    if let pictures { try Files.makeDirectories(pictures) }
  }

  /// The problems of a stop. `check` is one of the checks of `PageAudit`. If the browser stops
  /// answering, a new browser repeats the check, and a note says so.
  func look(
    at stop: TourStop, _ look: TourLook,
    check: (Browser) throws -> [String] = PageAudit.problems
  ) throws -> [String] {
    do {
      return try lookOnce(at: stop, look, check)
    } catch WebDriverError.noAnswer(let command) {
      note("\(stop.name) \(look.name): a new browser, because this had no answer: \(command)")
      (browsers, withWorker) = ([:], nil)
      return try lookOnce(at: stop, look, check)
    }
  }

  private func lookOnce(
    at stop: TourStop, _ look: TourLook, _ check: (Browser) throws -> [String]
  ) throws -> [String] {
    let browser = try stop.isOffline ? offlineBrowser() : browser(for: stop.device)
    try browser.network(.online)
    try browser.size(look.width, look.height, scale: 1)
    try browser.appearance(look.appearance)
    try site.signIn(browser, for: stop)
    try prepare(browser, stop)
    let address = "\(site.root)\(stop.path)"
    // A worker that an earlier page has started may remove the files of the stop at any moment.
    _ = try eventually(within: 20_000) {
      try site.prepare(for: stop)
      try browser.open(address)
      return try !isMissing(in: browser)
    }
    guard stop.isOffline else { return try see(stop, look, in: browser, check) }
    try visit(address, in: browser)
    return try site.withoutServer {
      try browser.open(address)
      return try see(stop, look, in: browser, check)
    }
  }

  /// Leads the open page to the state of the stop, checks and photographs it.
  private func see(
    _ stop: TourStop, _ look: TourLook, in browser: Browser, _ check: (Browser) throws -> [String]
  ) throws -> [String] {
    try stop.act(browser)
    guard try eventually(within: 20_000, { try browser.run(Self.isSettled(stop.until)).isTrue })
    else { return ["never in the state \(stop.until): \(try browser.text("main"))"] }
    let problems =
      try check(browser) + (isMissing(in: browser) ? ["\(stop.path) does not exist"] : [])
    if let pictures { try keep(stop, look, in: browser, pictures) }
    return problems
  }

  /// Whether the server has no file for the open page.
  private func isMissing(in browser: Browser) throws -> Bool {
    let status = "return performance.getEntriesByType('navigation')[0].responseStatus"
    return try browser.run(status) == .number(404)
  }

  private func keep(
    _ stop: TourStop, _ look: TourLook, in browser: Browser, _ folder: String
  ) throws {
    if stop.endsWithScrolling {
      try stop.act(browser)
      _ = try eventually { try browser.run(Self.isSettled(stop.until)).isTrue }
    }
    let picture = try browser.picture(whole: !stop.endsWithScrolling)
    try Files.replace("\(folder)/\(stop.name)-\(look.name).png", with: picture, durably: false)
  }

  /// Visits a page again and again until the service worker has stored it.
  private func visit(_ address: String, in browser: Browser) throws {
    _ = try eventually(within: 20_000) {
      try browser.open(address)
      pause(milliseconds: 500)
      return try browser.evaluate("caches.match(location.pathname).then((one) => !!one)").isTrue
    }
  }

  /// Leaves the former page, removes the data that it has stored, and fills the storage for this
  /// stop.
  private func prepare(_ browser: Browser, _ stop: TourStop) throws {
    try browser.open("\(site.root)/404.html")
    try browser.run("sessionStorage.clear()")
    try browser.chromium(
      "Storage.clearDataForOrigin",
      [
        "origin": .text(site.origin),
        "storageTypes": "indexeddb,local_storage,cache_storage,service_workers",
      ])
    if !stop.stored.isEmpty { try browser.evaluate("(async () => { \(stop.stored) })()") }
  }

  private static func isSettled(_ condition: String) -> String {
    """
    return document.readyState === "complete" && \(condition)
      && [...document.images].every((one) => one.complete || one.loading === "lazy")
      && document.getAnimations().every((one) => one.playState !== "running");
    """
  }

  private func offlineBrowser() throws -> Browser {
    if let withWorker { return withWorker }
    let browser = try Browser(hasServiceWorker: true)
    try browser.reducedMotion()
    withWorker = browser
    return browser
  }

  private func browser(for device: TourStop.Device) throws -> Browser {
    if let browser = browsers[device] { return browser }
    let browser =
      switch device {
      case .plain: try Browser()
      case .camera: try Browser(camera: .playing(video), cameraPermission: .granted)
      case .question: try Browser(camera: .playing(video))
      case .refused: try Browser(camera: .playing(video), cameraPermission: .denied)
      }
    if device == .question { try browser.beforeEachPage(Browser.unansweredQuestion) }
    try browser.reducedMotion()
    browsers[device] = browser
    return browser
  }
}

extension Browser {
  /// Sets the cookie of a session, or removes every cookie.
  func signIn(_ cookie: String?, at house: Installation) throws {
    try chromium("Network.clearBrowserCookies")
    guard let cookie else { return }
    try chromium(
      "Network.setCookie",
      [
        "name": .text(house.cookieName), "value": .text(cookie), "url": .text(house.origin),
        "httpOnly": true, "sameSite": "Lax",
      ])
  }
}
