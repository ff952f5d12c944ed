// Rights that a program drops before it reads bytes of strangers.

import CHost

package enum Confinement {
  /// Leaves the decoder no new privileges and only the system calls that computing needs: code that a
  /// malformed picture injects cannot open files or sockets, or start programs.
  ///
  /// False when the kernel refuses to forbid new privileges; the caller must not decode then. A kernel
  /// without system call filters is accepted: limits and privileges hold there too.
  package static func applyToDecoder() -> Bool {
    guard albumscan_no_new_privileges() == 0 else { return false }
    _ = albumscan_allow_computing_only()
    return true
  }
}
