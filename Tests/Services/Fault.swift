// The faults that a test can order from a played service. Source: docs/faults.md E2, E4; docs/services.md §1.6, §4.1,
// §5.

package enum Fault: Equatable, Sendable {
  /// The connection is reset once the request is read. (A closed port: `refuseConnections`.)
  case reset
  /// Nothing is sent until the client leaves.
  case timeout
  /// The connection ends after this number of bytes of the body; nil: after half of it.
  case cutOff(afterBytes: Int?)
  case slow(bytesPerSecond: Int)
  /// The right answer in writes of 1, 2, 3, 5 … bytes.
  case awkward

  /// 401, 404 and 500 in the service's own words.
  case unauthorised, notFound, serverError
  /// A temporary 429, with `Retry-After` when it is not nil.
  case rateLimited(retryAfterSeconds: Int?)
  /// A permanent 429: OpenAI's `insufficient_quota`, Anthropic's `enforced_spend_limit_reached`.
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
  /// 200 and JSON that is not an answer.
  case noCompletion
  /// 200 with these bytes and this content type.
  case body([UInt8], type: String)
  /// 200 and an endless body.
  case endless
  /// 200 and a gzip body that unpacks to this number of mebibytes of zeros.
  case gzipBomb(mebibytes: Int)
  /// 307 to an address that the test chooses.
  case redirect(to: String)

  /// 200, and the model refuses.
  case refusal
  /// 200, `incomplete`: stopped by `max_output_tokens` in the middle of the text.
  case incomplete
  /// 200, `failed`, with a code of docs/services.md §1.4; Anthropic's error of that type, in a stream as an event.
  case failed(code: String)
  /// 200, Anthropic's `pause_turn`: the search is done, and the answer comes after the client sends the turn back.
  case paused
  /// 200, and the search failed with a code of docs/services.md §2; the answer has no sources.
  case searchFailed(code: String)
  /// 200, and the answer inside other text.
  case dressed(Dress)
  /// 400: the question is longer than a local model's context. Source: docs/services.md §3.
  case contextOverflow

  /// The delivery of the right answer; nil if another answer replaces it.
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

/// The kind of a request.
package enum RequestKind: String, CaseIterable, Sendable {
  /// Model calls: identify an album without and with web search, write a review without and with web search, list
  /// the models.
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

/// The time an answer takes.
package struct Latency: Equatable, Sendable {
  package let milliseconds: Int64
  /// The time of a stream's first text; nil: it comes together with the last.
  package let firstMilliseconds: Int64?

  package init(_ milliseconds: Int64, first: Int64? = nil) {
    self.milliseconds = milliseconds
    firstMilliseconds = first
  }
}

/// The latencies and faults that a test has ordered from one service. The first rule that matches a request is
/// applied, and counted.
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

  /// `kind` nil: any request. `text` nil: any album; else the path, the sent text or the album's name must contain
  /// it.
  package mutating func order(
    _ fault: Fault, _ times: Times = .next(1), of kind: RequestKind? = nil, for text: String? = nil
  ) {
    rules.append(Rule(fault: fault, times: times, kind: kind, text: text))
  }

  /// Removes all ordered faults; latencies stay.
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
