// Errors of message catalogues. Their messages are for the host, because a host may edit a message
// catalogue.

import Albums

/// Why a message catalogue cannot be used.
package enum WordsError: Error, Equatable, Sendable, CustomStringConvertible {
  /// An error in the syntax of the file or in one of its entries: file name, line number, reason.
  case file(String, line: Int, String)
  /// The file cannot be read: file name, reason.
  case unreadable(String, String)

  package var description: String {
    switch self {
    case .file(let name, let line, let reason): "\(name), line \(line): \(reason)"
    case .unreadable(let name, let reason): "\(name) cannot be read: \(reason)"
    }
  }
}
