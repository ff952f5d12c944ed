// The last check of markup before it is inserted into a page: every tag is listed, has no
// attribute, and is closed. The check does not depend on Markdown. It reads bytes, as browsers do.

/// The allow-list of docs/faults.md D2 as a tokenizer.
enum MarkupCheck {
  private static let tags: Set<String> = [
    "p", "ul", "ol", "li", "em", "strong", "h3", "h4", "blockquote", "code",
  ]

  private static let entities: Set<String> = ["amp", "lt", "gt", "quot", "#39"]

  /// Whether every tag of `html` is listed, has no attribute, and is closed in order.
  static func admits(_ html: String) -> Bool {
    var open: [String] = []
    var rest = Array(html.utf8)[...]
    while let byte = rest.popFirst() {
      switch byte {
      case UInt8(ascii: "<"):
        guard let tag = word(until: ">", in: &rest), take(tag, &open) else { return false }
      case UInt8(ascii: "&"):
        guard let entity = word(until: ";", in: &rest), entities.contains(entity) else {
          return false
        }
      case UInt8(ascii: ">"), UInt8(ascii: "\""): return false
      default: continue
      }
    }
    return open.isEmpty
  }

  private static func word(until end: Unicode.Scalar, in rest: inout ArraySlice<UInt8>) -> String? {
    guard let close = rest.firstIndex(of: UInt8(ascii: end)) else { return nil }
    defer { rest = rest[(close + 1)...] }
    return String(validating: rest[..<close], as: UTF8.self)
  }

  private static func take(_ tag: String, _ open: inout [String]) -> Bool {
    if tag == "br /" { return true }
    if tag.first == "/" { return open.popLast() == String(tag.dropFirst()) }
    open.append(tag)
    return tags.contains(tag)
  }
}
