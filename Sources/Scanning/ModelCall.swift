// One paid call with its ledger row before and its answer after. Both stages that pay go through here.

import Albums
import Host
import Models
import Store

/// For whom a call is made: a scan, or an errand after it.
struct Asker: Equatable, Sendable {
  let scan: ScanID

  /// What was asked once the scan was over; nil: the scan itself.
  let errand: Int64?

  init(_ scan: ScanID, errand: Int64? = nil) {
    self.scan = scan
    self.errand = errand
  }
}

/// A model of one provider, ready to be asked for one scan.
struct ModelCall: Sendable {
  let provider: any ModelProvider
  let records: Records
  let cap: Money

  let price: @Sendable (String) -> Price?

  /// A server of the host's own: a model without a price costs electricity there, nothing else.
  let isPrivate: Bool
  let now: @Sendable () -> Timestamp

  /// What the model said, from the ledger where it was asked before.
  ///
  /// The row stands before the first byte goes out; the answer and what it cost are one commit. A
  /// kill between the two can cost one call more, never two (FAULTS F2). `turn` 2 asks the same stage
  /// once more, with what was wrong in the first answer.
  func answer(
    _ question: Question, for asker: Asker, _ stage: CallStage, prompt: String, turn: Int = 1,
    hearing: Hearing? = nil
  ) async throws(ScanFailure) -> ModelAnswer {
    let price = try priceOf(question.model)
    let worstCase = price.cost(
      inputTokens: question.worstInputTokens, outputTokens: question.maxOutputTokens,
      searches: question.searches)
    let planned = PlannedCall(
      scan: asker.scan, errand: asker.errand, stage: stage, turn: turn, provider: provider.name,
      model: question.model, prompt: prompt, worstCase: worstCase)
    switch try await book(planned) {
    case .answered(let kept): return kept.modelAnswer
    case .overCap: throw ScanFailure(.cap, Self.capMessage(cap, now()))
    case .tooOften:
      throw ScanFailure(
        .providerRefused,
        "The model was asked twice and did not answer. Take the photo again to ask once more.")
    case .reserved(let reservation):
      return try await ask(question, reservation, price, worstCase, hearing)
    }
  }

  private func ask(
    _ question: Question, _ reservation: Reservation, _ price: Price, _ worstCase: Money,
    _ hearing: Hearing?
  ) async throws(ScanFailure) -> ModelAnswer {
    Failpoint.pass("call:before")
    let answer: ModelAnswer
    do {
      answer = try await provider.answer(question, hearing: hearing)
    } catch {
      if !error.mayBeCharged { try await refuse(reservation) }
      throw Self.failure(for: error)
    }
    Failpoint.pass("call:after")
    // A service that does not tell what it took may have taken all that was booked.
    let usage = answer.usage
    let cost =
      usage.isTold
      ? price.cost(
        inputTokens: usage.inputTokens, outputTokens: usage.outputTokens,
        searches: usage.searches) : worstCase
    let (kept, now) = (KeptAnswer(answer), now())
    try await storing { (store) throws(StoreError) in
      try store.settle(reservation, answer: kept, cost: cost, at: now)
    }
    return answer
  }

  private func priceOf(_ model: String) throws(ScanFailure) -> Price {
    if let price = price(model) { return price }
    if isPrivate { return Price(input: 0, output: 0) }
    throw ScanFailure(
      .providerFailed,
      "The price of the model “\(model)” is not known, so the spending cap could not hold. "
        + "Whoever runs this server has to choose another.")
  }

  private func book(_ call: PlannedCall) async throws(ScanFailure) -> Booking {
    let (cap, now) = (cap, now())
    return try await storing { (store) throws(StoreError) in
      try store.reserve(call, cap: cap, at: now)
    }
  }

  private func refuse(_ reservation: Reservation) async throws(ScanFailure) {
    let now = now()
    try await storing { (store) throws(StoreError) in try store.refuse(reservation, at: now) }
  }

  private func storing<Result: Sendable>(
    _ body: @Sendable (borrowing Store) throws(StoreError) -> Result
  ) async throws(ScanFailure) -> Result {
    do {
      return try await records.with(body)
    } catch {
      throw ScanFailure(.busy, "The server could not note what the call costs: \(error)")
    }
  }

  /// Words for the scan's page. What a service said of itself is for the log and the doctor.
  static func failure(for error: ModelError) -> ScanFailure {
    switch error {
    case .declined: ScanFailure(.providerRefused)
    case .nonsense:
      ScanFailure(.providerFailed, "The model’s answer made no sense. The scan tries once more.")
    case .brokenOff:
      ScanFailure(
        .providerFailed, "The model took too long to answer. The scan tries once more by itself.")
    case .unavailable: ScanFailure(.providerFailed)
    case .quota, .misconfigured:
      ScanFailure(
        .providerFailed,
        "The model’s service does not accept this server’s key or model. Whoever runs it has to look (albumscan doctor); the photo is kept."
      )
    case .network: ScanFailure(.network)
    }
  }

  private static func capMessage(_ cap: Money, _ now: Timestamp) -> String {
    "This month’s limit of \(cap) for models is used. It starts anew on \(now.month.next.start.dayInWords)."
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
