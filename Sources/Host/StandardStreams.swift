// Descriptors 0, 1 and 2 as a CGI meets them: perhaps closed, perhaps held by someone who must be let go.

import CHost
import Glibc

package enum StandardStreams {
  /// Opens whatever of 0–2 is closed on /dev/null, so that no database ever gets such a number.
  ///
  /// Source: FAULTS A13; <https://www.sqlite.org/howtocorrupt.html#_continuing_to_use_a_file_descriptor_after_it_has_been_closed>.
  package static func ensureOpen() {
    while true {
      let number = albumscan_open("/dev/null", O_RDWR, 0)
      guard number >= 0 else { return }
      if number > 2 {
        close(number)
        return
      }
    }
  }

  /// Lets the reader of our answer go: 0–2 become /dev/null.
  package static func release() {
    let null = albumscan_open("/dev/null", O_RDWR, 0)
    guard null >= 0 else { return }
    for number in Int32(0)...2 { dup2(null, number) }
    close(null)
  }

  /// Whether a person watches descriptor `number`. The corresponding C function is `isatty`.
  package static func isTerminal(_ number: Int32) -> Bool { isatty(number) == 1 }

  /// Waits at most `milliseconds` for something to read; false when nothing came.
  package static func waitForInput(milliseconds: Int32) -> Bool {
    var question = pollfd(fd: 0, events: Int16(POLLIN), revents: 0)
    return poll(&question, 1, milliseconds) > 0
  }
}
