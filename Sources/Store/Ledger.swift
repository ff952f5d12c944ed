// The ledger: what every call to a model may cost and did cost, and the cap that holds.

package import Albums

/// A paid call of a scan.
package enum CallStage: String, CaseIterable, Sendable {
  case identify, search, review
}

/// A call that may be made; its worst case is booked.
package struct Reservation: Equatable, Sendable {
  package let id: Int64
}

/// What a scan asks before it calls.
package enum Booking: Equatable, Sendable {
  case reserved(Reservation)
  /// It was answered before; the answer is kept and nothing is charged again.
  case answered(String)
  /// The month's cap does not hold another worst case.
  case overCap
  /// This stage has been called as often as it may be.
  case tooOften
}

/// What is about to be called.
package struct PlannedCall: Equatable, Sendable {
  package let scan: ScanID
  package let stage: CallStage
  package let provider: String
  package let model: String
  package let prompt: String
  package let worstCase: Money

  package init(
    scan: ScanID, stage: CallStage, provider: String, model: String, prompt: String,
    worstCase: Money
  ) {
    self.scan = scan
    self.stage = stage
    self.provider = provider
    self.model = model
    self.prompt = prompt
    self.worstCase = worstCase
  }
}

/// What was spent; millionths of a dollar.
package struct Spending: Equatable, Sendable {
  package let month: Month
  package let spent: Money

  /// Worst cases of calls whose answers are not known.
  package let reserved: Money
  package let callCount: Int
}

extension Store {
  /// Calls of one stage of one scan, whatever happens. Source: FAULTS B5, F2.
  package static var callLimit: Int { 2 }

  /// Books the worst case before the first byte is sent; the cap is checked in the same transaction.
  package func reserve(
    _ call: PlannedCall, cap: Money, at now: Timestamp
  ) throws(StoreError) -> Booking {
    try connection.transaction { (connection: borrowing Connection) throws(StoreError) in
      if let answer = try answer(of: call.scan, call.stage) { return .answered(answer) }
      guard try countCalls(of: call.scan, call.stage) < Self.callLimit else { return .tooOften }
      let month = try spending(in: now.month)
      guard month.spent + month.reserved + call.worstCase <= cap else { return .overCap }
      let id = try connection.row(
        """
        INSERT INTO calls (scan, stage, provider, model, prompt, state, reserved, created)
        VALUES (?, ?, ?, ?, ?, 'reserved', ?, ?) RETURNING id
        """,
        [
          .text(call.scan.text), .text(call.stage.rawValue), .text(call.provider),
          .text(call.model), .text(call.prompt), .integer(call.worstCase.microdollars),
          .integer(now.milliseconds),
        ]
      ) { (row) in row.integer(0) }
      guard let id else { throw .damaged("an insert returned no row") }
      return .reserved(Reservation(id: id))
    }
  }

  /// The answer and what it cost, in one commit; the first answer stays.
  package func settle(
    _ reservation: Reservation, answer: String, cost: Money, inputTokens: Int, outputTokens: Int,
    at now: Timestamp
  ) throws(StoreError) {
    try connection.transaction { (connection: borrowing Connection) throws(StoreError) in
      _ = try connection.run(
        """
        UPDATE calls SET state = 'settled', answer = ?, cost = ?, input_tokens = ?,
          output_tokens = ?, settled = ? WHERE id = ? AND state = 'reserved'
        """,
        [
          .text(answer), .integer(cost.microdollars), Value(inputTokens), Value(outputTokens),
          .integer(now.milliseconds), .integer(reservation.id),
        ])
    }
  }

  /// The service did not take the call: nothing is owed, and it does not count as one.
  package func refuse(_ reservation: Reservation, at now: Timestamp) throws(StoreError) {
    try connection.transaction { (connection: borrowing Connection) throws(StoreError) in
      _ = try connection.run(
        "UPDATE calls SET state = 'refused', cost = 0, settled = ? WHERE id = ? AND state = 'reserved'",
        [.integer(now.milliseconds), .integer(reservation.id)])
    }
  }

  /// A reservation that was never settled counts at its worst case: the money may be gone.
  package func spending(in month: Month) throws(StoreError) -> Spending {
    try connection.row(
      """
      SELECT coalesce(sum(CASE state WHEN 'settled' THEN cost END), 0),
        coalesce(sum(CASE state WHEN 'reserved' THEN reserved END), 0), count(*)
      FROM calls WHERE created >= ? AND created < ? AND state <> 'refused'
      """, [.integer(month.start.milliseconds), .integer(month.next.start.milliseconds)]
    ) { (row) in
      Spending(
        month: month, spent: Money(microdollars: row.integer(0)),
        reserved: Money(microdollars: row.integer(1)), callCount: Int(row.integer(2)))
    } ?? Spending(month: month, spent: .zero, reserved: .zero, callCount: 0)
  }

  /// What one scan cost, worst cases of lost answers included.
  package func cost(of scan: ScanID) throws(StoreError) -> Money {
    try connection.row(
      "SELECT coalesce(sum(coalesce(cost, reserved)), 0) FROM calls WHERE scan = ?",
      [.text(scan.text)]
    ) { (row) in Money(microdollars: row.integer(0)) } ?? .zero
  }

  /// The months anything was spent in, newest first.
  package func spendingByMonth() throws(StoreError) -> [Spending] {
    let months = try connection.rows(
      "SELECT DISTINCT created FROM calls WHERE state <> 'refused'"
    ) { (row) in
      Timestamp(milliseconds: row.integer(0)).month
    }
    var all: [Spending] = []
    for month in Set(months).sorted(by: >) { all.append(try spending(in: month)) }
    return all
  }

  private func answer(of scan: ScanID, _ stage: CallStage) throws(StoreError) -> String? {
    try connection.row(
      """
      SELECT answer FROM calls WHERE scan = ? AND stage = ? AND state = 'settled'
      ORDER BY id DESC LIMIT 1
      """, [.text(scan.text), .text(stage.rawValue)]
    ) { (row) in row.text(0) }
  }

  private func countCalls(of scan: ScanID, _ stage: CallStage) throws(StoreError) -> Int {
    try connection.row(
      "SELECT count(*) FROM calls WHERE scan = ? AND stage = ? AND state <> 'refused'",
      [.text(scan.text), .text(stage.rawValue)]
    ) { (row) in Int(row.integer(0)) } ?? 0
  }
}
