// One paid call with its ledger row before and its answer after. All paid calls go through here.

import Albums
import Host
import Models
import Store

/// A model of one provider, ready to be asked for one scan.
struct ModelCall: Sendable {
  let provider: any ModelProvider
  let records: Records
  let cap: Money

  let price: @Sendable (String) -> Price?

  /// A server of the host's own: a model without a price costs electricity there, nothing else.
  let isPrivate: Bool
  let log: LogFile
  let now: @Sendable () -> Timestamp

  /// The model's answer; an answer that is in the ledger already is returned without a call.
  ///
  /// The row is written before the first byte is sent; the answer and its cost are one commit. A kill
  /// between the two can cost one more call, never two (docs/faults.md F2). `attempt` 2 asks the same
  /// stage again with what was wrong in the first answer.
  func answer(
    _ question: Question, for owner: CallOwner, _ stage: CallStage, prompt: String,
    attempt: Int = 1,
    onText: TextHandler? = nil
  ) async throws(ScanFailure) -> ModelAnswer {
    let price = try priceOf(question.model)
    let worstCase = price.cost(
      inputTokens: question.worstInputTokens, outputTokens: question.maxOutputTokens,
      searches: question.searches)
    let planned = PlannedCall(
      owner: owner, stage: stage, attempt: attempt, provider: provider.name, model: question.model,
      prompt: prompt, worstCase: worstCase)
    var booking = try await book(planned)
    if case .probeFirst(let trouble) = booking {
      try await probe(after: trouble)
      booking = try await book(planned)
    }
    switch booking {
    case .reserved(let reservation):
      return try await ask(question, reservation, price, worstCase, onText)
    case .answered(let kept): return kept.modelAnswer
    case .overCap: throw try await overCap()
    case .tooOften(let isFinal): throw .askedTooOften(isFinal: isFinal, at: now())
    case .resting(let breaker): throw .resting(breaker)
    // The provider failed somebody else in this very moment.
    case .probeFirst: throw ScanFailure(.providerFailed)
    }
  }

  /// The month's budget is used up until the next month of the host's time zone begins.
  private func overCap() async throws(ScanFailure) -> ScanFailure {
    let now = now()
    let next = try await storing { (store) throws(StoreError) in
      store.zone.start(of: store.zone.month(of: now).next)
    }
    return .overCap(cap, next: next, at: now)
  }

  private func ask(
    _ question: Question, _ reservation: Reservation, _ price: Price, _ worstCase: Money,
    _ onText: TextHandler?
  ) async throws(ScanFailure) -> ModelAnswer {
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
      throw try await counted(error)
    }
    Failpoint.pass("call:after")
    // A service that does not tell what it took may have taken all that was booked.
    let cost = answer.usage.isReported ? price.cost(of: answer.usage) : worstCase
    let (kept, now) = (KeptAnswer(answer), now())
    try await storing { (store) throws(StoreError) in
      try store.settle(reservation, answer: kept, cost: cost, at: now)
    }
    return answer
  }

  /// A free call after a pause: is the provider back?
  ///
  /// After an outage, even a refused list request shows that the service is back: a key may be allowed to
  /// ask for answers and not for the list, and a gateway may have no list. Then the call itself tells, and
  /// costs nothing if it is refused.
  private func probe(after trouble: Trouble) async throws(ScanFailure) {
    do {
      _ = try await provider.models()
    } catch {
      guard trouble == .outage, case .misconfigured = error else { throw try await counted(error) }
    }
    let (name, now) = (provider.name, now())
    try await storing { (store) throws(StoreError) in try store.noteProbe(of: name, at: now) }
  }

  /// The failure in words for the scan's page, once it is counted against the provider.
  private func counted(_ error: ModelError) async throws(ScanFailure) -> ScanFailure {
    // The sender gave the call up; that says nothing of the provider.
    if Task.isCancelled { return .of(error, notBefore: nil) }
    let (name, now) = (provider.name, now())
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

  /// Nil for a model that would be refused: it costs something, and nobody told what.
  func knownPrice(of model: String) -> Price? {
    price(model) ?? (isPrivate ? Price(input: 0, output: 0) : nil)
  }

  private func priceOf(_ model: String) throws(ScanFailure) -> Price {
    if let price = knownPrice(of: model) { return price }
    throw ScanFailure(.priceUnknown(model: model))
  }

  private func book(_ call: PlannedCall) async throws(ScanFailure) -> Booking {
    let (cap, now) = (cap, now())
    return try await storing { (store) throws(StoreError) in
      try store.reserve(call, cap: cap, at: now)
    }
  }

  private func release(_ reservation: Reservation, wasSent: Bool) async throws(ScanFailure) {
    let now = now()
    try await storing { (store) throws(StoreError) in
      try wasSent ? store.refuse(reservation, at: now) : store.unsend(reservation, at: now)
    }
  }

  /// No answer, but the service told what it took.
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

  private func storing<Result: Sendable>(
    _ body: @Sendable (borrowing Store) throws(StoreError) -> Result
  ) async throws(ScanFailure) -> Result {
    do {
      return try await records.with(body)
    } catch {
      // The error names SQL: it is for the log.
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
