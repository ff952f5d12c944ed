// Waits for an event in another process.

import Glibc
import Host

package func pause(milliseconds: UInt32) { usleep(milliseconds * 1000) }

/// Checks `condition` every 20 ms until it is true; returns false if it stays false for the whole
/// time. The time is a limit for a machine under load. The wait ends as soon as the condition is
/// true.
package func eventually(
  within milliseconds: Int64 = 180_000, _ condition: () throws -> Bool
) rethrows -> Bool {
  let deadline = Clock.bootMilliseconds() + milliseconds
  while Clock.bootMilliseconds() < deadline {
    if try condition() { return true }
    pause(milliseconds: 20)
  }
  return try condition()
}
