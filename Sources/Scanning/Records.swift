// The one connection of the worker, shared by the scans in flight.

package import Albums
package import Store

/// Serialises everything that touches the database, and the files written from it.
package actor Records {
  private let store: Store

  /// Reviews that are being written, by scan: what may be read of them already. No database has it.
  private var live: [ScanID: String] = [:]

  package init(_ store: consuming Store) { self.store = store }

  /// Runs `body` alone: no other reader or writer of this process is at the database meanwhile.
  package func with<Result: Sendable, Failure: Error>(
    _ body: @Sendable (borrowing Store) throws(Failure) -> Result
  ) throws(Failure) -> Result {
    try body(store)
  }

  /// The same for who publishes scans.
  package func withLive<Result: Sendable, Failure: Error>(
    _ body: @Sendable (borrowing Store, inout [ScanID: String]) throws(Failure) -> Result
  ) throws(Failure) -> Result {
    try body(store, &live)
  }
}
