// A folder for what all installations of one user share while the machine runs: a service that counts by
// address does not care which of them asks.

import Glibc

package enum SharedFolder {
  /// `/tmp/albumscan-<user id>`, made where it is missing; nil where somebody else could reach into it.
  package static func path(under root: String = "/tmp") -> String? {
    let path = "\(root)/albumscan-\(geteuid())"
    _ = mkdir(path, 0o700)
    var facts = stat()
    // Not `stat`: a link that somebody put there leads to a folder of their choice.
    guard lstat(path, &facts) == 0, facts.st_mode & S_IFMT == S_IFDIR, facts.st_uid == geteuid(),
      facts.st_mode & 0o077 == 0
    else { return nil }
    return path
  }
}
