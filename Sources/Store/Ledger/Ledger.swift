// The ledger: a row is written before every call to a model, and completed with the real cost.
// Spending.swift adds up the rows, Breakers.swift pauses providers that fail, CallLimits.swift
// limits the calls of a scan or job, PlanUse.swift counts the scans of a plan, and
// ShelfBookings.swift books the calls of a shelf together.

package import Albums

/// The purpose of a paid call.
package enum CallStage: String, CaseIterable, Sendable {
  case identify, search, review

  /// Names another album from the user's hint.
  case hint

  /// Reads the names on the spines and covers of a sheet.
  case shelf
}

/// A source that the provider tied to a passage of an answer. The passage is a range of Unicode
/// scalars of the answer's text.
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

/// An answer that was paid for: the text of the model, and the usage.
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

/// A call that may be made. The ledger has reserved its maximum cost.
package struct Reservation: Equatable, Sendable {
  package let id: Int64
}

/// Whether a call may be made.
package enum Booking: Equatable, Sendable {
  case reserved(Reservation)
  /// The same call has an answer already. The stored answer costs nothing.
  case answered(KeptAnswer)
  /// All scans of the person's plan are used, and the call would be the first one of a further scan.
  case planUsed(PlanLimit)
  /// The rest of the month's cap is less than the maximum cost of the call.
  case overCap
  /// The rest of the person's share of the cap is less than the maximum cost of the call.
  case overShare(Money)
  /// The stage has no calls left. `isFinal`: even a manual retry cannot make another call.
  case tooOften(isFinal: Bool)
  /// The call is early, and is not admitted now. It may be admitted after the identification.
  case tooEarly
  /// The provider is paused: nothing may be sent.
  case paused(Breaker)
  /// The pause of the provider is over. Only this caller may now send a free request. It then
  /// reports the result with `noteProbe` or `countFailure`.
  case probeFirst(after: Trouble)
}

/// The person, scan and job for which a call is made. The ledger stores all of it.
package struct CallOwner: Hashable, Sendable {
  package let person: PersonID

  /// The scan; nil for an imported item.
  package let scan: ScanID?
  package let item: Int64?

  /// The job that follows a scan; nil for the scan's own job or a command. Limits count by scan and
  /// job.
  package let job: Int64?
  package let find: FindID?

  package init(
    _ scan: ScanID?, item: Int64? = nil, job: Int64? = nil, find: FindID? = nil,
    person: PersonID
  ) {
    self.scan = scan
    self.item = item
    self.job = job
    self.find = find
    self.person = person
  }

  package init(_ job: Job) {
    self.init(
      job.scan, item: job.item, job: job.request.kind.rules.subject == .scan ? nil : job.id,
      find: job.find,
      person: job.person)
  }
}

/// A call that is about to be made.
package struct PlannedCall: Equatable, Sendable {
  package let owner: CallOwner
  package let stage: CallStage

  /// 1 for the first request of the stage; 2 for its second request, which describes the errors in
  /// the first answer.
  package let attempt: Int
  package let provider: String
  package let model: String
  package let prompt: String
  package let worstCase: Money

  /// The album that the call is about; nil while the album is not known. Only an answer about the same
  /// album counts as an answer to the call.
  package let album: AlbumKey?

  /// Whether the call is made before the album is certain, while the identification still arrives.
  package let isEarly: Bool

  /// The number of the sheet that the call reads; nil for other stages. Only an answer about the same
  /// sheet counts as an answer to the call.
  package let part: Int?

  package init(
    owner: CallOwner, stage: CallStage, attempt: Int = 1, provider: String, model: String,
    prompt: String, worstCase: Money, album: AlbumKey? = nil, isEarly: Bool = false,
    part: Int? = nil
  ) {
    self.album = album
    self.part = part
    self.isEarly = isEarly
    self.owner = owner
    self.stage = stage
    self.attempt = attempt
    self.provider = provider
    self.model = model
    self.prompt = prompt
    self.worstCase = worstCase
  }
}

