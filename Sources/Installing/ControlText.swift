// Changes settings of a control file, and keeps all other lines.

/// The text of a control file. Its lines follow the rules of Host's `settings(of:file:)`.
package struct ControlText: Equatable, Sendable {
  private var lines: [String]

  package init(_ text: String) {
    lines = text.split(separator: "\n", omittingEmptySubsequences: false).map(String.init)
    if lines.last?.isEmpty == true { lines.removeLast() }
  }

  package var text: String { lines.map { "\($0)\n" }.joined() }

  /// The value of a key; nil if no line sets it.
  package subscript(key: String) -> String? {
    lines.lazy.compactMap { Self.setting($0) }.first { $0.key == key }?.value
  }

  /// Sets a key in its line; a new key replaces a comment with an example (`# key: …`), or is the last line.
  package mutating func set(_ key: String, to value: String) {
    let line = "\(key): \(value)"
    let index =
      lines.firstIndex { Self.setting($0)?.key == key }
      ?? lines.firstIndex { $0.hasPrefix("# \(key): ") }
    guard let index else { return lines.append(line) }
    if Self.setting(lines[index])?.value != value { lines[index] = line }
  }

  private static func setting(_ line: String) -> (key: String, value: String)? {
    guard let colon = line.firstIndex(of: ":"), !line.hasPrefix("#") else { return nil }
    return (trimmed(line[..<colon]), trimmed(line[line.index(after: colon)...]))
  }

  private static func trimmed(_ text: Substring) -> String {
    var rest = text.drop { $0.isWhitespace }
    while rest.last?.isWhitespace == true { rest.removeLast() }
    return String(rest)
  }
}
