// A headless Firefox, driven by WebDriver BiDi without a driver program.
// Source: <https://www.w3.org/TR/webdriver-bidi/>.

import FoundationEssentials
import Host
import Support
import Synchronization

final class FirefoxBrowser: Engine {
  private let folder: TemporaryFolder
  private let firefox: BackgroundProgram
  private var socket: WebSocket
  private var number = 0.0
  private var page: WebDriverValue = .null

  init(width: Int = 390, height: Int = 844) throws {
    guard Files.exists("/usr/bin/firefox-esr") else {
      throw WebDriverError.notInstalled("firefox-esr is missing: ./setup tour")
    }
    folder = try TemporaryFolder()
    let port = freePort()
    try Files.makeDirectories(folder.file("profile"))
    firefox = try BackgroundProgram(
      "env HOME=\(folder.path) firefox-esr --headless --no-remote --profile \(folder.file("profile")) "
        + "--remote-debugging-port \(port)", in: folder, name: "firefox")
    guard eventually(within: 60_000, { isListening(port) }) else {
      throw WebDriverError.noDriver(log: firefox.printed)
    }
    socket = try WebSocket(port: port, path: "/session")
    try command("session.new", ["capabilities": [:]])
    let tree = try command("browsingContext.getTree", [:])
    page = tree["contexts"]?.items.first?["context"] ?? .null
    try command(
      "browsingContext.setViewport",
      [
        "context": page,
        "viewport": ["width": .number(Double(width)), "height": .number(Double(height))],
      ])
  }

  deinit { socket.send(#"{"id":0,"method":"browser.close","params":{}}"#) }

  /// Sends a command and waits for its result; events are skipped.
  @discardableResult
  private func command(_ method: String, _ parameters: WebDriverValue) throws -> WebDriverValue {
    number += 1
    let call: WebDriverValue = [
      "id": .number(number), "method": .text(method), "params": parameters,
    ]
    socket.send(String(decoding: try JSONEncoder().encode(call), as: UTF8.self))
    while let text = socket.receive() {
      let answer = try JSONDecoder().decode(WebDriverValue.self, from: Data(text.utf8))
      guard answer["id"]?.number == number else { continue }
      guard let result = answer["result"] else {
        throw WebDriverError.refused(command: method, answer: text)
      }
      return result
    }
    throw WebDriverError.noDriver(log: firefox.printed)
  }

  func open(_ address: String) throws {
    try command(
      "browsingContext.navigate", ["context": page, "url": .text(address), "wait": "complete"])
  }

  /// A page that is just being replaced has no realm: the value is then null.
  func value(_ expression: String) throws -> WebDriverValue {
    try evaluate(expression)["value"] ?? .null
  }

  private func evaluate(_ expression: String) throws -> WebDriverValue {
    let answer = try? command(
      "script.evaluate",
      ["expression": .text(expression), "target": ["context": page], "awaitPromise": true])
    return answer?["result"] ?? .null
  }

  func choose(_ file: String, in selector: String) throws {
    let input = try evaluate("document.querySelector(`\(selector)`)")
    try command(
      "input.setFiles",
      [
        "context": page, "element": ["sharedId": input["sharedId"] ?? .null],
        "files": [.text(file)],
      ])
  }
}
