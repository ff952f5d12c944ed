// Finds the JSON objects that a model means as its answer. An object may stand in a Markdown fence,
// after prose or a thought, in a wrapper, or in a string; it may occur twice, or be cut off. Source:
// docs/services.md §3, docs/product.md "Robust to changes of models".

package import Text

/// The text of an answer.
package struct AnswerText {
  /// The outermost objects in their order. After a thought, only the objects that follow it; drafts in
  /// a thought never count.
  package let objects: [JSON]

  /// Whether `objects` follow a thought.
  package let isAfterThought: Bool

  /// The bytes that are no thought; after a thought, those that follow it.
  private let said: [UInt8]

  /// The maximum number of attempts to read an object from one answer. Prose contains few braces.
  private static let objectLimit = 16

  /// The maximum number of objects that are read in one answer, with those in wrappers.
  private static let readingLimit = 256

  /// The maximum depth of a wrapper.
  private static let wrapperLimit = 6

  /// The maximum number of strings around an answer, one in the other.
  private static let quoteLimit = 2

  private struct Found {
    let value: JSON
    let range: Range<Int>
  }

  package init(_ answer: String) {
    let bytes = Self.unquoted(Array(answer.utf8))
    let all = Self.found(in: bytes[...])
    let thoughts = Thoughts.ranges(in: bytes, outside: all.map(\.range))
    let after = thoughts.last.map { bytes[$0.upperBound...] } ?? []
    let following = Self.found(in: after)
    if !following.isEmpty {
      objects = following.map(\.value)
    } else {
      let kept = all.filter { object in
        !thoughts.contains { $0.contains(object.range.lowerBound) }
      }
      let isOver = kept.isEmpty && !thoughts.isEmpty && Thoughts.isBlank(after)
      objects = (isOver ? Self.last(of: all, in: bytes) : kept).map(\.value)
    }
    isAfterThought = !following.isEmpty
    said = after.contains(.openBrace) ? Array(after) : Self.bytes(bytes, without: thoughts)
  }

  /// The first character that is neither white space, a fence nor a letter.
  package var firstSign: Character? {
    String(decoding: said.prefix(256), as: UTF8.self)
      .first { !$0.isWhitespace && $0 != "`" && !$0.isLetter }
  }

  /// The complete members of the first object, if the answer is cut off within that object.
  /// `JSON.cutOffObject(in:)` has the details.
  package var cutOffObject: JSON? {
    said.firstIndex(of: .openBrace).flatMap { JSON.cutOffObject(in: said[$0...]) }
  }

  /// The value of the object that counts: the last one after a thought, else the first one. `read` returns
  /// nil for an object that does not fit.
  package func value<Value>(_ read: (JSON) -> Value?) -> Value? {
    let values = Self.values(in: objects, read)
    return isAfterThought ? values.last : values.first
  }

  /// The value of each object that fits. An object that does not fit may be a wrapper: then the objects
  /// in its members are read, also those in lists and in strings.
  package static func values<Value>(in objects: [JSON], _ read: (JSON) -> Value?) -> [Value] {
    var left = readingLimit
    return objects.flatMap { values(in: $0, depth: wrapperLimit, &left, read) }
  }

  private static func values<Value>(
    in json: JSON, depth: Int, _ left: inout Int, _ read: (JSON) -> Value?
  ) -> [Value] {
    guard left > 0 else { return [] }
    left -= 1
    if json.isObject, let value = read(json) { return [value] }
    guard depth > 0 else { return [] }
    var values: [Value] = []
    for part in parts(of: json) where left > 0 {
      values += Self.values(in: part, depth: depth - 1, &left, read)
    }
    return values
  }

  /// The values in an object, a list, or a string that is JSON.
  private static func parts(of json: JSON) -> [JSON] {
    switch json {
    case .object(let members): members.prefix(readingLimit).map(\.value).filter(\.mayHaveObjects)
    case .array(let items): items.prefix(readingLimit).filter(\.mayHaveObjects)
    case .string(let text): found(in: Array(text.utf8)[...]).map(\.value)
    case .number, .bool, .null: []
    }
  }

  /// The object with which a thought ends. Servers report it as a thought if a schema makes the model
  /// answer before it ends its thought. Nil if anything follows the object.
  package static func objectAtEnd(of thought: String) -> JSON? {
    let bytes = Array(thought.utf8)
    return last(of: found(in: bytes[...]), in: bytes).first?.value
  }

  /// The last object, if nothing but fences and marks follows it.
  private static func last(of objects: [Found], in bytes: [UInt8]) -> [Found] {
    guard let last = objects.last, Thoughts.isBlank(bytes[last.range.upperBound...]) else {
      return []
    }
    return [last]
  }

  private static func found(in bytes: ArraySlice<UInt8>) -> [Found] {
    var found: [Found] = []
    var (start, attempts) = (bytes.startIndex, 0)
    while attempts < objectLimit, let open = bytes[start...].firstIndex(of: .openBrace) {
      attempts += 1
      do throws(JSONError) {
        let object = try JSON.first(in: bytes[open...])
        found.append(Found(value: object.value, range: open..<object.end))
        start = object.end
      } catch {
        start = open + 1
      }
    }
    return found
  }

  /// The text in a string that is the whole answer, or in an object whose quotes are escaped.
  private static func unquoted(_ bytes: [UInt8]) -> [UInt8] {
    var bytes = bytes
    for _ in 0..<quoteLimit {
      let text = bytes[...].trimming(\.isSpace)
      if text.first == UInt8(ascii: "\""), case .string(let inner)? = JSON(Array(text)) {
        bytes = Array(inner.utf8)
      } else if let open = text.firstIndex(of: .openBrace),
        text[open...].dropFirst().trimming(\.isSpace).first == .backslash,
        let end = text.lastIndex(of: UInt8(ascii: "}")), open < end,
        case .string(let inner)? = JSON(
          [UInt8(ascii: "\"")] + text[open...end] + [UInt8(ascii: "\"")])
      {
        bytes = Array(inner.utf8)
      } else {
        break
      }
    }
    return bytes
  }

  private static func bytes(_ bytes: [UInt8], without thoughts: [Range<Int>]) -> [UInt8] {
    var (kept, start) = ([UInt8](), 0)
    for thought in thoughts {
      if thought.lowerBound > start { kept += bytes[start..<thought.lowerBound] }
      // An end without a beginning makes all text before it a thought.
      if thought.lowerBound < start { kept = [] }
      start = max(start, thought.upperBound)
    }
    return kept + bytes[start...]
  }
}

extension UInt8 {
  fileprivate static let openBrace = UInt8(ascii: "{")
}

extension JSON {
  fileprivate var mayHaveObjects: Bool {
    switch self {
    case .object, .array: true
    case .string(let text): text.utf8.contains(.openBrace)
    case .number, .bool, .null: false
    }
  }
}
