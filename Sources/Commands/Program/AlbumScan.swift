// The root of the command line. AlbumScan+Commands.swift lists the commands, and each command, or group of related
// commands, has its own file.

import ArgumentParser
import Host

struct AlbumScan: AsyncParsableCommand {
  static let number = Version.number
  static let userAgentName = "AlbumScan/\(number)"

  @Option(
    help: ArgumentHelp(
      "The control file; without this option the file that ALBUMSCAN_CONFIG names, else the only "
        + "file /etc/albumscan/*.conf or /srv/albumscan/etc/albumscan.conf, else cgi-bin/albumscan in "
        + "this folder. The program of a checkout prefers the latter.",
      valueName: "file"))
  var config: String?
}
