// Finds the JSON objects in the text of a model's answer. An object may stand in a Markdown fence
// or after prose or a thought; it may occur twice, or be cut off. Source: docs/services.md §3
// (fences, prose, `<think>`), docs/product.md "Robust to changes of models".

package import Text

extension JSON {
  /// The maximum number of attempts to read an object from one answer. Prose contains few braces.
  private static let objectLimit = 16

  /// The outermost objects of `answer`, in their order, without those in the model's thoughts.
  package static func objects(in answer: String) -> [JSON] {
    let bytes = Array(withoutThoughts(answer).utf8)
    var found: [JSON] = []
    var (start, attempts) = (bytes.startIndex, 0)
    while attempts < objectLimit, let open = bytes[start...].firstIndex(of: UInt8(ascii: "{")) {
      attempts += 1
      do throws(JSONError) {
        let object = try first(in: bytes[open...])
        found.append(object.value)
        start = object.end
      } catch {
        start = open + 1
      }
    }
    return found
  }

  /// The first object in `answer` with the member `name`, unless its value is null.
  package static func object(with name: String, in answer: String) -> JSON? {
    objects(in: answer).first { $0[name] != .null }
  }

  /// The complete members of the first object of `answer`, if the answer is cut off within that
  /// object. `cutOffObject(in:)` for bytes has the details.
  package static func cutOffObject(in answer: String) -> JSON? {
    let bytes = Array(withoutThoughts(answer).utf8)
    guard let open = bytes.firstIndex(of: UInt8(ascii: "{")) else { return nil }
    return cutOffObject(in: bytes[open...])
  }

  private static let thoughts = [("<think>", "</think>"), ("<thinking>", "</thinking>")]

  /// The answer without its thoughts. A thought without an end is kept, because the object may
  /// follow in it.
  private static func withoutThoughts(_ answer: String) -> String {
    var text = answer
    for (open, close) in thoughts where text.contains("<t") {
      var (kept, rest) = ("", text[...])
      while let start = rest.firstRange(of: open),
        let end = rest[start.upperBound...].firstRange(of: close)
      {
        kept += rest[..<start.lowerBound]
        rest = rest[end.upperBound...]
      }
      text = kept + rest
    }
    return text
  }
}
