// The control file of a command without `--config`.

import Host

extension AlbumScan {
  /// The control file of a checkout, seen from its own folder.
  private static let ownControlFile = "cgi-bin/albumscan"

  /// The control file of the installation that the README describes.
  static let installedControlFile = "/srv/albumscan/etc/albumscan.conf"

  /// The installed program takes the control file of the installation, also in a folder of sources: an
  /// upgrade runs there. The program of a checkout takes the checkout's. Each takes the other one if its
  /// own does not exist; if neither exists, the error message names the checkout's.
  static var usualControlFile: String {
    let isInstalled = !Programs.ownFolder.contains("/.build/")
    let files = [installedControlFile, ownControlFile]
    let preferred = isInstalled ? files : files.reversed()
    return preferred.first { Files.exists($0) } ?? ownControlFile
  }
}
