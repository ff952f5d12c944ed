// Runs a program under strace, which records its system calls, or kills the program at one call, or
// fails that call.

import Host
import Support
import Testing

enum Strace {
  private static let path = "/usr/bin/strace"

  /// The command line before that of the program; strace writes the calls to the file `trace`.
  static func words(_ options: [String], trace: String) throws -> [String] {
    try #require(Files.exists(path), "strace is not installed: apt-get install strace")
    return [path, "-q", "-y", "-o", trace] + options
  }

  /// Options that kill the program at the `number`th call of a name, or fail that call.
  static func injection(_ call: String, _ fault: Fault, _ number: Int) -> [String] {
    ["-e", "trace=\(call)", "-e", "inject=\(call):\(fault.rawValue):when=\(number)"]
  }

  /// The effect instead of the call. Source: strace(1), "Tampering".
  enum Fault: String, CaseIterable, Sendable {
    case kill = "signal=KILL"
    case inputOutputError = "error=EIO"
    case diskFull = "error=ENOSPC"
  }
}
