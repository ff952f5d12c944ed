// Separate threads for the played services. A test that waits for the program under test blocks a
// thread of Swift's cooperative pool, which has only two threads on a small machine. A service must
// answer even if the tests block all of them.

import Glibc

private final class ThreadBody: Sendable {
  let run: @Sendable () -> Void
  init(_ run: @escaping @Sendable () -> Void) { self.run = run }
}

/// Starts a detached thread. The corresponding C function is `pthread_create`.
package func startThread(_ body: @escaping @Sendable () -> Void) {
  let attributes = UnsafeMutablePointer<pthread_attr_t>.allocate(capacity: 1)
  pthread_attr_init(attributes)
  pthread_attr_setdetachstate(attributes, Int32(PTHREAD_CREATE_DETACHED))
  defer {
    pthread_attr_destroy(attributes)
    attributes.deallocate()
  }
  let box = Unmanaged.passRetained(ThreadBody(body))
  var thread = pthread_t()
  let code = pthread_create(
    &thread, attributes,
    { raw in
      if let raw { Unmanaged<ThreadBody>.fromOpaque(raw).takeRetainedValue().run() }
      return nil
    }, box.toOpaque())
  precondition(code == 0, "pthread_create: \(code)")
}

/// Microseconds since start-up.
func monotonicMicroseconds() -> Int64 {
  var time = timespec()
  clock_gettime(CLOCK_BOOTTIME, &time)
  return Int64(time.tv_sec) * 1_000_000 + Int64(time.tv_nsec) / 1000
}
