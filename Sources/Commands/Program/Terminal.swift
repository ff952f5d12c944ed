// Output to the terminal: results on stdout, all other text on stderr. Text from services and users
// is printed without control characters, so that it cannot move the cursor or look like another
// line.

import FoundationEssentials
import Host
import Text

enum Terminal {
  static func write(_ text: String, toError: Bool = false) {
    Surroundings.current.write(Array(text.utf8), toError)
  }

  /// Prints one line of the result, or several lines.
  static func print(_ text: String) { write(clean(text) + "\n") }

  /// The cell of a table with the corners of a quad: `x,y` four times.
  static func corners(_ quad: [[Double]]) -> String {
    quad.map { "\($0[0]),\($0[1])" }.joined(separator: " ")
  }

  /// Prints one line of a table, with tabs between its cells.
  static func printRow(_ cells: [String]) {
    write(cells.map { printable($0) }.joined(separator: "\t") + "\n")
  }

  /// Prints one line that is not part of the result, for example a note.
  static func note(_ text: String) { write(clean(text) + "\n", toError: true) }

  /// Replaces the last line of the terminal. Prints nothing if stderr is not a terminal.
  static func progress(_ line: String) {
    guard Surroundings.current.isTerminal(2) else { return }
    write("\r\u{1B}[K\(printable(line))", toError: true)
  }

  static func endProgress() {
    guard Surroundings.current.isTerminal(2) else { return }
    write("\r\u{1B}[K", toError: true)
  }

  /// Prints one JSON document.
  static func printJSON(_ value: some Encodable) throws {
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
    write(String(decoding: try encoder.encode(value), as: UTF8.self) + "\n")
  }

  static func printJSON(_ value: JSON) { write(value.written() + "\n") }

  private static func clean(_ text: String) -> String {
    text.split(separator: "\n", omittingEmptySubsequences: false).map { printable(String($0)) }
      .joined(separator: "\n")
  }
}

extension Int {
  /// The number with the noun: `1 find`, `2 finds`.
  func of(_ noun: String) -> String { "\(self) \(noun)\(self == 1 ? "" : "s")" }
}
