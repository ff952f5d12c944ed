// The jobs of exports for the web. Each person has at most one export: the last one that the person
// asked for.

package import Albums

/// An export with its state.
package struct WebExport: Equatable, Sendable {
  package let order: ExportOrder
  package let person: PersonID
  package let state: JobState

  /// Why the export failed or waits.
  package let failure: Failure?

  /// The time of the last change of the state.
  package let updated: Timestamp
}

extension Store {
  /// Queues an export, unless one with the same content is queued for the person. Returns the id of the
  /// export, and the ids of earlier exports of the person, whose files are no longer needed.
  package func queueExport(
    _ order: ExportOrder, by person: PersonID, at now: Timestamp
  ) throws(StoreError) -> (id: UploadID, replaced: [UploadID]) {
    try connection.transaction { (connection: borrowing Connection) throws(StoreError) in
      let earlier = try exports("person = ?", [.text(person.text)])
      if let running = earlier.first(where: {
        $0.state == .queued && $0.order.content == order.content
      }) {
        return (running.order.id, [])
      }
      let replaced = try removeExports(of: person)
      try insertJob(.export(order), for: nil, by: person, next: now, at: now)
      return (order.id, replaced)
    }
  }

  /// Within a transaction, forgets the exports of the person, and returns their ids. Without its row, a
  /// running export can write nothing more into the database, and the worker removes its file.
  func removeExports(of person: PersonID) throws(StoreError) -> [UploadID] {
    let ids = try exports("person = ?", [.text(person.text)]).map(\.order.id)
    try connection.run(
      "DELETE FROM jobs WHERE kind = 'export' AND person = ?", [.text(person.text)])
    return ids
  }

  /// The newest export of the person; nil without one.
  package func lastExport(of person: PersonID) throws(StoreError) -> WebExport? {
    try exports("person = ?", [.text(person.text)]).first
  }

  /// The export with this id; nil for an unknown id.
  package func export(_ id: UploadID) throws(StoreError) -> WebExport? {
    try exports("payload ->> '$.export' = ?", [.text(id.text)]).first
  }

  /// Newest first.
  private func exports(
    _ condition: String, _ values: [Value]
  ) throws(StoreError) -> [WebExport] {
    try connection.rows(
      """
      SELECT state, updated, person, \(FailureColumns.columns("failure")), \(JobRequest.columns)
      FROM jobs WHERE kind = 'export' AND \(condition) ORDER BY id DESC
      """, values
    ) { (row) throws(StoreError) in
      guard let state = JobState(rawValue: row.text(0)),
        case .export(let order) = try JobRequest(row, from: 5)
      else { throw .damaged("an export in the state \(row.text(0))") }
      return WebExport(
        order: order, person: PersonID(row.text(2)), state: state,
        failure: FailureColumns.failure(row, from: 3),
        updated: Timestamp(milliseconds: row.integer(1)))
    }
  }
}
