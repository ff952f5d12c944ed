// Points in the code where a test can kill the process. In a release build `pass` does nothing.

import Glibc

#if FAILPOINTS
  import Synchronization
#endif

/// A named point. Two variables of the environment have an effect:
/// - `ALBUMSCAN_KILL=NAME` ends the process with SIGKILL where it first passes the point;
///   `ALBUMSCAN_KILL=NAME#3` where it passes the point for the third time.
/// - `ALBUMSCAN_PASSED=FILE` appends a line to FILE for each point that the process passes: its name,
///   a tab, and the path that a rename makes.
package enum Failpoint {
  @inline(__always)
  package static func pass(
    _ name: @autoclosure () -> String, _ path: @autoclosure () -> String = ""
  ) {
    #if FAILPOINTS
      if let file = getenv("ALBUMSCAN_PASSED") { note("\(name())\t\(path())\n", in: file) }
      guard let wanted = getenv("ALBUMSCAN_KILL") else { return }
      let (point, number) = parts(of: String(cString: wanted))
      guard point == name(), passes.add(1, ordering: .relaxed).newValue == number else { return }
      kill(getpid(), SIGKILL)
    #endif
  }

  /// The environment of a child, with the test's variable if it is set.
  static func passedOn(to environment: [String]) -> [String] {
    #if FAILPOINTS
      guard let wanted = getenv("ALBUMSCAN_KILL") else { return environment }
      return environment + ["ALBUMSCAN_KILL=\(String(cString: wanted))"]
    #else
      return environment
    #endif
  }

  #if FAILPOINTS
    /// The number of times that this process has passed the wanted point.
    private static let passes = Atomic<Int>(0)

    /// `("commit:after", 3)` for `commit:after#3`. Without a number, it is 1.
    private static func parts(of text: String) -> (point: String, number: Int) {
      guard let separator = text.utf8.lastIndex(of: UInt8(ascii: "#")),
        let number = Int(text[text.utf8.index(after: separator)...])
      else { return (text, 1) }
      return (String(text[..<separator]), number)
    }

    private static func note(_ line: String, in path: UnsafePointer<CChar>) {
      guard let file = fopen(path, "ae") else { return }
      fputs(line, file)
      fclose(file)
    }
  #endif
}
