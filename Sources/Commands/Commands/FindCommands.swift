// Commands that delete and restore finds, like the buttons of the history page.

import Albums
import ArgumentParser
import Host
import Refresh
import Store

struct Delete: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    abstract: "Delete finds; “undelete” restores them.")

  @ParentCommand var program: AlbumScan
  @Argument(help: "The finds' ids, as in their pages' addresses.") var finds: [String]

  func run() async throws {
    let setup = try Setup(program)
    let changed = try change(finds, setup) { (store, id) throws(StoreError) in
      try store.delete(id, at: Setup.now())
    }
    Terminal.print(setup.words("cli.deleted", ["count": .count(changed)]))
  }
}

struct Undelete: AsyncParsableCommand {
  static let configuration = CommandConfiguration(abstract: "Restore deleted finds.")

  @ParentCommand var program: AlbumScan
  @Argument(help: "The finds' ids, as “delete” took them.") var finds: [String]

  func run() async throws {
    let setup = try Setup(program)
    let changed = try change(finds, setup) { (store, id) throws(StoreError) in
      try store.undelete(id, at: Setup.now())
    }
    Terminal.print(setup.words("cli.restored", ["count": .count(changed)]))
  }
}

/// Changes the finds and refreshes their pages. Throws if a find does not exist or has the wanted
/// state already.
private func change(
  _ finds: [String], _ setup: Setup,
  _ change: (borrowing Store, FindID) throws(StoreError) -> Bool
) throws -> Int {
  let ids = try finds.map { try findID($0, setup.words) }
  let store = try setup.openStore()
  var unchanged: [String] = []
  for id in ids where try !change(store, id) { unchanged.append(id.text) }
  try setup.refreshUnlessWorking(store)
  if !unchanged.isEmpty {
    let list = unchanged.joined(separator: ", ")
    throw Ending(.no, setup.words("cli.unchanged", ["finds": .text(list)]))
  }
  return ids.count
}
