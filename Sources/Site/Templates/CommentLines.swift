// Scripts and style sheets without the lines that are comments: a quarter of the bytes that a phone
// loads. The copies of public/ under their own names keep every line.
// Source: docs/decisions/152-browsers-load-no-comments.md.

/// Lines of a script or a style sheet that are a comment or a part of one.
enum CommentLines {
  private static let newline = UInt8(ascii: "\n")

  /// The text without the lines of a script that begin with `//`, and without each comment that
  /// begins a line with `/*` and ends a line with `*/`. Spaces and tabs before and after do not
  /// count.
  ///
  /// The text stays as it is if such a comment begins with `/*!`, as a licence does. It also stays
  /// if a removed line could be code. This is so if code follows the end of a comment, if a comment
  /// that begins after code continues on the next line, or if a line of a script has an odd number of
  /// backticks: a template literal may then continue on the next line.
  static func removed(from text: [UInt8], isScript: Bool) -> [UInt8] {
    var kept: [UInt8] = []
    kept.reserveCapacity(text.count)
    var isInside = false
    for line in text.split(separator: newline, omittingEmptySubsequences: false) {
      let content = trimmed(line)
      if isInside || content.starts(with: "/*".utf8) {
        if !isInside, content.starts(with: "/*!".utf8) { return text }
        let end = end(of: "*", "/", in: content.dropFirst(isInside ? 0 : 2))
        if let end, end != content.endIndex { return text }
        isInside = end == nil
      } else if !isScript || !content.starts(with: "//".utf8) {
        guard endsOnThisLine(content, isScript: isScript) else { return text }
        kept += line
        kept.append(newline)
      }
    }
    // The last line had no newline.
    return isInside ? text : Array(kept.dropLast())
  }

  /// Whether no comment and no template literal of a line of code continues on the next line.
  private static func endsOnThisLine(_ line: ArraySlice<UInt8>, isScript: Bool) -> Bool {
    var rest = line
    while let start = end(of: "/", "*", in: rest) {
      guard let end = end(of: "*", "/", in: rest[start...]) else { return false }
      rest = rest[end...]
    }
    return !isScript || line.count { $0 == UInt8(ascii: "`") }.isMultiple(of: 2)
  }

  /// The position after the first occurrence of two characters. The generic search of the standard
  /// library needed 0.35 s of processor time for all files of `public/`.
  private static func end(
    of first: Unicode.Scalar, _ second: Unicode.Scalar, in line: ArraySlice<UInt8>
  ) -> Int? {
    let (first, second) = (UInt8(ascii: first), UInt8(ascii: second))
    return line.indices.dropLast().first { line[$0] == first && line[$0 + 1] == second }
      .map { $0 + 2 }
  }

  private static func trimmed(_ line: ArraySlice<UInt8>) -> ArraySlice<UInt8> {
    let start = line.drop(while: isSpace)
    return start[..<(start.lastIndex { !isSpace($0) }.map { $0 + 1 } ?? start.startIndex)]
  }

  private static func isSpace(_ byte: UInt8) -> Bool {
    byte == UInt8(ascii: " ") || byte == UInt8(ascii: "\t")
  }
}
