// Removes links, addresses and citation marks from a model's sentences. A searching model adds them
// although the prompt forbids them. Pages show sources beside a sentence (ReviewSources), not in
// it.

enum ReviewText {
  /// The text without links. The words of a Markdown link stay, unless the link stands alone in
  /// parentheses.
  ///
  /// Every pattern but the last stops after a fixed number of characters, so the time grows only
  /// with the length of the text.
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

  /// Replaces each run of white space with one space, or with one line break if the run contains
  /// one.
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
