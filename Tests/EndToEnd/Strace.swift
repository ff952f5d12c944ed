// strace as a saboteur and as a witness: one system call of a program killed or failed, or all seen.

import Host
import Support
import Testing

enum Strace {
  private static let path = "/usr/bin/strace"

  /// The words in front of a program's; `trace` is the file the calls are written to.
  static func words(_ options: [String], trace: String) throws -> [String] {
    try #require(Files.exists(path), "strace is not installed: apt-get install strace")
    return [path, "-q", "-y", "-o", trace] + options
  }

  /// Ends or fails the `number`th call of a name.
  static func injection(_ call: String, _ fault: Fault, _ number: Int) -> [String] {
    ["-e", "trace=\(call)", "-e", "inject=\(call):\(fault.rawValue):when=\(number)"]
  }

  /// What happens instead of the call. Source: strace(1), "Tampering".
  enum Fault: String, CaseIterable, Sendable {
    case kill = "signal=KILL"
    case inputOutputError = "error=EIO"
    case diskFull = "error=ENOSPC"
  }
}
