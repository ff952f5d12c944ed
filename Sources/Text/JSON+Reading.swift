// Reads a JSON value from its bytes, and the complete members of an object that was cut off.

extension JSON {
  /// Reads `bytes`, which must contain exactly one value.
  package init(
    reading bytes: ArraySlice<UInt8>, limits: JSONTokenizer.Limits = .init()
  ) throws(JSONError) {
    var (tokenizer, builder) = (JSONTokenizer(limits: limits), JSONBuilder())
    try tokenizer.read(bytes) { token, _ in builder.take(token) }
    try tokenizer.finish { token, _ in builder.take(token) }
    guard let value = builder.value else { throw .cutOff }
    self = value
  }

  /// Reads `bytes`; nil if they do not contain exactly one value, or if it is nested deeper than
  /// 32.
  package init?(_ bytes: [UInt8]) {
    do throws(JSONError) {
      try self.init(reading: bytes[...])
    } catch {
      return nil
    }
  }

  /// The object or array at the beginning of `bytes`, and the index after it; anything may follow.
  package static func first(
    in bytes: ArraySlice<UInt8>
  ) throws(JSONError) -> (value: JSON, end: Int) {
    var (tokenizer, builder) = (JSONTokenizer(), JSONBuilder())
    let end = try tokenizer.read(bytes, stopsAfterValue: true) { token, _ in builder.take(token) }
    guard tokenizer.isComplete, let value = builder.value else { throw .cutOff }
    return (value, end)
  }

  /// The complete members and elements of an object that begins `bytes` and is cut off.
  ///
  /// The bytes may end with other text after the cut object, if this text has no closing bracket.
  /// Nil for all other bytes, for an object without a complete member, and for values nested deeper
  /// than 32.
  package static func cutOffObject(in bytes: ArraySlice<UInt8>) -> JSON? {
    guard bytes.first == UInt8(ascii: "{") else { return nil }
    var (tokenizer, builder) = (JSONTokenizer(), JSONBuilder())
    do throws(JSONError) {
      try tokenizer.read(bytes, stopsAfterValue: true) { token, _ in builder.take(token) }
      if tokenizer.isComplete { return nil }
    } catch .syntax(let offset) {
      let rest = bytes[(bytes.startIndex + offset)...]
      if rest.contains(UInt8(ascii: "}")) || rest.contains(UInt8(ascii: "]")) { return nil }
    } catch {
      return nil
    }
    guard let value = builder.closed, value != .object([]) else { return nil }
    return value
  }
}

/// Builds a value from tokens. The tokenizer must give whole strings (`Strings.whole`).
private struct JSONBuilder {
  /// An array or object that is not closed yet.
  private struct Open {
    let isObject: Bool
    var name = ""
    var members: [JSON.Member] = []
    var items: [JSON] = []

    init(isObject: Bool) { self.isObject = isObject }

    var value: JSON { isObject ? .object(members) : .array(items) }

    mutating func add(_ value: JSON) {
      if isObject {
        members.append(JSON.Member(name, value))
      } else {
        items.append(value)
      }
    }
  }

  /// The outermost value; nil until it is complete.
  private(set) var value: JSON?
  private var open: [Open] = []

  mutating func take(_ token: JSONTokenizer.Token) {
    switch token {
    case .beginObject: open.append(Open(isObject: true))
    case .beginArray: open.append(Open(isObject: false))
    case .endObject, .endArray: if let last = open.popLast() { add(last.value) }
    case .name(let name): if !open.isEmpty { open[open.count - 1].name = name }
    case .string(let text): add(.string(text))
    case .number(let number): add(.number(number))
    case .bool(let flag): add(.bool(flag))
    case .null: add(.null)
    case .beginString, .piece, .endString: break
    }
  }

  private mutating func add(_ value: JSON) {
    if open.isEmpty {
      self.value = value
    } else {
      open[open.count - 1].add(value)
    }
  }

  /// The outermost value, with every open array and object closed. A name without a value is
  /// dropped.
  var closed: JSON? {
    var open = open
    while let last = open.popLast() {
      if open.isEmpty { return last.value }
      open[open.count - 1].add(last.value)
    }
    return nil
  }
}
