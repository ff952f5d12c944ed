// The last check of markup before it is inserted into a page: every tag is listed, has no
// attribute, and is closed. Only the host's own text may have links, and each link must begin with
// `linkStart`. The check does not depend on Markdown. It reads bytes, as browsers do.

import Text

/// The allow-list of docs/faults.md D2 as a tokenizer.
enum MarkupCheck {
  private static let tags: Set<String> = [
    "p", "ul", "ol", "li", "em", "strong", "h3", "h4", "blockquote", "code",
  ]

  private static let entities: Set<String> = ["amp", "lt", "gt", "quot", "#39"]

  /// The start tag of a link up to its address.
  static let linkStart = "a rel=\"noopener\" href=\""

  /// Whether a link may lead to an address: only to an `https` page or to an e-mail address.
  static func mayLink(to address: some Collection<UInt8>) -> Bool {
    ["https://", "mailto:"].contains {
      address.starts(with: $0.utf8) && address.count > $0.utf8.count
    }
  }

  /// Whether every tag of `html` is listed, has no attribute, and is closed in order; `withLinks`
  /// also admits links.
  static func admits(_ html: String, withLinks: Bool = false) -> Bool {
    var open: [String] = []
    var rest = Array(html.utf8)[...]
    while let byte = rest.popFirst() {
      switch byte {
      case UInt8(ascii: "<"):
        guard let tag = word(until: ">", in: &rest) else { return false }
        if withLinks, isLink(tag), !open.contains("a") {
          open.append("a")
        } else if !take(tag, &open) {
          return false
        }
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

  /// Whether a start tag is a link whose address has only characters that libcmark does not escape
  /// in addresses. Source: `HREF_SAFE` of cmark's houdini_href_e.c.
  private static func isLink(_ tag: String) -> Bool {
    let bytes = Array(tag.utf8)
    guard bytes.starts(with: linkStart.utf8), bytes.last == UInt8(ascii: "\"") else { return false }
    let address = bytes.dropFirst(linkStart.utf8.count).dropLast()
    return mayLink(to: address)
      && address.allSatisfy { $0.isLetterOrDigit || "-_.~+!*(),%#@?=;:/$&".utf8.contains($0) }
  }

  private static func take(_ tag: String, _ open: inout [String]) -> Bool {
    if tag == "br /" { return true }
    if tag.first == "/" { return open.popLast() == String(tag.dropFirst()) }
    open.append(tag)
    return tags.contains(tag)
  }
}
