// The steps of the metadata lookup in order. Each step stores its results at once, because the
// deadline may end the lookup at any time.

import Albums
import HTTP
import MusicBrainz
import Photos

struct LookupSearch: Sendable {
  /// The maximum number of editions whose pictures are fetched in parallel. They are fetched if the
  /// picture of the release group shows another sleeve.
  static let mostEditions = 4

  let musicBrainz: MusicBrainz
  let archive: CoverArtArchive
  let artworkKeeping: ArtworkKeeping
  let found: PartialResult<LookedUp>

  /// Whether the years of the candidates are those of editions.
  var areYearsOfEditions = false

  /// Looks up the candidates, the best first. Asks the first query for all candidates, then the
  /// next query. Takes the first candidate that MusicBrainz knows. Another candidate replaces it
  /// only if the picture of the first candidate clearly differs from the crop and the picture of
  /// the other candidate matches.
  func lookUp(_ candidates: [Album], _ crop: [UInt8]) async throws(LookupError) {
    var known: Set<Int> = []
    for question in MusicBrainz.questions {
      for (index, album) in candidates.enumerated() where !known.contains(index) {
        guard
          let choice = try await musicBrainz.choice(
            for: album, question, isYearOfEdition: areYearsOfEditions)
        else { continue }
        known.insert(index)
        if await isSettled(with: choice, for: album, at: index, crop) { return }
      }
    }
    if known.isEmpty { await found.change { $0.takeNothing() } }
  }

  /// Takes the album that a pasted link or MBID names, without a comparison with other albums.
  func take(_ referred: ReferredAlbum, _ crop: [UInt8]) async {
    await found.change {
      $0.release = referred.release
      $0.genres = referred.genres
    }
    var album = referred.group.album
    album.genres = referred.genres
    _ = await isSettled(with: GroupChoice(referred.group), for: album, at: 0, crop)
  }

  /// Takes the likeliest group of `choice`. If a group was taken before, takes the new group only
  /// if its picture matches better. Returns true if the other candidates need no lookup.
  private func isSettled(
    with choice: GroupChoice, for album: Album, at index: Int, _ crop: [UInt8]
  ) async -> Bool {
    let isFirst = await found.value.group == nil
    if isFirst {
      await found.change {
        $0.take(choice.first, from: choice, at: index, decided: choice.isDecided)
      }
    }
    // The deadline begins with the first permit for a request. Cached answers need no permit, so
    // the deadline begins here at the latest.
    await found.begin()
    let pictured = await pictured(choice, crop)
    let isTaken = ArtworkComparison.isBetter(
      pictured.front.agreement, than: await found.value.agreement)
    guard isFirst || isTaken else { return false }
    await found.change {
      $0.take(pictured.group, from: choice, at: index, decided: pictured.isDecided)
      $0.take(pictured.front, of: nil)
    }
    async let editions: Void = compareEditions(of: pictured, crop)
    async let facts: Void = fillIn(pictured.group, for: album)
    _ = await (editions, facts)
    return await found.value.agreement != .different
  }
}
