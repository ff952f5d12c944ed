// Waits for something that happens in another process.

import Glibc
import Host

package func pause(milliseconds: UInt32) { usleep(milliseconds * 1000) }

/// Checks `condition` every 20 ms until it holds; false if it does not hold within the time. The
/// time is a limit for a machine under load: a condition that holds ends the wait at once.
package func eventually(
  within milliseconds: Int64 = 60_000, _ condition: () throws -> Bool
) rethrows -> Bool {
  let deadline = Clock.bootMilliseconds() + milliseconds
  while Clock.bootMilliseconds() < deadline {
    if try condition() { return true }
    pause(milliseconds: 20)
  }
  return try condition()
}
