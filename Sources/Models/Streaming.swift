// Streamed answers: what can be heard while they come, and all events once they are there.
// An answer is always read from the whole body; what was heard decides nothing.

import HTTP
import Synchronization
import Text

/// What of one service's events is text of the answer, as far as that can be told while it comes.
protocol Ear: Sendable {
  /// The piece that this event adds; nil for everything that is not the answer's own text.
  mutating func piece(of event: JSON) -> String?
}

/// Tells `hearing` what `ear` hears in bytes as they come; nil where nobody listens.
func listening(_ ear: some Ear, _ hearing: Hearing?) -> Transport.Received? {
  guard let hearing else { return nil }
  let state = Mutex((stream: EventStream(), ear: ear))
  return { bytes in
    state.withLock { state in
      for event in state.stream.feed(bytes) {
        guard let json = JSON(Array(event.data.utf8)) else { continue }
        if let piece = state.ear.piece(of: json), !piece.isEmpty { hearing(piece) }
      }
    }
  }
}

extension HTTPResponse {
  /// A server that was asked for a stream may answer with plain JSON all the same.
  var isEventStream: Bool {
    headers["content-type"]?.lowercased().hasPrefix("text/event-stream") ?? false
  }

  /// The data of every event, in order; what is no JSON (`[DONE]`, too) is passed over.
  var events: [JSON] {
    var stream = EventStream()
    return stream.feed(body).compactMap { JSON(Array($0.data.utf8)) }
  }
}
