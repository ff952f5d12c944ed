// Commands that write pages: all pages, or the stale pages.

import Albums
import ArgumentParser
import Host
import Refresh
import Store

struct Build: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    abstract: "Write the whole site from the database.")

  @ParentCommand var program: AlbumScan
  @Flag(help: "Print one JSON document.") var json = false

  func run() async throws {
    let setup = try Setup(program)
    let store = try setup.openStore()
    let lock = try setup.takeLock()
    try setup.openRefresher(for: store).build(from: store, at: Setup.now())
    _ = consume lock
    let count = try store.countFinds()
    if json {
      return try Terminal.printJSON(BuildReport(site: setup.configuration.site, finds: count))
    }
    Terminal.print(
      setup.words(
        "cli.built", ["folder": .text(setup.configuration.site), "count": .count(count)]))
  }
}

/// The document of `build --json`.
struct BuildReport: Encodable {
  let version = 1
  let site: String
  let finds: Int
}

struct RefreshPages: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "refresh",
    abstract: "Write the pages that do not yet say what the database says.")

  @ParentCommand var program: AlbumScan
  @Flag(help: "Leave index pages and statistics for the next refresh.") var findsOnly = false

  func run() async throws {
    let setup = try Setup(program)
    let store = try setup.openStore()
    let count = try store.stalePages().count
    let lock = try setup.takeLock()
    let refresher = try setup.openRefresher(for: store)
    let isBuild = try refresher.needsBuild(store)
    if findsOnly {
      try refresher.refreshStalePages(in: store, at: Setup.now())
    } else {
      try refresher.refreshAll(in: store, at: Setup.now())
    }
    _ = consume lock
    // After a change of a setting, the refresh has written every page, not only stale ones.
    guard isBuild else {
      return Terminal.print(setup.words("cli.refreshed", ["count": .count(count)]))
    }
    Terminal.print(
      setup.words(
        "cli.built",
        [
          "folder": .text(setup.configuration.site), "count": .count(try store.countFinds()),
        ]))
  }
}
