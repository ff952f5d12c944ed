// The checkers that `./setup test` installs from PyPI and from Debian.

import Host
import Support

enum Checkers {
  static let folder = "\(Checkout.root)/.build/checkers"

  /// The path of a checker.
  static func path(_ file: String) throws -> String {
    guard Files.exists(file) else {
      throw WebDriverError.notInstalled("\(file) is missing: run ./setup test")
    }
    return file
  }

  /// Runs a checker and returns everything it printed.
  static func run(_ program: String, _ arguments: [String]) throws -> String {
    let output = try Programs.run(
      "/bin/sh", ["-c", "exec \"$@\" 2>&1", "sh", try path(program)] + arguments,
      input: "/dev/null", limit: 16 << 20, timeoutMilliseconds: 300_000)
    return String(decoding: output.bytes, as: UTF8.self)
  }
}
