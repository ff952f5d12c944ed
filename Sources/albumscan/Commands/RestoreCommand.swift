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
      """)

  @ParentCommand var program: AlbumScan
  @Flag(help: "Replace the history that is there; its folder is kept.") var replace = false
  @Argument(help: "A file that albumscan backup wrote.") var file: String

  func run() async throws {
    let setup = try Setup(program)
    let configuration = setup.configuration
    let hasFolder = Files.exists(configuration.data)
    if hasFolder {
      try setup.refuseForeignUser()
      if !replace, hasHistory(configuration.database) {
        throw Ending(.no, setup.words("cli.restore.exists", ["data": .text(configuration.data)]))
      }
    }
    let path = Files.absolutePath(file, from: Files.workingDirectory)
    do {
      try await restore(path, hasFolder: hasFolder, setup)
    } catch let error as BackupError {
      try Restore(configuration).discard()
      throw Ending(error, refused: .unusable)
    } catch {
      try Restore(configuration).discard()
      throw error
    }
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

  /// Names the people whom the restore concerns.
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
