// Output to the terminal: results on stdout, everything else on stderr. Text of services and users is printed
// without control characters, so that it cannot move the cursor or imitate another line.

import FoundationEssentials
import Host

enum Terminal {
  static func write(_ text: String, toError: Bool = false) {
    // A reader that has closed the pipe is no reason to fail: the work itself counts.
    try? FileDescriptor.standard(toError ? 2 : 1).write(Array(text.utf8))
  }

  /// One line of the result, or several separated by line breaks.
  static func print(_ text: String) { write(clean(text) + "\n") }

  /// One line that is not the result: progress, hints.
  static func note(_ text: String) { write(clean(text) + "\n", toError: true) }

  /// Replaces the last line on a terminal; nothing when stderr is not a terminal.
  static func progress(_ line: String) {
    guard StandardStreams.isTerminal(2) else { return }
    write("\r\u{1B}[K\(printable(line))", toError: true)
  }

  static func endProgress() {
    guard StandardStreams.isTerminal(2) else { return }
    write("\r\u{1B}[K", toError: true)
  }

  /// One JSON document.
  static func printJSON(_ value: some Encodable) throws {
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
    write(String(decoding: try encoder.encode(value), as: UTF8.self) + "\n")
  }

  private static func clean(_ text: String) -> String {
    text.split(separator: "\n", omittingEmptySubsequences: false).map { printable(String($0)) }
      .joined(separator: "\n")
  }
}

extension Int {
  /// `1 find`, `2 finds`.
  func of(_ noun: String) -> String { "\(self) \(noun)\(self == 1 ? "" : "s")" }
}
