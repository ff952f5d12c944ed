// The part of W3C WebDriver that the tests use, over plain HTTP. A driver runs until the value is
// destroyed. Source: <https://www.w3.org/TR/webdriver2/>.

import FoundationEssentials
import Glibc
import Host
import Support

/// A JSON value in a command or an answer of WebDriver.
enum WebDriverValue: Equatable, Sendable {
  case null
  case bool(Bool)
  case number(Double)
  case text(String)
  case list([WebDriverValue])
  case object([String: WebDriverValue])

  subscript(key: String) -> WebDriverValue? {
    if case .object(let members) = self { members[key] } else { nil }
  }

  var text: String { if case .text(let text) = self { text } else { "" } }
  var number: Double { if case .number(let number) = self { number } else { 0 } }
  var isTrue: Bool { self == .bool(true) }
  var items: [WebDriverValue] { if case .list(let items) = self { items } else { [] } }
}

enum WebDriverError: Error {
  /// A program is missing; the text names its package, which `./setup test` installs.
  case notInstalled(String)
  case noDriver(log: String)

  case refused(command: String, answer: String)

  /// The driver has ended, or does not answer any more.
  case noAnswer(command: String)
}

/// One chromedriver or WebKitWebDriver on a free port.
final class WebDriver: Sendable {
  private static let program = "/usr/bin/chromedriver"
  private let process: Int32
  private let port: UInt16

  /// `home` is the home folder of the browser; nil for the home folder of the tests.
  init(in folder: TemporaryFolder, home: String? = nil) throws {
    for (file, package) in [
      (Browser.Kind.whole.program, "chromium"),
      (Browser.Kind.shell.program, "chromium-headless-shell"), (Self.program, "chromium-driver"),
    ] {
      guard Files.exists(file) else {
        throw WebDriverError.notInstalled("\(file) is missing: apt-get install \(package)")
      }
    }
    for _ in 0..<4 {
      if let started = try Self.started(in: folder, home: home) {
        (process, port) = started
        return
      }
    }
    throw WebDriverError.noDriver(log: try folder.text("chromedriver.log"))
  }

  /// Starts WebKitWebDriver. `environment` has assignments for the shell, `A=1 B=2`.
  init(webKitIn folder: TemporaryFolder, environment: String) throws {
    let program = "/usr/bin/WebKitWebDriver"
    guard Files.exists(program) else {
      throw WebDriverError.notInstalled("webkit2gtk-driver is missing: ./setup tour")
    }
    let log = folder.file("webkitdriver.log")
    let port = freePort()
    try Programs.startDetached(
      "/bin/sh",
      [
        "-c",
        "echo process $$ > \(log); exec env \(environment) \(program) --host=127.0.0.1 --port=\(port) >> \(log) 2>&1",
      ])
    guard eventually({ isListening(port) }),
      let process = Self.process(in: try folder.text("webkitdriver.log"))
    else { throw WebDriverError.noDriver(log: (try? folder.text("webkitdriver.log")) ?? "") }
    (self.process, self.port) = (process, port)
  }

