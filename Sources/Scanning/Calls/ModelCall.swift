// Makes one paid call: commits its ledger row before the call and its answer afterwards. All paid
// calls use this type.

package import Albums
import Host
package import Models
import Store

/// A model of one provider, with everything that a call to it needs.
package struct ModelCall: Sendable {
  package let provider: any ModelProvider
  package let database: DatabaseActor
  var cap: Money

  let price: @Sendable (String) -> Price?

  /// Whether the host runs the model's server itself. A model without a price is then free.
  package let isPrivate: Bool

  /// The share of `cap` that a person who is no owner may use; nil for all of it.
  var personCap: Money?

  /// The address and the key's file of the provider, for the log.
  package var addressAndKeyFile = ""

  /// The scans that each plan includes.
  var plans = PlanLimits()

  /// The maximum number of calls for one photo of a shelf.
  var shelfCalls = PlannedCall.defaultShelfCalls

  /// The host's contact, for the message to a person whose plan is used up.
  var contact: String?
  let log: LogFile
  package let now: @Sendable () -> Timestamp

  /// Returns the model's answer. An answer that the ledger already contains is returned without a
  /// call.
  ///
  /// The ledger row is committed before the first byte is sent. The answer and its cost are one
  /// commit. A kill between these two commits can cost one more call, never two (docs/faults.md
  /// F2). `attempt` is 2 for the second question of a stage, which names the errors of the first
  /// answer. `album` is the album that the question is about, if it is known. `isEarly` says that the
  /// identification still arrives. `part` is the number of a sheet.
  func answer(
    _ question: Question, for owner: CallOwner, _ stage: CallStage, prompt: String,
    attempt: Int = 1, about album: AlbumKey? = nil, isEarly: Bool = false, part: Int? = nil,
    onText: TextHandler? = nil
  ) async throws(ScanFailure) -> ModelAnswer {
    let planned = try plan(
      question, for: owner, stage, prompt: prompt, attempt: attempt, about: album,
      isEarly: isEarly, part: part)
    var booking = try await book(planned)
    if case .probeFirst(let trouble) = booking {
      try await probe(after: trouble, for: owner)
      booking = try await book(planned)
    }
    return try await answer(question, planned, booking, onText)
  }

  /// The call that asks `question`, with its maximum cost. Throws if the model has no price.
  func plan(
    _ question: Question, for owner: CallOwner, _ stage: CallStage, prompt: String,
    attempt: Int = 1, about album: AlbumKey? = nil, isEarly: Bool = false, part: Int? = nil
  ) throws(ScanFailure) -> PlannedCall {
    let worstCase = try priceOf(question.model).cost(
      inputTokens: question.worstInputTokens, outputTokens: question.maxOutputTokens,
      searches: question.searches)
    return PlannedCall(
      owner: owner, stage: stage, attempt: attempt, provider: provider.name, model: question.model,
      prompt: prompt, worstCase: worstCase, album: album, isEarly: isEarly, part: part)
  }

  /// The answer to a question whose call has a booking already.
  func answer(
    _ question: Question, _ planned: PlannedCall, _ booking: Booking, _ onText: TextHandler?
  ) async throws(ScanFailure) -> ModelAnswer {
    switch booking {
    case .reserved(let reservation):
      return try await ask(question, planned, reservation, onText)
    case .answered(let kept): return kept.modelAnswer
    case .planUsed(let limit): throw try await planUsed(limit)
    case .overCap: throw try await overCap()
    case .overShare(let share): throw .overShare(share, next: try await nextMonth(), at: now())
    case .tooOften(let isFinal): throw .askedTooOften(isFinal: isFinal, at: now())
    case .tooEarly: throw ScanFailure(.noAnswer, isTooEarly: true)
    case .paused(let breaker): throw .paused(breaker)
    // Another call to the provider failed after the probe.
    case .probeFirst: throw ScanFailure(.providerFailed)
    }
  }

  /// The failure of a call that the month's cap does not admit. The cap starts again with the next
  /// month in the host's time zone.
  private func overCap() async throws(ScanFailure) -> ScanFailure {
    .overCap(cap, next: try await nextMonth(), at: now())
  }

  /// A used-up plan ends the scan. A scan that waited would usually end without an answer after 24
  /// hours.
  private func planUsed(_ limit: PlanLimit) async throws(ScanFailure) -> ScanFailure {
    let next = limit.isMonthly ? try await nextMonth() : nil
    return ScanFailure(
      .planUsed(UsedPlan(count: limit.count, next: next, contact: contact)), isFinal: true)
  }

  private func nextMonth() async throws(ScanFailure) -> Timestamp {
    let now = now()
    return try await storing { (store) throws(StoreError) in
      store.zone.start(of: store.zone.month(of: now).next)
    }
  }

  /// The paid calls that the plan of a person includes. `setting` is `advanced-search` of the control
  /// file.
  func rights(
    of person: PersonID, setting: Bool
  ) async throws(ScanFailure) -> SearchRights {
    try await storing { (store) throws(StoreError) in
      try store.searchRights(of: person, setting: setting)
    }
  }

  private func ask(
    _ question: Question, _ planned: PlannedCall, _ reservation: Reservation,
    _ onText: TextHandler?
  ) async throws(ScanFailure) -> ModelAnswer {
    let price = try priceOf(question.model)
    Failpoint.pass("call:before")
    let answer: ModelAnswer
    do {
      answer = try await provider.answer(question, onText: onText)
    } catch {
      if let usage = error.usage {
        try await charge(reservation, usage, price)
      } else if !error.mayBeCharged {
        try await release(reservation, wasSent: error.wasSent)
      }
      throw try await counted(error, of: planned.owner)
    }
    Failpoint.pass("call:after")
    // A service that reports no usage may charge the whole reserved amount.
    let cost = answer.usage.isReported ? price.cost(of: answer.usage) : planned.worstCase
    let (kept, now) = (KeptAnswer(answer), now())
    try await storing { (store) throws(StoreError) in
      try store.settle(reservation, answer: kept, cost: cost, at: now)
    }
    return answer
  }

  /// Makes a free request for the list of models after a pause, to check that the provider works
  /// again.
  ///
  /// After an outage, a refused list request also shows that the service works again: a key may
  /// permit answers but not the list, and a gateway may have no list. The paid call then shows
  /// whether the service accepts the key. A refused call costs nothing.
  func probe(
    after trouble: Trouble, for owner: CallOwner
  ) async throws(ScanFailure) {
    do {
      _ = try await provider.models()
    } catch {
      guard trouble == .outage, case .misconfigured = error else {
        throw try await counted(error, of: owner)
      }
    }
    let (name, now) = (provider.name, now())
    try await storing { (store) throws(StoreError) in try store.noteProbe(of: name, at: now) }
  }

  /// Records the error in the log and in the provider's breaker, and returns the failure for the scan. An
  /// error without trouble closes the breaker, because the provider answered.
  private func counted(
    _ error: ModelError, of owner: CallOwner
  ) async throws(ScanFailure) -> ScanFailure {
    // The caller cancelled the call, so the failure shows nothing about the provider.
    if Task.isCancelled { return .of(error, notBefore: nil) }
    let (name, now) = (provider.name, now())
    log.write(
      now.iso, "model", "\(owner.name), \(name) (\(addressAndKeyFile)): \(error.reason)",
      level: .warning)
    guard let trouble = error.trouble else {
      try await storing { (store) throws(StoreError) in try store.heal(name, at: now) }
      return .of(error, notBefore: nil)
    }
    let rest = try await storing { (store) throws(StoreError) in
      try store.countFailure(of: name, trouble, reason: error.reason, at: now)
    }
    let pause = error.pauseMilliseconds.map(now.advanced(byMilliseconds:))
    return .of(error, notBefore: [rest, pause].compactMap(\.self).max())
  }

  /// The price of a model. Nil if the price is unknown and a provider charges for the model; then
  /// no call is made.
  package func knownPrice(of model: String) -> Price? {
    price(model) ?? (isPrivate ? Price(input: 0, output: 0) : nil)
  }

  private func priceOf(_ model: String) throws(ScanFailure) -> Price {
    if let price = knownPrice(of: model) { return price }
    throw ScanFailure(.priceUnknown(model: model))
  }

  private func book(_ call: PlannedCall) async throws(ScanFailure) -> Booking {
    let (cap, personCap, plans, shelfCalls, now) = (cap, personCap, plans, shelfCalls, now())
    return try await storing { (store) throws(StoreError) in
      try store.reserve(
        call, cap: cap, personCap: personCap, plans: plans, shelfCalls: shelfCalls, at: now)
    }
  }

  func release(_ reservation: Reservation, wasSent: Bool) async throws(ScanFailure) {
    let now = now()
    try await storing { (store) throws(StoreError) in
      try wasSent ? store.refuse(reservation, at: now) : store.unsend(reservation, at: now)
    }
  }

  /// Charges a call that returned no answer, but whose service reported its usage.
  private func charge(
    _ reservation: Reservation, _ usage: Usage, _ price: Price
  ) async throws(ScanFailure) {
    let (cost, now) = (price.cost(of: usage), now())
    try await storing { (store) throws(StoreError) in
      try store.charge(
        reservation, inputTokens: usage.inputTokens, outputTokens: usage.outputTokens,
        searches: usage.searches, cost: cost, at: now)
    }
  }

  func storing<Result: Sendable>(
    _ body: @Sendable (borrowing Store) throws(StoreError) -> Result
  ) async throws(ScanFailure) -> Result {
    do {
      return try await database.with(body)
    } catch {
      // The error contains SQL, so it goes to the log. Pages show the sentence of the failure
      // instead.
      log.write(now().iso, "store", "ledger: \(error)")
      throw ScanFailure(.notBooked)
    }
  }
}

extension Price {
  fileprivate func cost(of usage: Usage) -> Money {
    cost(
      inputTokens: usage.inputTokens, outputTokens: usage.outputTokens, searches: usage.searches)
  }
}

extension KeptAnswer {
  init(_ answer: ModelAnswer) {
    self.init(
      text: answer.text,
      citations: answer.citations.map {
        KeptCitation(url: $0.url, title: $0.title, passage: $0.passage)
      },
      inputTokens: answer.usage.inputTokens, outputTokens: answer.usage.outputTokens,
      searches: answer.usage.searches)
  }

  var modelAnswer: ModelAnswer {
    ModelAnswer(
      text: text,
      citations: citations.map { Citation(url: $0.url, title: $0.title, passage: $0.passage) },
      usage: Usage(inputTokens: inputTokens, outputTokens: outputTokens, searches: searches))
  }
}
