// An album that a sleeve may show, and how well its names agree with the words on the sleeve.

import Albums
package import Sleeves
import Text

package struct SleeveCandidate: Equatable, Sendable {
  /// The album; its `likeness` is the score of the match.
  package let group: ReleaseGroup
  package let match: SleeveMatch

  /// Whether a code on the sleeve belongs to this release group and to no other.
  package let hasOwnCode: Bool

  /// Whether a release of the group has a code or a catalogue number that stands on the sleeve.
  package let hasNumber: Bool

  /// Whether the album is a collection of several artists.
  package let isCollection: Bool

  /// The higher, the likelier is the album.
  package var score: Double {
    match.score + (hasOwnCode ? 1 : 0) + (hasNumber ? 0.15 : 0) + (group.isAlbum ? 0.02 : 0)
  }
}

/// A release group of an answer, with all names of its artist.
struct FoundGroup: Sendable {
  let group: ReleaseGroup
  let artists: [String]
  let isCollection: Bool

  /// The maximum number of aliases of an artist that are compared.
  private static let mostAliases = 10

  /// MusicBrainz' artist of collections. Source: docs/services.md §4.2.
  private static let variousArtists = "89ad4ac3-39f7-470e-963a-56509c546377"

  /// Reads a result of a search; nil without a release group, a title or an artist.
  init?(_ json: JSON, entity: String) {
    let isRelease = entity == "release"
    guard
      let group = isRelease
        ? ReleaseGroup(ofRelease: json, like: nil) : ReleaseGroup(json, like: nil)
    else { return nil }
    self.group = group
    let credit =
      isRelease && json["release-group"]["artist-credit"] != .null
      ? json["release-group"]["artist-credit"] : json["artist-credit"]
    let named = credit.items.map { $0["artist"] }
    let aliases =
      named.count == 1 ? named[0]["aliases"].items.compactMap { $0["name"].text } : []
    let canonical = named.count == 1 ? named[0]["name"].text.map { [$0] } ?? [] : []
    artists = ([group.artist] + canonical + aliases.prefix(Self.mostAliases)).filter {
      $0.utf8.count <= TitleComparison.mostNameBytes
    }
    isCollection =
      named.contains { $0["id"].text == Self.variousArtists }
      || group.artist == "Various Artists"
  }
}
