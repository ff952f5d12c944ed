// Sends backups to another computer or a storage service, with `rclone`. `FolderBackups` writes backups
// into a folder of this computer.

import Host

/// The remote that the setting `backup-to` names.
package struct RemoteBackups: Sendable {
  /// The exit code of rclone for a folder that does not exist yet.
  private static let noFolder: Int32 = 3

  /// The maximum time of an upload or a download: half a day, so that the next night's backup never
  /// overlaps.
  private static let uploadMilliseconds: Int64 = 12 * 3_600_000
  private static let requestMilliseconds: Int64 = 10 * 60_000

  private let rclone: Rclone

  /// `REMOTE:PATH`, or the absolute path of a folder.
  private let target: String

  /// Throws if `rclone` is not installed. `configuration` is the setting `rclone-config`.
  package init(_ target: String, configuration: String?) throws(BackupError) {
    do {
      rclone = try Rclone(for: "backup-to", configuration: configuration)
    } catch {
      throw BackupError(error)
    }
    self.target = target
  }

  /// Uploads a file. rclone compares the digests of both files afterwards if the remote can do that.
  ///
  /// Without `--ignore-times`, rclone would not send a second backup of the same day if it has the size
  /// of the first and the remote stores no times, like many WebDAV servers.
  package func send(_ file: String, as backup: DatedBackup) throws(BackupError) {
    let output = try run(
      ["copyto", "--ignore-times", "--", file, path(of: backup.name)],
      within: Self.uploadMilliseconds)
    guard output.exitCode == 0 else { throw failure("copyto", output) }
  }

  /// The names of the files in the folder; none if the folder does not exist yet.
  package func names() throws(BackupError) -> [String] {
    let output = try run(
      ["lsf", "--files-only", "--max-depth", "1", "--", target], within: Self.requestMilliseconds)
    if output.exitCode == Self.noFolder { return [] }
    guard output.exitCode == 0 else { throw failure("lsf", output) }
    return output.bytes.split(separator: UInt8(ascii: "\n")).map {
      String(decoding: $0, as: UTF8.self)
    }
  }

  /// Fetches a backup to a file of this computer, which it replaces.
  package func fetch(_ backup: DatedBackup, to file: String) throws(BackupError) {
    let output = try run(
      ["copyto", "--ignore-times", "--", path(of: backup.name), file],
      within: Self.uploadMilliseconds)
    guard output.exitCode == 0 else { throw failure("copyto", output) }
    try hosting { () throws(HostError) in try Files.setMode(0o600, of: file) }
  }

  /// Whether the remote has this backup.
  package func has(_ backup: DatedBackup) throws(BackupError) -> Bool {
    try names().contains(backup.name)
  }

  /// Deletes the backups that are too old. Returns their names.
  package func removeExpired() throws(BackupError) -> [String] {
    let expired = BackupRetention.expired(try names())
    for name in expired {
      let output = try run(["deletefile", "--", path(of: name)], within: Self.requestMilliseconds)
      guard output.exitCode == 0 else { throw failure("deletefile", output) }
    }
    return expired
  }

  private func path(of name: String) -> String { Rclone.path(of: name, in: target) }

  private func run(
    _ arguments: [String], within milliseconds: Int64
  ) throws(BackupError) -> Programs.Output {
    do { return try rclone.run(arguments, within: milliseconds) } catch { throw BackupError(error) }
  }

  private func failure(_ command: String, _ output: Programs.Output) -> BackupError {
    BackupError(rclone.failure(command, at: target, output))
  }
}
