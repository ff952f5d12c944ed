// Server-sent events, from bytes in whatever pieces they come.

/// One event of a stream.
package struct ServerEvent: Sendable, Equatable {
  /// "message" where the stream names none.
  package let event: String
  package let data: String

  package init(event: String = "message", data: String) {
    self.event = event
    self.data = data
  }
}

/// Reads an event stream. An event that the end of the stream cuts off is not one.
///
/// Source: <https://html.spec.whatwg.org/multipage/server-sent-events.html#parsing-an-event-stream>.
package struct EventStream: Sendable, Equatable {
  /// Whether a line, or one event's data, passed the limit; nothing is read from then on.
  package private(set) var isOverfull = false

  private let limit: Int
  private var line: [UInt8] = []
  private var isFirstLine = true
  private var isAfterCarriageReturn = false
  private var name: String?
  private var data: [UInt8]?

  /// `limit`: most bytes of a line, and of one event's data.
  package init(limit: Int = 1 << 20) { self.limit = limit }

  /// The events that these bytes complete.
  package mutating func feed(_ bytes: [UInt8]) -> [ServerEvent] {
    var events: [ServerEvent] = []
    for byte in bytes where !isOverfull {
      let wasCarriageReturn = isAfterCarriageReturn
      isAfterCarriageReturn = byte == 0x0D
      if byte == 0x0A, wasCarriageReturn { continue }
      if byte == 0x0A || byte == 0x0D {
        if let event = endLine() { events.append(event) }
      } else {
        line.append(byte)
        isOverfull = line.count > limit
      }
    }
    return events
  }

  private mutating func endLine() -> ServerEvent? {
    if isFirstLine, line.starts(with: [0xEF, 0xBB, 0xBF]) { line.removeFirst(3) }
    isFirstLine = false
    defer { line.removeAll(keepingCapacity: true) }
    if line.isEmpty { return dispatch() }
    let field = line.prefix { $0 != 0x3A }
    var value = line[field.endIndex...].dropFirst()
    if value.first == 0x20 { value = value.dropFirst() }
    // `id` and `retry` are for a browser that connects again; an empty name is a comment.
    switch String(decoding: field, as: UTF8.self) {
    case "event": name = String(decoding: value, as: UTF8.self)
    case "data": add(value)
    default: break
    }
    return nil
  }

  /// In place: a copy for each of many short lines would be quadratic.
  private mutating func add(_ value: ArraySlice<UInt8>) {
    if data == nil { data = [] } else { data?.append(0x0A) }
    data?.append(contentsOf: value)
    isOverfull = (data?.count ?? 0) > limit
  }

  private mutating func dispatch() -> ServerEvent? {
    defer { (name, data) = (nil, nil) }
    guard let data else { return nil }
    let event = name.flatMap { $0.isEmpty ? nil : $0 } ?? "message"
    return ServerEvent(event: event, data: String(decoding: data, as: UTF8.self))
  }
}
