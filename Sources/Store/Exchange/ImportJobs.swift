// The jobs of imports from the web: each step of an uploaded file is a job. Also the list of
// imports, and the counts for the pages about imports.

package import Albums

/// The newest step of an uploaded file.
package struct UploadedImport: Equatable, Sendable {
  package let order: ImportOrder

  /// The state of the step.
  package let state: JobState

  /// Why the step failed or waits.
  package let failure: Failure?

  /// When the step was asked for.
  package let created: Timestamp

  /// Whether a step reads the file, or the file waits for the start of its import.
  package var needsFile: Bool {
    state == .queued || order.step == .check && state == .done
  }
}

/// An import with the number of its finds, for the list of imports.
package struct ListedImport: Sendable {
  package let id: Int64
  package let record: ImportRecord

  /// The number of imported rows. After an undo, these are the edited finds that stay.
  package let count: Int
}

extension Store {
  /// Queues the dry run of an uploaded file.
  package func queueCheck(_ order: ImportOrder, by person: PersonID, at now: Timestamp)
    throws(StoreError)
  {
    try connection.transaction { (_: borrowing Connection) throws(StoreError) in
      try insertJob(.importFile(order), for: nil, by: person, next: now, at: now)
    }
  }

  /// Queues the import of a file after its dry run. False if the dry run has not succeeded, or the
  /// import was started before.
  package func startImport(
    of upload: UploadID, takesAmbiguous: Bool, writesReviews: Bool, by person: PersonID,
    at now: Timestamp
  ) throws(StoreError) -> Bool {
    try connection.transaction { (_: borrowing Connection) throws(StoreError) in
      guard let checked = try uploadedImport(upload), checked.order.step == .check,
        checked.state == .done
      else { return false }
      var order = ImportOrder(.run, of: upload, name: checked.order.name)
      order.takesAmbiguous = takesAmbiguous
      order.writesReviews = writesReviews
      try insertJob(.importFile(order), for: nil, by: person, next: now, at: now)
      return true
    }
  }

  /// Forgets a file whose import has not begun. A running dry run can write nothing more. False if
  /// there is no such file.
  package func cancelImport(of upload: UploadID) throws(StoreError) -> Bool {
    try connection.transaction { (connection: borrowing Connection) throws(StoreError) in
      guard let last = try uploadedImport(upload), last.order.step == .check else { return false }
      try connection.run(
        "DELETE FROM jobs WHERE kind = 'import' AND payload ->> '$.upload' = ?",
        [.text(upload.text)])
      return true
    }
  }

  /// Queues the undo of an import. Returns the id of the page of the undo: `upload`, or the id of
  /// an undo of the same import that is already queued. Nil if there is no such import, or if it
  /// was undone.
  package func queueUndo(
    of number: Int64, as upload: UploadID, by person: PersonID, at now: Timestamp
  ) throws(StoreError) -> UploadID? {
    try connection.transaction { (connection: borrowing Connection) throws(StoreError) in
      guard let record = try importRecord(number), record.undone == nil else { return nil }
      let queued = try connection.row(
        """
        SELECT payload ->> '$.upload' FROM jobs WHERE kind = 'import' AND state = 'queued'
          AND payload ->> '$.step' = 'undo' AND payload ->> '$.import' = ?
        """, [.integer(number)]
      ) { (row) in UploadID(unchecked: row.text(0)) }
      if let queued { return queued }
      var order = ImportOrder(.undo, of: upload, name: record.name)
      order.number = number
      order.rowCount = try countImportedRows(of: number)
      try insertJob(.importFile(order), for: nil, by: person, next: now, at: now)
      return upload
    }
  }

  /// Stores the id of the import in the job of its file, so that the page shows the progress and a
  /// later attempt continues the same import.
  package func note(_ number: Int64, as order: ImportOrder, of job: Job, at now: Timestamp)
    throws(StoreError)
  {
    var order = order
    order.number = number
    let noted = JobRequest.importFile(order)
    try connection.transaction { (_: borrowing Connection) throws(StoreError) in
      try learn(noted, for: job, at: now)
    }
  }

  // MARK: Reading

  /// The newest step of an import from the web. `upload` is the id of the uploaded file, or that of the
  /// page of an undo. Nil for an unknown id.
  package func uploadedImport(_ upload: UploadID) throws(StoreError) -> UploadedImport? {
    try connection.row(
      """
      SELECT state, created, \(FailureColumns.columns("failure")), \(JobRequest.columns) FROM jobs
      WHERE kind = 'import' AND payload ->> '$.upload' = ? ORDER BY id DESC LIMIT 1
      """, [.text(upload.text)]
    ) { (row) throws(StoreError) in try Self.uploadedImport(row) }
  }

  /// The newest step of each upload and undo, newest first.
  package func uploadedImports() throws(StoreError) -> [UploadedImport] {
    try connection.rows(
      """
      SELECT state, created, \(FailureColumns.columns("failure")), \(JobRequest.columns) FROM jobs
      WHERE kind = 'import' AND id IN (SELECT max(id) FROM jobs WHERE kind = 'import'
        GROUP BY payload ->> '$.upload')
      ORDER BY id DESC
      """
    ) { (row) throws(StoreError) in try Self.uploadedImport(row) }
  }

  private static func uploadedImport(_ row: Row) throws(StoreError) -> UploadedImport {
    guard let state = JobState(rawValue: row.text(0)),
      case .importFile(let order) = try JobRequest(row, from: 4)
    else { throw .damaged("an import in the state \(row.text(0))") }
    return UploadedImport(
      order: order, state: state, failure: FailureColumns.failure(row, from: 2),
      created: Timestamp(milliseconds: row.integer(1)))
  }

  /// The newest imports, newest first, at most `count`.
  package func imports(atMost count: Int) throws(StoreError) -> [ListedImport] {
    let ids = try connection.rows(
      "SELECT id FROM imports ORDER BY id DESC LIMIT ?", [Value(count)]
    ) { (row) in row.integer(0) }
    var imports: [ListedImport] = []
    for id in ids {
      guard let record = try importRecord(id) else { continue }
      imports.append(
        ListedImport(id: id, record: record, count: try countImportedRows(of: id)))
    }
    return imports
  }

  /// The number of rows of an import that are finds. An undo leaves the rows of edited finds.
  package func countImportedRows(of number: Int64) throws(StoreError) -> Int {
    try connection.row(
      "SELECT count(*) FROM import_rows WHERE import = ?", [.integer(number)]
    ) { (row) in Int(row.integer(0)) } ?? 0
  }

  /// The finds of an import in the order of its file, at most `count`.
  package func importedFinds(of number: Int64, atMost count: Int) throws(StoreError) -> [FindID] {
    try connection.rows(
      "SELECT find FROM import_rows WHERE import = ? ORDER BY line LIMIT ?",
      [.integer(number), Value(count)]
    ) { (row) in FindID(unchecked: row.text(0)) }
  }
}
