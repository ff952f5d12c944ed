// Whether a folder belongs to AlbumScan. `data` and `site` may be empty, missing, or folders that a version of AlbumScan
// made. Any other folder is refused, because `init` changes rights in `data`, and a build replaces pages in `site`.

import Glibc

package enum OwnFolders {
  /// A setting whose folder has files of others.
  package struct Foreign: Equatable, Sendable {
    package let setting: String
    package let folder: String

    /// The path of an entry that AlbumScan did not make.
    package let entry: String
  }

  /// The data folder, if it has no database and an entry that AlbumScan does not make.
  package static func foreign(data folder: String) throws(HostError) -> Foreign? {
    guard !Files.exists("\(folder)/albums.db") else { return nil }
    return try entry(of: folder) { isOfData($0) }
      .map { Foreign(setting: "data", folder: folder, entry: $0) }
  }

  /// The folder of pages, if it has files, and no build has ended or begun in it: the end writes the list of assets,
  /// and the beginning makes the marker file in `data`.
  package static func foreign(site folder: String, data: String) throws(HostError) -> Foreign? {
    guard !Files.isRegular("\(folder)/assets.txt"), !Files.exists("\(data)/building") else {
      return nil
    }
    return try entry(of: folder) { neutral.contains($0) }
      .map { Foreign(setting: "site", folder: folder, entry: $0) }
  }

  /// The first entry of a folder that is not known; nil without one, and for a folder that does not exist.
  private static func entry(
    of folder: String, isKnown: (String) -> Bool
  ) throws(HostError) -> String? {
    guard Files.exists(folder) else { return nil }
    return try Files.entries(of: folder).first { !isKnown($0) }.map { "\(folder)/\($0)" }
  }

  /// A file system has the first one at its top, and certbot makes the second one in a folder of pages.
  private static let neutral: Set<String> = ["lost+found", ".well-known"]

  private static func isOfData(_ name: String) -> Bool {
    names.contains(name) || neutral.contains(name) || prefixes.contains { name.hasPrefix($0) }
  }

  /// The entries of a data folder before its first `init`, and after the loss of its database. Source: docs/files.md.
  private static let names: Set<String> = [
    "artwork", "artwork-checked", "building", "certificate", "compressed", "covers.index",
    "exports", "imports", "keys", "log", "log.1", "messages", "pages", "photos", "refusals",
    "restored-control-file", "review-costs", "sessions", "share", "timer.lock", "tls", "uploads",
    "worker-wanted", "worker.lock",
  ]

  private static let prefixes = [
    ".tmp-", "albums.db", "backup", "lighttpd", "musicbrainz", "open-library", "orphans-",
    "passphrase-", "publish", "restore-", "upload-",
  ]
}

extension Configuration {
  /// The folder of a setting that does not belong to AlbumScan.
  package func foreignFolder() throws(HostError) -> OwnFolders.Foreign? {
    if let foreign = try OwnFolders.foreign(data: data) { return foreign }
    return try foreignSite()
  }

  package func foreignSite() throws(HostError) -> OwnFolders.Foreign? {
    try OwnFolders.foreign(site: site, data: data)
  }
}
