// How surely a spine names a work: its creator and its title stand there, or its title is all that stands there.
// Source: docs/decisions/181-words-of-a-spine.md.

import Albums

package struct SpineMatch: Equatable, Sendable {
  /// What of the work stands on the spine.
  package enum Names: Equatable, Sendable {
    case both, titleAlone
  }

  /// The title of the work that agrees best with the spine.
  package let title: String
  package let names: Names

  /// 0 to 1: the higher, the likelier is the work.
  package let score: Double

  /// 0 to 1: how sure it is that the spine names the work.
  package let confidence: Double

  /// The shares of title and creator that must stand on the spine, and of the large lettering that the names must
  /// explain. Source: docs/limits.md "Shelves".
  private static let leastTitle = 0.8
  private static let leastCreator = 0.7
  private static let leastExplained = 0.8
  private static let leastTitleAlone = 0.9
  private static let leastExplainedByTitle = 0.85

  /// A spine with less lettering names no work by its title alone.
  private static let fewestLettersOfTitle = 4

  /// `match` is the comparison of the spine with `title`. `isNamed`: the creator is a person or a band, which a
  /// collection of several artists has not. Nil if the spine does not name the work clearly.
  package init?(_ match: SleeveMatch, title: String, isNamed: Bool = true) {
    self.title = title
    score = match.score
    if isNamed, match.title >= Self.leastTitle, match.artist >= Self.leastCreator,
      match.explained >= Self.leastExplained
    {
      names = .both
      confidence = min(match.title, match.artist) * (0.5 + 0.5 * match.explained)
    } else if match.title >= Self.leastTitleAlone, match.explained >= Self.leastExplainedByTitle,
      title.count(where: \.isLetter) >= Self.fewestLettersOfTitle
    {
      names = .titleAlone
      confidence = match.title * match.explained
    } else {
      return nil
    }
  }

  /// The comparison of a spine with a work that has several titles, such as those of its translations. `creators` are
  /// names of which one is enough.
  package init?(titles: [String], creators: [String], on spine: SleeveText) {
    let ranked = titles.map { title in
      let name = NameOnSleeve(title, spine)
      return (title, name.share, name.used.count)
    }
    // The title that explains most words, among those that stand there completely: "Dune Messiah", not "Dune".
    guard let best = ranked.max(by: { ($0.1, $0.2) < ($1.1, $1.2) }), best.1 >= Self.leastTitle
    else { return nil }
    // A spine with a creator's name alone does not name a book that has this name, such as a biography.
    let words = NormalName.words(of: best.0)
    self.init(
      SleeveMatch(artists: creators, title: best.0, on: spine), title: best.0,
      isNamed: !creators.contains { NormalName.words(of: $0) == words })
  }
}
