// Finds works by words that may stand in any of their names, as on the spine of a book. The caller compares the
// names with the spine. Source: docs/services.md §7.1.

import Albums
package import HTTP
import Text

/// The names of a work that a search by words found.
package struct WorkNames: Equatable, Sendable {
  /// The maximum number of titles, and of names of authors, that are compared.
  private static let mostNames = 12

  /// The title of the work first, then those of its editions.
  package let titles: [String]

  /// The authors as the service lists them; empty if it names none.
  package let authors: [String]

  /// Other spellings of the authors.
  package let otherAuthorNames: [String]

  /// 1 if unknown.
  package let editionCount: Int

  /// Nil without a title.
  init?(_ json: JSON) {
    guard let title = Self.name(json["title"]) else { return nil }
    let subtitle = Self.name(json["subtitle"]).map { ["\(title): \($0)"] } ?? []
    let main = title.split(separator: ":").first.map { String($0).trimmed }
    let short = main.map { $0 == title || $0.isEmpty ? [] : [$0] } ?? []
    titles = Array(
      ([title] + short + subtitle + Self.names(json["alternative_title"])).prefix(Self.mostNames))
    authors = Self.names(json["author_name"])
    otherAuthorNames = Self.names(json["author_alternative_name"])
    editionCount = max(1, json["edition_count"].integer ?? 1)
  }

  private static func names(_ list: JSON) -> [String] {
    Array(list.items.lazy.compactMap(name).prefix(mostNames))
  }

  /// Nil for a text that is too long for a name.
  private static func name(_ json: JSON) -> String? {
    json.trimmed.flatMap { $0.utf8.count <= TitleComparison.mostNameBytes ? $0 : nil }
  }
}

extension OpenLibrary {
  /// The works in whose names all the words occur, in the order of the service. Empty without a word.
  package func works(withWords words: [String]) async throws(LookupError) -> [WorkNames] {
    guard let query = BookQuery(anyWords: words) else { return [] }
    return try await client.get(query.question)["docs"].items.prefix(BookQuery.mostByWords)
      .compactMap { WorkNames($0) }
  }
}
