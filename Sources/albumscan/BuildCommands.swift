// Writing pages: all of them, or those that changed.

import Albums
import ArgumentParser
import Host
import Scanning
import Store

struct Build: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    abstract: "Write the whole site from the database.")

  @ParentCommand var program: AlbumScan

  func run() async throws {
    let setup = try Setup(program)
    let store = try setup.openStore()
    let lock = try setup.takeLock()
    do {
      try setup.openPublisher().build(from: store, at: Setup.now())
    } catch let error as PublishError {
      throw Ending(.no, "\(error)")
    }
    _ = consume lock
    let count = try store.countFinds()
    Terminal.print(
      setup.words(
        "cli.built", ["folder": .text(setup.configuration.site), "count": .count(count)]))
  }
}

struct Publish: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    abstract: "Write the pages that do not yet say what the database says.")

  @ParentCommand var program: AlbumScan

  func run() async throws {
    let setup = try Setup(program)
    let store = try setup.openStore()
    let count = try store.stalePages().count
    let lock = try setup.takeLock()
    do {
      try setup.openPublisher().publishChanges(in: store, at: Setup.now())
    } catch let error as PublishError {
      throw Ending(.no, "\(error)")
    }
    _ = consume lock
    Terminal.print(setup.words("cli.refreshed", ["count": .count(count)]))
  }
}
