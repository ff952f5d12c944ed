// What a model that searches leaves in its sentences although it was told not to: links, bare addresses,
// marks of citations. What supports a sentence stands beside it (ReviewSources), never in it.

enum ReviewText {
  /// `text` without them; what a link was called stays where it belongs to the sentence.
  static func withoutLinks(_ text: String) -> String {
    guard text.contains("://") || text.contains(where: { "\u{E200}【".contains($0) }) else {
      return text
    }
    return
      text
      .replacing(#/\x{E200}[^\x{E201}]*\x{E201}|\s*【[^】]*】/#, with: "")
      .replacing(#/\s*\((?:\[[^\]]*\]\([^)\s]*\)[,;\s]*)+\)/#, with: "")
      .replacing(#/\[([^\]]*)\]\([^)\s]*:\/\/[^)\s]*\)/#) { String($0.output.1) }
      .replacing(#/\s*[(<]?https?:\/\/[^\s)>]+[)>]?/#, with: "")
  }
}
