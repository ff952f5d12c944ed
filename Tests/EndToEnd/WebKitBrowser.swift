// WebKitGTK's small browser on a virtual screen, driven by WebKitWebDriver.

import Host
import Support

final class WebKitBrowser: Engine {
  private let folder: TemporaryFolder
  private let screen: BackgroundProgram
  private let driver: WebDriver
  private let session: String

  private static let program =
    ["4.1", "6.0", "4.0"].map { "/usr/lib/x86_64-linux-gnu/webkit2gtk-\($0)/MiniBrowser" }

  init(width: Int = 390, height: Int = 844) throws {
    guard let browser = Self.program.first(where: Files.exists), Files.exists("/usr/bin/Xvfb")
    else {
      throw WebDriverError.notInstalled("webkit2gtk-driver or xvfb is missing: ./setup tour")
    }
    folder = try TemporaryFolder()
    screen = try BackgroundProgram(
      "Xvfb -displayfd 1 -screen 0 1280x1024x24 -nolisten tcp", in: folder, name: "screen")
    let screen = screen
    var display = ""
    _ = eventually {
      display =
        screen.printed.split(separator: "\n").first { Int($0) != nil }.map(String.init) ?? ""
      return !display.isEmpty
    }
    driver = try WebDriver(
      webKitIn: folder,
      environment: "DISPLAY=:\(display) HOME=\(folder.path) WEBKIT_DISABLE_COMPOSITING_MODE=1 "
        + "WEBKIT_DISABLE_DMABUF_RENDERER=1 LIBGL_ALWAYS_SOFTWARE=1")
    let answer = try driver.command(
      "/session",
      [
        "capabilities": [
          "alwaysMatch": [
            "browserName": "MiniBrowser",
            "webkitgtk:browserOptions": ["binary": .text(browser), "args": ["--automation"]],
          ]
        ]
      ])
    session = "/session/\(answer["sessionId"]?.text ?? "")"
    try driver.command(
      "\(session)/window/rect",
      ["width": .number(Double(width)), "height": .number(Double(height))])
  }

  deinit { _ = try? driver.command(session, method: "DELETE", patienceSeconds: 5) }

  func open(_ address: String) throws {
    try driver.command("\(session)/url", ["url": .text(address)])
  }

  /// A page that is just being replaced has no window: the value is then null.
  func value(_ expression: String) throws -> WebDriverValue {
    (try? driver.command(
      "\(session)/execute/sync", ["script": .text("return \(expression)"), "args": []])) ?? .null
  }

  func choose(_ file: String, in selector: String) throws {
    let found = try driver.command(
      "\(session)/element", ["using": "css selector", "value": .text(selector)])
    try driver.command(
      "\(session)/element/\(found[Browser.elementKey]?.text ?? "")/value", ["text": .text(file)])
  }
}
