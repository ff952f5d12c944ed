// Descriptors 0, 1 and 2 of a CGI. The web server may start the CGI with closed descriptors. The
// web server waits until the CGI closes its descriptors.

import CHost
import Glibc

package enum StandardStreams {
  /// Opens closed descriptors 0–2 on /dev/null, so no database file gets such a number.
  ///
  /// Source: docs/faults.md A13; <https://www.sqlite.org/howtocorrupt.html#_continuing_to_use_a_file_descriptor_after_it_has_been_closed>.
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

  /// Ends the response: descriptors 0–2 become /dev/null, so the web server stops waiting.
  package static func release() {
    let null = albumscan_open("/dev/null", O_RDWR, 0)
    guard null >= 0 else { return }
    for number in Int32(0)...2 { dup2(null, number) }
    close(null)
  }

  /// Whether descriptor `number` is a terminal. The corresponding C function is `isatty`.
  package static func isTerminal(_ number: Int32) -> Bool { isatty(number) == 1 }

  /// Waits at most `milliseconds` for input; false when no input arrived.
  package static func waitForInput(milliseconds: Int32) -> Bool {
    var request = pollfd(fd: 0, events: Int16(POLLIN), revents: 0)
    return poll(&request, 1, milliseconds) > 0
  }
}
