// The facts in a review's question.

import Albums

extension ReviewStage {
  /// Metadata only; the model never sees what a sleeve says to it. Source: PRODUCT step 7.
  static func facts(of album: Album) -> String {
    let facts: [(String, String?)] = [
      ("Artist", album.artist), ("Album", album.title), ("Year", album.year.map { "\($0)" }),
      ("Genres", album.genres.isEmpty ? nil : album.genres.joined(separator: ", ")),
      ("Record label", album.recordLabel),
    ]
    return facts.compactMap { name, value in value.map { "\(name): \(oneLine($0))" } }
      .joined(separator: "\n")
  }

  /// A name with a line break in it must not look like another fact.
  static func oneLine(_ text: String) -> String { String(text.map { $0.isNewline ? " " : $0 }) }
}

extension Review {
  /// As it is shown while it is being written.
  var plainText: String { ([summary] + bullets.map { "- \($0)" }).joined(separator: "\n") }
}
