// The work of every night: a backup, the jobs that are due, cleaning, the stale pages, and the whole
// published log. cron or systemd runs it (docs/nightly).

import Albums
import ArgumentParser
import Exchange
import Host
import Publishing
import Scanning
import Store

struct Nightly: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    abstract: "Send a backup, run the jobs that are due, and remove what is no longer used.",
    discussion: """
      The backup goes to the destination that backup-to names: into a folder, or with rclone to a remote; of \
      earlier backups, 7 days, 4 weeks and 12 months stay there. Once a month, the newest backup is restored into a temporary folder, to show that this works. If publish-to is set, the published log is written and sent as with \
      publish --all. A step that fails does not stop the others.
      """)

  @ParentCommand var program: AlbumScan

  func run() async throws {
    let setup = try Setup(program)
    let tools = try setup.scanTools()
    var worst: Ending?
    func step(_ body: () async throws -> Void) async {
      do {
        try await body()
      } catch {
        let ending = (error as? Ending) ?? Ending(.no, "\(error)")
        if let message = ending.message { Terminal.note("albumscan: \(message)") }
        if ending.code.rawValue >= worst?.code.rawValue ?? 0 { worst = Ending(ending.code) }
      }
    }
    // The backup comes first: it is the most important step, and later steps delete data.
    await step { try backUp(setup) }
    await step { try await rehearse(setup) }
    await step { _ = try await Worker(tools: tools).drain() }
    await step { try await clean(tools, setup) }
    await step { try setup.refreshUnlessWorking(try setup.openStore(), publishes: false) }
    await step { try publish(setup) }
    if let worst { throw worst }
  }

  private func backUp(_ setup: Setup) throws {
    guard let target = setup.configuration.backupTo else { return }
    let store = try setup.openStore(waitMilliseconds: 600_000)
    do throws(BackupError) {
      guard let backup = DatedBackup(day: setup.today) else {
        throw .refused("the clock is wrong: \(setup.today)")
      }
      let written =
        if let folder = setup.configuration.backupFolder {
          try write(store, into: FolderBackups(folder, setup.configuration), as: backup, setup)
        } else {
          try send(store, to: target, as: backup, setup)
        }
      guard let written else {
        return Terminal.note(
          setup.words(
            "cli.nightly.empty", ["name": .text(backup.name), "place": .text(target)]))
      }
      Terminal.print(
        setup.words(
          "cli.nightly.sent",
          [
            "count": .count(written.report.finds), "name": .text(backup.name),
            "place": .text(target), "removed": .count(written.removed.count),
          ]))
    } catch {
      throw Ending(error, refused: .no)
    }
  }

  /// Once a month, shows that the newest backup can be restored.
  private func rehearse(_ setup: Setup) async throws {
    let rehearsal = Rehearsal(setup.configuration)
    guard setup.configuration.backupTo != nil, try rehearsal.isDue(at: Setup.now()) else { return }
    do {
      let backup = try await rehearsal.run(today: setup.today)
      Terminal.print(setup.words("cli.nightly.rehearsed", ["name": .text(backup.name)]))
    } catch BackupError.busy(let reason) {
      // Another night rehearses, or the host restores. The next night rehearses if it is still due.
      Terminal.note(reason)
    } catch let error as BackupError {
      throw Ending(error, refused: .no)
    }
  }

  /// A new backup, and the names of the earlier backups that were removed.
  private struct Written {
    let report: Backup.Report
    let removed: [String]
  }

  /// Returns nil and writes nothing if an empty history would replace a backup of today. So a new
  /// computer, before its restore, does not replace the backup of the old computer.
  private func write(
    _ store: borrowing Store, into folder: FolderBackups, as backup: DatedBackup, _ setup: Setup
  ) throws(BackupError) -> Written? {
    if try isEmpty(store), folder.has(backup) { return nil }
    let report = try folder.write(store, as: backup, at: Setup.now())
    do { try setup.noteBackup(report) } catch { throw .host(error) }
    try folder.remember()
    return Written(report: report, removed: try folder.removeExpired())
  }

  /// Returns nil like `write`.
  private func send(
    _ store: borrowing Store, to target: String, as backup: DatedBackup, _ setup: Setup
  ) throws(BackupError) -> Written? {
    let remote = try RemoteBackups(
      target, configuration: setup.configuration.rcloneConfiguration)
    if try isEmpty(store), try remote.has(backup) { return nil }
    var removed: [String] = []
    let report = try Backup(setup.configuration).send(store, at: Setup.now()) {
      (report) throws(BackupError) in
      try remote.send(report.file, as: backup)
      removed = try remote.removeExpired()
    }
    do { try setup.noteBackup(report) } catch { throw .host(error) }
    return Written(report: report, removed: removed)
  }

  private func isEmpty(_ store: borrowing Store) throws(BackupError) -> Bool {
    do { return try store.isEmpty() } catch { throw .store(error) }
  }

  private func publish(_ setup: Setup) throws {
    guard setup.configuration.publishing != nil else { return }
    var options = PublishOptions()
    options.all = true
    let report = try setup.publishAtTerminal(options)
    report.sentences(setup.configuration).forEach { Terminal.print(setup.words.text($0)) }
  }

  private func clean(_ tools: ScanTools, _ setup: Setup) async throws {
    await tools.removeOldEdits()
    let count = try await tools.collectArtwork()
    if count > 0 {
      Terminal.print(setup.words("cli.nightly.collected", ["count": .count(count)]))
    }
    let configuration = setup.configuration
    let former = try FormerDatabases.removeOld(
      beside: configuration.database, at: Setup.now().milliseconds)
    if !former.isEmpty {
      Terminal.print(
        setup.words("cli.nightly.former", ["files": .text(former.joined(separator: ", "))]))
    }
    if Files.exists(configuration.serverLog) { try LogFile.prepare(configuration.serverLog) }
  }
}
