// Parses one line of a pattern file from left to right.

/// Parses `worth (the|any) money ! (on|into)` into the elements of a pattern.
struct PhrasePatternReader {
  private var rest: Substring

  /// The maximum depth of nested groups. No pattern needs more.
  private static let depthLimit = 4

  init(_ line: Substring) { rest = line }

  /// Parses the whole line. Throws the syntax error of an invalid line.
  mutating func pattern() throws(PhrasePatternError) -> [PhrasePatterns.Element] {
    let elements = try sequence(depth: 0)
    guard rest.isEmpty else { throw PhrasePatternError(description: "“\(rest)” is unexpected") }
    return elements
  }

  /// Parses up to the end of the line, of the choice or of the group.
  private mutating func sequence(
    depth: Int
  ) throws(PhrasePatternError) -> [PhrasePatterns.Element] {
    var elements: [PhrasePatterns.Element] = []
    while true {
      rest = rest.drop(while: \.isWhitespace)
      switch rest.first {
      case nil, ")", "|": return elements
      case "!":
        rest.removeFirst()
        return elements + [.unless(try sequence(depth: depth))]
      case "(":
        rest.removeFirst()
        elements.append(.oneOf(try choices(depth: depth + 1)))
      default: elements += try self.elements()
      }
    }
  }

  private mutating func choices(
    depth: Int
  ) throws(PhrasePatternError) -> [[PhrasePatterns.Element]] {
    guard depth <= Self.depthLimit else {
      throw PhrasePatternError(description: "there are too many groups inside groups")
    }
    var choices = [try sequence(depth: depth)]
    while rest.first == "|" {
      rest.removeFirst()
      choices.append(try sequence(depth: depth))
    }
    guard rest.first == ")" else { throw PhrasePatternError(description: "a “)” is missing") }
    rest.removeFirst()
    return choices
  }

  /// Parses one word. `collector's` becomes two elements, because a text contains it as two tokens.
  private mutating func elements() throws(PhrasePatternError) -> [PhrasePatterns.Element] {
    let word = rest.prefix { !$0.isWhitespace && !"()|!".contains($0) }
    rest = rest.dropFirst(word.count)
    switch word {
    case "<word>": return [.anyWord]
    case "<number>": return [.number]
    case "<two-digits>": return [.numberOfTwoDigits]
    case "<end>": return [.endOfClause]
    case _ where word.first == "<":
      throw PhrasePatternError(description: "“\(word)” is unknown")
    case _ where word.last == "*":
      return [.beginning(PhraseText.folded(word.dropLast().lowercased()))]
    default: return PhraseText(String(word)).tokens.map { .word($0.text) }
    }
  }
}
