// Creates or upgrades the data folder and the database, and builds the site once.

import Albums
import ArgumentParser
import Exchange
import Host
import Refresh
import Scanning
import Store

struct Init: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    abstract: "Make or upgrade the data folder, the database and the site.")

  @ParentCommand var program: AlbumScan
  @Flag(help: "Print one JSON document.") var json = false

  func run() async throws {
    let setup = try Setup(program)
    let configuration = setup.configuration
    try makeFolders(setup)
    do {
      try upgradeAndBuild(setup)
    } catch let error as StoreError {
      throw Ending(error)
    } catch let error as RefreshError {
      throw Ending(error)
    }
    if json {
      return try Terminal.printJSON(Report(data: configuration.data, site: configuration.site))
    }
    Terminal.print(
      setup.words(
        "cli.init.ready",
        ["data": .text(configuration.data), "site": .text(configuration.site)]))
  }

  /// Upgrades the database and builds the site. Holds the worker lock for both.
  private func upgradeAndBuild(_ setup: Setup) throws {
    let lock = try setup.takeLock()
    let store = try Self.openUpgrading(setup)
    if try setup.configuration.isOpenToLAN && store.hasPeople() { try setup.refuseOpenLAN() }
    try setup.preparePublishing(store)
    try Self.build(from: store, setup)
    _ = consume lock
  }

  /// Makes the session files, the fingerprints and the site. The caller holds the worker lock.
  static func build(from store: borrowing Store, _ setup: Setup) throws {
    try store.reconcile(setup.configuration.sessionFiles, at: Setup.now())
    try keepCoversUp(in: store, setup)
    try keepTintsUp(in: store, setup)
    Failpoint.pass("init-build:before")
    try setup.openRefresher(for: store).build(from: store, at: Setup.now())
  }

  static func openUpgrading(_ setup: Setup) throws -> Store {
    let store = try Store.openUpgrading(
      setup.configuration.database, zone: setup.words.zone,
      reviewLanguage: setup.configuration.reviewLanguage,
      reviewsBooks: setup.configuration.services.reviewsBooks,
      showsFinder: setup.configuration.people.showsFinder,
      trace: setup.traceOfLog
    ) { step in Failpoint.pass("upgrade-\(step.rawValue)") }
    try store.renewNames(at: Setup.now(), reading: RowNames.album)
    return store
  }

  private struct Report: Encodable {
    let version = 1
    let data: String
    let site: String
  }

  /// Makes the folders. The usual obstacle is a folder that belongs to root, so the message names
  /// the remedy.
  private func makeFolders(_ setup: Setup) throws {
    let configuration = setup.configuration
    if Files.exists(configuration.data) { try setup.refuseForeignUser() }
    try setup.refuse(try configuration.foreignFolder())
    do {
      for folder in [
        configuration.data, configuration.photos, configuration.artwork, configuration.keys,
      ] {
        try Files.makeDirectories(folder, mode: 0o750)
      }
      try Files.makeDirectories(configuration.site)
    } catch {
      guard error.isNotWritable else { throw error }
      throw Ending(
        .usage,
        setup.words(
          "cli.init.no-folder",
          [
            "reason": .text("\(error)"), "user": .text(Programs.userName),
            "data": .text(configuration.data), "site": .text(configuration.site),
          ]))
    }
    try setup.refuseForeignUser()
    guard Files.allows(.write, configuration.site) else {
      throw Ending(
        .usage,
        setup.words(
          "cli.init.no-site",
          ["user": .text(Programs.userName), "site": .text(configuration.site)]))
    }
    try closePrivateFiles(setup)
  }

  /// Takes the rights of other users on the data folder away. Earlier versions gave others the right to
  /// read the database.
  private func closePrivateFiles(_ setup: Setup) throws {
    do {
      try setup.configuration.privateFiles.close()
    } catch {
      guard error.isNotWritable else { throw error }
      throw Ending(
        .usage,
        setup.words(
          "cli.init.foreign-file",
          [
            "reason": .text("\(error)"), "user": .text(Programs.userName),
            "data": .text(setup.configuration.data),
          ]))
    }
  }

  /// Makes fingerprints of this version for every stored picture that has none, for example after
  /// an upgrade.
  private static func keepCoversUp(in store: borrowing Store, _ setup: Setup) throws {
    let upkeep = CoverUpkeep(
      photoProgram: setup.photoProgram, artworkFolder: setup.configuration.artwork)
    let wanting = try upkeep.wanting(in: store, atMost: .max)
    for (index, unknown) in wanting.enumerated() {
      Terminal.progress(
        setup.words(
          "cli.init.fingerprint", ["index": .count(index + 1), "count": .count(wanting.count)]))
      if let fingerprint = upkeep.fingerprint(of: unknown) {
        try store.keep(fingerprint: fingerprint, of: unknown)
        Failpoint.pass("init-fingerprint")
      }
    }
    Terminal.endProgress()
    try KnownCovers(path: setup.configuration.coverIndex).bringUpToDate(from: store)
  }

  /// Measures the tints of all stored pictures that have none, for example after an upgrade.
  private static func keepTintsUp(in store: borrowing Store, _ setup: Setup) throws {
    let upkeep = CoverUpkeep(
      photoProgram: setup.photoProgram, artworkFolder: setup.configuration.artwork)
    let untinted = try store.untintedArtworks(atMost: .max)
    for (index, artwork) in untinted.enumerated() {
      Terminal.progress(
        setup.words("cli.init.tint", ["index": .count(index + 1), "count": .count(untinted.count)]))
      if let tint = upkeep.tint(of: artwork) { try store.keep(tint, of: artwork) }
    }
    Terminal.endProgress()
  }
}
