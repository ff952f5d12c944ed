// Runs a program under strace. strace records the system calls, kills the program at one call, or
// makes this call fail.

import Host
import Support
import Testing

enum Strace {
  private static let path = "/usr/bin/strace"

  /// The words before the command line of the program. strace writes the calls to the file `trace`.
  static func words(_ options: [String], trace: String) throws -> [String] {
    try #require(Files.exists(path), "strace is not installed: apt-get install strace")
    return [path, "-q", "-y", "-o", trace] + options
  }

  /// Options for the system call `call`: they kill the program at the call with this number, or
  /// make it fail.
  static func injection(_ call: String, _ fault: Fault, _ number: Int) -> [String] {
    ["-e", "trace=\(call)", "-e", "inject=\(call):\(fault.rawValue):when=\(number)"]
  }

  /// The effect that replaces the call. Source: strace(1), "Tampering".
  enum Fault: String, CaseIterable, Sendable {
    case kill = "signal=KILL"
    case inputOutputError = "error=EIO"
    case diskFull = "error=ENOSPC"
  }
}
