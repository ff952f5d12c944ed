// What a person at the terminal sees: answers on stdout, everything else on stderr.

import FoundationEssentials
import Host

enum Terminal {
  static func write(_ text: String, toError: Bool = false) {
    // A reader that went away is no reason to fail: the work itself is what counts.
    try? FileDescriptor.standard(toError ? 2 : 1).write(Array(text.utf8))
  }

  /// One answer line.
  static func print(_ line: String) { write(line + "\n") }

  /// One line that is not the answer: progress, hints.
  static func note(_ line: String) { write(line + "\n", toError: true) }

  /// The last line is overwritten while somebody watches; nothing otherwise.
  static func progress(_ line: String) {
    guard StandardStreams.isTerminal(2) else { return }
    write("\r\u{1B}[K\(line)", toError: true)
  }

  static func endProgress() {
    guard StandardStreams.isTerminal(2) else { return }
    write("\r\u{1B}[K", toError: true)
  }

  /// One JSON document.
  static func printJSON(_ value: some Encodable) throws {
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
    print(String(decoding: try encoder.encode(value), as: UTF8.self))
  }
}
