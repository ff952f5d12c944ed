// A headless Chromium with the size of a phone, driven over the Chrome DevTools Protocol. The
// commands and events are JSON with a final NUL, in two named pipes. Source:
// <https://chromedevtools.github.io/devtools-protocol/>, and `--remote-debugging-pipe` in
// content/public/common/content_switches.cc of Chromium.

import CHost
import Glibc
import Host
import Services
import Support

enum ChromiumError: Error {
  case noPipe
  case noAnswer(command: String)
  case refused(command: String, answer: String)
}

final class Chromium {
  private let folder: TemporaryFolder
  private let input: Int32
  private let output: Int32
  private var page = ""
  private var lastID = 0
  private var received: [UInt8] = []

  /// The events of the page since `open` or `forgetEvents`.
  private(set) var events: [JSON] = []

  static let missingProgram = ["/usr/bin/chromium", "/usr/bin/certutil"].first {
    !Files.exists($0)
  }

  /// Starts a browser with a new profile. It trusts `authority`, a certificate file, and shows
  /// `picture`, a file of Y4M, as its camera. `slowDown` is the factor for the processor time of
  /// pages.
  init(trusting authority: String, camera picture: String?, slowDown: Double) throws {
    folder = try TemporaryFolder(under: "/tmp")
    for name in ["in", "out"] {
      guard mkfifo(folder.file(name), 0o600) == 0 else { throw ChromiumError.noPipe }
    }
    input = albumscan_open(folder.file("in"), O_RDWR, 0)
    output = albumscan_open(folder.file("out"), O_RDWR, 0)
    guard input >= 0, output >= 0 else { throw ChromiumError.noPipe }
    try Self.trust(authority, in: folder)
    try start(camera: picture)
    try attach(slowDown: slowDown)
  }

  deinit {
    _ = try? send("Browser.close", [:], to: nil)
    _ = try? folder.text("pid").split(separator: "\n").first.flatMap { Int32($0) }.map { process in
      if !eventually(within: 5000, { kill(process, 0) != 0 }) { kill(-process, SIGKILL) }
    }
    close(input)
    close(output)
  }

  private func start(camera picture: String?) throws {
    let camera =
      picture.map {
        [
          "--use-fake-device-for-media-stream", "--use-file-for-fake-video-capture=\($0)",
        ]
      } ?? []
    let words =
      [
        "/usr/bin/chromium", "--headless=new", "--no-sandbox", "--disable-gpu",
        "--disable-dev-shm-usage", "--disable-component-update", "--remote-debugging-pipe",
        "--window-size=390,844", "--user-data-dir=\(folder.file("profile"))",
      ] + camera + ["about:blank"]
    let quoted = words.map { "'\($0)'" }.joined(separator: " ")
    let log = folder.file("log")
    // A phone and its server are two machines. Here they share the processors, so the browser gets
    // a lower priority.
    try Programs.startDetached(
      "/bin/sh",
      [
        "-c",
        "export HOME=\(folder.path); echo $$ > \(folder.file("pid")); "
          + "exec nice -n 10 \(quoted) 3<\(folder.file("in")) 4>\(folder.file("out")) >\(log) 2>&1",
      ])
  }

  private func attach(slowDown: Double) throws {
    let targets = try send("Target.getTargets", [:], to: nil)["targetInfos"]?.items ?? []
    let target = targets.first { $0["type"]?.text == "page" }?["targetId"] ?? .null
    let session = try send(
      "Target.attachToTarget", ["targetId": target, "flatten": true], to: nil)
    page = session["sessionId"]?.text ?? ""
    for area in ["Page", "Network", "Runtime", "DOM"] { try command("\(area).enable") }
    try command(
      "Emulation.setDeviceMetricsOverride",
      ["width": 390, "height": 844, "deviceScaleFactor": 2, "mobile": true])
    try command("Emulation.setTouchEmulationEnabled", ["enabled": true])
    try command("Emulation.setCPUThrottlingRate", ["rate": .number("\(slowDown)")])
    let script = try Files.read("\(Checkout.root)/Tests/Bench/watch.js")
    try command(
      "Page.addScriptToEvaluateOnNewDocument",
      ["source": .string(String(decoding: script, as: UTF8.self))])
  }