  /// The number in the line that the shell has written before it became the driver.
  private static func process(in log: String) -> Int32? {
    log.firstMatch(of: #/process ([0-9]+)/#).flatMap { Int32($0.output.1) }
  }

  /// The process and the port; nil if the port is in use. The option `--port=0` is not used:
  /// chromedriver would then choose a free IPv6 port, and give up if the IPv4 port with the same
  /// number is in use.
  private static func started(
    in folder: TemporaryFolder, home: String?
  ) throws -> (Int32, UInt16)? {
    let log = folder.file("chromedriver.log")
    let port = freePort()
    let variable = home.map { "export HOME=\($0); " } ?? ""
    try Programs.startDetached(
      "/bin/sh",
      ["-c", "\(variable)echo process $$ > \(log); exec \(program) --port=\(port) >> \(log) 2>&1"])
    var text = ""
    let isOver = eventually {
      text = (try? folder.text("chromedriver.log")) ?? ""
      return text.contains("started successfully") || text.contains("Exiting")
    }
    guard isOver, text.contains("started successfully"),
      let process = process(in: text)
    else { return nil }
    return (process, port)
  }

  deinit { sendSignal(SIGKILL, to: process) }

  /// Sends a command and returns the `value` of the answer. A command with a `body` is a POST.
  @discardableResult
  func command(
    _ path: String, _ body: WebDriverValue? = nil, method: String? = nil, patienceSeconds: Int = 60
  ) throws -> WebDriverValue {
    let content = try body.map { [UInt8](try JSONEncoder().encode($0)) } ?? []
    let head = """
      \(method ?? (body == nil ? "GET" : "POST")) \(path) HTTP/1.1\r
      Host: 127.0.0.1:\(port)\r
      Content-Type: application/json\r
      Content-Length: \(content.count)\r
      Connection: close\r
      \r\n
      """
    let answer = rawExchange(
      port: port, Array(head.utf8) + content, halfClose: false, patienceSeconds: patienceSeconds,
      isWhole: Self.isWhole)
    let parts = answer.split(separator: "\r\n\r\n", maxSplits: 1)
    guard answer.hasPrefix("HTTP/1.1 200"), parts.count == 2 else {
      let command = "\(path) \(String(decoding: content.prefix(300), as: UTF8.self))"
      throw answer.isEmpty
        ? WebDriverError.noAnswer(command: command)
        : WebDriverError.refused(command: command, answer: String(answer.prefix(1500)))
    }
    let json = try JSONDecoder().decode(WebDriverValue.self, from: Data(parts[1].utf8))
    return json["value"] ?? .null
  }
}

extension WebDriver {
  /// Whether the answer is complete. The connection does not show this: chromedriver announces that
  /// it closes the connection, but leaves it open.
  private static func isWhole(_ answer: [UInt8]) -> Bool {
    let head = String(decoding: answer.prefix(1000), as: UTF8.self)
    guard let end = head.utf8.firstRange(of: Array("\r\n\r\n".utf8)),
      let field = head.firstMatch(of: #/\r\nContent-Length: *([0-9]+)/#.ignoresCase()),
      let length = Int(field.output.1)
    else { return false }
    return answer.count >= head.utf8.distance(from: head.startIndex, to: end.upperBound) + length
  }
}

extension WebDriverValue: Codable {
  init(from decoder: any Decoder) throws {
    let container = try decoder.singleValueContainer()
    if container.decodeNil() {
      self = .null
    } else if let value = try? container.decode(Bool.self) {
      self = .bool(value)
    } else if let value = try? container.decode(Double.self) {
      self = .number(value)
    } else if let value = try? container.decode(String.self) {
      self = .text(value)
    } else if let value = try? container.decode([WebDriverValue].self) {
      self = .list(value)
    } else {
      self = .object(try container.decode([String: WebDriverValue].self))
    }
  }

  func encode(to encoder: any Encoder) throws {
    var container = encoder.singleValueContainer()
    switch self {
    case .null: try container.encodeNil()
    case .bool(let value): try container.encode(value)
    case .number(let value): try container.encode(value)
    case .text(let value): try container.encode(value)
    case .list(let value): try container.encode(value)
    case .object(let value): try container.encode(value)
    }
  }
}

extension WebDriverValue: ExpressibleByStringLiteral, ExpressibleByBooleanLiteral,
  ExpressibleByIntegerLiteral, ExpressibleByArrayLiteral, ExpressibleByDictionaryLiteral
{
  init(stringLiteral text: String) { self = .text(text) }
  init(booleanLiteral value: Bool) { self = .bool(value) }
  init(integerLiteral value: Int) { self = .number(Double(value)) }
  init(arrayLiteral items: WebDriverValue...) { self = .list(items) }
  init(dictionaryLiteral members: (String, WebDriverValue)...) {
    self = .object(Dictionary(members) { $1 })
  }
}
