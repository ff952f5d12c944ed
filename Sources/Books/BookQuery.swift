// The searches for a reading at Open Library. Source: docs/services.md §7.1.

import Albums
import Text

/// One search.
struct BookQuery: Equatable, Sendable {
  /// The requested members of each work. A work lacks the members that the service does not know.
  private static let fields =
    "key,title,subtitle,alternative_title,author_name,author_alternative_name,"
    + "first_publish_year,cover_i,isbn,edition_count"

  /// The maximum number of works in an answer.
  private static let limit = 10

  /// The part of the address after the slash.
  let question: String

  /// First the title and the surname of the first author; then the title alone, without a subtitle, in
  /// all fields of a work, because the author may be misread. Empty without a title.
  static func queries(of reading: SpineReading) -> [BookQuery] {
    let title = words(reading.title ?? "")
    guard !title.isEmpty else { return [] }
    let main = words(String((reading.title ?? "").prefix { !":([;".contains($0) }))
    let surname = reading.creator.map { AuthorName.people(in: $0) }?.first?.surname
    let author = surname.map { "&author=\($0.percentEncoded)" } ?? ""
    return [
      BookQuery("title=\(title.percentEncoded)\(author)"),
      BookQuery("q=\((main.isEmpty ? title : main).percentEncoded)"),
    ]
  }

  /// The works that have an edition with the number.
  init(_ isbn: ISBN) { self.init("isbn=\(isbn.digits)") }

  private init(_ parameters: String) {
    question = "search.json?\(parameters)&limit=\(Self.limit)&fields=\(Self.fields)"
  }

  /// The maximum number of works in an answer to words that stand in any name.
  static let mostByWords = 30

  /// The names of works. Numbers of editions, of which a work may have thousands, are left out.
  private static let nameFields =
    "key,title,subtitle,alternative_title,author_name,author_alternative_name,edition_count"

  /// A search in all fields for works that have all the words; nil without a word.
  init?(anyWords words: [String]) {
    let text = Self.words(words.joined(separator: " "))
    guard !text.isEmpty else { return nil }
    question =
      "search.json?q=\(text.percentEncoded)&limit=\(Self.mostByWords)&fields=\(Self.nameFields)"
  }

  /// The words in lower case, with one space between them. Signs of the query language and operators
  /// in capital letters ("WAR AND PEACE") would change the meaning of the search. An apostrophe
  /// stays, because it is part of a word.
  private static func words(_ text: String) -> String {
    String(
      text.lowercased().map { letter -> Character in
        if letter == "’" { return "'" }
        return letter.isLetter || letter.isNumber || letter == "'" ? letter : " "
      }
    ).singleSpaced
  }
}
