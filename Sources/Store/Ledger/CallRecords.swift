// The calls, candidates and jobs of a scan, for `show scan`.

package import Albums

/// A row of the ledger.
package struct CallRecord: Hashable, Sendable {
  package let id: Int64

  /// The job that made the call; nil for the scan's own job.
  package let job: Int64?
  package let stage: String
  package let attempt: Int64
  package let person: String
  package let provider: String
  package let model: String
  package let prompt: String

  /// The key of the album that the call is about; nil if the call does not name it.
  package let album: String?
  package let state: String
  package let created: Timestamp
  package let reserved: Money

  /// The cost by the usage in the answer; nil if the usage is not known.
  package let cost: Money?
  package let inputTokens: Int64?
  package let outputTokens: Int64?
  package let searches: Int64

  /// The text of the model's answer.
  package let answer: String?
}

/// A candidate of the scan's item.
package struct CandidateRecord: Hashable, Sendable {
  /// The raw value of `CandidateKind`.
  package let kind: String
  package let album: Int64
  package let artist: String
  package let title: String
  package let similarity: Double
  package let reason: String
}

/// A job that follows the scan.
package struct JobRecord: Hashable, Sendable {
  package let id: Int64
  package let request: JobRequest
  package let state: String
  package let attempts: Int64
  package let created: Timestamp
  package let failure: Failure?
}

extension Store {
  /// All calls of the scan and its jobs, in the order of their reservations.
  package func callRecords(of scan: ScanID) throws(StoreError) -> [CallRecord] {
    try connection.rows(
      """
      SELECT id, job, stage, attempt, person, provider, model, prompt, state, created, reserved,
        cost, input_tokens, output_tokens, searches, answer, album
      FROM calls WHERE scan = ? ORDER BY id
      """, [.text(scan.text)]
    ) { (row) in
      CallRecord(
        id: row.integer(0), job: row.integerOrNil(1), stage: row.text(2), attempt: row.integer(3),
        person: row.text(4), provider: row.text(5), model: row.text(6), prompt: row.text(7),
        album: row.textOrNil(16), state: row.text(8),
        created: Timestamp(milliseconds: row.integer(9)),
        reserved: Money(microdollars: row.integer(10)),
        cost: row.integerOrNil(11).map(Money.init(microdollars:)),
        inputTokens: row.integerOrNil(12), outputTokens: row.integerOrNil(13),
        searches: row.integer(14), answer: row.textOrNil(15))
    }
  }

  /// The candidates of a scan: known covers first, then the others. In each group the most likely
  /// candidate comes first.
  package func candidateRecords(of scan: ScanID) throws(StoreError) -> [CandidateRecord] {
    try connection.rows(
      """
      SELECT candidates.kind, album, artist, title, similarity, reason
      FROM candidates JOIN albums ON albums.id = album
      WHERE item IN (SELECT id FROM items WHERE scan = ?) ORDER BY candidates.kind, position
      """, [.text(scan.text)]
    ) { (row) in
      CandidateRecord(
        kind: row.text(0), album: row.integer(1), artist: row.text(2), title: row.text(3),
        similarity: row.real(4), reason: row.text(5))
    }
  }

  /// The jobs that follow the scan, in the order of the requests. The job that processes the scan
  /// itself is not included.
  package func jobRecords(of scan: ScanID) throws(StoreError) -> [JobRecord] {
    try connection.rows(
      """
      SELECT id, state, attempts, created, \(FailureColumns.columns("failure")), \(JobRequest.columns)
      FROM jobs WHERE scan = ? AND kind <> 'scan' ORDER BY id
      """, [.text(scan.text)]
    ) { (row) throws(StoreError) in
      JobRecord(
        id: row.integer(0), request: try JobRequest(row, from: 6), state: row.text(1),
        attempts: row.integer(2), created: Timestamp(milliseconds: row.integer(3)),
        failure: FailureColumns.failure(row, from: 4))
    }
  }
}
