// Places where a test may kill the process. Debug builds only; in a release build `pass` is empty.

import Glibc

/// A named moment; `ALBUMSCAN_KILL=name` in the environment ends the process there with SIGKILL.
package enum Failpoint {
  @inline(__always)
  package static func pass(_ name: @autoclosure () -> String) {
    #if FAILPOINTS
      guard let wanted = getenv("ALBUMSCAN_KILL"), String(cString: wanted) == name() else { return }
      kill(getpid(), SIGKILL)
    #endif
  }

  /// The environment a child gets, with the test's wish where there is one.
  static func passedOn(to environment: [String]) -> [String] {
    #if FAILPOINTS
      guard let wanted = getenv("ALBUMSCAN_KILL") else { return environment }
      return environment + ["ALBUMSCAN_KILL=\(String(cString: wanted))"]
    #else
      return environment
    #endif
  }
}
