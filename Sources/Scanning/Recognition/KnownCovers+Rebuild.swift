// Rebuilds the index file when it is stale. Only the process with the worker's lock rebuilds it.
// Other processes read the covers that the file lacks from the database.

import Covers
package import Host
package import Store

/// The index could not be rebuilt. No data is lost; searches only take longer.
package enum KnownCoversError: Error, Equatable, Sendable, CustomStringConvertible {
  case store(StoreError)
  case host(HostError)

  package var description: String {
    switch self {
    case .store(let error): "\(error)"
    case .host(let error): "\(error)"
    }
  }
}

extension KnownCovers {
  /// The maximum number of covers that were added or deleted since the last rebuild of the file. A
  /// cover that the file lacks costs each search about 20 µs. A rebuild costs about 100 µs for each
  /// cover.
  package static func mostChanges(of covers: Int) -> Int { max(64, covers / 64) }

  /// Rebuilds the index file if it is missing, damaged, of another version or too stale. Returns
  /// true after a rebuild. The caller holds the worker's lock.
  ///
  /// A reader sees the old file or the new file. A process that dies during the rebuild leaves the
  /// old file unchanged.
  @discardableResult
  package func bringUpToDate(
    from store: borrowing Store
  ) throws(KnownCoversError) -> Bool {
    guard try reading({ () throws(StoreError) in try isFarBehind(store) }) else { return false }
    let (builder, facts) = try reading { () throws(StoreError) in
      try Self.gathered(after: 0, in: store)
    }
    do {
      try Files.replace(path, durably: true) { (file) throws(HostError) in
        try builder.write(facts) { (bytes) throws(HostError) in try file.write(bytes) }
      }
    } catch {
      throw .host(error)
    }
    return true
  }

  /// Whether the file is missing, belongs to another database, or differs from the database by too
  /// many covers.
  private func isFarBehind(_ store: borrowing Store) throws(StoreError) -> Bool {
    try withFile { (file) throws(StoreError) in
      guard let facts = file?.facts, try isOfThisDatabase(facts, store) else { return true }
      let counts = try store.countCovers(upTo: facts.highest)
      let changes = counts.all - counts.upToAsked + abs(facts.rows - counts.upToAsked)
      return changes > Self.mostChanges(of: facts.rows)
    }
  }

  private func reading<Result: ~Copyable>(
    _ body: () throws(StoreError) -> Result
  ) throws(KnownCoversError) -> Result {
    do { return try body() } catch { throw .store(error) }
  }
}