extension Store {
  /// Reserves the maximum cost before the first byte is sent. The same transaction checks earlier
  /// answers, limits, plan, caps and breaker, so two calls cannot both use the last allowance.
  ///
  /// `cap` is the limit of the calendar month for the whole installation. `personCap` is the share
  /// of `cap` that one person who is no owner may use; nil if there is no such limit. `shelfCalls`
  /// is the limit of calls of one shelf.
  package func reserve(
    _ call: PlannedCall, cap: Money, personCap: Money? = nil, plans: PlanLimits = PlanLimits(),
    shelfCalls: Int = PlannedCall.defaultShelfCalls, at now: Timestamp
  ) throws(StoreError) -> Booking {
    try connection.transaction { (connection: borrowing Connection) throws(StoreError) in
      if let answer = try answer(to: call) { return .answered(answer) }
      let limits = try limits(for: call, shelfCalls: shelfCalls)
      if call.isEarly {
        guard limits.sentCount == 0, try hasRoom(for: call, under: cap, at: now),
          try usedShare(by: call, of: personCap, at: now) == nil,
          try usedPlan(of: call.owner, plans, at: now) == nil, try !hasTrouble(call.provider)
        else { return .tooEarly }
        return .reserved(try insert(call, at: now))
      }
      guard limits.admitsCall else { return .tooOften(isFinal: limits.isFinal) }
      if let limit = try usedPlan(of: call.owner, plans, at: now) { return .planUsed(limit) }
      guard try hasRoom(for: call, under: cap, at: now) else { return .overCap }
      if let share = try usedShare(by: call, of: personCap, at: now) { return .overShare(share) }
      // A manual retry ignores the pause of the provider once.
      if limits.isRetryRequested {
        try useRetry(of: call.owner)
      } else {
        switch try breakerDecision(of: call.provider, isLast: limits.isLast, at: now) {
        case .open: break
        case .paused(let breaker): return .paused(breaker)
        case .probe(let trouble): return .probeFirst(after: trouble)
        }
      }
      return .reserved(try insert(call, at: now))
    }
  }

  /// Whether the rest of the month's cap covers the maximum cost of a call.
  func hasRoom(
    for call: PlannedCall, under cap: Money, at now: Timestamp
  ) throws(StoreError) -> Bool {
    try spending(in: zone.month(of: now)).total + call.worstCase <= cap
  }

  /// `isBegun` is false for a call that is booked long before it is sent.
  func insert(
    _ call: PlannedCall, isBegun: Bool = true, at now: Timestamp
  ) throws(StoreError) -> Reservation {
    let id = try connection.row(
      """
      INSERT INTO calls
        (scan, item, job, find, person, stage, attempt, provider, model, prompt, album, part,
        begun, state, reserved, created)
      VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, 'reserved', ?, ?) RETURNING id
      """,
      [
        Value(call.owner.scan?.text), Value(call.owner.item), Value(call.owner.job),
        Value(call.owner.find?.text), .text(call.owner.person.text), .text(call.stage.rawValue),
        Value(call.attempt), .text(call.provider), .text(call.model), .text(call.prompt),
        Value(call.album?.text), Value(call.part), Value(isBegun),
        .integer(call.worstCase.microdollars), .integer(now.milliseconds),
      ]
    ) { (row) in row.integer(0) }
    guard let id else { throw .damaged("an insert returned no row") }
    return Reservation(id: id)
  }

  /// Stores the answer and its cost in one commit. A first answer is never replaced. Removes the
  /// breaker of the provider.
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

  /// Stores the cost of a call whose answer is missing or useless.
  package func charge(
    _ reservation: Reservation, inputTokens: Int, outputTokens: Int, searches: Int, cost: Money,
    at now: Timestamp
  ) throws(StoreError) {
    try connection.transaction { (_: borrowing Connection) throws(StoreError) in
      _ = try settle(reservation, nil, inputTokens, outputTokens, searches, cost, now)
    }
  }

  /// False if the call was settled before.
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

  /// The service refused the call: it costs nothing, but counts as sent.
  package func refuse(_ reservation: Reservation, at now: Timestamp) throws(StoreError) {
    try release(reservation, as: "refused", at: now)
  }

  /// The service was never reached: the call costs nothing and does not count.
  package func unsend(_ reservation: Reservation, at now: Timestamp) throws(StoreError) {
    try release(reservation, as: "unsent", at: now)
  }

  private func release(
    _ reservation: Reservation, as state: String, at now: Timestamp
  ) throws(StoreError) {
    try connection.transaction { (_: borrowing Connection) throws(StoreError) in
      try releaseRow(reservation, as: state, at: now)
    }
  }

  /// Inside a transaction.
  func releaseRow(
    _ reservation: Reservation, as state: String, at now: Timestamp
  ) throws(StoreError) {
    try connection.run(
      "UPDATE calls SET state = ?, cost = 0, settled = ? WHERE id = ? AND state = 'reserved'",
      [.text(state), .integer(now.milliseconds), .integer(reservation.id)])
  }

  /// The stored answer of the same attempt at the same stage, about the same album or sheet; nil
  /// without a stored answer. Rows of versions before 8 do not name the album.
  func answer(to call: PlannedCall) throws(StoreError) -> KeptAnswer? {
    try connection.row(
      """
      SELECT id, answer, input_tokens, output_tokens, searches FROM calls
      WHERE scan IS ? AND stage = ? AND job IS ? AND attempt = ? AND (album IS NULL OR album IS ?)
        AND part IS ? AND state = 'settled' AND answer IS NOT NULL
      ORDER BY id DESC LIMIT 1
      """,
      [
        Value(call.owner.scan?.text), .text(call.stage.rawValue), Value(call.owner.job),
        Value(call.attempt), Value(call.album?.text), Value(call.part),
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
