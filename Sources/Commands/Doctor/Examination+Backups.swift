// The checks of the doctor about backups: the destination that backup-to names, the time of the
// last backup, rclone and its configuration.

import Albums
import Exchange
import Host

extension Examination {
  /// If the last backup is older than this, at least one night made no backup.
  private static let backupMilliseconds: Int64 = 2 * 86_400_000

  /// No finding without the setting backup-to. Sends no request.
  func backups() -> Finding? {
    guard let target = configuration.backupTo else { return nil }
    let subject = "backup-to \(target)"
    if let objection = objectionToBackups() { return Finding(subject: subject, remedy: objection) }
    let made = Files.modificationMilliseconds(of: configuration.backupMarker)
    let isRecent = made.map { Setup.now().milliseconds - $0 < Self.backupMilliseconds } ?? false
    let files = "\(Setup.shared)/nightly"
    return Finding(
      subject: subject,
      remedy: isRecent
        ? nil
        : "there is no backup of the last two days; run this every night, with the files in \(files): "
          + setup.command("nightly"), isWarning: true)
  }

  /// The result of the last rehearsal of a restore; no finding before the first one.
  func rehearsal() -> Finding? {
    guard configuration.backupTo != nil else { return nil }
    let subject = "rehearsal of a restore"
    do throws(HostError) {
      guard let last = try Rehearsal(configuration).last else { return nil }
      return Finding(
        subject: "\(subject) \(last.time.iso)",
        remedy: last.failure.map {
          "the newest backup cannot be restored: \($0); \(setup.command("nightly"))"
        })
    } catch {
      return Self.unchecked(subject, error)
    }
  }

  /// The reason why no backup can be made at the destination, as far as it is known without a request.
  private func objectionToBackups() -> String? {
    guard let folder = configuration.backupFolder else {
      return Rclone.installed.absence
    }
    do {
      return try FolderBackups(folder, configuration).objection()
    } catch {
      return "\(error)"
    }
  }

  /// Counts the backups at the destination. A folder needs no request.
  func askBackupDestination() -> [Finding] {
    guard let target = configuration.backupTo, objectionToBackups() == nil else { return [] }
    let subject = "backups at \(target)"
    do {
      let names =
        if let folder = configuration.backupFolder {
          try FolderBackups(folder, configuration).names()
        } else {
          try RemoteBackups(target, configuration: configuration.rcloneConfiguration).names()
        }
      let count = names.count { DatedBackup(name: $0) != nil }
      return [Finding(subject: "\(subject): \(count)", remedy: nil)]
    } catch {
      return [Finding(subject: subject, remedy: "\(error)")]
    }
  }

  /// Checks the file with rclone's remotes. The worker, `publish` and `nightly` run in different
  /// environments, so only the setting makes all of them use the same file.
  func rcloneConfiguration() -> Finding? {
    let usesRclone =
      (configuration.backupTo != nil && configuration.backupFolder == nil)
      || configuration.publishing?.remote != nil
    guard usesRclone else { return nil }
    let environment = Rclone.environmentConfiguration
    guard let file = configuration.rcloneConfiguration else {
      return environment.map { file in
        Finding(
          subject: "two rclone configurations",
          remedy: "RCLONE_CONFIG names \(file) here, but the worker has no such variable and uses "
            + "rclone's own file; write into \(configuration.file): rclone-config: \(file)")
      }
    }
    if let environment, Files.resolvingLinks(environment) != Files.resolvingLinks(file) {
      return Finding(
        subject: "two rclone configurations",
        remedy:
          "rclone-config names \(file), which counts, and RCLONE_CONFIG names \(environment); "
          + "unset RCLONE_CONFIG, also in the files of cron and systemd")
    }
    let subject = "rclone-config \(file)"
    guard Files.exists(file) else {
      return Finding(
        subject: subject,
        remedy: "there is no such file; make the remotes as this user: "
          + "rclone --config \(file) config")
    }
    guard Files.allows(.read, file), Files.allows(.write, file) else {
      return Finding(
        subject: subject,
        remedy: "this user must read it, and rclone renews passwords in it; "
          + "sudo chown \(Programs.userName) \(file) && sudo chmod 600 \(file)")
    }
    return Finding(
      subject: subject,
      remedy: Files.isOpenToOthers(file)
        ? "it contains passwords, and others may read it; chmod 600 \(file)" : nil)
  }
}
