// What the database holds around a scan besides its row, for `show scan`.

package import Albums

/// A row of the ledger.
package struct CallRecord: Hashable, Sendable {
  package let id: Int64
  package let errand: Int64?
  package let stage: String
  package let turn: Int64
  package let person: String
  package let provider: String
  package let model: String
  package let prompt: String
  package let state: String
  package let created: Timestamp
  package let reserved: Money

  /// By the usage in the answer; nil while it is not known.
  package let cost: Money?
  package let inputTokens: Int64?
  package let outputTokens: Int64?
  package let searches: Int64

  /// The model's own words.
  package let answer: String?
}

/// An album a scan offered, or that was named for it.
package struct CandidateRecord: Hashable, Sendable {
  /// `cover`: a cover known here; `named`: by a model or MusicBrainz.
  package let kind: String
  package let album: Int64
  package let artist: String
  package let title: String
  package let similarity: Double
  package let reason: String
}

/// What was asked for once the scan was over.
package struct ErrandRecord: Hashable, Sendable {
  package let id: Int64
  package let kind: String
  package let state: String
  package let text: String
  package let album: Int64?
  package let attempts: Int64
  package let created: Timestamp
  package let failureCode: String?
  package let failureMessage: String?
}

extension Store {
  /// In the order they were booked, those of errands included.
  package func callRecords(of scan: ScanID) throws(StoreError) -> [CallRecord] {
    try connection.rows(
      """
      SELECT id, errand, stage, turn, person, provider, model, prompt, state, created, reserved,
        cost, input_tokens, output_tokens, searches, answer
      FROM calls WHERE scan = ? ORDER BY id
      """, [.text(scan.text)]
    ) { (row) in
      CallRecord(
        id: row.integer(0), errand: row.integerOrNil(1), stage: row.text(2), turn: row.integer(3),
        person: row.text(4), provider: row.text(5), model: row.text(6), prompt: row.text(7),
        state: row.text(8), created: Timestamp(milliseconds: row.integer(9)),
        reserved: Money(microdollars: row.integer(10)),
        cost: row.integerOrNil(11).map(Money.init(microdollars:)),
        inputTokens: row.integerOrNil(12), outputTokens: row.integerOrNil(13),
        searches: row.integer(14), answer: row.textOrNil(15))
    }
  }

  /// Offered ones first, each kind likeliest first.
  package func candidateRecords(of scan: ScanID) throws(StoreError) -> [CandidateRecord] {
    try connection.rows(
      """
      SELECT kind, album, artist, title, similarity, reason
      FROM scan_candidates JOIN albums ON albums.id = album WHERE scan = ? ORDER BY kind, position
      """, [.text(scan.text)]
    ) { (row) in
      CandidateRecord(
        kind: row.text(0), album: row.integer(1), artist: row.text(2), title: row.text(3),
        similarity: row.real(4), reason: row.text(5))
    }
  }

  /// Of the scan and of its find.
  package func errandRecords(of scan: ScanID) throws(StoreError) -> [ErrandRecord] {
    try connection.rows(
      """
      SELECT id, kind, state, text, album, attempts, created, failure_code, failure_message
      FROM errands
      WHERE scan = ?1 OR find = (SELECT find FROM scans WHERE scans.id = ?1) ORDER BY id
      """, [.text(scan.text)]
    ) { (row) in
      ErrandRecord(
        id: row.integer(0), kind: row.text(1), state: row.text(2), text: row.text(3),
        album: row.integerOrNil(4), attempts: row.integer(5),
        created: Timestamp(milliseconds: row.integer(6)), failureCode: row.textOrNil(7),
        failureMessage: row.textOrNil(8))
    }
  }
}
