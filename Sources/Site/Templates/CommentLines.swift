// Scripts and style sheets without the lines that are comments: a quarter of the bytes that a phone
// loads. The copies of public/ under their own names keep every line.
// Source: docs/decisions/152-browsers-load-no-comments.md.

/// Lines of a script or a style sheet that are a comment or a part of one.
enum CommentLines {
  /// The text without the lines of a script that begin with `//`, and without each comment that
  /// begins a line with `/*` and ends a line with `*/`. Spaces and tabs before and after do not
  /// count.
  ///
  /// The text stays as it is if such a comment begins with `/*!`, as a licence does. It also stays
  /// if a removed line could be code. This is so if code follows the end of a comment, if a comment
  /// that begins after code continues on the next line, or if a line of a script has an odd number of
  /// backticks: a template literal may then continue on the next line.
  static func removed(from text: [UInt8], isScript: Bool) -> [UInt8] {
    text.withUnsafeBufferPointer { kept(of: $0, isScript: isScript) } ?? text
  }

  /// The lines without comments; nil if the text stays as it is.
  private static func kept(of text: UnsafeBufferPointer<UInt8>, isScript: Bool) -> [UInt8]? {
    var kept: [UInt8] = []
    kept.reserveCapacity(text.count + 1)
    var isInside = false
    var next = 0
    while next <= text.count {
      let lineEnd = text.index(of: UInt8(ascii: "\n"), from: next, before: text.count) ?? text.count
      let line = next..<lineEnd
      next = lineEnd + 1
      let content = trimmed(line, of: text)
      if isInside || text.has("/*", at: content.lowerBound, before: content.upperBound) {
        if !isInside, text.has("/*!", at: content.lowerBound, before: content.upperBound) {
          return nil
        }
        let start = content.lowerBound + (isInside ? 0 : 2)
        let end = text.index(of: "*/", from: start, before: content.upperBound).map { $0 + 2 }
        if let end, end != content.upperBound { return nil }
        isInside = end == nil
      } else if !isScript || !text.has("//", at: content.lowerBound, before: content.upperBound) {
        guard endsOnThisLine(content, of: text, isScript: isScript) else { return nil }
        kept += text[line]
        kept.append(UInt8(ascii: "\n"))
      }
    }
    // The last line had no newline.
    _ = kept.popLast()
    return isInside ? nil : kept
  }

  /// Whether no comment and no template literal of a line of code continues on the next line.
  private static func endsOnThisLine(
    _ line: Range<Int>, of text: UnsafeBufferPointer<UInt8>, isScript: Bool
  ) -> Bool {
    var rest = line.lowerBound
    while let start = text.index(of: "/*", from: rest, before: line.upperBound) {
      guard let end = text.index(of: "*/", from: start + 2, before: line.upperBound) else {
        return false
      }
      rest = end + 2
    }
    return !isScript || hasEvenBackticks(line, of: text)
  }

  private static func hasEvenBackticks(
    _ line: Range<Int>, of text: UnsafeBufferPointer<UInt8>
  ) -> Bool {
    var (isEven, position) = (true, line.lowerBound)
    while let found = text.index(of: UInt8(ascii: "`"), from: position, before: line.upperBound) {
      isEven.toggle()
      position = found + 1
    }
    return isEven
  }

  /// The line without spaces and tabs at both ends.
  private static func trimmed(
    _ line: Range<Int>, of text: UnsafeBufferPointer<UInt8>
  ) -> Range<Int> {
    var (start, end) = (line.lowerBound, line.upperBound)
    while start < end, isSpace(text[start]) { start += 1 }
    while end > start, isSpace(text[end - 1]) { end -= 1 }
    return start..<end
  }

  private static func isSpace(_ byte: UInt8) -> Bool {
    byte == UInt8(ascii: " ") || byte == UInt8(ascii: "\t")
  }
}
