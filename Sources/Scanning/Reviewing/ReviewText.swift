// Removes what a model that searches leaves in its sentences although the prompt forbids it: links, addresses
// and marks of citations. Sources are shown beside a sentence (ReviewSources), not in it.

enum ReviewText {
  /// The text without them. The words of a Markdown link stay, unless it stands in brackets of its own.
  ///
  /// Every pattern stops after a fixed number of characters, so that the work grows with the length of the
  /// text only.
  static func withoutLinks(_ text: String) -> String {
    guard text.contains("://") || text.contains(where: { "\u{E200}【".contains($0) }) else {
      return text
    }
    return withSingleSpaces(text)
      .replacing(#/\x{E200}[^\x{E200}\x{E201}]{0,300}\x{E201}|\s?【[^【】]{0,300}】/#, with: "")
      .replacing(
        #/\s?\((?:\[[^\[\]]{0,300}\]\([^()\s]{0,2000}\)[,;\s]{0,4}){1,20}\)/#, with: ""
      )
      .replacing(#/\[([^\[\]]{0,300})\]\([^()\s]{0,20}:\/\/[^)\s]{0,2000}\)/#) {
        String($0.output.1)
      }
      .replacing(#/\s?[(<]?https?:\/\/[^\s)>]+[)>]?/#, with: "")
  }

  /// White space in a row is one space, or one line break where it contains one.
  private static func withSingleSpaces(_ text: String) -> String {
    var result = ""
    var space: Character?
    for character in text {
      if character.isWhitespace {
        space = character.isNewline ? "\n" : space ?? " "
      } else {
        if let space { result.append(space) }
        space = nil
        result.append(character)
      }
    }
    if let space { result.append(space) }
    return result
  }
}
