// "Not this one?": the correction that a person sends, checked before it becomes a job.

/// The album that a person names instead. Source: docs/interface.md "HTTP", `…/correct`.
package enum Correction: Hashable, Sendable {
  /// The id of a candidate of the find.
  case candidate(String)

  /// A link to MusicBrainz or an MBID. The job that looks it up checks the form.
  case musicBrainz(String)

  /// `kind` is nil if the kind of the find's work stays.
  case named(artist: String, title: String, kind: WorkKind? = nil)

  /// A hint for the model: the user's description of the error.
  case hint(String)

  /// A photo of the back of the sleeve. The file in data/photos belongs to the job.
  case back(file: String)

  /// The maximum length of a name in characters, after trimming.
  package static let longestName = 300
  package static let longestHint = 500

  /// The maximum number of photos of the back of one sleeve. Source: docs/limits.md.
  package static let mostBacks = 3

  /// Reads the fields of a form. An empty field counts as missing. Exactly one kind of correction
  /// must remain.
  package init(
    candidate: String? = nil, musicBrainz: String? = nil, artist: String? = nil,
    title: String? = nil, kind: String? = nil, hint: String? = nil
  ) throws(CorrectionError) {
    let kindName = filled(kind)
    let kind = kindName.flatMap { WorkKind(rawValue: $0) }
    guard (kind == nil) == (kindName == nil) else { throw .kind }
    let (candidate, link) = (filled(candidate), filled(musicBrainz))
    let (artist, title) = (filled(artist), filled(title))
    // A hint comes from a text box with several lines and is stored as one line.
    let hint = filled(hint.map { String($0.map { $0.isNewline ? " " : $0 }) })
    switch (candidate, link, artist ?? title, hint) {
    case (let id?, nil, nil, nil): self = .candidate(try checked(id, Self.longestName, .nothing))
    case (nil, let link?, nil, nil):
      self = .musicBrainz(try checked(link, Self.longestName, .link))
    case (nil, nil, _?, nil):
      guard let artist, let title else { throw .names }
      self = .named(
        artist: try checked(artist, Self.longestName, .names),
        title: try checked(title, Self.longestName, .names), kind: kind)
    case (nil, nil, nil, let hint?): self = .hint(try checked(hint, Self.longestHint, .hint))
    default: throw .nothing
    }
  }
}

extension Correction {
  /// A name that a person typed, without spaces around it; nil for an empty field.
  package static func name(_ text: String?) throws(CorrectionError) -> String? {
    guard let text = filled(text) else { return nil }
    return try checked(text, longestName, .names)
  }
}

/// The reason why a correction is refused.
package enum CorrectionError: String, Error, CaseIterable, Sendable {
  /// The form names no album, or more than one.
  case nothing
  case names, link, hint
  /// A typed product code is wrong or a shop's own number.
  case code
  /// The form has an unknown kind of work.
  case kind
}

/// Nil for an empty field.
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
  // One character may be long, such as a base letter with a thousand accents, so bytes are limited
  // too.
  guard isPlain, text.count <= limit, text.utf8.count <= limit * 8 else { throw error }
  return text
}
