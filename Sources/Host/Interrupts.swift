// Ctrl-C at the terminal, for commands that end their present work first.

import CHost

package enum Interrupts {
  /// From now on the first Ctrl-C only sets `happened`; the second one ends the process. Child programs
  /// that start later are not interrupted.
  package static func watch() { albumscan_watch_interrupts() }

  /// Whether Ctrl-C was pressed after `watch`.
  package static var happened: Bool { albumscan_was_interrupted() != 0 }
}
