// How the job of a scan stores its results about an item, stage by stage. The scan of a cover has
// one item, at position 0.

package import Albums

/// What an item has of its photo.
package struct PhotoFacts: Equatable, Sendable {
  /// False for a scan of a typed product code.
  package var hasPhoto = true
  package var guide: String?
  package var fingerprint: [UInt8]?
  package var codes: [ProductCode]
  package var lines: String?
}

/// The stages that a scan's job can reach. Reaching a new stage sets the count of attempts to 1. A
/// stage that kills the worker in every attempt therefore fails in the end.
enum JobStage: Int {
  case begun, cropped, identified
}

extension Store {
  package func beginIdentifying(_ job: Job, at now: Timestamp) throws(StoreError) {
    try advance(job, jobChanges: "failure_code = NULL, failure_arguments = NULL", at: now) {
      (_) throws(StoreError) in
      try updateItem(
        of: job,
        "progress = 'identifying', failure_code = NULL, failure_arguments = NULL", at: now)
    }
  }

  /// Stores the crop's data. `facts` describes the crop for `show scan`. `quad` is the position of
  /// the crop in the photo: four corners in pixels of the stored picture, in the form of the option
  /// `--quad` of `albumscan-photo crop`.
  package func record(
    fingerprint: [UInt8], crop facts: String, quad: String? = nil, advice: [PhotoAdvice] = [],
    of job: Job, at now: Timestamp
  ) throws(StoreError) {
    try advance(job, to: .cropped, at: now) { (_) throws(StoreError) in
      try updateItem(
        of: job, "fingerprint = ?3, crop = ?4, quad = ?5, hints = ?6",
        [.blob(fingerprint), .text(facts), Value(quad), .text(advice.stored)], at: now)
    }
  }

  /// Stores the identified album. `isRecognised` is true if the album was found without a paid
  /// call.
  package func identify(
    _ job: Job, as album: Int64, isRecognised: Bool, at now: Timestamp
  ) throws(StoreError) {
    try advance(job, to: .identified, at: now) { (_) throws(StoreError) in
      try updateItem(
        of: job, "progress = 'identified', album = ?3, recognised = ?4",
        [.integer(album), Value(isRecognised)], at: now)
    }
  }

  package func beginReview(_ job: Job, at now: Timestamp) throws(StoreError) {
    try advance(job, at: now) { (_) throws(StoreError) in
      try updateItem(of: job, "progress = 'reviewing'", at: now)
    }
  }

  /// Stores the model's observation, which a later hint uses, and the evidence.
  /// Source: docs/product.md step 8.
  package func record(
    _ observation: Observation, evidence: Evidence, of job: Job, at now: Timestamp
  ) throws(StoreError) {
    try connection.transaction { (_: borrowing Connection) throws(StoreError) in
      try update(job, "attempts = attempts", at: now)
      try updateItem(
        of: job,
        "text_read = ?3, description = ?4, text_confidence = ?5, evidence = ?6, sure = ?7",
        [
          .text(observation.text), .text(observation.description),
          .text(observation.textConfidence.rawValue), .text(evidence.stored),
          Value(evidence.isSure),
        ], at: now)
    }
  }

  /// Stores the product codes of the sleeve and, unless `lines` is nil, its lettering.
  package func record(
    codes: [ProductCode], lines: String? = nil, of job: Job, at now: Timestamp
  ) throws(StoreError) {
    try connection.transaction { (_: borrowing Connection) throws(StoreError) in
      try update(job, "attempts = attempts", at: now)
      try updateItem(
        of: job, "codes = ?3, lines = coalesce(?4, lines)", [Value(codes.stored), Value(lines)],
        at: now)
    }
  }

  /// Removes the lettering of items that were made before `end`.
  package func removeLines(before end: Timestamp) throws(StoreError) {
    try connection.run(
      "UPDATE items SET lines = NULL WHERE lines IS NOT NULL AND created < ?",
      [.integer(end.milliseconds)])
  }

  private func advance(
    _ job: Job, to stage: JobStage = .begun, jobChanges: String? = nil, at now: Timestamp,
    _ body: (borrowing Store) throws(StoreError) -> Void
  ) throws(StoreError) {
    try connection.transaction { (_: borrowing Connection) throws(StoreError) in
      try update(
        job,
        """
        attempts = CASE WHEN stage < ?4 THEN 1 ELSE attempts END, stage = max(stage, ?4)\
        \(jobChanges.map { ", \($0)" } ?? "")
        """, [Value(stage.rawValue)], at: now)
      try body(self)
      try markPages(of: job)
    }
  }
}

extension Store {
  /// The guide of the item's scan; the fingerprint of its crop, nil before the crop is made; and the product
  /// codes and the lettering that were read so far.
  package func photoFacts(
    of item: Int64
  ) throws(StoreError) -> PhotoFacts {
    try connection.row(
      """
      SELECT guide, fingerprint, codes, lines, coalesce(bytes, 0) > 0 FROM items LEFT JOIN scans ON scans.id = items.scan
      WHERE items.id = ?
      """, [.integer(item)]
    ) { (row) in
      PhotoFacts(
        hasPhoto: row.integer(4) == 1, guide: row.textOrNil(0),
        fingerprint: row.isNull(1) ? nil : row.blob(1),
        codes: [ProductCode](stored: row.textOrNil(2)), lines: row.textOrNil(3))
    } ?? PhotoFacts(codes: [])
  }

  /// The fingerprint of the crop; empty before the crop is made.
  package func cropFingerprint(of item: Int64) throws(StoreError) -> [UInt8] {
    try photoFacts(of: item).fingerprint ?? []
  }

  /// The model's observation; nil if no model has seen the item.
  package func observation(of item: Int64) throws(StoreError) -> Observation? {
    try connection.row(
      "SELECT text_read, description, text_confidence FROM items WHERE id = ?", [.integer(item)]
    ) { (row) in
      Confidence(rawValue: row.text(2)).map {
        Observation(text: row.text(0), description: row.text(1), textConfidence: $0)
      }
    } ?? nil
  }

  /// The evidence for the item's album; nil if the item has no album yet.
  package func evidence(of item: Int64) throws(StoreError) -> Evidence? {
    let stored = try connection.row("SELECT evidence FROM items WHERE id = ?", [.integer(item)]) {
      (row) in
      row.textOrNil(0)
    }
    return (stored ?? nil).flatMap { Evidence(stored: $0) }
  }

  /// The item of an album scan; nil if there is no such scan.
  package func item(of scan: ScanID) throws(StoreError) -> Int64? {
    try connection.row(
      "SELECT id FROM items WHERE scan = ? AND position = 0", [.text(scan.text)]
    ) { (row) in row.integer(0) }
  }

  /// The item of a find, including a deleted find.
  package func item(of find: FindID) throws(StoreError) -> Int64? {
    try connection.row("SELECT item FROM finds WHERE id = ?", [.text(find.text)]) { (row) in
      row.integer(0)
    }
  }

  /// Stores the evidence, and `isSure` in the column `sure`. Call it inside a transaction.
  func write(_ evidence: Evidence, of item: Int64) throws(StoreError) {
    try connection.run(
      "UPDATE items SET evidence = ?2, sure = ?3 WHERE id = ?1",
      [.integer(item), .text(evidence.stored), Value(evidence.isSure)])
  }
}
