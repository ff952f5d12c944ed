// The checks of the doctor about backups: rclone, the place that backup-to names, and the time of the
// last backup.

import Albums
import Exchange
import Host

extension Examination {
  /// A backup older than this was missed by at least one night.
  private static let backupMilliseconds: Int64 = 2 * 86_400_000

  /// Nothing without the setting backup-to. Sends no request.
  func backups() -> Finding? {
    guard let target = configuration.backupTo else { return nil }
    let subject = "backup-to \(target)"
    guard Rclone.program != nil else {
      return Finding(subject: subject, remedy: "apt-get install \(Rclone.package)")
    }
    let made = Files.modificationMilliseconds(of: configuration.backupMark)
    let isRecent = made.map { Setup.now().milliseconds - $0 < Self.backupMilliseconds } ?? false
    let files = "\(Files.parent(of: Programs.ownFolder))/share/albumscan/nightly"
    return Finding(
      subject: subject,
      remedy: isRecent
        ? nil
        : "there is no backup of the last two days; run albumscan nightly every night, with the files "
          + "in \(files)", isWarning: true)
  }

  /// Asks the place for its files.
  func askBackupPlace() -> [Finding] {
    guard let target = configuration.backupTo, Rclone.program != nil else { return [] }
    let subject = "backups at \(target)"
    do {
      let count = try RemoteBackups(target).names().count { DatedBackup(name: $0) != nil }
      return [Finding(subject: "\(subject): \(count)", remedy: nil)]
    } catch {
      return [Finding(subject: subject, remedy: "\(error)")]
    }
  }
}
