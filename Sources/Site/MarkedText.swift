// The one way from a review's Markdown to HTML: libcmark in safe mode, its tree cut down to
// emphasis and lists, and the result held against an allow-list. What does not pass is shown as
// plain text. Source: docs/faults.md D2.

import Text

/// Markdown of a review, rendered.
enum MarkedText {
  /// Bytes of Markdown that are read; a review has at most 4,000. Debian 12's cmark 0.30.2 is
  /// quadratic on `![[]()`: 16 kB take 6 ms (docs/faults.md D2, measured).
  static let byteLimit = 16_384

  /// Paragraphs, lists and emphasis; plain text when nothing would be left, or something foreign.
  static func blocks(_ markdown: String) -> String {
    let text = cut(PlainText.cleaned(markdown))
    let html = MarkdownTree.rendered(withoutYearLists(text))
    let isFit = !html.isEmpty && MarkupCheck.admits(html)
    return isFit ? html : "<p>\(PlainText.escaped(text))</p>\n"
  }

  /// One line with emphasis, without a paragraph around it.
  static func line(_ markdown: String) -> String {
    let html = blocks(markdown.trimmed)
    let (open, close) = ("<p>", "</p>\n")
    guard html.hasPrefix(open), html.hasSuffix(close) else { return html }
    let inside = html.dropFirst(open.count).dropLast(close.count)
    return hasParagraph(inside.utf8) ? html : String(inside)
  }

  /// Of checked markup, where nothing but `<p>` begins so.
  private static func hasParagraph(_ html: Substring.UTF8View) -> Bool {
    zip(html, html.dropFirst()).contains { $0 == UInt8(ascii: "<") && $1 == UInt8(ascii: "p") }
  }

  /// A name that comes out as it is: *NSYNC, "1. Outside", "#1 Record".
  ///
  /// Any ASCII punctuation may be escaped. Source: <https://spec.commonmark.org/0.30/#backslash-escapes>.
  static func name(_ text: String) -> String {
    var escaped = ""
    for character in PlainText.name(text, otherwise: "(untitled)").unicodeScalars {
      if character.isASCII, !character.properties.isAlphabetic, !("0"..."9").contains(character),
        character != " "
      {
        escaped += "\\"
      }
      escaped.unicodeScalars.append(character)
    }
    return line(escaped)
  }

  private static func cut(_ text: String) -> String {
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

  /// "1977. The year of punk" is a sentence: no list of ours counts to a hundred.
  private static func withoutYearLists(_ text: String) -> String {
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
