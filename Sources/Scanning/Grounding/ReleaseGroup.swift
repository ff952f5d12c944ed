// A release group as MusicBrainz names it, read from its answers and compared with what was asked for.

import Albums
import Models
import Text

/// An album at MusicBrainz: all its editions together.
struct ReleaseGroup: Hashable, Sendable {
  let id: String
  let artist: String
  let title: String

  /// Of the first release; nil where MusicBrainz has no date.
  let year: Int?

  /// An album in the narrow sense: no single, no live album, no compilation.
  let isAlbum: Bool

  /// 0 to 1: how alike what was asked for is.
  let likeness: Double

  var album: Album { Album(artist: artist, title: title, year: year) }
}

extension ReleaseGroup {
  /// Bytes of a name at most: the longest titles there are have some 900. What is longer is no name, and
  /// would be compared letter by letter.
  static let nameLimit = 4000

  /// So many aliases of an artist are compared.
  private static let aliasLimit = 100

  /// As a search or a look-up gives it; `wanted` is what was asked for, nil where that was an MBID.
  init?(_ json: JSON, like wanted: Album?) {
    guard let id = json["id"].text, let title = json["title"].text else { return nil }
    let credit = Self.credited(json["artist-credit"])
    guard title.utf8.count <= Self.nameLimit, credit.utf8.count <= Self.nameLimit else {
      return nil
    }
    self.init(
      id: id.lowercased(), artist: credit, title: title,
      year: Self.year(json["first-release-date"].text),
      isAlbum: json["primary-type"].text == "Album" && json["secondary-types"].items.isEmpty,
      likeness: wanted.map { Self.likeness(of: json, named: title, by: credit, to: $0) } ?? 1)
  }

  /// A release's own group, with the artist of the release where the group names none.
  init?(ofRelease release: JSON, like wanted: Album?) {
    let group = release["release-group"]
    guard case .object(let members) = group else { return nil }
    let credit = release["artist-credit"]
    self.init(
      group["artist-credit"] == .null
        ? .object(members.filter { $0.name != "artist-credit" } + [.init("artist-credit", credit)])
        : group, like: wanted)
  }

  /// "Hikaru Utada" is 宇多田ヒカル: no comparison of letters knows, MusicBrainz does. Not where artists
  /// are joined: one of them is not all of them.
  private static func likeness(
    of json: JSON, named title: String, by credit: String, to wanted: Album
  ) -> Double {
    let artists = json["artist-credit"].items.map { $0["artist"] }
    let canonical = artists.compactMap { $0["name"].text }.first ?? ""
    let aliases =
      artists.count == 1 ? artists[0]["aliases"].items.compactMap { $0["name"].text } : []
    let names = [credit, canonical] + aliases.prefix(aliasLimit)
    return names.filter { $0.utf8.count <= nameLimit }.map {
      TitleComparison.likeness(
        artist: wanted.artist, title: wanted.title, toArtist: $0, title: title)
    }.max() ?? 0
  }

  /// Display name: what is credited, joined as MusicBrainz joins it. Source: docs/services.md §4.2.
  private static func credited(_ credit: JSON) -> String {
    credit.items.map { part in
      (part["name"].text ?? part["artist"]["name"].text ?? "") + (part["joinphrase"].text ?? "")
    }.joined()
  }

  /// `1977`, `1977-02`, `1977-02-04`, or nothing.
  static func year(_ date: String?) -> Int? {
    (date?.prefix(4)).flatMap { Int($0) }.flatMap { (1877...2999).contains($0) ? $0 : nil }
  }
}
