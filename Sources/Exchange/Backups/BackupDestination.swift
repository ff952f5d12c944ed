// A destination of the backups of `nightly`: a folder of this computer, or a remote of rclone.

package import Host

package struct BackupDestination: Sendable {
  private enum Kind {
    case folder(String)
    case remote(RemoteBackups)
  }

  private let kind: Kind

  /// `target` is a folder that exists, or `REMOTE:PATH`. Throws if it is neither, or if rclone is missing.
  package init(_ target: String, _ configuration: Configuration) throws(BackupError) {
    if Files.isDirectory(Files.resolvingLinks(target)) {
      kind = .folder(target)
    } else if target.contains(":") {
      kind = .remote(try RemoteBackups(target, configuration: configuration.rcloneConfiguration))
    } else {
      throw .refused("there is no file or folder \(target)")
    }
  }

  /// The backups, the newest first. Other files do not count.
  package func backups() throws(BackupError) -> [DatedBackup] {
    let names =
      switch kind {
      case .folder(let folder):
        try hosting { () throws(HostError) in try Files.entries(of: folder) }
      case .remote(let remote): try remote.names()
      }
    return names.compactMap(DatedBackup.init(name:)).sorted { $0.name > $1.name }
  }

  /// The newest backup; nil without one. A backup whose day is in the future does not count. `today` is
  /// `2026-11-22`.
  package func newest(today: String) throws(BackupError) -> DatedBackup? {
    guard let today = DatedBackup(day: today) else { return nil }
    return try backups().first { !$0.isOfFuture(today: today) }
  }

  /// Calls `body` with the path of a file that has the backup. A backup of a remote is fetched to the file
  /// `temporary`, which is removed afterwards, also after an error.
  package func withFile<Result>(
    of backup: DatedBackup, temporary: String, _ body: (String) async throws -> Result
  ) async throws -> Result {
    switch kind {
    case .folder(let folder): return try await body("\(folder)/\(backup.name)")
    case .remote(let remote):
      do {
        try remote.fetch(backup, to: temporary)
        let result = try await body(temporary)
        try Files.remove(temporary)
        return result
      } catch {
        try Files.remove(temporary)
        throw error
      }
    }
  }
}