  /// Imports a certificate authority into the certificate database that Chromium reads in the home
  /// folder.
  private static func trust(_ authority: String, in folder: TemporaryFolder) throws {
    let database = folder.file(".pki/nssdb")
    try Files.makeDirectories(database)
    for words in [
      ["-N", "--empty-password"], ["-A", "-t", "C,,", "-n", "bench", "-i", authority],
    ] {
      let arguments = words + ["-d", "sql:\(database)"]
      let run = Measure.run("/usr/bin/certutil", arguments, environment: ["PATH=/usr/bin:/bin"])
      guard run.exitCode == 0 else {
        throw ChromiumError.refused(command: "certutil", answer: "\(run.exitCode)")
      }
    }
  }
}

// MARK: Commands

extension Chromium {
  /// Sends a command to the page and waits for its answer. Events that arrive before the answer are
  /// kept.
  @discardableResult
  func command(_ method: String, _ parameters: JSON = [:]) throws -> JSON {
    try send(method, parameters, to: page)
  }

  /// Forgets the events so far and opens a page, without waiting for it.
  func open(_ address: String) throws {
    events.removeAll()
    try command("Page.navigate", ["url": .string(address)])
  }

  func forgetEvents() { events.removeAll() }

  /// The value of an expression in the page.
  func value(_ expression: String) throws -> JSON {
    let answer = try command(
      "Runtime.evaluate",
      ["expression": .string(expression), "awaitPromise": true, "returnByValue": true])
    return answer["result"]?["value"] ?? .null
  }

  /// Receives events for a time.
  func wait(milliseconds: Double) {
    let end = Measure.now() + milliseconds
    while let message = message(until: end) { events.append(message) }
  }

  /// Receives events until `condition` is true in the page. False if it stays false for `limit`.
  func wait(for condition: String, limit: Double = 60_000) throws -> Bool {
    let end = Measure.now() + limit
    while Measure.now() < end {
      if try value("!!(\(condition))").flag == true { return true }
      wait(milliseconds: 100)
    }
    return false
  }

  private func send(_ method: String, _ parameters: JSON, to session: String?) throws -> JSON {
    lastID += 1
    let id = lastID
    var message: [JSON.Member] = [
      .init("id", .number(id)), .init("method", .string(method)), .init("params", parameters),
    ]
    if let session { message.append(.init("sessionId", .string(session))) }
    write(JSON.object(message).bytes + [0])
    let end = Measure.now() + 60_000
    while let answer = self.message(until: end) {
      guard answer["id"]?.integer == id else {
        events.append(answer)
        continue
      }
      if let error = answer["error"] {
        throw ChromiumError.refused(command: method, answer: error.description)
      }
      return answer["result"] ?? .null
    }
    throw ChromiumError.noAnswer(command: method)
  }

  private func write(_ bytes: [UInt8]) {
    var rest = bytes[...]
    while !rest.isEmpty {
      let count = rest.withUnsafeBytes { Glibc.write(input, $0.baseAddress, $0.count) }
      guard count > 0 else { return }
      rest = rest.dropFirst(count)
    }
  }

  /// The next message; nil if none arrives before `end`.
  private func message(until end: Double) -> JSON? {
    var searched = 0
    var chunk = [UInt8](repeating: 0, count: 1 << 16)
    while true {
      if let stop = received[searched...].firstIndex(of: 0) {
        defer { received.removeSubrange(...stop) }
        return JSON(Array(received[..<stop])) ?? .null
      }
      searched = received.count
      var question = pollfd(fd: output, events: Int16(POLLIN), revents: 0)
      guard poll(&question, 1, Int32(max(0, end - Measure.now()))) > 0 else { return nil }
      let count = read(output, &chunk, chunk.count)
      guard count > 0 else { return nil }
      received += chunk[..<count]
    }
  }
}
