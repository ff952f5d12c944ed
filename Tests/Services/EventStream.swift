// The pieces of a streamed answer, and the time at which each piece is sent.

struct EventStream {
  private(set) var pieces: [Answer.Piece] = []
  private let latency: Latency
  private let wordCount: Int

  /// The number of deltas up to the end of the first candidate; nil if the latency does not name its
  /// time.
  private let candidateCount: Int?
  private var wordsSaid = 0
  private var elapsedMilliseconds: Int64 = 0

  /// `words` are the text deltas. They are spread evenly over the time from the latency's first to
  /// its last millisecond. If the latency names the time of the first candidate, the deltas before
  /// that time and those after it are each spread evenly.
  init(_ latency: Latency, words: [String]) {
    self.latency = latency
    wordCount = words.count
    // A candidate contains no object, so the first closing brace ends it.
    let end = words.firstIndex { $0.contains("}") }.map { $0 + 1 }
    candidateCount = latency.candidateMilliseconds == nil ? nil : end
  }

  /// Sends an event together with the piece before it.
  mutating func send(_ event: String) { send(event, at: elapsedMilliseconds) }

  /// Sends the next delta at its time.
  mutating func say(_ event: String) {
    let due = time(ofDelta: wordsSaid)
    wordsSaid += 1
    send(event, at: max(due, elapsedMilliseconds))
  }

  private func time(ofDelta index: Int) -> Int64 {
    let first = latency.firstMilliseconds ?? latency.milliseconds
    guard let candidateCount, let named = latency.candidateMilliseconds else {
      let span = max(0, latency.milliseconds - first)
      return first + span * Int64(index) / Int64(max(wordCount, 1))
    }
    if index < candidateCount {
      return first + (named - first) * Int64(index + 1) / Int64(candidateCount)
    }
    let rest = Int64(max(wordCount - candidateCount, 1))
    return named + (latency.milliseconds - named) * Int64(index + 1 - candidateCount) / rest
  }

  /// Sends an event after the last delta.
  mutating func end(_ event: String) {
    send(event, at: max(latency.milliseconds, elapsedMilliseconds))
  }

  private mutating func send(_ event: String, at due: Int64) {
    pieces.append(
      Answer.Piece(afterMilliseconds: due - elapsedMilliseconds, bytes: Array(event.utf8)))
    elapsedMilliseconds = due
  }

  /// The answer with a head and these pieces.
  func answer(_ headers: [Header]) -> Answer {
    var answer = Answer(
      200, [Header("Content-Type", "text/event-stream; charset=utf-8")] + headers)
    answer.body = .streamed(pieces)
    return answer
  }
}

extension String {
  /// Pieces of 1 to 7 code points. Like a token, a piece may separate a letter from its accent.
  var deltas: [String] {
    let scalars = Array(unicodeScalars)
    var deltas: [String] = []
    var start = 0
    while start < scalars.count {
      let end = min(start + 1 + (deltas.count * 3) % 7, scalars.count)
      deltas.append(scalars[start..<end].text)
      start = end
    }
    return deltas
  }
}

extension Sequence<Unicode.Scalar> {
  var text: String {
    var view = String.UnicodeScalarView()
    view.append(contentsOf: self)
    return String(view)
  }
}
