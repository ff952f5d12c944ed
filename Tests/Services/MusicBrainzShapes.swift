// Catalogue entries in MusicBrainz' JSON. A search omits empty keys; a lookup gives null or "" for
// them. Source: docs/services.md §4.2, §4.3.

import Host

struct MusicBrainzShapes: Sendable {
  let search: MusicBrainzSearch

  func found(
    _ hits: [MusicBrainzSearch.Hit], count: Int, offset: Int, _ isRelease: Bool
  ) -> JSON {
    [
      "created": "2026-11-21T09:00:00.000Z", "count": .number(count), "offset": .number(offset),
      isRelease ? "releases" : "release-groups": .array(
        hits.map { hit in
          hit.release.map { foundRelease($0, of: hit.album, hit.score) }
            ?? foundGroup(hit.album, hit.score)
        }),
    ]
  }

  private func foundGroup(_ album: KnownAlbum, _ score: Int) -> JSON {
    let json: JSON = [
      "id": .string(album.mbid), "type-id": .string(Self.typeID), "score": .number(score),
      "primary-type-id": album.primaryType == nil ? nil : .string(Self.typeID),
      "artist-credit-id": .string(album.credits[0].mbid), "count": .number(album.releases.count),
      "title": .string(album.title), "first-release-date": filled(album.firstReleaseDate),
      "disambiguation": filled(album.disambiguation), "primary-type": .text(album.primaryType),
      "secondary-types": filled(album.secondaryTypes),
      "artist-credit": foundCredits(album),
      "releases": .array(
        album.releases.map { release in
          [
            "id": .string(release.mbid), "title": .string(release.title),
            "status": .string(release.status),
          ]
        }),
      "tags": filled(tags(album)),
    ]
    return json.withoutNulls
  }

  private func foundRelease(
    _ release: KnownAlbum.Release, of album: KnownAlbum, _ score: Int
  ) -> JSON {
    let group: JSON = [
      "id": .string(album.mbid), "type-id": .string(Self.typeID),
      "primary-type-id": .string(Self.typeID), "title": .string(album.title),
      "primary-type": .text(album.primaryType), "secondary-types": filled(album.secondaryTypes),
    ]
    let json: JSON = [
      "id": .string(release.mbid), "score": .number(score), "count": 1,
      "title": .string(release.title), "status-id": .string(Self.typeID),
      "status": .string(release.status), "disambiguation": filled(release.disambiguation),
      "text-representation": ["language": "eng", "script": "Latn"],
      "artist-credit": foundCredits(album), "release-group": group.withoutNulls,
      "date": filled(release.date), "country": .text(release.country),
      "release-events": events(release, isLookup: false),
      "label-info": labels(release, isLookup: false),
      "track-count": .number(release.trackCount),
      "media": [
        JSON.object([
          JSON.Member("format", .text(release.format)), JSON.Member("disc-count", 1),
          JSON.Member("track-count", .number(release.trackCount)),
        ]).withoutNulls
      ],
      "tags": filled(tags(album)),
    ]
    return json.withoutNulls
  }

  func lookedUpGroup(_ album: KnownAlbum, _ includes: Set<String>) -> JSON {
    var json = group(album, includes)
    if includes.contains("artist-credits") || includes.contains("artists") {
      json = json.setting("artist-credit", to: credits(album))
    }
    if includes.contains("releases") {
      json = json.setting(
        "releases", to: .array(album.releases.prefix(25).map { self.release($0, album, includes) }))
    }
    return json
  }

  func lookedUp(
    _ release: KnownAlbum.Release, of album: KnownAlbum, _ includes: Set<String>
  ) -> JSON {
    var json = self.release(release, album, includes)
    let hasFront = release.hasFront
    json = json.setting(
      "cover-art-archive",
      to: [
        "artwork": .bool(hasFront), "count": hasFront ? 1 : 0, "front": .bool(hasFront),
        "back": false, "darkened": false,
      ])
    if includes.contains("artist-credits") || includes.contains("artists") {
      json = json.setting("artist-credit", to: credits(album))
    }
    if includes.contains("release-groups") {
      json = json.setting("release-group", to: group(album, includes))
    }
    if includes.contains("genres") { json = json.setting("genres", to: []) }
    return json
  }
}
