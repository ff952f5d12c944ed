// Streamed answers: the text while it arrives, and all events of the whole body.
// An answer is parsed from the whole body only; the text that was passed on before is for display.

import HTTP
import Synchronization
import Text

/// Finds the answer's text in the events of one service's stream.
protocol StreamTextParser: Sendable {
  /// The text that this event adds to the answer; nil for events without text, and for thoughts and searches.
  mutating func text(in event: JSON) -> String?
}

/// Reads the bytes of a stream as they arrive and passes the answer's text to `onText`; nil without `onText`.
func textReader(
  _ parser: some StreamTextParser, _ onText: TextHandler?
) -> Transport.Received? {
  guard let onText else { return nil }
  let state = Mutex((stream: EventStream(), parser: parser))
  return { bytes in
    state.withLock { state in
      for event in state.stream.feed(bytes) {
        guard let json = JSON(Array(event.data.utf8)) else { continue }
        if let text = state.parser.text(in: json), !text.isEmpty { onText(text) }
      }
    }
  }
}

extension HTTPResponse {
  /// Whether the body is an event stream: a server may answer a request for a stream with plain JSON, and a
  /// proxy may name another type. So the first line decides; the type decides only for other bytes.
  var isEventStream: Bool {
    let start = body.prefix(64).drop { $0 <= 0x20 || [0xEF, 0xBB, 0xBF].contains($0) }
    if let first = start.first, first == UInt8(ascii: "{") || first == UInt8(ascii: "[") {
      return false
    }
    return Self.fieldNames.contains { start.starts(with: $0) }
      || headers["content-type"]?.lowercased().hasPrefix("text/event-stream") ?? false
  }

  private static let fieldNames = ["data:", "event:", "id:", "retry:", ":"].map { Array($0.utf8) }

  /// The data of all events, in order, without those that are not JSON (`[DONE]`).
  var events: [JSON] {
    var stream = EventStream()
    return stream.feed(body).compactMap { JSON(Array($0.data.utf8)) }
  }
}
