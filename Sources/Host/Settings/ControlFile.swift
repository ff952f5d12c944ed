// Parses the control file: `key: value` lines. The first line `#!…/albumscan-cgi` counts as a
// comment. Configuration interprets the keys.

import Text

/// An error in a control file, with the number of the line.
package struct ConfigurationError: Error, Equatable, Sendable, CustomStringConvertible {
  package let file: String

  /// 1 is the first line; nil when the error concerns the whole file.
  package let line: Int?
  package let message: String

  package init(file: String, line: Int?, message: String) {
    self.file = file
    self.line = line
    self.message = message
  }

  /// The error of a control file that does not exist.
  static func missing(_ file: String) -> ConfigurationError {
    ConfigurationError(
      file: file, line: nil, message: "there is no such file; --config FILE names the control file")
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

/// Splits a control file into its settings. Source: docs/interface.md "Configuration"; Fossil's CGI
/// script.
///
/// Works on bytes, because the CGI reads its control file for every request. Splitting into
/// graphemes took a fifth of the CGI's time.
func settings(of text: [UInt8], file: String) throws(ConfigurationError) -> [Setting] {
  guard String(validating: text, as: UTF8.self) != nil else {
    throw ConfigurationError(file: file, line: nil, message: "this is not UTF-8 text")
  }
  var settings: [Setting] = []
  var number = 0
  for raw in text.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false) {
    number += 1
    let line = raw.trimming(\.isSpace)
    if line.isEmpty || line.first == UInt8(ascii: "#") { continue }
    guard let colon = line.firstIndex(of: UInt8(ascii: ":")) else {
      throw ConfigurationError(file: file, line: number, message: "expected \"key: value\"")
    }
    let key = String(decoding: line[..<colon].trimming(\.isSpace), as: UTF8.self)
    if settings.contains(where: { $0.key == key }) {
      throw ConfigurationError(file: file, line: number, message: "\"\(key)\" is set twice")
    }
    let value = String(decoding: line[(colon + 1)...].trimming(\.isSpace), as: UTF8.self)
    settings.append(Setting(key: key, value: value, line: number))
  }
  return settings
}
