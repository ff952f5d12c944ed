// The few commands that the core flow needs, so that one test runs it in several browsers.

import Host
import Support

/// A browser of another engine than Chromium's.
protocol Engine: AnyObject {
  /// Waits until the page has loaded.
  func open(_ address: String) throws

  /// The value of an expression in the page: a text, a number, true, false or null.
  func value(_ expression: String) throws -> WebDriverValue

  /// Chooses a file in a file input.
  func choose(_ file: String, in selector: String) throws
}

extension Engine {
  var address: String { get throws { try value("location.href").text } }

  func text(_ selector: String) throws -> String {
    try value("document.querySelector(`\(selector)`)?.innerText ?? ''").text
  }

  /// Clicks an element by a script in the page.
  func click(_ selector: String) throws {
    let isThere = try value(
      "(() => { const one = document.querySelector(`\(selector)`); one?.click(); return !!one; })()"
    )
    guard isThere.isTrue else { throw WebDriverError.refused(command: "click", answer: selector) }
  }
}

/// A program that runs in the background until the value is destroyed.
final class BackgroundProgram: Sendable {
  let process: Int32
  private let log: String

  /// `shell` is a command line for /bin/sh. Its program replaces the shell and keeps the process
  /// id.
  init(_ shell: String, in folder: TemporaryFolder, name: String) throws {
    log = folder.file("\(name).log")
    let mark = folder.file("\(name).pid")
    try Programs.startDetached("/bin/sh", ["-c", "echo $$ > \(mark); exec \(shell) > \(log) 2>&1"])
    var found: Int32?
    _ = eventually {
      found = (try? folder.text("\(name).pid")).flatMap {
        Int32($0.split(separator: "\n").first ?? "")
      }
      return found != nil
    }
    guard let found, found > 1 else { throw WebDriverError.noDriver(log: name) }
    process = found
  }

  var printed: String { (try? Files.read(log)).map { String(decoding: $0, as: UTF8.self) } ?? "" }

  deinit { for target in [-process, process] { sendSignal(15, to: target) } }
}
