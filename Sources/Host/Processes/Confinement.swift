// Rights that a program drops before it reads untrusted bytes.

import CHost

package enum Confinement {
  /// Denies the decoder new privileges, and all system calls except those that computing needs.
  /// Code that a malformed picture injects cannot open files or sockets, or start programs.
  ///
  /// False when the kernel does not forbid new privileges; the caller must not decode then. A
  /// kernel without system call filters is accepted, because resource limits and denied privileges
  /// still apply.
  package static func applyToDecoder() -> Bool {
    guard albumscan_no_new_privileges() == 0 else { return false }
    _ = albumscan_allow_computing_only()
    return true
  }

  /// Denies the program that will replace this one new privileges, the network, all changes of files, and
  /// new processes. That program reads its input and writes its picture through open descriptors.
  ///
  /// False in the same case as `applyToDecoder`.
  package static func applyToDrawing() -> Bool {
    guard albumscan_no_new_privileges() == 0 else { return false }
    _ = albumscan_allow_drawing_only()
    return true
  }
}
