// The maximum number of calls to a model for one photo.
// Source: docs/limits.md, docs/faults.md B5, F2.

import Albums

/// The calls that were made for a scan, or for a job that follows it.
struct CallLimits: Equatable {
  /// The maximum number of charged calls of a stage, manual retries included. The second call
  /// repeats a call whose answer was lost.
  static let maxCharged = 2

  /// The maximum number of calls of a stage that are sent automatically.
  static let maxSent = 3

  /// The maximum number of calls of all stages of a scan, manual retries included.
  static let maxSentByScan = 6

  let chargedCount: Int
  let sentCount: Int

  /// The number of sent calls of the whole scan. Nil for a job that follows the scan, because only
  /// its stage is limited.
  let sentByScanCount: Int?

  /// The limit of `sentByScanCount`.
  var mostSentByScan = maxSentByScan

  /// Whether the user pressed "Try again now" and the worker has not made that call yet.
  let isRetryRequested: Bool

  /// Whether a manual retry may make a call after the automatic ones.
  let canBeRetried: Bool

  /// Whether even a manual retry cannot make another call.
  var isFinal: Bool {
    chargedCount >= Self.maxCharged || (!canBeRetried && sentCount >= Self.maxSent)
      || (sentByScanCount.map { $0 >= mostSentByScan } ?? false)
  }

  /// Whether the stage, or the sheet of a shelf, has no calls left. Other sheets may have some.
  var isStageOver: Bool { chargedCount >= Self.maxCharged || sentCount >= Self.maxSent }

  /// Whether only a manual retry can make another call after the next one.
  var isLast: Bool { !isRetryRequested && sentCount == Self.maxSent - 1 }

  var admitsCall: Bool { !isFinal && (sentCount < Self.maxSent || isRetryRequested) }
}

extension Store {
  /// The calls that count towards the limits of `call`. Calls that never reached the service do not
  /// count.
  func limits(for call: PlannedCall, shelfCalls: Int) throws(StoreError) -> CallLimits {
    if call.stage == .shelf { return try shelfLimits(for: call, most: shelfCalls) }
    let isScan = call.owner.job == nil
    let limits = try connection.row(
      """
      SELECT coalesce(sum(stage = ?2 AND state IN ('reserved', 'settled')), 0),
        coalesce(sum(stage = ?2), 0), count(*),
        coalesce((SELECT retry_requested FROM jobs WHERE jobs.scan = ?1 AND kind = 'scan'), 0)
      FROM calls WHERE scan IS ?1 AND job IS ?3 AND state <> 'unsent' AND stage <> 'shelf'
      """,
      [Value(call.owner.scan?.text), .text(call.stage.rawValue), Value(call.owner.job)]
    ) { (row) in
      CallLimits(
        chargedCount: Int(row.integer(0)), sentCount: Int(row.integer(1)),
        sentByScanCount: isScan ? Int(row.integer(2)) : nil,
        isRetryRequested: isScan && row.integer(3) > 0, canBeRetried: isScan)
    }
    guard let limits else { throw .damaged("a sum returned no row") }
    return limits
  }

  /// A sheet of a shelf has the limits of a stage. In place of the six calls of a scan, `most` limits
  /// the calls of the whole shelf, those of later jobs included.
  private func shelfLimits(
    for call: PlannedCall, most: Int
  ) throws(StoreError) -> CallLimits {
    let limits = try connection.row(
      """
      SELECT coalesce(sum(job IS ?2 AND part IS ?3 AND state IN ('reserved', 'settled')), 0),
        coalesce(sum(job IS ?2 AND part IS ?3), 0), count(*)
      FROM calls WHERE scan IS ?1 AND stage = 'shelf' AND state <> 'unsent'
      """,
      [Value(call.owner.scan?.text), Value(call.owner.job), Value(call.part)]
    ) { (row) in
      CallLimits(
        chargedCount: Int(row.integer(0)), sentCount: Int(row.integer(1)),
        sentByScanCount: Int(row.integer(2)), mostSentByScan: most, isRetryRequested: false,
        canBeRetried: false)
    }
    guard let limits else { throw .damaged("a sum returned no row") }
    return limits
  }

  /// Uses up the manual retry that a person requested. Returns false if no person has requested a retry.
  @discardableResult
  func useRetry(of owner: CallOwner) throws(StoreError) -> Bool {
    try connection.run(
      """
      UPDATE jobs SET retry_requested = 0
      WHERE scan = ? AND kind IN ('scan', 'shelf') AND retry_requested = 1
      """, [Value(owner.scan?.text)]) > 0
  }
}
