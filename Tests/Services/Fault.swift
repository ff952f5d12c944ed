// The faults that a test can order from a played service. Source: docs/faults.md E2, E4;
// docs/services.md §1.6, §4.1, §5.

package enum Fault: Equatable, Sendable {
  /// The connection is reset after the request is read. For a closed port see `refuseConnections`.
  case reset
  /// No byte is sent until the client leaves.
  case timeout
  /// The connection ends after this number of bytes of the body; if nil, after half of the body.
  case cutOff(afterBytes: Int?)
  case slow(bytesPerSecond: Int)
  /// The right answer, in writes of 1, 2, 3, 5 … bytes.
  case awkward

  /// The statuses 401, 404 and 500 with the service's own words.
  case unauthorised, notFound, serverError
  /// A temporary 429, with `Retry-After` if the value is not nil.
  case rateLimited(retryAfterSeconds: Int?)
  /// A permanent 429: OpenAI's `insufficient_quota`, Anthropic's `enforced_spend_limit_reached`.
  case quota
  /// No credit: Anthropic's 402, OpenAI's 429 `credit_balance_exhausted`.
  case billing
  /// An overloaded service: MusicBrainz' 503 "currently busy" with `Retry-After: 0`, OpenAI's
  /// `server_is_overloaded`, or a local server that still loads its model.
  case busy
  /// Too many requests: MusicBrainz' 503 "exceeding the allowable rate limit", or OpenAI's
  /// `slow_down`. Other services send a gateway's page.
  case overRate
  /// The status 529.
  case overloaded

  /// The status 200 with an HTML page.
  case garbage
  /// The status 200 with JSON that is not an answer.
  case noCompletion
  /// The status 200 with these bytes and this content type.
  case body([UInt8], type: String)
  /// The status 200 with an endless body.
  case endless
  /// The status 200 with a gzip body that unpacks to this number of mebibytes of zeros.
  case gzipBomb(mebibytes: Int)
  /// The status 307 to an address that the test chooses.
  case redirect(to: String)

  /// The status 200, and the model refuses to answer.
  case refusal
  /// The status 200 with an `incomplete` answer: `max_output_tokens` stopped it in the middle of
  /// the text.
  case incomplete
  /// The status 200 with a `failed` answer, whose code is in docs/services.md §1.4. Anthropic sends
  /// an error of this type; in a stream the error is an event.
  case failed(code: String)
  /// The status 200 with Anthropic's `pause_turn`. The search has ended, and the answer follows
  /// after the client has sent the turn back.
  case paused
  /// The status 200 after a failed search, whose code is in docs/services.md §2. The answer has no
  /// sources.
  case searchFailed(code: String)
  /// The status 200 with the answer inside other text.
  case dressed(Dress)
  /// The status 400, because the question is longer than a local model's context. Source:
  /// docs/services.md §3.
  case contextOverflow

  /// The delivery of the right answer; nil if the fault replaces the answer by another.
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
  /// Model calls: identify an album, without and with web search; write a review, without and with
  /// web search; list the models.
  case identify, identifySearched, review, reviewSearched, models
  /// A model call that reads a sheet of a shelf.
  case shelf
  /// Requests to MusicBrainz.
  case search, lookup, browse
  /// The first request to the Cover Art Archive, the request to archive.org, and the request for
  /// the picture.
  case front, archive, picture
  case other
}

package enum Times: Equatable, Sendable {
  case next(Int)
  case always
}

/// The time until an answer.
package struct Latency: Equatable, Sendable {
  package let milliseconds: Int64
  /// The time until a stream's first text. If nil, the first text arrives with the last text.
  package let firstMilliseconds: Int64?
  /// The time at which the first candidate of an identification is complete. If nil, the text
  /// arrives evenly.
  package let candidateMilliseconds: Int64?

  package init(_ milliseconds: Int64, first: Int64? = nil, candidate: Int64? = nil) {
    self.milliseconds = milliseconds
    firstMilliseconds = first
    candidateMilliseconds = candidate
  }
}

/// The latencies and faults that a test has ordered from one service. The first rule that matches a
/// request is applied and counted.
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

  /// Adds a rule. If `kind` is nil, the rule matches any kind of request. If `text` is nil, the
  /// rule matches any album; otherwise the path, the sent text or the album's name must contain
  /// `text`.
  package mutating func order(
    _ fault: Fault, _ times: Times = .next(1), of kind: RequestKind? = nil, for text: String? = nil
  ) {
    rules.append(Rule(fault: fault, times: times, kind: kind, text: text))
  }

  /// Removes all ordered faults. The latencies stay.
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
