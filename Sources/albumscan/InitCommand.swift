// Makes or upgrades the data folder and the database, and builds the site once.

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
      let store = try Store.openUpgrading(configuration.database)
      try setup.openPublisher().build(from: store, at: Setup.now())
    } catch let error as StoreError {
      throw Ending(.usage, "\(error)")
    } catch let error as PublishError {
      throw Ending(.usage, "\(error)")
    }
    _ = consume lock
    Terminal.print("Ready: data in \(configuration.data), pages in \(configuration.site)")
  }
}
