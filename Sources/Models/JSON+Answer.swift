// Finds the JSON objects in the text of a model's answer. An object may stand in a Markdown fence
// or after prose or a thought; it may occur twice, or be cut off. Source: docs/services.md §3
// (fences, prose, `<think>`), docs/product.md "Robust to changes of models".

package import Text

extension JSON {
  /// The maximum number of attempts to read an object from one answer. Prose contains few braces.
  private static let objectLimit = 16

  /// The outermost objects of `answer`, in their order, without those in the model's thoughts.
  package static func objects(in answer: String) -> [JSON] {
    let bytes = withoutThoughts(answer)
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
    let bytes = withoutThoughts(answer)
    guard let open = bytes.firstIndex(of: UInt8(ascii: "{")) else { return nil }
    return cutOffObject(in: bytes[open...])
  }

  private static let thoughts = [("<think>", "</think>"), ("<thinking>", "</thinking>")].map {
    (open: Array($0.utf8), close: Array($1.utf8))
  }

  /// The bytes of the answer without its thoughts. A thought without an end is kept, because the object may follow in
  /// it.
  private static func withoutThoughts(_ answer: String) -> [UInt8] {
    var text = Array(answer.utf8)
    for (open, close) in thoughts {
      var (kept, rest) = ([UInt8](), text[...])
      while let start = place(of: open, in: rest),
        let end = place(of: close, in: rest[(start + open.count)...])
      {
        kept += rest[..<start]
        rest = rest[(end + close.count)...]
      }
      if rest.startIndex > 0 { text = kept + rest }
    }
    return text
  }

  /// The index of the first occurrence of `tag`, which begins with "<".
  private static func place(of tag: [UInt8], in text: ArraySlice<UInt8>) -> Int? {
    var rest = text
    while let open = rest.firstIndex(of: UInt8(ascii: "<")) {
      if rest[open...].starts(with: tag) { return open }
      rest = rest[(open + 1)...]
    }
    return nil
  }
}
