// Makes or upgrades the data folder and the database, and builds the site once.

import Albums
import ArgumentParser
import Host
import Scanning
import Store

struct Init: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    abstract: "Make or upgrade the data folder, the database and the site.")

  @ParentCommand var program: AlbumScan

  func run() async throws {
    let setup = try Setup(program)
    let configuration = setup.configuration
    for folder in [
      configuration.data, configuration.photos, configuration.artwork, configuration.keys,
    ] {
      try Files.makeDirectories(folder, mode: 0o750)
    }
    try setup.refuseForeignUser()
    let lock = try setup.takeLock()
    do {
      let store = try Store.openUpgrading(
        configuration.database, zone: setup.words.zone
      ) {
        Failpoint.pass("upgrade-\($0.rawValue)")
      }
      try keepCoversUp(in: store, setup)
      try setup.openPublisher().build(from: store, at: Setup.now())
    } catch let error as StoreError {
      throw Ending(.usage, "\(error)")
    } catch let error as PublishError {
      throw Ending(.usage, "\(error)")
    }
    _ = consume lock
    Terminal.print(
      setup.words(
        "cli.init.ready",
        ["data": .text(configuration.data), "site": .text(configuration.site)]))
  }

  /// After an upgrade: every picture we have is known again by this version's fingerprint.
  private func keepCoversUp(in store: borrowing Store, _ setup: Setup) throws {
    let upkeep = CoverUpkeep(
      photoProgram: setup.photoProgram, artworkFolder: setup.configuration.artwork)
    let wanting = try upkeep.wanting(in: store, atMost: .max)
    for (index, unknown) in wanting.enumerated() {
      Terminal.progress(
        setup.words(
          "cli.init.fingerprint", ["index": .count(index + 1), "count": .count(wanting.count)]))
      if let fingerprint = upkeep.fingerprint(of: unknown) {
        try store.keep(fingerprint: fingerprint, of: unknown)
      }
    }
    Terminal.endProgress()
    try KnownCovers(path: setup.configuration.coverIndex).bringUpToDate(from: store)
  }
}
