// Rehearses a restore: the newest backup is fetched, unpacked, checked and upgraded beside the data folder, and then
// removed. So the host learns early that a backup cannot be restored, and not in an emergency.

package import Albums
package import Host

package struct Rehearsal: Sendable {
  /// The time between two rehearsals, in milliseconds. Source: docs/limits.md "Backups".
  package static let period: Int64 = 30 * 86_400_000

  private let configuration: Configuration

  package init(_ configuration: Configuration) { self.configuration = configuration }

  /// The result of the last rehearsal.
  package struct Result: Equatable, Sendable {
    package let time: Timestamp

    /// The reason why the backup could not be restored; nil if it could.
    package let failure: String?
  }

  /// The last result; nil before the first rehearsal. The marker file has the failure as its text,
  /// and the time of the rehearsal as its own time.
  package var last: Result? {
    get throws(HostError) {
      let file = configuration.rehearsalMarker
      guard let time = Files.modificationMilliseconds(of: file) else { return nil }
      let text = String(decoding: try Files.read(file, limit: 64 << 10), as: UTF8.self)
      return Result(time: Timestamp(milliseconds: time), failure: text.isEmpty ? nil : text)
    }
  }

  /// Whether a rehearsal is due: the last one is older than a month, or failed.
  package func isDue(at now: Timestamp) throws(HostError) -> Bool {
    guard let last = try last else { return true }
    return last.failure != nil || now.milliseconds - last.time.milliseconds >= Self.period
  }

  /// Rehearses the restore of the newest backup, and records the result. Returns the name of the backup. Throws the
  /// reason if it cannot be restored. Another restore at the same time, a full disk, and a remote that does not
  /// answer are not recorded as a result.
  package func run(today: String) async throws -> DatedBackup {
    guard let target = configuration.backupTo else {
      throw BackupError.refused("backup-to is not set")
    }
    let destination = try BackupDestination(configuration.backupFolder ?? target, configuration)
    do {
      guard let newest = try destination.newest(today: today) else {
        throw BackupError.refused("\(target) has no backup")
      }
      try await destination.withFile(of: newest, temporary: configuration.fetchedBackup) { file in
        let restore = Restore(configuration)
        do {
          _ = try restore.prepare(file)
        } catch {
          try restore.discard()
          throw error
        }
        try restore.discard()
      }
      try record("")
      return newest
    } catch let error as BackupError {
      switch error {
      case .busy, .noSpace, .remote: break
      default: try record("\(error)")
      }
      throw error
    }
  }

  private func record(_ text: String) throws(HostError) {
    try Files.replace(configuration.rehearsalMarker, with: Array(text.utf8), durably: false)
  }
}
