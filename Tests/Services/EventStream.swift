// The pieces of a streamed answer, and the time at which each piece is sent.

struct EventStream {
  private(set) var pieces: [Answer.Piece] = []
  private let latency: Latency
  private let wordCount: Int
  private var wordsSaid = 0
  private var elapsedMilliseconds: Int64 = 0

  /// `words` is the number of text deltas. They are spread evenly from the latency's first to its
  /// last millisecond.
  init(_ latency: Latency, words: Int) {
    self.latency = latency
    wordCount = words
  }

  /// Sends an event together with the piece before it.
  mutating func send(_ event: String) { send(event, at: elapsedMilliseconds) }

  /// Sends the next delta at its time.
  mutating func say(_ event: String) {
    let first = latency.firstMilliseconds ?? latency.milliseconds
    let span = max(0, latency.milliseconds - first)
    let due = first + span * Int64(wordsSaid) / Int64(max(wordCount, 1))
    wordsSaid += 1
    send(event, at: max(due, elapsedMilliseconds))
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
