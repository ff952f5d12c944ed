// The system's clocks. Code whose result depends on the time gets the time as a value or a closure.
// Only the programs, and code that waits or measures, read the clocks themselves.

import Glibc

package enum Clock {
  /// Milliseconds since 1970, for display, ages and quotas. The corresponding C function is
  /// `clock_gettime`.
  package static func wallMilliseconds() -> Int64 { milliseconds(CLOCK_REALTIME) }

  /// Milliseconds since start-up, including sleep, for timeouts within a process. This clock never
  /// jumps.
  package static func bootMilliseconds() -> Int64 { milliseconds(CLOCK_BOOTTIME) }

  private static func milliseconds(_ clock: clockid_t) -> Int64 {
    var time = timespec()
    clock_gettime(clock, &time)
    return Int64(time.tv_sec) * 1000 + Int64(time.tv_nsec) / 1_000_000
  }
}
