// A folder that all installations of a user share until the machine restarts. Web services count
// requests by the machine's address, not by installation.

import Glibc

package enum SharedFolder {
  /// The folder that systemd-tmpfiles makes (`docs/servers/albumscan.tmpfiles`). A service of systemd
  /// with a private `/tmp` shares no file in `/tmp` with others.
  package static let runtimeFolder = "/run/albumscan"

  /// `albumscan-<user id>` in `/run/albumscan`, or in `/tmp` if that folder is missing; created if
  /// needed. Nil when another user could change the folder, or when it cannot be written (a read-only
  /// `/tmp`).
  package static func path(under root: String? = nil) -> String? {
    let root = root ?? (Files.isDirectory(runtimeFolder) ? runtimeFolder : "/tmp")
    let path = "\(root)/albumscan-\(geteuid())"
    _ = mkdir(path, 0o700)
    var facts = stat()
    // `lstat` and not `stat`: another user could have put a symbolic link there.
    guard lstat(path, &facts) == 0, facts.st_mode & S_IFMT == S_IFDIR, facts.st_uid == geteuid(),
      facts.st_mode & 0o077 == 0, access(path, W_OK) == 0
    else { return nil }
    return path
  }
}
