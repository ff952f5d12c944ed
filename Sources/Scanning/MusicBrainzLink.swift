// A pasted link to MusicBrainz, or an MBID, and the album it names.

import Albums
import Models

/// What a link leads to.
struct LookedUp: Equatable, Sendable {
  let album: Album
  let releaseGroup: String?
  let release: String?
}

struct MusicBrainzLink: Equatable, Sendable {
  let mbid: String

  /// `release` or `release-group`; nil where only the MBID was given, which may be of either.
  let entity: String?

  /// Nil for what is no link to a release or release group, whatever host it is on: only the id counts.
  init?(_ text: String) {
    let words = text.lowercased().split { "/?#&= ".contains($0) }.map(String.init)
    guard let place = words.firstIndex(where: Self.isMBID) else { return nil }
    mbid = words[place]
    let before = place > 0 ? words[place - 1] : nil
    guard place > 0 || words.count == 1 else { return nil }
    guard before == nil || before == "release" || before == "release-group" else { return nil }
    entity = before
  }

  private static func isMBID(_ word: String) -> Bool {
    let groups = word.split(separator: "-", omittingEmptySubsequences: false)
    return groups.map(\.utf8.count) == [8, 4, 4, 4, 12]
      && groups.joined().utf8.allSatisfy { (48...57).contains($0) || (97...102).contains($0) }
  }
}

extension MusicBrainz {
  /// The album a link names; nil when MusicBrainz knows no such thing.
  func album(at link: MusicBrainzLink) async throws(LookupError) -> LookedUp? {
    if link.entity != "release", let group = try await lookedUp("release-group", link.mbid) {
      return Self.album(group, releaseGroup: group["id"].text, release: nil)
    }
    guard link.entity != "release-group", let release = try await lookedUp("release", link.mbid)
    else { return nil }
    return Self.album(
      release, releaseGroup: release["release-group"]["id"].text, release: release["id"].text)
  }

  private func lookedUp(
    _ entity: String, _ mbid: String
  ) async throws(LookupError) -> LooseJSON? {
    let more = entity == "release" ? "artist-credits+release-groups+labels" : "artist-credits"
    do {
      return try await get("\(entity)/\(mbid)?inc=\(more)&fmt=json")
    } catch .refused(let reason) where reason == "HTTP 404" || reason == "HTTP 400" {
      return nil
    }
  }

  /// Nil for an answer without names.
  private static func album(
    _ json: LooseJSON, releaseGroup: String?, release: String?
  ) -> LookedUp? {
    let group = release == nil ? json : json["release-group"]
    let artist = credited(json["artist-credit"])
    guard let title = group["title"].text ?? json["title"].text, !title.isEmpty, !artist.isEmpty
    else { return nil }
    let label = json["label-info"].items.lazy.compactMap { $0["label"]["name"].text }.first
    return LookedUp(
      album: Album(
        artist: artist, title: title, year: year(group["first-release-date"].text),
        recordLabel: label == "[no label]" ? nil : label),
      releaseGroup: releaseGroup, release: release)
  }
}
