// The database connection of the worker, shared by the running scans.

package import Albums
package import Store

/// Runs everything that uses the database, or writes pages from it, one after the other.
package actor Records {
  private let store: Store

  /// Reviews that are being written, by scan: the sentences that pages may show. Not in the database.
  private var live: [ScanID: String] = [:]

  package init(_ store: consuming Store) { self.store = store }

  /// Runs `body` while no other code of this process uses the database.
  package func with<Result: Sendable, Failure: Error>(
    _ body: @Sendable (borrowing Store) throws(Failure) -> Result
  ) throws(Failure) -> Result {
    try body(store)
  }

  /// As `with`, for code that refreshes the pages of scans.
  package func withLive<Result: Sendable, Failure: Error>(
    _ body: @Sendable (borrowing Store, inout [ScanID: String]) throws(Failure) -> Result
  ) throws(Failure) -> Result {
    try body(store, &live)
  }
}
