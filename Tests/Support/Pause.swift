// Waits for an event in another process.

import Glibc
import Host

package func pause(milliseconds: UInt32) { usleep(milliseconds * 1000) }

/// Checks `condition` until it is true; returns false if it stays false for the whole time. The time is
/// a limit for a machine under load. The pause after a check grows from 20 ms to 100 ms, because many
/// conditions ask a browser or start a program.
package func eventually(
  within milliseconds: Int64 = 180_000, _ condition: () throws -> Bool
) rethrows -> Bool {
  let deadline = Clock.bootMilliseconds() + milliseconds
  var gap: UInt32 = 20
  while Clock.bootMilliseconds() < deadline {
    if try condition() { return true }
    pause(milliseconds: gap)
    gap = min(100, gap + gap / 4)
  }
  return try condition()
}
