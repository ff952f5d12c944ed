// Deleting finds and restoring them, as the history's page does.

import Albums
import ArgumentParser
import Host
import Scanning
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
    Terminal.print("Deleted \(changed.of("find")).")
  }
}

struct Undelete: AsyncParsableCommand {
  static let configuration = CommandConfiguration(abstract: "Restore deleted finds.")

  @ParentCommand var program: AlbumScan
  @Argument(help: "The finds' ids, as “delete” took them.") var finds: [String]

  func run() async throws {
    let setup = try Setup(program)
    let changed = try change(finds, setup) { (store, id) throws(StoreError) in
      try store.undelete(id)
    }
    Terminal.print("Restored \(changed.of("find")).")
  }
}

/// Changes the finds and refreshes their pages. Throws when one of them does not exist or is already so.
private func change(
  _ finds: [String], _ setup: Setup,
  _ change: (borrowing Store, FindID) throws(StoreError) -> Bool
) throws -> Int {
  let ids = try finds.map(findID)
  let store = try setup.openStore()
  var unchanged: [String] = []
  for id in ids where try !change(store, id) { unchanged.append(id.text) }
  // A worker that runs refreshes stale pages at once.
  if let lock = try Lock.take(setup.configuration.workerLock) {
    try setup.openPublisher().publishChanges(in: store, at: Setup.now())
    _ = consume lock
  }
  if !unchanged.isEmpty {
    throw Ending(.no, "nothing to change: \(unchanged.joined(separator: ", "))")
  }
  return ids.count
}
