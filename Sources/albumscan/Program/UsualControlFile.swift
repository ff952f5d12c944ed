// The control file of a command without `--config`.

import Host

extension AlbumScan {
  /// The control file of a checkout, seen from its own folder.
  private static let ownControlFile = "cgi-bin/albumscan"

  /// The control file of the installation that the README describes.
  static let installedControlFile = "/srv/albumscan/etc/albumscan.conf"

  /// The control file of the checkout if this folder is one, else that of the installation. If neither
  /// exists, the error message names the checkout's.
  static var usualControlFile: String {
    !Files.exists(ownControlFile) && Files.exists(installedControlFile)
      ? installedControlFile : ownControlFile
  }
}
