// The steps of the metadata lookup in order. Each step stores its results at once, as a deadline runs.

import Albums
import MusicBrainz
import Photos

struct LookupSearch: Sendable {
  /// Most editions whose pictures are fetched, in parallel, when the release group's picture shows
  /// another sleeve.
  static let mostEditions = 4

  let musicBrainz: MusicBrainz
  let archive: CoverArtArchive
  let artworkKeeping: ArtworkKeeping
  let found: PartialResult<LookedUp>

  /// Looks up the candidates, the best first. Each query runs for all candidates before the next
  /// query. The first candidate that MusicBrainz knows is taken. Another candidate replaces it only
  /// when the first one's picture clearly differs from the crop and the other one's picture
  /// matches.
  func look(for candidates: [Album], _ crop: [UInt8]) async throws(LookupError) {
    var known: Set<Int> = []
    for question in MusicBrainz.questions {
      for (index, album) in candidates.enumerated() where !known.contains(index) {
        guard let choice = try await musicBrainz.choice(for: album, question) else { continue }
        known.insert(index)
        if await isSettled(with: choice, for: album, at: index, crop) { return }
      }
    }
    if known.isEmpty { await found.change { $0.takeNothing() } }
  }

  /// Takes the album of a pasted reference without a comparison with other albums.
  func take(_ referred: ReferredAlbum, _ crop: [UInt8]) async {
    await found.change {
      $0.release = referred.release
      $0.genres = referred.genres
    }
    var album = referred.group.album
    album.genres = referred.genres
    _ = await isSettled(with: GroupChoice(referred.group), for: album, at: 0, crop)
  }

  /// Takes the likeliest group of `choice`, unless the picture of a group taken before matches as
  /// well. Returns whether the search is complete, without a look-up of the other candidates.
  private func isSettled(
    with choice: GroupChoice, for album: Album, at index: Int, _ crop: [UInt8]
  ) async -> Bool {
    let isFirst = await found.value.group == nil
    if isFirst {
      await found.change {
        $0.take(choice.first, from: choice, at: index, decided: choice.isDecided)
      }
    }
    // A cached answer of MusicBrainz sent no request, so the deadline starts here at the latest.
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
