// The work on the files of imports from the web. Module `Exchange` does this work. It is in the same
// layer as this module, so the program passes the work as a value.

package import Albums

package protocol FileImports: Sendable {
  /// The dry run of a file: judges each row and changes nothing. Throws `UnusableFile`, and errors of
  /// the database and of the operating system.
  func summary(
    of file: String, in database: DatabaseActor, at now: Timestamp
  ) async throws -> ImportSummary

  /// Imports the rows of a file in commits of at most `rowsPerCommit` rows, between which scans use the
  /// database. Continues an import that was interrupted. Throws like `summary`.
  ///
  /// `began` gets the id of the import before its first row, and `progress` is called after each commit.
  /// An error of either stops the import there.
  func run(
    _ file: String, _ order: ImportOrder, by person: PersonID, into database: DatabaseActor,
    rowsPerCommit: Int, at now: Timestamp, began: (Int64) async throws -> Void,
    progress: () async throws -> Void
  ) async throws
}

/// A file cannot be imported, and nothing of it was imported.
package struct UnusableFile: Error, Equatable, Sendable {
  /// The reason and the remedy, in the language of the installation.
  package let reason: String

  package init(reason: String) { self.reason = reason }
}
