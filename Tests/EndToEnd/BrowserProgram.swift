// A chromedriver and the Chromium that it drives. The start takes most of the time of a short test,
// so the tests of a process share a browser, one test at a time. After a test, `empty` removes its
// data, and the browser waits for the next test that needs the same settings.

import FoundationEssentials
import Glibc
import Host
import Support
import Synchronization

final class BrowserProgram: Sendable {
  /// The choices that a running Chromium cannot change.
  struct Settings: Hashable, Sendable {
    var kind: Browser.Kind

    /// A certificate file that the browser trusts, as after an import by hand.
    var authority: String?

    /// Whether the browser trusts every certificate.
    var trustsAll: Bool

    /// Whether the driver keeps the messages of the network, which costs processor time for each request.
    var logsNetwork: Bool
    var arguments: [String]
  }

  private let settings: Settings
  private let folder: TemporaryFolder
  let driver: WebDriver

  /// The path of the session below the address of the driver.
  let session: String
  private let process: Int32

  /// The origins of the pages that the present test has opened.
  let origins = Mutex<Set<String>>([])

  private init(_ settings: Settings) throws {
    self.settings = settings
    folder = try TemporaryFolder()
    let home = folder.file("home")
    if let authority = settings.authority { try Self.trust(authority, in: home) }
    driver = try WebDriver(in: folder, home: settings.authority == nil ? nil : home)
    let logs: [String: WebDriverValue] =
      settings.logsNetwork ? ["browser": "ALL", "performance": "ALL"] : ["browser": "ALL"]
    let arguments =
      settings.kind.arguments + Self.arguments + settings.arguments
      + ["--window-size=390,844", "--user-data-dir=\(folder.file("profile"))"]
    let answer = try driver.command(
      "/session",
      [
        "capabilities": [
          "alwaysMatch": [
            "browserName": .text(settings.kind.name),
            "acceptInsecureCerts": .bool(settings.trustsAll),
            "goog:chromeOptions": [
              "binary": .text(settings.kind.program),
              "args": .list(arguments.map { .text($0) }),
            ],
            "goog:loggingPrefs": .object(logs),
          ]
        ]
      ])
    session = "/session/\(answer["sessionId"]?.text ?? "")"
    process = Int32(answer["capabilities"]?["goog:processID"]?.number ?? 0)
  }

  private static let arguments = [
    "--no-sandbox", "--disable-gpu", "--disable-dev-shm-usage", "--force-color-profile=srgb",
  ]

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
}

extension BrowserProgram {
  /// The browsers that no test uses.
  private static let idle = Mutex<[BrowserProgram]>([])

  /// The browsers that still run end with the process of the tests.
  private static let endsIdle: Void = { atexit { BrowserProgram.idle.withLock { $0 = [] } } }()

  /// An idle browser with these settings, or a new one.
  static func take(_ settings: Settings) throws -> BrowserProgram {
    _ = endsIdle
    let waiting = idle.withLock { idle in
      idle.firstIndex { $0.settings == settings }.map { idle.remove(at: $0) }
    }
    return try waiting ?? BrowserProgram(settings)
  }

  /// Keeps a browser for a later test. Ends the browser if it cannot be emptied.
  static func leave(_ program: BrowserProgram) {
    guard (try? program.empty()) != nil else { return }
    idle.withLock { $0.append(program) }
  }

  /// Closes all pages, opens an empty one, and removes the stored data of the pages, the cookies of
  /// all origins, the permissions and the messages of the logs. Chromium keeps its cache, so a later
  /// test does not load and compile the same assets again. The size, the network and the features of
  /// a device end with a page.
  private func empty() throws {
    let pages = try command("window/handles").items
    let new = try command("window/new", ["type": "tab"])["handle"] ?? .null
    for page in pages {
      try command("window", ["handle": page])
      try command("window", method: "DELETE")
    }
    try command("window", ["handle": new])
    try chromium("Network.clearBrowserCookies")
    try chromium("Browser.resetPermissions")
    for origin in origins.withLock({ $0 }) {
      try chromium(
        "Storage.clearDataForOrigin", ["origin": .text(origin), "storageTypes": "all"])
    }
    origins.withLock { $0 = [] }
    for log in settings.logsNetwork ? ["browser", "performance"] : ["browser"] {
      try command("se/log", ["type": .text(log)])
    }
  }

  /// Sends a command of WebDriver below the address of the session.
  @discardableResult
  func command(
    _ path: String, _ body: WebDriverValue? = nil, method: String? = nil
  ) throws -> WebDriverValue {
    try driver.command("\(session)/\(path)", body, method: method, patienceSeconds: 60)
  }

  /// Sends a command of the Chrome DevTools Protocol and returns its answer.
  @discardableResult
  func chromium(
    _ command: String, _ parameters: WebDriverValue = [:]
  ) throws -> WebDriverValue {
    try self.command("goog/cdp/execute", ["cmd": .text(command), "params": parameters])
  }
}
