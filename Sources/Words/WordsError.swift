// What can be wrong with a catalogue; for the host, who may edit one.

import Albums

/// Why a catalogue cannot be used.
package enum WordsError: Error, Equatable, Sendable, CustomStringConvertible {
  /// The file's syntax or an entry of it; the file's name, the line, and why.
  case file(String, line: Int, String)
  /// The file cannot be read; its name and why.
  case unreadable(String, String)

  package var description: String {
    switch self {
    case .file(let name, let line, let reason): "\(name), line \(line): \(reason)"
    case .unreadable(let name, let reason): "\(name) cannot be read: \(reason)"
    }
  }
}
