// The editions of a work at Open Library. Source: docs/services.md §7.1.

import Albums
import Text

/// An edition whose publisher was read on the spine, or whose number is known.
struct BookEdition: Equatable, Sendable {
  /// The publisher in the spelling of the edition; nil only for an edition that was found by its number.
  let publisher: String?
  let title: String
  let pages: Int?
  let isbn: ISBN?
  let cover: Int?
  private let key: String

  /// Nil if none of the publishers is like `read`.
  init?(_ json: JSON, publishedBy read: String) {
    let publishers = json["publishers"].items.compactMap(\.trimmed)
    guard let publisher = publishers.first(where: { PublisherName($0).isLike(PublisherName(read)) })
    else { return nil }
    self.init(json, publisher)
  }

  /// Nil if the edition has another number.
  init?(_ json: JSON, isbn: ISBN) {
    guard Self.numbers(json).contains(where: { ISBN($0) == isbn }) else { return nil }
    self.init(
      json, json["publishers"].items.lazy.compactMap(\.trimmed).first { Self.isName($0) })
  }

  private init(_ json: JSON, _ publisher: String?) {
    self.publisher = publisher
    title = json["title"].trimmed.flatMap { Self.isName($0) ? $0 : nil } ?? ""
    pages = json["number_of_pages"].integer.flatMap { (1...20_000).contains($0) ? $0 : nil }
    isbn = ISBN.first(in: Self.numbers(json))
    cover = json["covers"].items.lazy.compactMap(\.integer).first { $0 > 0 }
    key = json["key"].text ?? ""
  }

  /// The edition whose title is most like `title`; among equally similar ones, an edition with most
  /// facts. The order in which the service lists the editions does not matter.
  static func likeliest(_ editions: [BookEdition], title: String) -> BookEdition? {
    let ranked = editions.map { edition in
      (edition, BookComparison.likeness(title: title, to: edition.title))
    }
    return ranked.max { one, other in
      (one.1, one.0.factCount, other.0.key) < (other.1, other.0.factCount, one.0.key)
    }?.0
  }

  /// Whether the text is short enough for a name.
  private static func isName(_ text: String) -> Bool {
    text.utf8.count <= TitleComparison.mostNameBytes
  }

  private static func numbers(_ json: JSON) -> [String] {
    json["isbn_13"].items.compactMap(\.text) + json["isbn_10"].items.compactMap(\.text)
  }

  private var factCount: Int {
    [pages != nil, isbn != nil, cover != nil].count(where: \.self)
  }
}
