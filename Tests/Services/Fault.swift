// What may go wrong to order, and when. Source: FAULTS E2, E4; CONTRACTS 1.6, 4.1, 5.

package enum Fault: Equatable, Sendable {
  /// The connection is reset once the request is read. (A closed port: `refuseConnections`.)
  case reset
  /// Not one byte, until the client leaves.
  case timeout
  /// The connection ends after so many bytes of the body; half of it where nil.
  case cutOff(afterBytes: Int?)
  case slow(bytesPerSecond: Int)
  /// Right, but in writes of 1, 2, 3, 5 … bytes.
  case awkward

  /// 401, 404 and 500 as the service words them.
  case unauthorised, notFound, serverError
  /// 429 that passes; `Retry-After` where given.
  case rateLimited(retryAfterSeconds: Int?)
  /// 429 that does not pass: OpenAI's `insufficient_quota`, Anthropic's `enforced_spend_limit_reached`.
  case quota
  /// No credit: Anthropic's 402, OpenAI's 429 `credit_balance_exhausted`.
  case billing
  /// MusicBrainz' 503 "currently busy", with `Retry-After: 0`; OpenAI's `server_is_overloaded`; a local
  /// server that still loads its model.
  case busy
  /// MusicBrainz' 503 "exceeding the allowable rate limit"; OpenAI's `slow_down`; elsewhere a gateway's page.
  case overRate
  /// 529.
  case overloaded

  /// 200 and an HTML page.
  case garbage
  /// 200 and JSON that is no answer to anything.
  case noCompletion
  /// 200 and these bytes, of this type.
  case body([UInt8], type: String)
  /// 200 and a body without end.
  case endless
  /// 200, gzip, and so many mebibytes of zeros inside.
  case gzipBomb(mebibytes: Int)
  /// 307 to wherever the test says.
  case redirect(to: String)

  /// 200, and the model says no.
  case refusal
  /// 200, `incomplete`: stopped by `max_output_tokens` in the middle of the text.
  case incomplete
  /// 200, `failed`, with a code of CONTRACTS 1.4; Anthropic's error of that type, in a stream its event.
  case failed(code: String)
  /// 200, Anthropic's `pause_turn`: the search is done, the answer comes when the turn is sent back.
  case paused
  /// 200, and the search failed with a code of CONTRACTS 2; the answer comes without sources.
  case searchFailed(code: String)
  /// 200, and the answer with something round it.
  case dressed(Dress)
  /// 400: the question is longer than what a local model reads. Source: CONTRACTS 3.
  case contextOverflow

  /// How the right answer is delivered; nil where another answer takes its place.
  var delivery: Delivery? {
    switch self {
    case .reset: .reset
    case .timeout: .never
    case .cutOff(let count): .cutOff(afterBytes: count)
    case .slow(let rate): .slow(bytesPerSecond: rate)
    case .awkward: .awkward
    default: nil
    }
  }
}

/// What a request asks for.
package enum RequestKind: String, CaseIterable, Sendable {
  /// An album to name, without and with web search; a review to write, likewise; the list of models.
  case identify, identifySearched, review, reviewSearched, models
  /// MusicBrainz.
  case search, lookup, browse
  /// The Cover Art Archive's first answer, archive.org's redirect, and the bytes.
  case front, archive, picture
  case other
}

package enum Times: Equatable, Sendable {
  case next(Int)
  case always
}

/// How long an answer takes.
package struct Latency: Equatable, Sendable {
  package let milliseconds: Int64
  /// When the first text of a stream comes; with the last where nil.
  package let firstMilliseconds: Int64?

  package init(_ milliseconds: Int64, first: Int64? = nil) {
    self.milliseconds = milliseconds
    firstMilliseconds = first
  }
}

/// The latencies and faults of one service. The first rule that fits a request is used, and used up.
package struct Script: Sendable {
  package var latencies: [RequestKind: Latency] = [:]
  private var rules: [Rule] = []

  private struct Rule: Sendable {
    let fault: Fault
    var times: Times
    let kind: RequestKind?
    let text: String?
  }

  package init() {}

  /// `kind` nil: any request. `text` nil: any album; else what the path, the text sent, or the name of
  /// the album asked for must contain.
  package mutating func order(
    _ fault: Fault, _ times: Times = .next(1), of kind: RequestKind? = nil, for text: String? = nil
  ) {
    rules.append(Rule(fault: fault, times: times, kind: kind, text: text))
  }

  /// Forgets every order; latencies stay.
  package mutating func clear() { rules = [] }

  mutating func fault(for kind: RequestKind, about texts: [String]) -> Fault? {
    let fitting = rules.firstIndex { rule in
      rule.times != .next(0) && (rule.kind ?? kind) == kind
        && (rule.text.map { text in texts.contains { $0.contains(text) } } ?? true)
    }
    guard let fitting else { return nil }
    if case .next(let count) = rules[fitting].times { rules[fitting].times = .next(count - 1) }
    return rules[fitting].fault
  }
}
