// The text of a template after the insertion of the message catalogue's texts.

/// Bytes with the line of the template's file from which each of them comes.
struct TemplateText {
  private(set) var bytes: [UInt8] = []

  /// Where each line begins. Inserted texts have the line of their tag.
  private var lines: [(start: Int, number: Int)] = []

  /// The line that `line(at:)` found last.
  private var current = 0

  mutating func append(_ text: Substring, line: Int) {
    var line = line
    var end = bytes.count
    lines.append((end, line))
    bytes += text.utf8
    while let lineFeed = bytes.firstIndex(of: "\n", from: end) {
      line += 1
      end = lineFeed + 1
      lines.append((end, line))
    }
  }

  /// The line of a position. The positions of successive calls must not decrease.
  mutating func line(at position: Int) -> Int {
    while current + 1 < lines.count, lines[current + 1].start <= position { current += 1 }
    return lines.isEmpty ? 1 : lines[current].number
  }
}
