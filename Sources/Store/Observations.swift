// What the model could read and see on a cover: it stays when the photo is gone.

package import Albums

extension Store {
  /// The first look's; a later hint works from it. Source: PRODUCT step 8.
  package func record(
    _ observation: Observation, of claim: Claim, at now: Timestamp
  ) throws(StoreError) {
    try connection.transaction { (connection: borrowing Connection) throws(StoreError) in
      try update(
        claim, "text_read = ?4, description = ?5, text_confidence = ?6",
        [
          .text(observation.text), .text(observation.description),
          .text(observation.textConfidence.rawValue),
        ], at: now)
    }
  }

  /// Nil for a scan whose cover no model has looked at.
  package func observation(of scan: ScanID) throws(StoreError) -> Observation? {
    try connection.row(
      "SELECT text_read, description, text_confidence FROM scans WHERE id = ?", [.text(scan.text)]
    ) { (row) in
      Confidence(rawValue: row.text(2)).map {
        Observation(text: row.text(0), description: row.text(1), textConfidence: $0)
      }
    } ?? nil
  }
}
