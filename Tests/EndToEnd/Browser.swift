// A headless Chromium in a fresh state: without pages, stored data and permissions. It has the size
// of a phone, and a camera that the test chooses. The test has the browser until the value is
// destroyed. Browser+Input.swift has the finger and the keys, Browser+Surroundings.swift the
// network, the screen and the settings of the device.

import FoundationEssentials
import Host
import Support
import Synchronization

final class Browser: Sendable {
  private let program: BrowserProgram

  /// The properties of the device that pages read by media queries, besides its size.
  let mediaFeatures = Mutex<[String: String]>([:])

  /// The size is in CSS pixels; a CSS pixel is two device pixels wide and high. The browser trusts
  /// `authority`, a certificate file, as after a manual import. With `trustsAll`, it trusts any
  /// certificate. If a parameter needs the whole browser, the test gets it in place of the headless
  /// shell.
  ///
  /// Without `hasServiceWorker`, pages get no service worker, as in a browser that opens the site
  /// over plain HTTP from another computer. The browsers of `make tour` always have one.
  /// Source: docs/decisions/103-headless-shell.md.
  init(
    kind wanted: Kind = .shell, width: Int = 390, height: Int = 844, hasScript: Bool = true,
    hasServiceWorker: Bool = false, trusting authority: String? = nil, trustsAll: Bool = false,
    camera: Camera = .none, cameraPermission: Permission = .prompt, logsNetwork: Bool = false
  ) throws {
    let needsWhole =
      authority != nil || camera.needsDevices || cameraPermission != .prompt
    let kind = needsWhole || Environment.isTour ? Kind.whole : wanted
    program = try BrowserProgram.take(
      BrowserProgram.Settings(
        kind: kind, authority: authority, trustsAll: trustsAll, logsNetwork: logsNetwork,
        arguments: camera.arguments))
    try size(width, height)
    try allowCamera(cameraPermission)
    if !hasServiceWorker && !Environment.isTour {
      try beforeEachPage("delete Navigator.prototype.serviceWorker;")
    }
    if !hasScript { try chromium("Emulation.setScriptExecutionDisabled", ["value": true]) }
    if Environment.hasSlowBrowsers {
      try network(.slow(bitsPerSecond: 100_000_000, roundTrip: 400))
      try slowProcessor(4)
    }
  }

  deinit { BrowserProgram.leave(program) }

  /// The two programs of Chromium, which have the same engine.
  /// Source: docs/decisions/103-headless-shell.md.
  enum Kind {
    /// The browser with all its parts, such as settings, certificates, cameras and pages of errors.
    case whole

    /// The engine without a user interface. It needs a fifth of the processor time to start.
    case shell

    var program: String {
      switch self {
      case .whole: "/usr/bin/chromium"
      case .shell: "/usr/bin/chromium-headless-shell"
      }
    }

    /// The name of the browser for chromedriver.
    var name: String {
      switch self {
      case .whole: "chrome"
      case .shell: "chrome-headless-shell"
      }
    }

    var arguments: [String] {
      switch self {
      case .whole: ["--headless=new"]
      case .shell: ["--headless"]
      }
    }
  }

  /// Waits until the page has loaded.
  func open(_ address: String) throws {
    if let origin = address.firstMatch(of: #/^https?:\/\/[^\/]+/#)?.output {
      _ = program.origins.withLock { $0.insert(String(origin)) }
    }
    try webDriver("url", ["url": .text(address)])
  }

  /// Loads the page again and waits until it has loaded.
  func reload() throws {
    try webDriver("refresh", [:])
  }

  var address: String { get throws { try webDriver("url").text } }

  /// Runs the body of a function with `arguments`; returns its result.
  @discardableResult
  func run(_ script: String, _ arguments: [WebDriverValue] = []) throws -> WebDriverValue {
    try webDriver("execute/sync", ["script": .text(script), "args": .list(arguments)])
  }

  /// Runs a script that leaves the page. The script runs after its command has been answered: the
  /// driver repeats a script in the next page if the page ends before the answer.
  func leave(by script: String) throws {
    try run("setTimeout(() => { \(script) });")
  }

  /// The visible text of the first matching element; empty if no element matches.
  func text(_ selector: String) throws -> String {
    guard let id = try? element(selector) else { return "" }
    return (try? webDriver("element/\(id)/text").text) ?? ""
  }

  /// The accessible name of an element.
  func accessibleName(_ element: WebDriverValue) throws -> String {
    try webDriver("element/\(element[Self.elementKey]?.text ?? "")/computedlabel").text
  }

  /// The new messages of the console (`browser`) or, with `logsNetwork`, of the network (`performance`) since
  /// the last call.
  func log(_ type: String) throws -> [WebDriverValue] {
    try webDriver("se/log", ["type": .text(type)]).items
  }

  /// The new messages of the console since the last call, without those of the browser's own pages.
  func messages() throws -> [String] {
    try log("browser").map { $0["message"]?.text ?? "" }.filter { !$0.hasPrefix("chrome://") }
  }

  /// A PNG of the whole page, or of its part in the window.
  func picture(whole: Bool = true) throws -> [UInt8] {
    let answer = try chromium("Page.captureScreenshot", ["captureBeyondViewport": .bool(whole)])
    return Data(base64Encoded: answer["data"]?.text ?? "").map { Array($0) } ?? []
  }

  /// Sends a command of the Chrome DevTools Protocol and returns its answer. Chromium ignores a changed
  /// network before the command `Network.enable`.
  @discardableResult
  func chromium(_ command: String, _ parameters: WebDriverValue = [:]) throws -> WebDriverValue {
    if command.hasPrefix("Network.") { try program.chromium("Network.enable") }
    return try program.chromium(command, parameters)
  }

  /// Sends a command of WebDriver below the address of this session.
  @discardableResult
  func webDriver(
    _ path: String, _ body: WebDriverValue? = nil, method: String? = nil
  ) throws -> WebDriverValue {
    try program.command(path, body, method: method)
  }

  /// The key of an element's id in the answers. Source: WebDriver, "Elements", the web element
  /// identifier.
  static let elementKey = "element-6066-11e4-a52e-4f735466cecf"

  func element(_ selector: String) throws -> String {
    let found = try webDriver("element", ["using": "css selector", "value": .text(selector)])
    return found[Self.elementKey]?.text ?? ""
  }
}
