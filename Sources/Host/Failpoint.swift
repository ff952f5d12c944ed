// Points in the code where a test can kill the process. In a release build `pass` does nothing.

import Glibc

/// A named point; `ALBUMSCAN_KILL=name` in the environment ends the process there with SIGKILL.
package enum Failpoint {
  @inline(__always)
  package static func pass(_ name: @autoclosure () -> String) {
    #if FAILPOINTS
      guard let wanted = getenv("ALBUMSCAN_KILL"), String(cString: wanted) == name() else { return }
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
}
