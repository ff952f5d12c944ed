// The log: short lines, a bounded size, and no control characters for a terminal.

import Host
import Support
import Testing

@Suite struct LogFileTests {
  let folder: TemporaryFolder
  let log: LogFile

  init() throws {
    folder = try TemporaryFolder()
    log = LogFile(path: folder.file("log"))
  }

  private var lines: [String] {
    get throws { try folder.text("log").split(separator: "\n").map(String.init) }
  }

  @Test func `a line has a time, a level, a module and a text without control characters`() throws {
    log.write("2026-11-22T10:00:00Z", "site", "a\nb\u{1B}[2J\u{9B}\u{202E}c")
    #expect(
      try lines == ["2026-11-22T10:00:00Z error site: a\\xab\\x1b[2J\\x9b\\x202ec"])
  }

  @Test func `CONTRIBUTING.md has the form of a line`() throws {
    log.write("TIME", "MODULE", "TEXT", level: .warning)
    let document = try Files.read("\(Checkout.root)/CONTRIBUTING.md")
    let form = "`\(try lines[0].replacing("warning", with: "LEVEL"))`"
    #expect(String(decoding: document, as: UTF8.self).contains(form), "\(form)")
  }

  @Test func `a long text of a service is cut`() throws {
    log.write("t", "review", String(repeating: "x", count: 5000))
    #expect(try lines[0].count == "t error review: ".count + LogFile.lineLimit)
  }

  @Test func `a full log is kept as log.1, and a new one begins`() throws {
    let text = String(repeating: "x", count: LogFile.lineLimit)
    for _ in 0..<(2 * LogFile.byteLimit / LogFile.lineLimit + 100) { log.write("t", "site", text) }
    let names = try Files.entries(of: folder.path)
    #expect(names == ["log", "log.1"])
    for name in names {
      let size = try Files.read(folder.file(name)).count
      #expect(size > 0 && size <= LogFile.byteLimit + 2 * LogFile.lineLimit, "\(name): \(size)")
    }
  }

  @Test func `an error that repeats is written once, until another line comes between`() throws {
    for _ in 0..<3 { log.writeUnlessRepeated("t", "worker", "it cannot start") }
    log.write("t", "site", "other")
    log.writeUnlessRepeated("u", "worker", "it cannot start")
    #expect(
      try lines.map { String($0.dropFirst(2)) } == [
        "error worker: it cannot start", "error site: other", "error worker: it cannot start",
      ])
  }
}
