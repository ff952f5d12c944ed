// A work in a search result of Open Library, compared with a reading. Source: docs/services.md §7.1.

import Albums
import Text

struct FoundWork: Equatable, Sendable {
  /// Works whose likeness is lower than the best by at most this value are equally likely. The
  /// service has some works twice; the copy with one edition must not win because of one letter.
  private static let closeness = 0.05

  /// The maximum number of other titles, and of other names of authors, that are compared.
  private static let mostNames = 50

  /// The maximum number of authors in `author`.
  private static let mostAuthors = 4

  let key: String
  let title: String
  let author: String?
  let year: Int?
  let isbn: ISBN?
  let cover: Int?
  let editionCount: Int
  let comparison: BookComparison

  /// Whether the reading has an author, who is then part of the comparison.
  let hasReadAuthor: Bool

  /// Nil without a key or a title.
  init?(_ json: JSON, like reading: SpineReading) {
    guard let key = json["key"].text, key.wholeMatch(of: #/\/works\/OL[0-9]{1,12}W/#) != nil,
      let title = Self.name(json["title"])
    else { return nil }
    self.key = key
    let titles = Self.titles(json, title)
    let read = reading.title ?? ""
    let likenesses = titles.map { BookComparison.likeness(title: read, to: $0.compared) }
    // Of equally similar titles, the first counts: the name of the work comes before the names of
    // editions.
    let best = likenesses.max() ?? 0
    self.title = titles[likenesses.firstIndex(of: best) ?? 0].shown
    let authors = Self.names(json["author_name"])
    author = authors.isEmpty ? nil : authors.prefix(Self.mostAuthors).joined(separator: ", ")
    comparison = BookComparison(
      title: best,
      author: BookComparison.likeness(
        author: reading.creator?.trimmed,
        to: authors + Self.names(json["author_alternative_name"])))
    hasReadAuthor = reading.creator?.trimmed.isEmpty == false
    year = json["first_publish_year"].integer.flatMap { (1...2999).contains($0) ? $0 : nil }
    isbn = ISBN.first(in: json["isbn"].items.compactMap(\.text))
    cover = json["cover_i"].integer.flatMap { $0 > 0 ? $0 : nil }
    editionCount = json["edition_count"].integer ?? 0
  }

  /// The work that is most like the reading. If several works are about equally like it, the work with
  /// the most similar title; if titles are equally similar, the work with most editions. Nil if no
  /// work is like the reading.
  static func likeliest(_ works: [FoundWork]) -> FoundWork? {
    let likely = works.filter { $0.comparison.likeness >= BookComparison.threshold }
    guard let best = likely.map(\.comparison.likeness).max() else { return nil }
    let close = likely.filter { best - $0.comparison.likeness <= closeness + 1e-9 }
    let title = close.map(\.comparison.title).max() ?? 0
    return close.filter { $0.comparison.title == title }
      .max { ($0.editionCount, $1.key) < ($1.editionCount, $0.key) }
  }

  /// The titles of the work and of its editions. `shown` is the title for pages; a work is shown
  /// without its subtitle.
  private static func titles(
    _ json: JSON, _ title: String
  ) -> [(compared: String, shown: String)] {
    let full = name(json["subtitle"]).map { [(compared: "\(title): \($0)", shown: title)] } ?? []
    return [(title, title)] + full
      + names(json["alternative_title"]).map { (compared: $0, shown: $0) }
  }

  private static func names(_ list: JSON) -> [String] {
    Array(list.items.lazy.compactMap(name).prefix(mostNames))
  }

  /// Nil for a text that is too long for a name.
  private static func name(_ json: JSON) -> String? {
    json.trimmed.flatMap { $0.utf8.count <= TitleComparison.mostNameBytes ? $0 : nil }
  }
}

extension ISBN {
  /// The first valid ISBN of 13 digits, else the first valid one of 10 digits.
  static func first(in texts: [String]) -> ISBN? {
    let long = texts.lazy.filter { $0.utf8.count >= 13 }.compactMap { ISBN($0) }.first
    return long ?? texts.lazy.compactMap { ISBN($0) }.first
  }
}
