// A headless Chromium with a new profile and the size of a phone. It runs until the value is
// destroyed.

import FoundationEssentials
import Glibc
import Host
import Support

final class Browser: Sendable {
  private let folder: TemporaryFolder
  private let driver: WebDriver
  private let session: String
  private let process: Int32

  /// Starts the browser. The size is in CSS pixels; a CSS pixel is two device pixels wide and high.
  /// The browser trusts `authority`, a certificate file, as after an import by hand.
  init(
    width: Int = 390, height: Int = 844, hasScript: Bool = true, trusting authority: String? = nil
  ) throws {
    folder = try TemporaryFolder()
    let home = folder.file("home")
    if let authority { try Self.trust(authority, in: home) }
    driver = try WebDriver(in: folder, home: authority == nil ? nil : home)
    let options: WebDriverValue = [
      "binary": "/usr/bin/chromium",
      "args": [
        "--headless=new", "--no-sandbox", "--disable-gpu", "--disable-dev-shm-usage",
        "--force-color-profile=srgb", .text("--window-size=\(width),\(height)"),
        .text("--user-data-dir=\(folder.file("profile"))"),
      ],
      "mobileEmulation": [
        "deviceMetrics": [
          "width": .number(Double(width)), "height": .number(Double(height)), "pixelRatio": 2,
          "mobile": true, "touch": true,
        ]
      ],
      // The value 2 means "block". Source: chromium/components/content_settings.
      "prefs": hasScript ? [:] : ["profile.managed_default_content_settings.javascript": 2],
    ]
    let answer = try driver.command(
      "/session",
      [
        "capabilities": [
          "alwaysMatch": [
            "browserName": "chrome", "goog:chromeOptions": options,
            "goog:loggingPrefs": ["browser": "ALL", "performance": "ALL"],
          ]
        ]
      ])
    session = "/session/\(answer["sessionId"]?.text ?? "")"
    process = Int32(answer["capabilities"]?["goog:processID"]?.number ?? 0)
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
    try driver.command("\(session)/url", ["url": .text(address)])
  }

  var address: String { get throws { try driver.command("\(session)/url").text } }

  /// Runs the body of a function with `arguments`; returns its result.
  @discardableResult
  func run(_ script: String, _ arguments: [WebDriverValue] = []) throws -> WebDriverValue {
    try driver.command(
      "\(session)/execute/sync", ["script": .text(script), "args": .list(arguments)])
  }

  /// Taps the middle of the first element that matches a CSS selector.
  ///
  /// The click of WebDriver is not used, because it never ends if scripts are switched off.
  func tap(_ selector: String) throws {
    let place = try run(
      """
      const element = document.querySelector(arguments[0]);
      element.scrollIntoView({ block: "center", behavior: "instant" });
      const box = element.getBoundingClientRect();
      const [x, y] = [box.x + box.width / 2, box.y + box.height / 2];
      const hit = document.elementFromPoint(x, y);
      return element.contains(hit) || hit?.contains(element) ? { x, y } : null;
      """, [.text(selector)])
    guard place != .null else {
      throw WebDriverError.refused(command: "tap", answer: "\(selector) is covered")
    }
    try chromium("Input.dispatchTouchEvent", ["type": "touchStart", "touchPoints": [place]])
    try chromium("Input.dispatchTouchEvent", ["type": "touchEnd", "touchPoints": []])
  }

  /// Types into an element. For a file input, the text is the path of the file.
  func type(_ text: String, into selector: String) throws {
    try driver.command(
      "\(session)/element/\(try element(selector))/value", ["text": .text(text)])
  }

  /// Presses and releases a key in the focused element.
  func press(_ key: Key) throws {
    let value = WebDriverValue.text(key.rawValue)
    try perform([
      "type": "key", "id": "keyboard",
      "actions": [["type": "keyDown", "value": value], ["type": "keyUp", "value": value]],
    ])
  }

  /// Swipes sideways from the middle of an element.
  func swipe(_ selector: String, by pixels: Int) throws {
    let target = WebDriverValue.object([Self.elementKey: .text(try element(selector))])
    try perform([
      "type": "pointer", "id": "finger", "parameters": ["pointerType": "touch"],
      "actions": [
        ["type": "pointerMove", "x": 0, "y": 0, "origin": target],
        ["type": "pointerDown", "button": 0],
        [
          "type": "pointerMove", "x": .number(Double(pixels)), "y": 0, "origin": "pointer",
          "duration": 200,
        ],
        ["type": "pointerUp", "button": 0],
      ],
    ])
  }

  /// The visible text of the first matching element; empty if no element matches.
  func text(_ selector: String) throws -> String {
    guard let id = try? element(selector) else { return "" }
    return (try? driver.command("\(session)/element/\(id)/text").text) ?? ""
  }

  /// The accessible name of an element.
  func accessibleName(_ element: WebDriverValue) throws -> String {
    try driver.command("\(session)/element/\(element[Self.elementKey]?.text ?? "")/computedlabel")
      .text
  }

  /// The new messages of the console (`browser`) or the network (`performance`) since the last
  /// call.
  func log(_ type: String) throws -> [WebDriverValue] {
    try driver.command("\(session)/se/log", ["type": .text(type)]).items
  }

  /// The whole page as a PNG.
  func picture() throws -> [UInt8] {
    let answer = try driver.command(
      "\(session)/goog/cdp/execute",
      ["cmd": "Page.captureScreenshot", "params": ["captureBeyondViewport": true]])
    return Data(base64Encoded: answer["data"]?.text ?? "").map { Array($0) } ?? []
  }

  /// Sends a command of the Chrome DevTools Protocol; returns its result.
  @discardableResult
  func chromium(_ command: String, _ parameters: WebDriverValue) throws -> WebDriverValue {
    try driver.command(
      "\(session)/goog/cdp/execute", ["cmd": .text(command), "params": parameters])
  }

  /// The key of an element's id in the answers. Source: WebDriver, "Elements", the web element
  /// identifier.
  private static let elementKey = "element-6066-11e4-a52e-4f735466cecf"

  private func element(_ selector: String) throws -> String {
    let found = try driver.command(
      "\(session)/element", ["using": "css selector", "value": .text(selector)])
    return found[Self.elementKey]?.text ?? ""
  }

  private func perform(_ actions: WebDriverValue) throws {
    try driver.command("\(session)/actions", ["actions": [actions]])
  }
}

/// Keys and their code points in WebDriver. Source: WebDriver, "Keyboard actions".
enum Key: String {
  case tab = "\u{E004}"
  case enter = "\u{E007}"
  case escape = "\u{E00C}"
}
