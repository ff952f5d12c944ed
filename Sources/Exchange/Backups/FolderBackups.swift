// Backups in a folder of this computer, which needs no other program. The program never makes the
// folder, because the folder may be on a disk that is not mounted. Source:
// docs/decisions/118-backup-folder.md.

package import Albums
package import Host
package import Store

/// The folder that the setting `backup-to` names.
package struct FolderBackups: Sendable {
  private let folder: String
  private let configuration: Configuration

  package init(_ folder: String, _ configuration: Configuration) {
    self.folder = folder
    self.configuration = configuration
  }

  /// The reason why no backup can be written into the folder, with the remedy. Nil if a backup can
  /// be written.
  package func objection() throws(BackupError) -> String? {
    guard Files.isDirectory(folder) else {
      return "there is no folder \(folder). If it is on another disk, mount that disk. For the "
        + "first backup, make it: sudo install -d -m 700 -o \(Programs.userName) \(folder)"
    }
    guard Files.allows(.write, folder), Files.allows(.execute, folder) else {
      return "this user cannot write \(folder): sudo chown \(Programs.userName) \(folder)"
    }
    guard try lastFolder == folder, try names().isEmpty else { return nil }
    let marker = configuration.backupMarker
    return "\(folder) has no backup, but the last one was written there: mount its disk. If you "
      + "have removed the backups: rm \(marker)"
  }

  /// Writes a backup into the folder, and replaces a backup of the same day. Throws if the folder
  /// cannot be used.
  package func write(
    _ store: borrowing Store, as backup: DatedBackup, at now: Timestamp
  ) throws(BackupError) -> Backup.Report {
    if let objection = try objection() { throw .refused(objection) }
    try removeRemains(but: backup)
    return try Backup(configuration).write(
      store, to: "\(folder)/\(backup.name)", replaces: true, at: now)
  }

  /// The names of the backups in the folder.
  package func names() throws(BackupError) -> [String] {
    try hosting { () throws(HostError) in
      try Files.entries(of: folder).filter { DatedBackup(name: $0) != nil }
    }
  }

  package func has(_ backup: DatedBackup) -> Bool { Files.exists("\(folder)/\(backup.name)") }

  /// Deletes the backups that are too old, and returns their names. Also removes the rights that
  /// earlier versions gave other users on the remaining backups.
  package func removeExpired() throws(BackupError) -> [String] {
    let names = try names()
    let expired = BackupRetention.expired(names)
    try hosting { () throws(HostError) in
      for name in names {
        let path = "\(folder)/\(name)"
        if expired.contains(name) {
          try Files.remove(path)
        } else if let mode = Files.mode(of: path), (mode & 0o007) != 0 {
          try Files.setMode(mode & ~0o007, of: path)
        }
      }
    }
    return expired
  }

  /// Removes the incomplete files that a killed `nightly` has left. The file of today's backup
  /// stays, because another process may be writing it.
  private func removeRemains(but backup: DatedBackup) throws(BackupError) {
    let prefix = ".tmp-"
    try hosting { () throws(HostError) in
      for name in try Files.entries(of: folder, startingWith: prefix) {
        let whole = DatedBackup(name: String(name.dropFirst(prefix.count)))
        if let whole, whole != backup { try Files.remove("\(folder)/\(name)") }
      }
    }
  }

  /// Records that the newest backup is in the folder.
  package func remember() throws(BackupError) {
    try hosting { () throws(HostError) in
      try Files.replace(configuration.backupMarker, with: Array(folder.utf8), durably: true)
    }
  }

  /// The folder with the newest backup that `nightly` wrote into a folder; nil if there is no such
  /// backup.
  private var lastFolder: String? {
    get throws(BackupError) {
      do {
        let text = try Files.read(configuration.backupMarker, limit: 4096)
        return text.isEmpty ? nil : String(decoding: text, as: UTF8.self)
      } catch {
        if error.isMissing { return nil }
        throw .host(error)
      }
    }
  }
}
