// A browser whose fake camera points at a cover of the sample, and the parts of the camera page that
// tests examine.

import Support

struct Viewfinder {
  let browser: Browser

  /// The page of the camera.
  let page: String

  /// Opens the camera page. `scripts` run before each page's own scripts. The browser has stored the
  /// permission, unless the test gives another answer of the user.
  init(
    _ installation: Installation, showing cover: String = "Miles Davis - Kind of Blue",
    permission: Permission = .granted, hasServiceWorker: Bool = false, scripts: [String] = [],
    width: Int = 390, height: Int = 844
  ) throws {
    let picture = "\(Checkout.root)/sample/catalogue/\(cover).jpg"
    let video = try FakeVideo.file(showing: picture)
    browser = try Browser(
      width: width, height: height, hasServiceWorker: hasServiceWorker, camera: .playing(video),
      cameraPermission: permission)
    page = "\(installation.origin)/"
    for script in scripts { try browser.beforeEachPage(script) }
    try browser.open(page)
  }

  /// A browser that cannot say whether it has stored the permission, like older browsers of phones.
  static let withoutPermissionsAPI =
    "navigator.permissions.query = () => Promise.reject(new TypeError('camera'));"

  /// `window.asked` counts the requests for the camera of a page.
  static let countingRequests = """
    {
      const devices = navigator.mediaDevices;
      const ask = devices.getUserMedia.bind(devices);
      window.asked = 0;
      devices.getUserMedia = (wishes) => { window.asked += 1; return ask(wishes); };
    }
    """

  /// The content of the guide: `welcome`, `invitation`, `live` or `file`.
  var view: String {
    get throws { try browser.run("return document.querySelector('main').dataset.view").text }
  }

  /// Waits for the live picture and points the camera, so that the cover fills the guide.
  func aim() throws -> Bool {
    let hasPicture = """
      const video = document.querySelector(".live");
      return video.videoWidth > 0 && video.ariaHidden === "false";
      """
    let isLive = try eventually { try view == "live" && browser.run(hasPicture).isTrue }
    guard isLive else { return false }
    try browser.run(
      """
      const [video, guide] = [document.querySelector(".live"), document.querySelector(".guide")];
      const box = guide.getBoundingClientRect();
      const place = { left: box.x + 10, top: box.y + 10, width: box.width - 20, height: box.height - 20 };
      for (const [name, value] of Object.entries(place)) video.style.setProperty(name, `${value}px`);
      """)
    return true
  }

  /// Taps SCAN. Two taps within 0.3 s count as one, so the function waits before it returns.
  func scan() throws {
    try browser.tap(".bar .pill")
    pause(milliseconds: 350)
  }

  /// The states of the tray's tiles, newest first.
  var stages: [String] {
    get throws {
      try browser.run(
        "return [...document.querySelectorAll('.tile')].map((one) => one.dataset.stage)"
      )
      .items.map(\.text)
    }
  }

  /// The sentences for screen readers since `listen()`.
  func said() throws -> [String] { try browser.run("return window.said").items.map(\.text) }

  /// Begins to record the sentences for screen readers.
  func listen() throws {
    try browser.run(
      """
      window.said = [];
      const region = document.querySelector(".speech");
      new MutationObserver(() => region.textContent && window.said.push(region.textContent))
        .observe(region, { childList: true, characterData: true, subtree: true });
      """)
  }
}

extension Viewfinder {
  /// Another page of a browser that is not prepared for a camera.
  init(browser: Browser, page: String) {
    self.browser = browser
    self.page = page
  }
}

extension Browser {
  /// Runs the body of an asynchronous function and waits for its result. `module("queue")` in the body
  /// is the module that the page itself uses.
  @discardableResult
  func runAsync(_ script: String, _ arguments: [WebDriverValue] = []) throws -> WebDriverValue {
    try run(
      """
      const parameters = arguments;
      const module = (name) => {
        const links = [...document.querySelectorAll("link[rel=modulepreload]")].map((one) => one.href)
          .concat(performance.getEntriesByType("resource").map((one) => one.name));
        const stored = new RegExp(`/${name}-[0-9a-f]{12}\\\\.js$`);
        return import(links.find((one) => stored.test(one)) ?? `/${name}.js`);
      };
      return (async () => { \(script) })();
      """, arguments)
  }
}
