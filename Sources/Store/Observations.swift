// What the model could read and see on a cover: it stays when the photo is gone.

package import Albums

extension Store {
  /// The first look's; a later hint works from it. Source: PRODUCT step 8. `isTentative`: that an album
  /// of that name exists does not make it this one.
  package func record(
    _ observation: Observation, isTentative: Bool, of claim: Claim, at now: Timestamp
  ) throws(StoreError) {
    try connection.transaction { (connection: borrowing Connection) throws(StoreError) in
      try update(
        claim, "text_read = ?4, description = ?5, text_confidence = ?6, tentative = ?7",
        [
          .text(observation.text), .text(observation.description),
          .text(observation.textConfidence.rawValue), Value(isTentative),
        ], at: now)
    }
  }

  /// Whether only a picture can make certain what the scan was taken for.
  package func isTentative(_ scan: ScanID) throws(StoreError) -> Bool {
    try connection.row("SELECT tentative FROM scans WHERE id = ?", [.text(scan.text)]) { (row) in
      row.integer(0) == 1
    } ?? false
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
