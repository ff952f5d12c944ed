// Books the calls of a shelf together, before the first one is sent. A call that was booked and not
// begun is released by the next booking of the same job. Source: docs/limits.md "Shelves".

package import Albums

extension PlannedCall {
  /// The default of `shelf-call-limit`: the most calls of one shelf, second questions and drawn boxes
  /// included.
  package static let defaultShelfCalls = 12
}

extension Store {
  /// Reserves the maximum costs of `calls`, which have one owner, one stage and one provider, in one
  /// transaction. Returns a booking for each call, in order.
  ///
  /// The ledger books calls in order as long as limit, plan, cap and the person's share cover them.
  /// When the ledger refuses a call for one of these reasons, each later call of the list gets the
  /// same refusal. A call that already has an answer gets this answer instead. A call whose own sheet
  /// has no calls left stops no other call. If the provider is paused, no call is booked.
  ///
  /// No other process may read the same shelf for the same job: calls that an earlier worker booked
  /// and did not begin are released first.
  package func reserve(
    _ calls: [PlannedCall], cap: Money, personCap: Money? = nil,
    plans: PlanLimits = PlanLimits(), shelfCalls: Int = PlannedCall.defaultShelfCalls,
    at now: Timestamp
  ) throws(StoreError) -> [Booking] {
    try connection.transaction { (_: borrowing Connection) throws(StoreError) in
      for owner in Set(calls.map(\.owner)) { try releaseUnbegun(of: owner, at: now) }
      var booker = ShelfBooker(
        cap: cap, personCap: personCap, plans: plans, shelfCalls: shelfCalls, now: now,
        hasLastCall: try hasLastCall(calls, shelfCalls))
      var bookings: [Booking] = []
      for call in calls { bookings.append(try book(call, &booker)) }
      return bookings
    }
  }

  /// Marks a booked call as begun, before its first byte is sent. If a pause of the provider began after
  /// the booking, releases the call instead; the booking has decided about earlier pauses. Nil if the
  /// call was released or settled meanwhile; then it must not be sent.
  package func begin(
    _ reservation: Reservation, at now: Timestamp
  ) throws(StoreError) -> Booking? {
    try connection.transaction { (connection: borrowing Connection) throws(StoreError) in
      let call = try connection.row(
        "SELECT provider, created FROM calls WHERE id = ? AND state = 'reserved'",
        [.integer(reservation.id)]
      ) { (row) in (provider: row.text(0), booked: Timestamp(milliseconds: row.integer(1))) }
      guard let call else { return nil }
      if let breaker = try openBreaker(of: call.provider, at: now), breaker.began >= call.booked {
        try releaseRow(reservation, as: "unsent", at: now)
        return .paused(breaker)
      }
      _ = try connection.run(
        "UPDATE calls SET begun = 1 WHERE id = ?", [.integer(reservation.id)])
      return .reserved(reservation)
    }
  }

  // MARK: Inside a transaction

  private func book(
    _ call: PlannedCall, _ booker: inout ShelfBooker
  ) throws(StoreError) -> Booking {
    if let answer = try answer(to: call) { return .answered(answer) }
    if let refusal = booker.refusal { return refusal }
    let limits = try limits(for: call, shelfCalls: booker.shelfCalls)
    if limits.isStageOver { return .tooOften(isFinal: true) }
    booker.refusal = try refusal(of: call, limits, &booker)
    if let refusal = booker.refusal { return refusal }
    return .reserved(try insert(call, isBegun: false, at: booker.now))
  }

  /// The reason why the ledger books neither the call nor the next ones; nil if it books the call.
  /// The breaker decides once, about the first call that nothing else refuses.
  private func refusal(
    of call: PlannedCall, _ limits: CallLimits, _ booker: inout ShelfBooker
  ) throws(StoreError) -> Booking? {
    let now = booker.now
    guard limits.admitsCall else { return .tooOften(isFinal: limits.isFinal) }
    if let limit = try usedPlan(of: call.owner, booker.plans, at: now) { return .planUsed(limit) }
    guard try hasRoom(for: call, under: booker.cap, at: now) else { return .overCap }
    if let share = try usedShare(by: call, of: booker.personCap, at: now) {
      return .overShare(share)
    }
    // A manual retry ignores the pause of the provider once, for all calls that are booked with it.
    if !booker.isProviderOpen { booker.isProviderOpen = try useRetry(of: call.owner) }
    if booker.isProviderOpen { return nil }
    switch try breakerDecision(of: call.provider, isLast: booker.hasLastCall, at: now) {
    case .open: booker.isProviderOpen = true
    case .paused(let breaker): return .paused(breaker)
    case .probe(let trouble): return .probeFirst(after: trouble)
    }
    return nil
  }

  /// Whether one of the calls is the last call that its sheet may make. Then a single failure of the
  /// provider pauses all calls.
  private func hasLastCall(
    _ calls: [PlannedCall], _ shelfCalls: Int
  ) throws(StoreError) -> Bool {
    for call in calls where try answer(to: call) == nil {
      let limits = try limits(for: call, shelfCalls: shelfCalls)
      if limits.admitsCall, limits.isLast { return true }
    }
    return false
  }

  private func releaseUnbegun(of owner: CallOwner, at now: Timestamp) throws(StoreError) {
    try connection.run(
      """
      UPDATE calls SET state = 'unsent', cost = 0, settled = ?
      WHERE scan IS ? AND job IS ? AND stage = 'shelf' AND state = 'reserved' AND begun = 0
      """,
      [.integer(now.milliseconds), Value(owner.scan?.text), Value(owner.job)])
  }
}

extension Store {
  /// Releases the calls of a shelf that were booked and not begun, because no worker will send them. Call
  /// it inside a transaction.
  func releaseUnbegun(of scan: String, at now: Timestamp) throws(StoreError) {
    try connection.run(
      """
      UPDATE calls SET state = 'unsent', cost = 0, settled = ?2
      WHERE scan = ?1 AND stage = 'shelf' AND state = 'reserved' AND begun = 0
      """, [.text(scan), .integer(now.milliseconds)])
  }
}

/// The rules of one booking, and its results so far.
private struct ShelfBooker {
  let cap: Money
  let personCap: Money?
  let plans: PlanLimits
  let shelfCalls: Int
  let now: Timestamp
  let hasLastCall: Bool

  /// The refusal that the further calls get, too.
  var refusal: Booking?
  var isProviderOpen = false
}
