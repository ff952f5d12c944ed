// What a program gives up before it reads a stranger's bytes.

import CHost

package enum Confinement {
  /// The decoder: no new privileges, and only the system calls that computing needs. Files, sockets and
  /// other programs are out of reach for code that a malformed picture might smuggle in.
  ///
  /// False when the kernel refuses the first; then nothing may be decoded. A kernel without system call
  /// filters is accepted: the limits and `no_new_privs` hold there too.
  package static func applyToDecoder() -> Bool {
    guard albumscan_no_new_privileges() == 0 else { return false }
    _ = albumscan_allow_computing_only()
    return true
  }
}
