// A simple search. A phrase matches a field if its words are adjacent in the field. A query with
// wrong words finds no album.

struct MusicBrainzSearch: Sendable {
  let albums: [KnownAlbum]

  /// A large catalogue of made-up albums, which is searched instead of `albums`.
  var made: MadeCatalogue?

  struct Hit: Sendable {
    let album: KnownAlbum
    /// The matching release; nil if the release group itself matches.
    let release: KnownAlbum.Release?
    /// The score. The best match always has 100, even if it is the wrong album.
    let score: Int
  }

  /// The fields of the index of release groups; below, the fields of the index of releases. Source:
  /// docs/services.md §4.2.
  static let groupFields: Set<String> = [
    "releasegroup", "releasegroupaccent", "release", "artist", "artistname", "creditname", "arid",
    "rgid", "reid", "primarytype", "secondarytype", "type", "status", "releases", "comment", "tag",
  ]
  static let releaseFields: Set<String> = [
    "release", "releaseaccent", "artist", "artistname", "creditname", "arid", "reid", "rgid",
    "barcode", "catno", "label", "laid", "country", "date", "format", "status", "primarytype",
    "secondarytype", "type", "tracks", "mediums", "lang", "script", "comment", "tag", "asin",
    "quality",
  ]

  /// The first hits and the number of all hits.
  struct Page: Sendable {
    let hits: [Hit]
    let count: Int
  }

  /// The results of a query, of releases or of release groups.
  func page(_ query: MusicBrainzQuery, ofReleases: Bool, limit: Int) -> Page {
    if let made { return made.page(query, ofReleases: ofReleases, limit: limit) }
    let hits = ofReleases ? releases(query) : groups(query)
    return Page(hits: Array(hits.prefix(limit)), count: hits.count)
  }

  private func groups(_ query: MusicBrainzQuery) -> [Hit] {
    ranked(albums.map { ($0, nil) }, query.clause)
  }

  private func releases(_ query: MusicBrainzQuery) -> [Hit] {
    ranked(albums.flatMap { album in album.releases.map { (album, $0) } }, query.clause)
  }

  /// Runs a search without fields: each word must occur in the artist or in the title.
  func plain(_ text: String, ofReleases: Bool, limit: Int) -> Page {
    let clause = MusicBrainzQuery.Clause.all(
      Self.words(of: text).map { .phrase(field: "*", $0) })
    let things: [(KnownAlbum, KnownAlbum.Release?)] =
      ofReleases
      ? albums.flatMap { album in album.releases.map { (album, $0) } } : albums.map { ($0, nil) }
    let hits = ranked(things, clause)
    return Page(hits: Array(hits.prefix(limit)), count: hits.count)
  }

  private func ranked(
    _ things: [(KnownAlbum, KnownAlbum.Release?)], _ clause: MusicBrainzQuery.Clause
  ) -> [Hit] {
    let scored = things.compactMap { album, release in
      score(album, release, clause).map { (album, release, $0 + album.searchBoost) }
    }.sorted { $0.2 > $1.2 }
    let most = scored.first?.2 ?? 1
    return scored.map { Hit(album: $0.0, release: $0.1, score: Int($0.2 / most * 100)) }
  }

  /// The score of a match; nil if the phrase does not match. The score is higher if the phrase
  /// covers more of the field.
  private func score(
    _ album: KnownAlbum, _ release: KnownAlbum.Release?, _ clause: MusicBrainzQuery.Clause
  ) -> Double? {
    switch clause {
    case .phrase(let field, let text):
      let wanted = Self.words(of: text)
      let scores = values(of: field, album, release).compactMap { value -> Double? in
        let words = Self.words(of: value)
        guard Self.contains(words, wanted) else { return nil }
        return 10 * Double(wanted.count) / Double(max(words.count, 1)).squareRoot()
      }
      return scores.max()
    case .term(let field, let text, let edits):
      let scores = values(of: field, album, release).flatMap(Self.words).map {
        EditDistance.between(
          Array($0.unicodeScalars), Array(text.lowercased().unicodeScalars), most: edits)
      }
      return scores.compactMap(\.self).min().map { 10 / Double(1 + $0) }
    case .boosted(let clause, let boost): return score(album, release, clause).map { $0 * boost }
    case .all(let clauses):
      let scores = clauses.map { score(album, release, $0) }
      return scores.contains(nil) ? nil : scores.reduce(0) { $0 + ($1 ?? 0) }
    case .any(let clauses):
      let scores = clauses.compactMap { score(album, release, $0) }
      return scores.isEmpty ? nil : scores.reduce(0, +)
    case .none(let clause): return score(album, release, clause) == nil ? 0.1 : nil
    }
  }

  private func values(
    of field: String, _ album: KnownAlbum, _ release: KnownAlbum.Release?
  ) -> [String] {
    let names = album.credits.map(\.name)
    let releases = release.map { [$0] } ?? album.releases
    switch field {
    case "releasegroup", "releasegroupaccent": return [album.title]
    case "release", "releaseaccent": return releases.map(\.title)
    case "artist": return [album.artist] + names + album.credits.flatMap(\.aliases)
    case "artistname", "creditname": return names
    case "arid": return album.credits.map(\.mbid)
    case "rgid": return [album.mbid]
    case "reid": return releases.map(\.mbid)
    case "primarytype": return album.primaryType.map { [$0] } ?? []
    case "secondarytype": return album.secondaryTypes
    case "type": return [album.primaryType].compactMap { $0 } + album.secondaryTypes
    case "status": return releases.map(\.status)
    case "releases": return ["\(releases.count)"]
    case "comment": return releases.map(\.disambiguation)
    case "tag": return album.genres
    case "catno": return releases.compactMap(\.catalogNumber)
    case "barcode": return releases.compactMap(\.barcode)
    case "label": return releases.compactMap(\.label)
    case "country": return releases.compactMap(\.country)
    case "date": return releases.map(\.date)
    case "format": return releases.compactMap(\.format)
    case "tracks": return releases.map { "\($0.trackCount)" }
    case "*": return ["\(album.artist) \(album.title)"]
    default: return []
    }
  }

  /// The words: lower-case runs of letters and digits. A text without letters and digits, such as
  /// "!!!", is one word of all its characters.
  static func words(of text: String) -> [String] {
    let words = text.lowercased().split { !$0.isLetter && !$0.isNumber }.map(String.init)
    let rest = text.filter { !$0.isWhitespace }
    return words.isEmpty && !rest.isEmpty ? [rest] : words
  }

  private static func contains(_ words: [String], _ wanted: [String]) -> Bool {
    guard !wanted.isEmpty, wanted.count <= words.count else { return false }
    return (0...words.count - wanted.count).contains { start in
      Array(words[start..<start + wanted.count]) == wanted
    }
  }
}
