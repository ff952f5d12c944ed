// The control file: `key: value` lines. Its first line may be `#!…/albumscan-cgi`, which is a comment to us.
// Syntax only; what the keys mean is Configuration's.

/// What is wrong with a control file, in words that name the line.
package struct ConfigurationError: Error, Equatable, Sendable, CustomStringConvertible {
  package let file: String

  /// 1 is the first line; nil when the whole file is meant.
  package let line: Int?
  package let message: String

  package init(file: String, line: Int?, message: String) {
    self.file = file
    self.line = line
    self.message = message
  }

  package var description: String {
    line.map { "\(file), line \($0): \(message)" } ?? "\(file): \(message)"
  }
}

/// One `key: value` line.
struct Setting: Equatable, Sendable {
  let key: String
  let value: String
  let line: Int
}

/// Splits a control file into its settings. Source: INTERFACE "Configuration"; Fossil's CGI script.
func settings(of text: [UInt8], file: String) throws(ConfigurationError) -> [Setting] {
  guard let whole = String(validating: text, as: UTF8.self) else {
    throw ConfigurationError(file: file, line: nil, message: "this is not UTF-8 text")
  }
  var settings: [Setting] = []
  var number = 0
  for raw in whole.split(separator: "\n", omittingEmptySubsequences: false) {
    number += 1
    let line = trimmed(raw)
    if line.isEmpty || line.hasPrefix("#") { continue }
    guard let colon = line.firstIndex(of: ":") else {
      throw ConfigurationError(file: file, line: number, message: "expected \"key: value\"")
    }
    let key = String(trimmed(line[..<colon]))
    if settings.contains(where: { $0.key == key }) {
      throw ConfigurationError(file: file, line: number, message: "\"\(key)\" is set twice")
    }
    let value = String(trimmed(line[line.index(after: colon)...]))
    settings.append(Setting(key: key, value: value, line: number))
  }
  return settings
}

private func trimmed(_ text: Substring) -> Substring {
  var text = text
  while let first = text.first, first.isWhitespace { text.removeFirst() }
  while let last = text.last, last.isWhitespace { text.removeLast() }
  return text
}
