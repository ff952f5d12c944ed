// The only conversion of a review's Markdown to HTML: libcmark in safe mode, a tree reduced to the
// permitted nodes, and a check against an allow-list. Text that fails the check is shown as plain
// text.
// Source: docs/faults.md D2.

import Text

/// Converts the Markdown of a review, a note or the host to checked HTML.
enum MarkedText {
  /// The maximum length of Markdown in bytes; a review has at most 4,000. The time of cmark 0.30.2
  /// in Debian 12 grows with the square of the length for `![[]()`: 16 kB take 6 ms (docs/faults.md
  /// D2, measured).
  static let byteLimit = 16_384

  /// The HTML of the Markdown's blocks after the check. If the HTML is empty or fails the check, the
  /// result is the plain text. Markdown longer than `byteLimit` is cut. `keepsLinks` is
  /// for a text of the host. Texts of models and people must not contain links to other sites.
  static func blocks(
    _ markdown: String, keepsLinks: Bool = false, byteLimit: Int = Self.byteLimit
  ) -> String {
    let text = cut(PlainText.cleaned(markdown), to: byteLimit)
    let nodes = MarkdownTree.nodeLimit * max(1, byteLimit / Self.byteLimit)
    let html = MarkdownTree.rendered(
      withoutYearLists(text), keepsLinks: keepsLinks, nodeLimit: nodes)
    let isFit = !html.isEmpty && MarkupCheck.admits(html, withLinks: keepsLinks)
    return isFit ? html : "<p>\(PlainText.escaped(text))</p>\n"
  }

  /// One line with emphasis, without a paragraph element around it.
  static func line(_ markdown: String) -> String {
    let html = blocks(markdown.trimmed)
    guard html.hasPrefix("<p>"), html.hasSuffix("</p>\n") else { return html }
    let inside = Array(html.utf8.dropFirst(3).dropLast(5))
    return hasParagraph(inside) ? html : String(decoding: inside, as: UTF8.self)
  }

  /// Whether checked markup contains a paragraph. In checked markup, only `<p>` begins with `<p`.
  private static func hasParagraph(_ html: [UInt8]) -> Bool {
    html.indices.dropLast().contains {
      html[$0] == UInt8(ascii: "<") && html[$0 + 1] == UInt8(ascii: "p")
    }
  }

  /// One line of HTML that shows exactly the given name, for example *NSYNC, "1. Outside" or "#1
  /// Record". No character of the name acts as Markdown.
  ///
  /// libcmark escapes these four characters in its output. Source: `houdini_escape_html0` of cmark.
  static func name(_ text: String) -> String {
    let name = PlainText.name(text, otherwise: "(untitled)").trimmed
    let isPlain = name.utf8.allSatisfy {
      $0 != UInt8(ascii: "&") && $0 != UInt8(ascii: "<") && $0 != UInt8(ascii: ">")
        && $0 != UInt8(ascii: "\"")
    }
    guard !isPlain else { return name }
    var html: [UInt8] = []
    for byte in name.utf8 {
      switch byte {
      case UInt8(ascii: "&"): html += "&amp;".utf8
      case UInt8(ascii: "<"): html += "&lt;".utf8
      case UInt8(ascii: ">"): html += "&gt;".utf8
      case UInt8(ascii: "\""): html += "&quot;".utf8
      default: html.append(byte)
      }
    }
    return String(decoding: html, as: UTF8.self)
  }

  /// The text of the heading with which checked markup begins, and the markup after it; nil if it begins with
  /// something else.
  static func firstHeading(of html: String) -> (text: String, rest: String)? {
    for level in ["h3", "h4"] where html.hasPrefix("<\(level)>") {
      guard let end = html.firstRange(of: "</\(level)>") else { return nil }
      return (plain(String(html[..<end.lowerBound])), String(html[end.upperBound...]).trimmed)
    }
    return nil
  }

  /// The text of checked markup, without its tags.
  static func plain(_ html: String) -> String {
    var text: [UInt8] = []
    var rest = Array(html.utf8)[...]
    while let byte = rest.popFirst() {
      switch byte {
      case UInt8(ascii: "<"): rest = rest.drop { $0 != UInt8(ascii: ">") }.dropFirst()
      case UInt8(ascii: "&"):
        let name = rest.prefix { $0 != UInt8(ascii: ";") }
        rest = rest[name.endIndex...].dropFirst()
        text += character(String(decoding: name, as: UTF8.self)).utf8
      default: text.append(byte)
      }
    }
    return String(decoding: text, as: UTF8.self).trimmed
  }

  /// The character of an entity that checked markup may contain.
  private static func character(_ entity: String) -> String {
    switch entity {
    case "amp": "&"
    case "lt": "<"
    case "gt": ">"
    case "quot": "\""
    default: "'"
    }
  }

  private static func cut(_ text: String, to byteLimit: Int) -> String {
    guard text.utf8.count > byteLimit else { return text }
    var kept = ""
    var size = 0
    for character in text {
      size += character.utf8.count
      guard size <= byteLimit else { break }
      kept.append(character)
    }
    return kept
  }

  /// The Markdown with an escape in a line such as "1977. The year of punk", which would become a
  /// list. Lists in reviews have fewer than a hundred items.
  private static func withoutYearLists(_ text: String) -> String {
    var last: UInt8 = 0
    let mayBeList = text.utf8.contains { byte in
      defer { last = byte }
      return (byte == UInt8(ascii: ".") || byte == UInt8(ascii: ")")) && (48...57).contains(last)
    }
    guard mayBeList else { return text }
    var kept: [UInt8] = []
    for line in text.utf8.split(separator: 0x0A, omittingEmptySubsequences: false) {
      let number = line.drop { $0 == 0x20 }
      let rest = number.drop { (48...57).contains($0) }
      let isMarked = rest.first == UInt8(ascii: ".") || rest.first == UInt8(ascii: ")")
      if isMarked, number.count - rest.count >= 3 {
        kept += line[..<rest.startIndex] + [UInt8(ascii: "\\")] + rest
      } else {
        kept += line
      }
      kept.append(0x0A)
    }
    return String(decoding: kept.dropLast(), as: UTF8.self)
  }
}
