// The end of a command: one of five exit codes, and a sentence for some of them.

import Exchange
import Glibc
import Refresh
import Store

/// Ends the program with an exit code of docs/interface.md and a message on stderr.
struct Ending: Error {
  enum Code: Int32 {
    case done = 0
    /// The command ran, and the result is negative: no album identified, or a failed check.
    case no = 1
    /// Wrong arguments or configuration.
    case usage = 2
    /// The input cannot be used.
    case unusable = 3
    /// A provider or the network failed.
    case provider = 4
  }

  let code: Code
  let message: String?

  init(_ code: Code, _ message: String? = nil) {
    self.code = code
    self.message = message
  }

  /// Prints the message, and returns the exit code.
  func report() -> Int32 {
    if let message { Terminal.note("albumscan: \(message)") }
    return code.rawValue
  }

  /// Ends the process with `_exit`, not with `exit`. The thread of libcurl may still run, and
  /// `exit` would destroy the state of OpenSSL and the C++ statics that this thread uses.
  static func leave(_ code: Int32) -> Never {
    fflush(nil)
    _exit(code)
  }
}

extension StoreError {
  /// The error in words for the terminal. If the cause is known, the words contain no SQL. Codes:
  /// <https://www.sqlite.org/rescode.html>.
  var explanation: String {
    guard case .sqlite(let code, let message, _) = self else { return "\(self)" }
    switch code & 0xFF {
    case 1 where message.hasPrefix("no such"):
      return "\(self); if another program wrote the file, restore a backup"
    case 5, 6: return "the database is locked by another program, such as a backup; try again"
    case 8: return "this user cannot write the database; see albumscan doctor"
    case 10: return "the database cannot be read or written: \(message)"
    case 11, 26: return "the database is damaged; restore a backup"
    case 13: return "the disk is full"
    case 14: return "the database cannot be opened by this user; see albumscan doctor"
    default: return "\(self)"
    }
  }
}

extension RefreshError {
  /// The error in words for the terminal.
  var explanation: String {
    if case .store(let error) = self { return error.explanation }
    return "\(self)"
  }
}

extension Ending {
  /// The end of a command that cannot use the database. A full disk is no mistake of the command line
  /// or of the configuration.
  init(_ error: StoreError) {
    self.init(error.isDiskFull ? .no : .usage, error.explanation)
  }

  /// The end of a command that cannot build the pages.
  init(_ error: RefreshError) {
    self.init(error.isDiskFull ? .no : .usage, error.explanation)
  }

  /// The end of a command whose backup failed. `refused` is the code for a destination or a file
  /// that cannot be used.
  init(_ error: BackupError, refused: Code) {
    switch error {
    case .host(let error): self.init(.no, "\(error)")
    case .store(let error): self.init(.no, error.explanation)
    case .refused(let reason): self.init(refused, reason)
    case .remote(let reason): self.init(.provider, reason)
    case .busy(let reason): self.init(.no, reason)
    case .noSpace: self.init(.no, "\(error)")
    }
  }
}
