// Replaces the history by a backup, and keeps the replaced data folder.

import Albums
import ArgumentParser
import Exchange
import Host
import Store

struct RestoreHistory: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "restore",
    abstract: "Put the history of a backup in place of the data folder, and build the site.",
    discussion: """
      The backup is unpacked and checked beside the data folder. Then the data folder gets the name \
      data.replaced-YYYY-MM-DD, and the new one its place. Keys and certificates are carried over; \
      all devices are signed out, and API tokens are revoked. People whom the replaced history has \
      disabled or does not have are disabled. Restart albumscan serve afterwards.

      In place of a file, a remote of rclone (REMOTE:PATH) or a folder with backups of nightly can be named: the \
      newest one is restored, or that of --day. --list shows them and restores nothing.
      """)

  @ParentCommand var program: AlbumScan
  @Flag(help: "Replace the history that is there; its folder is kept.") var replace = false
  @Flag(help: "Only list the backups of a remote or a folder.") var list = false
  @Option(help: "The day of a backup at a remote or in a folder, such as 2026-11-22.") var day:
    String?
  @Argument(help: "A file that albumscan backup wrote, REMOTE:PATH, or a folder with backups.")
  var file: String

  func run() async throws {
    let setup = try Setup(program)
    let configuration = setup.configuration
    let path = Files.absolutePath(file, from: Files.workingDirectory)
    let destination =
      Files.isRegular(Files.resolvingLinks(path)) ? nil : try destination(path, setup)
    if list { return try show(destination) }
    let hasFolder = Files.exists(configuration.data)
    if hasFolder {
      try setup.refuseForeignUser()
      if !replace, hasHistory(configuration.database) {
        throw Ending(.no, setup.words("cli.restore.exists", ["data": .text(configuration.data)]))
      }
    }
    try setup.refuse(try configuration.foreignFolder())
    do {
      guard let destination else { return try await restore(path, hasFolder: hasFolder, setup) }
      let backup = try chosen(at: destination, today: setup.today)
      Terminal.note(
        setup.words("cli.restore.chosen", ["name": .text(backup.name), "place": .text(file)]))
      try await destination.withFile(of: backup, temporary: configuration.fetchedBackup) {
        try await restore($0, hasFolder: hasFolder, setup)
      }
    } catch let error as BackupError {
      try Restore(configuration).discard()
      throw Ending(error, refused: .unusable)
    } catch {
      try Restore(configuration).discard()
      throw error
    }
  }

  private func destination(_ path: String, _ setup: Setup) throws -> BackupDestination {
    do throws(BackupError) {
      return try BackupDestination(Files.exists(path) ? path : file, setup.configuration)
    } catch {
      throw Ending(error, refused: .unusable)
    }
  }

  /// Prints the names, the newest first.
  private func show(_ destination: BackupDestination?) throws {
    guard let destination else {
      throw Ending(.usage, "\(file) is one backup; --list needs a remote or a folder")
    }
    do throws(BackupError) {
      for backup in try destination.backups() { Terminal.print(backup.name) }
    } catch {
      throw Ending(error, refused: .unusable)
    }
  }

  /// The backup of the option, or the newest one of the past.
  private func chosen(
    at destination: BackupDestination, today: String
  ) throws(BackupError) -> DatedBackup {
    let backups = try destination.backups()
    let wanted =
      if let day { DatedBackup(day: day) } else { try destination.newest(today: today) }
    guard let wanted, backups.contains(wanted) else {
      throw .refused(
        backups.isEmpty
          ? "\(file) has no backup"
          : "\(file) has no backup of \(day ?? "the past"); --list shows the days, --day chooses one"
      )
    }
    return wanted
  }

  private func restore(_ path: String, hasFolder: Bool, _ setup: Setup) async throws {
    let configuration = setup.configuration
    let restore = Restore(configuration)
    let prepared = try restore.prepare(path)
    let lock: Lock? = if hasFolder { try setup.takeLock() } else { nil }
    let kept = try restore.swap(prepared, day: setup.today)
    _ = consume lock
    if let kept, let mode = Files.mode(of: kept) { try Files.setMode(mode & ~0o007, of: kept) }
    try configuration.privateFiles.close()
    try Files.makeDirectories(configuration.site)
    let store = try Init.openUpgrading(setup)
    try Init.build(from: store, setup)
    try restore.end()
    let (manifest, accounts) = (prepared.manifest, prepared.accounts)
    _ = consume prepared
    Terminal.print(
      setup.words(
        "cli.restore.done",
        ["count": .count(try store.countFinds()), "time": .text(manifest.created)]))
    if let kept {
      Terminal.note(setup.words("cli.restore.kept", ["folder": .text(kept)]))
    }
    if try store.hasPeople() { Terminal.note(setup.words("cli.restore.sign-in")) }
    note(accounts, setup.words)
    // Finds that the backup does not show to strangers must leave the published log.
    try setup.publishInBackground(store)
  }

  /// Prints the names of the people whose accounts the restore affects.
  private func note(_ accounts: RestoredAccounts, _ words: Phrasebook) {
    func note(_ key: String, _ people: [Person]) {
      guard !people.isEmpty else { return }
      let names = people.map(\.name.text).joined(separator: ", ")
      Terminal.note(words(key, ["names": .text(names)]))
    }
    if let reason = accounts.unread {
      Terminal.note(words("cli.restore.unread", ["reason": .text(reason)]))
    }
    note("cli.restore.disabled", accounts.disabled)
    note("cli.restore.spared", [accounts.spared].compactMap(\.self))
    note("cli.restore.passphrases", accounts.withPassphrase)
  }

  /// A database that cannot be read may contain a history, too.
  private func hasHistory(_ database: String) -> Bool {
    guard Files.exists(database) else { return false }
    guard let store = try? Store.open(database), let isEmpty = try? store.isEmpty() else {
      return true
    }
    return !isEmpty
  }
}
