// The control file of a command without `--config`.

import Host

extension AlbumScan {
  /// The control file of a checkout, seen from its own folder.
  private static let ownControlFile = "cgi-bin/albumscan"

  /// The control file of the installation that the README describes.
  static let installedControlFile = "/srv/albumscan/etc/albumscan.conf"

  /// The installed program takes the control file of the installation, even in a folder of sources,
  /// because a host runs an upgrade there. The program of a checkout takes the control file of the
  /// checkout. Each program takes the other file if its own does not exist. If neither exists, the
  /// error message names the file of the checkout.
  static var usualControlFile: String {
    let isInstalled = !Programs.ownFolder.contains("/.build/")
    let files = [installedControlFile, ownControlFile]
    let preferred = isInstalled ? files : files.reversed()
    return preferred.first { Files.exists($0) } ?? ownControlFile
  }
}
