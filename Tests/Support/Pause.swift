// Waiting for something that happens in another process.

import Glibc
import Host

package func pause(milliseconds: UInt32) { usleep(milliseconds * 1000) }

/// Asks again until it is so; false when it was not within the time.
package func eventually(
  within milliseconds: Int64 = 30_000, _ condition: () throws -> Bool
) rethrows -> Bool {
  let deadline = Clock.bootMilliseconds() + milliseconds
  while Clock.bootMilliseconds() < deadline {
    if try condition() { return true }
    pause(milliseconds: 20)
  }
  return try condition()
}
