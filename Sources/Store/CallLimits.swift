// How often a model is asked for one photo, whatever happens. Source: FAULTS B5, F2.

import Albums

/// What was sent so far for a scan, or for an errand after it.
struct CallLimits: Equatable {
  /// A stage may be charged for so often, by hand too: a lost answer is asked for again once.
  static let charged = 2

  /// A stage is sent so often by itself.
  static let sent = 3

  /// All stages of a scan are sent so often, by hand too.
  static let sentByScan = 6

  let charged: Int
  let sent: Int

  /// Nil: an errand's.
  let sentByScan: Int?

  /// Its sender asked for one more try, which was not made yet.
  let isGranted: Bool

  /// No tap of its sender helps.
  var isFinal: Bool {
    guard let sentByScan else { return charged >= Self.charged || sent >= Self.sent }
    return charged >= Self.charged || sentByScan >= Self.sentByScan
  }

  /// After the next call only its sender can ask for another.
  var isLast: Bool { !isGranted && sent == Self.sent - 1 }

  var admitsCall: Bool { !isFinal && (sent < Self.sent || isGranted) }
}

extension Store {
  /// Calls that never reached the service count for nothing.
  func limits(for call: PlannedCall) throws(StoreError) -> CallLimits {
    let isErrand = call.errand != nil
    let limits = try connection.row(
      """
      SELECT coalesce(sum(stage = ?2 AND state IN ('reserved', 'settled')), 0),
        coalesce(sum(stage = ?2), 0), count(*),
        coalesce((SELECT granted FROM scans WHERE id = ?1), 0)
      FROM calls WHERE scan = ?1 AND errand IS ?3 AND state <> 'unsent'
      """, [.text(call.scan.text), .text(call.stage.rawValue), Value(call.errand)]
    ) { (row) in
      CallLimits(
        charged: Int(row.integer(0)), sent: Int(row.integer(1)),
        sentByScan: isErrand ? nil : Int(row.integer(2)),
        isGranted: !isErrand && row.integer(3) > 0)
    }
    guard let limits else { throw .damaged("a sum returned no row") }
    return limits
  }

  func useGrant(of scan: ScanID) throws(StoreError) {
    try connection.run("UPDATE scans SET granted = 0 WHERE id = ?", [.text(scan.text)])
  }
}
