// How a command ends: one of five exit codes, and a sentence where one helps.

import Glibc

/// Ends the program with a code of INTERFACE's list and a message on stderr.
struct Ending: Error {
  enum Code: Int32 {
    case done = 0
    /// It ran and the answer is no: not identified, a check fails.
    case no = 1
    /// Usage or configuration.
    case usage = 2
    /// The input is unusable.
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

  func leave() -> Never {
    if let message { Terminal.write("albumscan: \(message)\n", toError: true) }
    Self.leave(code.rawValue)
  }

  /// Ends the process at once: libcurl's thread may be at work still, and what `exit` tears down
  /// (OpenSSL's state, C++ statics) would go from under it. The corresponding C function is `_exit`.
  static func leave(_ code: Int32) -> Never {
    fflush(nil)
    _exit(code)
  }
}
