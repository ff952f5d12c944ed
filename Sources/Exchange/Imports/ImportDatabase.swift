// The database of an import. Other work may share it, so an import takes it for one batch at a time:
// some rows are judged, or one commit is made.

package import Store

package protocol ImportDatabase: Sendable {
  /// Runs `body` while no other work of this process uses the database.
  func with<Result: Sendable, Failure: Error>(
    _ body: @Sendable (borrowing Store) throws(Failure) -> Result
  ) async throws(Failure) -> Result
}

/// The sizes of the batches of an import.
package enum ImportBatches {
  /// Rows in one transaction. Source: docs/limits.md "Export and import".
  package static let rowsPerCommit = 200

  /// The maximum number of rows that are judged before other work may use the database.
  static let rowsPerJudgement = 2000
}

extension Collection where Index == Int {
  /// The elements in their order, in batches of at most `size`.
  func batches(of size: Int) -> [SubSequence] {
    stride(from: startIndex, to: endIndex, by: size).map {
      self[$0..<Swift.min($0 + size, endIndex)]
    }
  }
}
