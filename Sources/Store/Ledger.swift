// The ledger: a row before every call to a model, settled with what it really took. What it adds up to is
// in Spending, when a provider is left alone in Breakers, how often may be asked in CallLimits.

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
  /// This stage has been called as often as it may be; `isFinal` when a try by hand is none more either.
  case tooOften(isFinal: Bool)
  /// The provider is left alone for now: nothing may be sent.
  case resting(Breaker)
  /// The provider has rested: ask it something free first, and tell what it said. Nobody else is told so.
  case probeFirst(after: Trouble)
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

extension Store {
  /// Books the worst case before the first byte is sent. What was answered, how often was asked, the cap
  /// and the breaker are looked at in the same transaction, so no two calls pass for one.
  package func reserve(
    _ call: PlannedCall, cap: Money, at now: Timestamp
  ) throws(StoreError) -> Booking {
    try connection.transaction { (connection: borrowing Connection) throws(StoreError) in
      if let answer = try answer(to: call) { return .answered(answer) }
      let limits = try limits(for: call)
      guard limits.admitsCall else { return .tooOften(isFinal: limits.isFinal) }
      let month = try spending(in: zone.month(of: now))
      guard month.spent + month.reserved + call.worstCase <= cap else { return .overCap }
      // Whoever taps "Try again" does not wait for the breaker; the tap is used up by it.
      if limits.isGranted {
        try useGrant(of: call.scan)
      } else {
        switch try gate(of: call.provider, isLast: limits.isLast, at: now) {
        case .open: break
        case .resting(let breaker): return .resting(breaker)
        case .probe(let trouble): return .probeFirst(after: trouble)
        }
      }
      return .reserved(try insert(call, at: now))
    }
  }

  private func insert(_ call: PlannedCall, at now: Timestamp) throws(StoreError) -> Reservation {
    let id = try connection.row(
      """
      INSERT INTO calls
        (scan, errand, stage, turn, provider, model, prompt, state, reserved, created)
      VALUES (?, ?, ?, ?, ?, ?, ?, 'reserved', ?, ?) RETURNING id
      """,
      [
        .text(call.scan.text), Value(call.errand), .text(call.stage.rawValue), Value(call.turn),
        .text(call.provider), .text(call.model), .text(call.prompt),
        .integer(call.worstCase.microdollars), .integer(now.milliseconds),
      ]
    ) { (row) in row.integer(0) }
    guard let id else { throw .damaged("an insert returned no row") }
    return Reservation(id: id)
  }

  /// The answer and what it cost, in one commit; the first answer stays. The provider is well.
  package func settle(
    _ reservation: Reservation, answer: KeptAnswer, cost: Money, at now: Timestamp
  ) throws(StoreError) {
    try connection.transaction { (connection: borrowing Connection) throws(StoreError) in
      let isFirst = try settle(
        reservation, answer.text, answer.inputTokens, answer.outputTokens, answer.searches, cost,
        now)
      guard isFirst else { return }
      try heal(providerOf: reservation, at: now)
      for (position, citation) in answer.citations.enumerated() {
        try connection.run(
          "INSERT INTO citations VALUES (?, ?, ?, ?, ?, ?)",
          [
            .integer(reservation.id), Value(position), Value(citation.passage.lowerBound),
            Value(citation.passage.upperBound), .text(citation.url), .text(citation.title),
          ])
      }
    }
  }

  /// What the service took for a call that it did not answer, or not so that it is of any use.
  package func charge(
    _ reservation: Reservation, inputTokens: Int, outputTokens: Int, searches: Int, cost: Money,
    at now: Timestamp
  ) throws(StoreError) {
    try connection.transaction { (_: borrowing Connection) throws(StoreError) in
      _ = try settle(reservation, nil, inputTokens, outputTokens, searches, cost, now)
    }
  }

  /// False when it was settled before.
  private func settle(
    _ reservation: Reservation, _ answer: String?, _ inputTokens: Int, _ outputTokens: Int,
    _ searches: Int, _ cost: Money, _ now: Timestamp
  ) throws(StoreError) -> Bool {
    try connection.run(
      """
      UPDATE calls SET state = 'settled', answer = ?, cost = ?, input_tokens = ?,
        output_tokens = ?, searches = ?, settled = ? WHERE id = ? AND state = 'reserved'
      """,
      [
        Value(answer), .integer(cost.microdollars), Value(inputTokens), Value(outputTokens),
        Value(searches), .integer(now.milliseconds), .integer(reservation.id),
      ]) == 1
  }

  /// The service did not take the call: nothing is owed, but it was sent.
  package func refuse(_ reservation: Reservation, at now: Timestamp) throws(StoreError) {
    try release(reservation, as: "refused", at: now)
  }

  /// The service was never reached: nothing is owed, and it does not count as a call.
  package func unsend(_ reservation: Reservation, at now: Timestamp) throws(StoreError) {
    try release(reservation, as: "unsent", at: now)
  }

  private func release(
    _ reservation: Reservation, as state: String, at now: Timestamp
  ) throws(StoreError) {
    try connection.transaction { (connection: borrowing Connection) throws(StoreError) in
      _ = try connection.run(
        "UPDATE calls SET state = ?, cost = 0, settled = ? WHERE id = ? AND state = 'reserved'",
        [.text(state), .integer(now.milliseconds), .integer(reservation.id)])
    }
  }

  /// The answer to the same turn, where it was given; else nil.
  private func answer(to call: PlannedCall) throws(StoreError) -> KeptAnswer? {
    try connection.row(
      """
      SELECT id, answer, input_tokens, output_tokens, searches FROM calls
      WHERE scan = ? AND stage = ? AND errand IS ? AND turn = ?
        AND state = 'settled' AND answer IS NOT NULL
      ORDER BY id DESC LIMIT 1
      """,
      [
        .text(call.scan.text), .text(call.stage.rawValue), Value(call.errand), Value(call.turn),
      ]
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
}
