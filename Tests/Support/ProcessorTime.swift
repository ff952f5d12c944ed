// Measures processor time, which does not depend on other programs on the machine.

import Glibc

/// Processor time of the calling thread. The corresponding C function is `clock_gettime`.
package func processorTime(_ body: () throws -> Void) rethrows -> Duration {
  let start = threadTime()
  try body()
  return threadTime() - start
}

private func threadTime() -> Duration {
  var time = timespec()
  clock_gettime(CLOCK_THREAD_CPUTIME_ID, &time)
  return .seconds(Int64(time.tv_sec)) + .nanoseconds(Int64(time.tv_nsec))
}
