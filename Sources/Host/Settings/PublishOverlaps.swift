// Refuses folders of the published log that overlap with other folders: publishing deletes the
// files that it did not write, and strangers read its files.

import Text

extension Configuration {
  /// Throws if `publish-to` or `publish-remote` would endanger or reveal other files.
  func refusePublishOverlaps(_ reader: SettingReader) throws(ConfigurationError) {
    guard let publishing else { return }
    try refusePublishFolder(publishing.folder, reader)
    try refuseOwnFilesInside(publishing, reader)
    if let remote = publishing.remote { try refusePublishRemote(remote, publishing, reader) }
  }

  /// Refuses a folder that contains `data` or `site`, or that lies in one of them.
  private func refusePublishFolder(
    _ folder: String, _ reader: SettingReader
  ) throws(ConfigurationError) {
    for (key, other) in [("data", data), ("site", site)] {
      guard Files.isInside(folder, other) || Files.isInside(other, folder) else { continue }
      throw reader.error(
        "publish-to",
        "publish-to (\(folder)) must not overlap with \(key) (\(other)), because publishing deletes "
          + "files; name a folder of its own")
    }
  }

  /// Refuses a folder that contains files of the host, because publishing would delete or publish
  /// them. Refuses a folder inside the host's files, because the household site would copy a folder
  /// in `public`, and a copy or an upgrade of the host's files would mix both.
  private func refuseOwnFilesInside(
    _ publishing: PublishSettings, _ reader: SettingReader
  ) throws(ConfigurationError) {
    if Files.isInside(Files.resolvingLinks(file), publishing.folder) {
      throw reader.error(
        "publish-to",
        "publish-to (\(publishing.folder)) must not contain the control file; name another folder")
    }
    for (key, path) in ownFiles(publishing) {
      let own = Files.resolvingLinks(path)
      if Files.isInside(own, publishing.folder) {
        throw reader.error(
          reader.has(key) ? key : "publish-to",
          "\(key) (\(path)) must not lie inside publish-to (\(publishing.folder)), because publishing "
            + "deletes files; name another folder")
      }
      if Files.isInside(publishing.folder, own) {
        throw reader.error(
          "publish-to",
          "publish-to (\(publishing.folder)) must not lie inside \(key) (\(path)), which contains "
            + "files of your own; name another folder")
      }
    }
    if let backupTo, let folder = SettingReader.localFolder(of: backupTo),
      Files.isInside(folder, publishing.folder)
    {
      throw reader.error(
        "backup-to",
        "backup-to (\(folder)) must not lie inside publish-to (\(publishing.folder)), which "
          + "strangers read")
    }
  }

  /// The files and folders of the host that the program reads, with their keys.
  private func ownFiles(_ publishing: PublishSettings) -> [(key: String, path: String)] {
    [("publish-about", publishing.about)]
      + publishing.templates.map { ("publish-templates", $0) }
      + [("templates", templates), ("public", publicFiles), ("prompts", prompts), ("words", words)]
  }

  private func refusePublishRemote(
    _ remote: String, _ publishing: PublishSettings, _ reader: SettingReader
  ) throws(ConfigurationError) {
    if let folder = SettingReader.localFolder(of: remote) {
      let own = ownFiles(publishing) + [("the control file", file)]
      let others =
        [("data", data), ("site", site), ("publish-to", publishing.folder)]
        + own.map { ($0.key, Files.resolvingLinks($0.path)) }
      for (key, other) in others
      where Files.isInside(folder, other) || Files.isInside(other, folder) {
        throw reader.error(
          "publish-remote",
          "publish-remote (\(folder)) must not overlap with \(key) (\(other)), because sending "
            + "deletes files; name a folder of its own")
      }
    }
    if let backupTo, SettingReader.isDestination(backupTo, inside: remote) {
      throw reader.error(
        "publish-remote",
        "publish-remote (\(remote)) must not contain backup-to (\(backupTo)), because sending "
          + "deletes files; name another place")
    }
  }
}

extension SettingReader {
  /// The folder of this computer that a destination of rclone names, without links: of `/path`,
  /// `:local:/path` or `:local,option:/path`. Nil for every other destination.
  static func localFolder(of destination: String) -> String? {
    guard isLocal(destination) else { return nil }
    var path = destination.utf8[...]
    if path.first != .slash {
      while !path.isEmpty, !path.starts(with: ":/".utf8) { path.removeFirst() }
      path = path.dropFirst()
    }
    guard !path.isEmpty else { return nil }
    return Files.resolvingLinks(Files.absolutePath(String(Substring(path)), from: "/"))
  }

  /// Whether a destination of rclone is on this computer without a configured remote.
  static func isLocal(_ destination: String) -> Bool {
    destination.utf8.starts(with: "/".utf8) || destination.utf8.starts(with: ":local:".utf8)
      || destination.utf8.starts(with: ":local,".utf8)
  }

  /// Whether the first destination of rclone is the second one, or lies inside it.
  static func isDestination(_ destination: String, inside other: String) -> Bool {
    if let inner = localFolder(of: destination), let outer = localFolder(of: other) {
      return Files.isInside(inner, outer)
    }
    let (inner, outer) = (withoutSlashes(destination), withoutSlashes(other))
    guard inner.starts(with: outer) else { return false }
    return inner.count == outer.count || outer.last == .colon
      || inner[outer.count] == .slash
  }

  private static func withoutSlashes(_ destination: String) -> [UInt8] {
    var bytes = Array(destination.utf8)
    while bytes.last == .slash { bytes.removeLast() }
    return bytes
  }
}
