// The index file is made anew when it has fallen behind the database. One process at a time does it,
// whoever holds the worker's lock; everybody else adds what the file does not know to each answer.

import Covers
package import Host
package import Store

/// The index could not be made; nothing is lost but time.
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
  /// So many covers may be missing from the file, or gone since, before it is made anew: reading
  /// and sorting them costs every question some 20 µs each, making the file 100 µs each.
  package static func mostChanges(of covers: Int) -> Int { max(64, covers / 64) }

  /// Makes the index file anew if it is missing, damaged, of another version or too far behind;
  /// whether it did. The caller holds the worker's lock.
  ///
  /// A reader sees the old file or the new one, and a process that dies in between leaves the old.
  @discardableResult
  package func bringUpToDate(
    from store: borrowing Store
  ) throws(KnownCoversError) -> Bool {
    guard try reading({ () throws(StoreError) in try isFarBehind(store) }) else { return false }
    let (builder, facts) = try reading { () throws(StoreError) in
      try Self.gathered(after: 0, in: store)
    }
    do {
      try Files.replace(path, mode: 0o640, durably: true) { (file) throws(HostError) in
        try builder.write(facts) { (bytes) throws(HostError) in try file.write(bytes) }
      }
    } catch {
      throw .host(error)
    }
    return true
  }

  /// Whether the file is none, not of this database, or misses too much of it.
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
