// The parts of MusicBrainz' entries in JSON.

import Host

extension MusicBrainzShapes {
  /// One id that stands for all types, statuses and formats.
  static let typeID = "a1b05ca7-0000-4000-8000-000000000001"

  func group(_ album: KnownAlbum, _ includes: Set<String>) -> JSON {
    let json: JSON = [
      "id": .string(album.mbid), "title": .string(album.title),
      "primary-type": .text(album.primaryType),
      "primary-type-id": album.primaryType == nil ? nil : .string(Self.typeID),
      "secondary-types": .array(album.secondaryTypes.map { .string($0) }),
      "secondary-type-ids": .array(album.secondaryTypes.map { _ in .string(Self.typeID) }),
      "first-release-date": .string(album.firstReleaseDate),
      "disambiguation": .string(album.disambiguation),
    ]
    return includes.contains("genres") ? json.setting("genres", to: genres(album)) : json
  }

  func release(
    _ release: KnownAlbum.Release, _ album: KnownAlbum, _ includes: Set<String>
  ) -> JSON {
    var json: JSON = [
      "id": .string(release.mbid), "title": .string(release.title),
      "status": .string(release.status), "status-id": .string(Self.typeID), "quality": "normal",
      "disambiguation": .string(release.disambiguation), "packaging": nil, "packaging-id": nil,
      "barcode": nil, "asin": nil,
      "text-representation": ["language": "eng", "script": "Latn"],
    ]
    if !release.date.isEmpty {
      json = json.setting("date", to: .string(release.date))
        .setting("country", to: .text(release.country))
        .setting("release-events", to: events(release, isLookup: true))
    }
    if includes.contains("labels") {
      json = json.setting("label-info", to: labels(release, isLookup: true))
    }
    if includes.contains("recordings") || includes.contains("media") {
      json = json.setting(
        "media", to: [medium(release, album, withTracks: includes.contains("recordings"))])
    }
    return json
  }

  func events(_ release: KnownAlbum.Release, isLookup: Bool) -> JSON {
    guard !release.date.isEmpty else { return nil }
    guard let country = release.country else {
      return [["date": .string(release.date), "area": nil]]
    }
    let area: JSON = [
      "id": .string(Self.typeID), "name": .string(country), "sort-name": .string(country),
      "iso-3166-1-codes": [.string(country)],
    ]
    let more = area.setting("disambiguation", to: "").setting("type", to: nil)
      .setting("type-id", to: nil)
    return [["date": .string(release.date), "area": isLookup ? more : area]]
  }

  func labels(_ release: KnownAlbum.Release, isLookup: Bool) -> JSON {
    let label: JSON =
      release.label.map { name in
        let label: JSON = ["id": .string(Self.typeID), "name": .string(name)]
        return isLookup
          ? label.setting("sort-name", to: .string(name)).setting("label-code", to: nil)
            .setting("type", to: nil).setting("type-id", to: nil).setting("disambiguation", to: "")
          : label
      } ?? nil
    let info: JSON = ["catalog-number": .text(release.catalogNumber), "label": label]
    if isLookup { return [info] }
    return info.withoutNulls == [:] ? nil : [info.withoutNulls]
  }

  /// A record has two sides; the length of its last track is unknown.
  private func medium(
    _ release: KnownAlbum.Release, _ album: KnownAlbum, withTracks: Bool
  ) -> JSON {
    let medium: JSON = [
      "position": 1, "title": "", "format": .text(release.format),
      "format-id": release.format == nil ? nil : .string(Self.typeID),
      "track-count": .number(release.trackCount), "track-offset": 0,
    ]
    guard withTracks else { return medium }
    let titles = Awkward.titles(of: album, count: release.trackCount)
    let sideOne = (release.trackCount + 1) / 2
    let tracks = titles.enumerated().map { index, title -> JSON in
      let side = index < sideOne ? "A\(index + 1)" : "B\(index + 1 - sideOne)"
      let isRecord = release.format?.contains("Vinyl") == true
      let length: JSON = index + 1 < titles.count ? .number(181_000 + 17_000 * index) : nil
      return [
        "id": .string(Self.typeID), "position": .number(index + 1),
        "number": .string(isRecord ? side : "\(index + 1)"),
        "title": .string(title), "length": length,
        "recording": [
          "id": .string(Self.typeID), "title": .string(title), "length": length,
          "video": false, "disambiguation": "",
        ],
      ]
    }
    return medium.setting("tracks", to: .array(tracks))
  }

  func credits(_ album: KnownAlbum) -> JSON {
    .array(
      album.credits.map { credit in
        [
          "name": .string(credit.name), "joinphrase": .string(credit.joinPhrase),
          "artist": [
            "id": .string(credit.mbid), "name": .string(credit.name),
            "sort-name": .string(credit.name), "type": nil, "type-id": nil, "country": nil,
            "disambiguation": "",
          ],
        ]
      })
  }

  /// Artist credits without empty joining phrases. The credited name is optional; the service sends
  /// it only for several artists.
  func foundCredits(_ album: KnownAlbum) -> JSON {
    .array(
      album.credits.map { credit in
        let json: JSON = [
          "joinphrase": filled(credit.joinPhrase),
          "name": album.credits.count > 1 ? .string(credit.name) : nil,
          "artist": JSON.object([
            JSON.Member("id", .string(credit.mbid)), JSON.Member("name", .string(credit.name)),
            JSON.Member("sort-name", .string(credit.name)),
            JSON.Member(
              "aliases",
              filled(credit.aliases.map { ["name": .string($0), "sort-name": .string($0)] })),
          ]).withoutNulls,
        ]
        return json.withoutNulls
      })
  }

  private func genres(_ album: KnownAlbum) -> JSON {
    .array(
      album.genres.enumerated().map { index, name in
        [
          "id": .string(Self.typeID), "name": .string(name), "count": .number(9 - index),
          "disambiguation": "",
        ]
      }.reversed())
  }

  func tags(_ album: KnownAlbum) -> [JSON] {
    album.genres.enumerated().map { ["count": .number(9 - $0), "name": .string($1)] }
  }

  func filled(_ text: String) -> JSON { text.isEmpty ? nil : .string(text) }
  func filled(_ texts: [String]) -> JSON { filled(texts.map { JSON.string($0) }) }
  func filled(_ items: [JSON]) -> JSON { items.isEmpty ? nil : .array(items) }
}
