// A headless Chromium with a new profile, the size of a phone and a camera that the test chooses. It
// runs until the value is destroyed. Browser+Input.swift has the finger and the keys,
// Browser+Surroundings.swift the network, the screen and the settings of the device.

import FoundationEssentials
import Glibc
import Host
import Support
import Synchronization

final class Browser: Sendable {
  private let folder: TemporaryFolder
  private let driver: WebDriver
  private let session: String
  private let process: Int32

  /// What the pages learn about the device by media queries, besides its size.
  let mediaFeatures = Mutex<[String: String]>([:])

  /// Starts the browser. The size is in CSS pixels; a CSS pixel is two device pixels wide and high.
  /// The browser trusts `authority`, a certificate file, as after an import by hand. `arguments` are
  /// added to the command line. The shell is replaced by the whole browser if another parameter needs
  /// it.
  init(
    kind wanted: Kind = .shell, width: Int = 390, height: Int = 844, hasScript: Bool = true,
    trusting authority: String? = nil, camera: Camera = .none,
    cameraPermission: Permission = .prompt, arguments: [String] = []
  ) throws {
    folder = try TemporaryFolder()
    let home = folder.file("home")
    if let authority { try Self.trust(authority, in: home) }
    driver = try WebDriver(in: folder, home: authority == nil ? nil : home)
    let needsWhole =
      !hasScript || authority != nil || camera.needsDevices || cameraPermission != .prompt
    let kind = needsWhole || Environment.isTour ? Kind.whole : wanted
    let answer = try driver.command(
      "/session",
      [
        "capabilities": [
          "alwaysMatch": [
            "browserName": .text(kind.name),
            "goog:chromeOptions": [
              "binary": .text(kind.program),
              "args": .list(
                (kind.arguments + Self.arguments + arguments + camera.arguments).map { .text($0) }
                  + [
                    .text("--window-size=\(width),\(height)"),
                    .text("--user-data-dir=\(folder.file("profile"))"),
                  ]),
              // The value 2 means "block". Source: chromium/components/content_settings.
              "prefs": hasScript ? [:] : ["profile.managed_default_content_settings.javascript": 2],
            ],
            "goog:loggingPrefs": ["browser": "ALL", "performance": "ALL"],
          ]
        ]
      ])
    session = "/session/\(answer["sessionId"]?.text ?? "")"
    process = Int32(answer["capabilities"]?["goog:processID"]?.number ?? 0)
    try size(width, height)
    try allowCamera(cameraPermission)
    if Environment.hasSlowBrowsers {
      try network(.slow(bitsPerSecond: 100_000_000, roundTrip: 400))
      try slowProcessor(4)
    }
  }

  private static let arguments = [
    "--no-sandbox", "--disable-gpu", "--disable-dev-shm-usage", "--force-color-profile=srgb",
  ]

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
    fileprivate var name: String {
      switch self {
      case .whole: "chrome"
      case .shell: "chrome-headless-shell"
      }
    }

    fileprivate var arguments: [String] {
      switch self {
      case .whole: ["--headless=new"]
      case .shell: ["--headless"]
      }
    }
  }

  /// Imports a certificate authority into the certificate database of a home folder, which Chromium
  /// reads. Source: <https://chromium.googlesource.com/chromium/src/+/main/docs/linux/cert_management.md>.
  private static func trust(_ authority: String, in home: String) throws {
    let database = "\(home)/.pki/nssdb"
    try Files.makeDirectories(database)
    for words in [
      ["-N", "--empty-password"], ["-A", "-t", "C,,", "-n", "AlbumScan", "-i", authority],
    ] {
      guard Files.exists("/usr/bin/certutil") else {
        throw WebDriverError.notInstalled("certutil is missing: apt-get install libnss3-tools")
      }
      let output = try Programs.run(
        "/usr/bin/certutil", words + ["-d", "sql:\(database)"], input: "/dev/null",
        limit: 1 << 16, timeoutMilliseconds: 20_000)
      guard output.exitCode == 0 else {
        throw WebDriverError.refused(command: "certutil", answer: "\(output.exitCode)")
      }
    }
  }

  /// Tries several times to remove the profile, because helper processes of Chromium write into it
  /// after Chromium has ended.
  deinit {
    _ = try? driver.command(session, method: "DELETE", patienceSeconds: 5)
    if process > 1 { for target in [-process, process] { sendSignal(SIGKILL, to: target) } }
    for _ in 0..<3 {
      try? Files.removeTree(folder.path)
      pause(milliseconds: 80)
    }
  }

  /// Waits until the page has loaded.
  func open(_ address: String) throws {
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

  /// The new messages of the console (`browser`) or the network (`performance`) since the last
  /// call.
  func log(_ type: String) throws -> [WebDriverValue] {
    try webDriver("se/log", ["type": .text(type)]).items
  }

  /// The new messages of the console since the last call, without those of the browser's own pages.
  func messages() throws -> [String] {
    try log("browser").map { $0["message"]?.text ?? "" }.filter { !$0.hasPrefix("chrome://") }
  }

  /// The whole page, or what the window shows of it, as a PNG.
  func picture(whole: Bool = true) throws -> [UInt8] {
    let answer = try chromium("Page.captureScreenshot", ["captureBeyondViewport": .bool(whole)])
    return Data(base64Encoded: answer["data"]?.text ?? "").map { Array($0) } ?? []
  }

  /// Sends a command of the Chrome DevTools Protocol and returns its answer.
  @discardableResult
  func chromium(_ command: String, _ parameters: WebDriverValue = [:]) throws -> WebDriverValue {
    try driver.command(
      "\(session)/goog/cdp/execute", ["cmd": .text(command), "params": parameters])
  }

  /// Sends a command of WebDriver below the address of this session.
  @discardableResult
  func webDriver(
    _ path: String, _ body: WebDriverValue? = nil, method: String? = nil
  ) throws -> WebDriverValue {
    try driver.command("\(session)/\(path)", body, method: method)
  }

  /// The key of an element's id in the answers. Source: WebDriver, "Elements", the web element
  /// identifier.
  static let elementKey = "element-6066-11e4-a52e-4f735466cecf"

  func element(_ selector: String) throws -> String {
    let found = try webDriver("element", ["using": "css selector", "value": .text(selector)])
    return found[Self.elementKey]?.text ?? ""
  }
}
