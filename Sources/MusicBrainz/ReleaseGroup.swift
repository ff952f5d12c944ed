// A release group, read from MusicBrainz' answers and compared with the requested album.

package import Albums
import Text

/// An album at MusicBrainz with all its editions.
package struct ReleaseGroup: Hashable, Sendable {
  package let id: String
  package let artist: String
  package let title: String

  /// Year of the first release; nil where MusicBrainz has no date.
  package let year: Int?

  /// Whether this is an album in the narrow sense: no single, no live album, no compilation.
  package let isAlbum: Bool

  /// 0 to 1: how well the group matches the requested album; 1 after a lookup by MBID.
  package let likeness: Double

  package var album: Album { Album(artist: artist, title: title, year: year) }
}

extension ReleaseGroup {
  /// The maximum number of aliases of an artist that are compared.
  private static let aliasLimit = 100

  /// Reads one result of a search or a lookup. `wanted` is the requested album; nil for a lookup
  /// by MBID.
  init?(_ json: JSON, like wanted: Album?) {
    guard let id = json["id"].text, let title = json["title"].text else { return nil }
    let credit = Self.credited(json["artist-credit"])
    guard Self.isName(title), Self.isName(credit) else { return nil }
    self.init(
      id: id.lowercased(), artist: credit, title: title,
      year: Self.year(json["first-release-date"].text),
      isAlbum: json["primary-type"].text == "Album" && json["secondary-types"].items.isEmpty,
      likeness: wanted.map { Self.likeness(of: json, named: title, by: credit, to: $0) } ?? 1)
  }

  /// The group of a release. The release's artist is used when the group names no artist.
  init?(ofRelease release: JSON, like wanted: Album?) {
    let group = release["release-group"]
    guard case .object(let members) = group else { return nil }
    let credit = release["artist-credit"]
    self.init(
      group["artist-credit"] == .null
        ? .object(members.filter { $0.name != "artist-credit" } + [.init("artist-credit", credit)])
        : group, like: wanted)
  }

  /// The best likeness of all names of the artist. MusicBrainz' aliases link "Hikaru Utada" with
  /// 宇多田ヒカル, which a comparison of letters cannot do. If an album has several artists, aliases do
  /// not count, because an alias names only one artist.
  private static func likeness(
    of json: JSON, named title: String, by credit: String, to wanted: Album
  ) -> Double {
    let artists = json["artist-credit"].items.map { $0["artist"] }
    let canonical = artists.compactMap { $0["name"].text }.first ?? ""
    let aliases =
      artists.count == 1 ? artists[0]["aliases"].items.compactMap { $0["name"].text } : []
    let names = [credit, canonical] + aliases.prefix(aliasLimit)
    let artistForms = WrittenNames.artists(wanted.artist)
    let titleForms = unique([wanted.title] + WrittenNames.titles(wanted.title))
    return names.filter(isName).map { name in
      artistForms.map { artist in
        titleForms.map {
          TitleComparison.likeness(artist: artist, title: $0, toArtist: name, title: title)
        }.max() ?? 0
      }.max() ?? 0
    }.max() ?? 0
  }

  private static func unique(_ forms: [String]) -> [String] {
    forms.indices.filter { !forms[..<$0].contains(forms[$0]) }.map { forms[$0] }
  }

  private static func isName(_ text: String) -> Bool {
    text.utf8.count <= TitleComparison.mostNameBytes
  }

  /// Display name: the credited names, joined as MusicBrainz joins them.
  /// Source: docs/services.md §4.2.
  private static func credited(_ credit: JSON) -> String {
    credit.items.map { part in
      (part["name"].text ?? part["artist"]["name"].text ?? "") + (part["joinphrase"].text ?? "")
    }.joined()
  }

  /// The year of `1977`, `1977-02` or `1977-02-04`; nil without a valid year.
  static func year(_ date: String?) -> Int? {
    (date?.prefix(4)).flatMap { Int($0) }.flatMap { (1877...2999).contains($0) ? $0 : nil }
  }
}
