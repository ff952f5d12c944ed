// The ledger: what every call to a model may cost and did cost, and the cap that holds.

package import Albums

/// A paid call of a scan.
package enum CallStage: String, CaseIterable, Sendable {
  case identify, search, review

  /// What its sender says of a find that is wrong.
  case hint
}

/// A source tied to a passage of an answer: Unicode scalars of its text.
package struct KeptCitation: Equatable, Sendable {
  package let url: String
  package let title: String
  package let passage: Range<Int>

  package init(url: String, title: String, passage: Range<Int>) {
    self.url = url
    self.title = title
    self.passage = passage
  }
}

/// An answer that was paid for: the model's own words, and what they took.
package struct KeptAnswer: Equatable, Sendable {
  package let text: String
  package let citations: [KeptCitation]
  package let inputTokens: Int
  package let outputTokens: Int
  package let searches: Int

  package init(
    text: String, citations: [KeptCitation] = [], inputTokens: Int, outputTokens: Int,
    searches: Int = 0
  ) {
    self.text = text
    self.citations = citations
    self.inputTokens = inputTokens
    self.outputTokens = outputTokens
    self.searches = searches
  }
}

/// A call that may be made; its worst case is booked.
package struct Reservation: Equatable, Sendable {
  package let id: Int64
}

/// What a scan asks before it calls.
package enum Booking: Equatable, Sendable {
  case reserved(Reservation)
  /// It was answered before; the answer is kept and nothing is charged again.
  case answered(KeptAnswer)
  /// The month's cap does not hold another worst case.
  case overCap
  /// This stage has been called as often as it may be.
  case tooOften
}

/// What is about to be called.
package struct PlannedCall: Equatable, Sendable {
  package let scan: ScanID

  /// What was asked once the scan was over; nil: the scan itself.
  package let errand: Int64?
  package let stage: CallStage

  /// 2: asked again, with what was wrong in the first answer.
  package let turn: Int
  package let provider: String
  package let model: String
  package let prompt: String
  package let worstCase: Money

  package init(
    scan: ScanID, errand: Int64? = nil, stage: CallStage, turn: Int = 1, provider: String,
    model: String, prompt: String, worstCase: Money
  ) {
    self.scan = scan
    self.errand = errand
    self.stage = stage
    self.turn = turn
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
      if let answer = try answer(to: call) { return .answered(answer) }
      guard try countCalls(like: call) < Self.callLimit else { return .tooOften }
      let month = try spending(in: now.month)
      guard month.spent + month.reserved + call.worstCase <= cap else { return .overCap }
      let id = try connection.row(
        """
        INSERT INTO calls
          (scan, errand, stage, turn, provider, model, prompt, state, reserved, created)
        VALUES (?, ?, ?, ?, ?, ?, ?, 'reserved', ?, ?) RETURNING id
        """,
        [
          .text(call.scan.text), Value(call.errand), .text(call.stage.rawValue),
          Value(call.turn), .text(call.provider), .text(call.model), .text(call.prompt),
          .integer(call.worstCase.microdollars),
          .integer(now.milliseconds),
        ]
      ) { (row) in row.integer(0) }
      guard let id else { throw .damaged("an insert returned no row") }
      return .reserved(Reservation(id: id))
    }
  }

  /// The answer and what it cost, in one commit; the first answer stays.
  package func settle(
    _ reservation: Reservation, answer: KeptAnswer, cost: Money, at now: Timestamp
  ) throws(StoreError) {
    try connection.transaction { (connection: borrowing Connection) throws(StoreError) in
      let isFirst =
        try connection.run(
          """
          UPDATE calls SET state = 'settled', answer = ?, cost = ?, input_tokens = ?,
            output_tokens = ?, searches = ?, settled = ? WHERE id = ? AND state = 'reserved'
          """,
          [
            .text(answer.text), .integer(cost.microdollars), Value(answer.inputTokens),
            Value(answer.outputTokens), Value(answer.searches), .integer(now.milliseconds),
            .integer(reservation.id),
          ]) == 1
      for (position, citation) in (isFirst ? answer.citations : []).enumerated() {
        try connection.run(
          "INSERT INTO citations VALUES (?, ?, ?, ?, ?, ?)",
          [
            .integer(reservation.id), Value(position), Value(citation.passage.lowerBound),
            Value(citation.passage.upperBound), .text(citation.url), .text(citation.title),
          ])
      }
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
      FROM calls WHERE created >= ? AND created < ? AND state NOT IN ('refused', 'unsent')
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
      "SELECT DISTINCT created FROM calls WHERE state NOT IN ('refused', 'unsent')"
    ) { (row) in
      Timestamp(milliseconds: row.integer(0)).month
    }
    var all: [Spending] = []
    for month in Set(months).sorted(by: >) { all.append(try spending(in: month)) }
    return all
  }

  /// The answer to the same turn, where it was given; else nil.
  private func answer(to call: PlannedCall) throws(StoreError) -> KeptAnswer? {
    try connection.row(
      """
      SELECT id, answer, input_tokens, output_tokens, searches FROM calls
      WHERE scan = ?1 AND stage = ?2 AND errand IS ?3 AND turn = ?4 AND state = 'settled'
      ORDER BY id DESC LIMIT 1
      """, Self.same(call) + [Value(call.turn)]
    ) { (row) throws(StoreError) in
      KeptAnswer(
        text: row.text(1), citations: try citations(of: row.integer(0)),
        inputTokens: Int(row.integer(2)), outputTokens: Int(row.integer(3)),
        searches: Int(row.integer(4)))
    }
  }

  private func citations(of call: Int64) throws(StoreError) -> [KeptCitation] {
    try connection.rows(
      "SELECT first, past, url, title FROM citations WHERE call = ? ORDER BY position",
      [.integer(call)]
    ) { (row) in
      let (first, past) = (Int(row.integer(0)), Int(row.integer(1)))
      return KeptCitation(
        url: row.text(2), title: row.text(3), passage: first..<max(first, past))
    }
  }

  private func countCalls(like call: PlannedCall) throws(StoreError) -> Int {
    try connection.row(
      """
      SELECT count(*) FROM calls WHERE scan = ?1 AND stage = ?2 AND errand IS ?3
        AND state NOT IN ('refused', 'unsent')
      """, Self.same(call)
    ) { (row) in Int(row.integer(0)) } ?? 0
  }

  private static func same(_ call: PlannedCall) -> [Value] {
    [.text(call.scan.text), .text(call.stage.rawValue), Value(call.errand)]
  }
}
