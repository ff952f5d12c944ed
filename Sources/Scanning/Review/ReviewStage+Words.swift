// The facts in a review's question.

import Albums

extension ReviewStage {
  /// The metadata of an album or a book. The model never sees text from the cover.
  /// Source: docs/product.md step 7.
  static func facts(of album: Album) -> String {
    let year = album.year.map { "\($0)" }
    let genres = album.genres.isEmpty ? nil : album.genres.joined(separator: ", ")
    let facts: [(String, String?)] =
      switch album.kind {
      case .album:
        [
          ("Artist", album.artist), ("Album", album.title), ("Year", year), ("Genres", genres),
          ("Record label", album.recordLabel),
        ]
      case .book:
        [
          ("Author", album.artist.isEmpty ? nil : album.artist), ("Book", album.title),
          ("First published", year), ("Genres", genres), ("Publisher", album.recordLabel),
        ]
      }
    return facts.compactMap { name, value in value.map { "\(name): \(oneLine($0))" } }
      .joined(separator: "\n")
  }

  /// The text without line breaks. A line break in a name could make a part of the name look like
  /// another fact.
  static func oneLine(_ text: String) -> String { String(text.map { $0.isNewline ? " " : $0 }) }
}

extension Review {
  /// The review in the same form as its live text.
  var plainText: String { ([summary] + bullets.map { "- \($0)" }).joined(separator: "\n") }
}
