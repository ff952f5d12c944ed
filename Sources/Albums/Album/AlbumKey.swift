// The cache key of an album: artist and title without edition names and spelling differences.

/// Normalised artist and title. All editions of an album have the same key, and different albums
/// have different keys.
///
/// Artist and title are in the normal form of names (docs/names.md), without a leading "The". Brackets
/// and end words that only name an edition or a soundtrack are dropped (`withoutEdition`). The key of a
/// title that an artist uses for several albums contains the year of the first release, if the year
/// is known. If the history has two albums of any other title, the key of the second one contains its
/// year, too (`AlbumKey+Told.swift`). The key of a book begins with `book: `, so it is never the key of
/// an album. Source: docs/product.md "Words" and step 7.
package struct AlbumKey: Hashable, Sendable, CustomStringConvertible {
  /// The version of the rules below. A row keeps its key and the version of the rules that made the key.
  package static let rules = 3

  /// `artist / title`, both normalised and never empty; `artist / title / year` if the year
  /// distinguishes albums; `book: author / title` for a book.
  package let text: String

  package init(kind: WorkKind = .album, artist: String, title: String, year: Int? = nil) {
    let name = Names(artist: artist, title: title)
    switch kind {
    case .album:
      let told = name.areToldByYear ? year.map { " / \($0)" } : nil
      text = "\(name.artist) / \(name.title)\(told ?? "")"
    case .book: text = "\(Self.bookStart)\(name.artist) / \(name.title)"
    }
  }

  /// The beginning of the keys of books. No normalised name has a colon after a letter.
  private static let bookStart = "book: "

  package init(stored text: String) { self.text = text }

  package var description: String { text }

  package var isOfBook: Bool { text.hasPrefix(Self.bookStart) }

  /// An artist or an author in normal form, as in the keys of the artist's albums.
  package static func creator(named name: String) -> String {
    let name = WrittenNames.main(artist: name)
    return spelled(withoutArticle(NormalName.words(of: name)), orElse: name)
  }
}

/// Artist and title in normalised form.
struct Names: Equatable {
  let artist: String
  let title: String

  init(artist: String, title: String) {
    self.artist = AlbumKey.creator(named: artist)
    // Brackets and dashes are found in the spelling, so that "（Deluxe）" is "(Deluxe)".
    let title = WrittenNames.main(title: title)
    let spelling = Spelling(title).text
    let (name, tail) = withoutEdition(spelling.isEmpty ? title : spelling)
    let all = counted(NormalName.words(of: name))
    let kept = withoutArticle(tail ? withoutEditionTail(all) : all)
    self.title = spelled(kept, orElse: name)
  }

  /// Whether an artist may have several albums of this title: the title is the artist's name or the
  /// usual title of a collection. The list is short on purpose: every title in it could split one
  /// album in two, because the year may be unknown.
  var areToldByYear: Bool {
    if title == artist || collections.contains(title) { return true }
    let rest =
      title.hasSuffix(" \(artist)")
      ? title.dropLast(artist.count + 1)
      : title.hasPrefix("\(artist) ") ? title.dropFirst(artist.count + 1) : ""
    return collections.contains(String(rest))
  }
}

private let collections: Set<String> = [
  "anthology", "best of", "collection", "demos", "essential", "gold", "greatest hits", "hits",
  "live",
  "singles", "ultimate collection", "very best of",
]

/// "The Wall" is "Wall"; "The The" stays, and so does "The".
private func withoutArticle(_ words: [String]) -> [String] {
  words.count > 1 && words[0] == "the" && words[1] != "the" ? Array(words.dropFirst()) : words
}
