// Server-sent events. The bytes may come in pieces that are cut anywhere.

/// One event of a stream.
package struct ServerEvent: Sendable, Equatable {
  /// "message" if the stream gives no name.
  package let event: String
  package let data: String

  package init(event: String = "message", data: String) {
    self.event = event
    self.data = data
  }
}

/// Reads an event stream, linear in its bytes. An event that the end of the stream cuts off is dropped.
///
/// Source: <https://html.spec.whatwg.org/multipage/server-sent-events.html#parsing-an-event-stream>.
package struct EventStream: Sendable, Equatable {
  /// Whether a line, or the data of an event, exceeded the limit. After that nothing is read.
  package private(set) var isOverLimit = false

  private let limit: Int
  private var line: [UInt8] = []
  private var isFirstLine = true
  private var isAfterCarriageReturn = false
  private var name: String?
  private var data: [UInt8]?

  /// `limit`: bytes of a line, and of the data of one event.
  package init(limit: Int = 1 << 20) { self.limit = limit }

  /// The events that these bytes complete.
  package mutating func feed(_ bytes: [UInt8]) -> [ServerEvent] {
    var events: [ServerEvent] = []
    for byte in bytes where !isOverLimit {
      let wasCarriageReturn = isAfterCarriageReturn
      isAfterCarriageReturn = byte == 0x0D
      if byte == 0x0A, wasCarriageReturn { continue }
      if byte == 0x0A || byte == 0x0D {
        if let event = endLine() { events.append(event) }
      } else {
        line.append(byte)
        isOverLimit = line.count > limit
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
    // `id` and `retry` matter only to clients that reconnect. A line with an empty name is a
    // comment.
    switch String(decoding: field, as: UTF8.self) {
    case "event": name = String(decoding: value, as: UTF8.self)
    case "data": add(value)
    default: break
    }
    return nil
  }

  /// Appends in place: copying the data for each of many short lines would be quadratic.
  private mutating func add(_ value: ArraySlice<UInt8>) {
    if data == nil { data = [] } else { data?.append(0x0A) }
    data?.append(contentsOf: value)
    isOverLimit = (data?.count ?? 0) > limit
  }

  private mutating func dispatch() -> ServerEvent? {
    defer { (name, data) = (nil, nil) }
    guard let data else { return nil }
    let event = name.flatMap { $0.isEmpty ? nil : $0 } ?? "message"
    return ServerEvent(event: event, data: String(decoding: data, as: UTF8.self))
  }
}
