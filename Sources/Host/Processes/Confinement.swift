// Rights that a program drops before it reads untrusted bytes.

import CHost
import Glibc

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

  /// Denies the text reader new privileges, sockets, and every change of a file, before it loads the library and the
  /// models. False in the same case as `applyToDecoder`.
  package static func applyToLoading() -> Bool {
    guard albumscan_no_new_privileges() == 0 else { return false }
    _ = albumscan_allow_drawing_only()
    return true
  }

  /// Denies the text reader the same as the decoder, after the library and the models are loaded.
  ///
  /// False when a thread of the library cannot have the filter; the caller must not read then. A kernel without system call
  /// filters is accepted, as for the decoder.
  package static func applyToReader() -> Bool { albumscan_allow_computing_only() != ESRCH }

  /// The folders and files with libraries and fonts of the system.
  private static let libraries = [
    "/usr", "/lib", "/lib64", "/etc/fonts", "/etc/ld.so.cache", "/var/cache/fontconfig",
  ]

  /// The folders with a user's fonts, below the home folder.
  private static let fonts = [
    ".fonts", ".local/share/fonts", ".config/fontconfig", ".cache/fontconfig",
  ]

  /// Denies `program`, which will replace this one, new privileges, and all system calls except those that
  /// read files, start threads and compute. The program can read only itself, libraries and fonts; it reads
  /// its input and writes its picture through open descriptors.
  ///
  /// False in the same case as `applyToDecoder`, and if the kernel has Landlock and refuses the list of files. A kernel
  /// without Landlock limits no reading.
  package static func applyToDrawing(with program: String) -> Bool {
    guard albumscan_no_new_privileges() == 0 else { return false }
    let home = Programs.environment("HOME").map { home in fonts.map { "\(home)/\($0)" } } ?? []
    let code = Programs.withCStrings(libraries + home + [program]) { paths in
      let readable = paths.dropLast().map { UnsafePointer($0) }
      return albumscan_read_only_below(readable, readable.count)
    }
    guard code == 0 else { return false }
    _ = albumscan_allow_drawing_only()
    return true
  }
}
