// The database connection of the worker, which the running jobs share.

package import Albums
package import Store

/// Serialises all code that uses the database, or that writes pages from the database.
package actor DatabaseActor {
  private let store: Store

  /// For each scan that waits for an answer of a model, the part of the answer that the scan's page
  /// shows already. It is not in the database.
  private var live: [ScanID: LiveScan] = [:]

  package init(_ store: consuming Store) { self.store = store }

  /// Runs `body` while no other code of this process uses the database.
  package func with<Result: Sendable, Failure: Error>(
    _ body: @Sendable (borrowing Store) throws(Failure) -> Result
  ) throws(Failure) -> Result {
    try body(store)
  }

  /// Like `with`, for code that refreshes the pages of scans.
  package func withLive<Result: Sendable, Failure: Error>(
    _ body: @Sendable (borrowing Store, inout [ScanID: LiveScan]) throws(Failure) -> Result
  ) throws(Failure) -> Result {
    try body(store, &live)
  }
}
