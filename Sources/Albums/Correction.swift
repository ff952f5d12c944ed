// "Not this one?": what somebody says a cover is, checked before anything is done with it.

/// What a find is said to be. Source: INTERFACE `…/correct`.
package enum Correction: Hashable, Sendable {
  /// One of its scan's candidates, by id.
  case candidate(String)

  /// A link to MusicBrainz or an MBID; whoever looks it up says whether it is one.
  case musicBrainz(String)
  case named(artist: String, title: String)

  /// What is wrong, in words for the model.
  case hint(String)

  /// In characters, after trimming.
  package static let longestName = 300
  package static let longestHint = 500

  /// From what was sent; what was left empty counts as not sent. Exactly one has to be left.
  package init(
    candidate: String? = nil, musicBrainz: String? = nil, artist: String? = nil,
    title: String? = nil, hint: String? = nil
  ) throws(CorrectionError) {
    let (candidate, link) = (filled(candidate), filled(musicBrainz))
    let (artist, title) = (filled(artist), filled(title))
    // A hint is written in a box of several lines; it is one line of data.
    let hint = filled(hint.map { String($0.map { $0.isNewline ? " " : $0 }) })
    switch (candidate, link, artist ?? title, hint) {
    case (let id?, nil, nil, nil): self = .candidate(try checked(id, Self.longestName, .nothing))
    case (nil, let link?, nil, nil):
      self = .musicBrainz(try checked(link, Self.longestName, .link))
    case (nil, nil, _?, nil):
      guard let artist, let title else { throw .names }
      self = .named(
        artist: try checked(artist, Self.longestName, .names),
        title: try checked(title, Self.longestName, .names))
    case (nil, nil, nil, let hint?): self = .hint(try checked(hint, Self.longestHint, .hint))
    default: throw .nothing
    }
  }
}

/// Why a correction is none.
package enum CorrectionError: String, Error, CaseIterable, Sendable {
  /// Nothing was said, or more than one thing.
  case nothing
  case names, link, hint

  /// What happened, as a heading.
  package var headline: String {
    switch self {
    case .nothing: "Nothing was corrected"
    case .names: "The names cannot be taken"
    case .link: "This is no link to MusicBrainz"
    case .hint: "The hint cannot be taken"
    }
  }

  /// What helps.
  package var advice: String {
    switch self {
    case .nothing: "Choose one of the albums, or say which one it is, and send that alone."
    case .names:
      "Type both the artist and the album, up to \(Correction.longestName) characters each."
    case .link:
      "Paste the address of a release or release group at musicbrainz.org, or its id of 36 characters."
    case .hint: "Say it in up to \(Correction.longestHint) characters."
    }
  }
}

/// Nil for what was left empty.
private func filled(_ text: String?) -> String? {
  guard let text else { return nil }
  let trimmed = text.drop(while: \.isWhitespace)
  guard let last = trimmed.lastIndex(where: { !$0.isWhitespace }) else { return nil }
  return String(trimmed[...last])
}

private func checked(
  _ text: String, _ limit: Int, _ error: CorrectionError
) throws(CorrectionError) -> String {
  let isPlain = text.unicodeScalars.allSatisfy { $0.properties.generalCategory != .control }
  // Characters may be long: a base and a thousand accents are one.
  guard isPlain, text.count <= limit, text.utf8.count <= limit * 8 else { throw error }
  return text
}
