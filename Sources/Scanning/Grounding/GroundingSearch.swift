// The grounding's own steps, in their order; what each one learns counts at once, as a deadline runs.

import Albums

struct GroundingSearch: Sendable {
  /// So many editions' pictures are asked for, side by side, where the release group's is another one.
  static let mostEditions = 4

  let musicBrainz: MusicBrainz
  let archive: CoverArtArchive
  let artworkKeeping: ArtworkKeeping
  let found: Piece<Grounded>

  /// The best candidate first, one question each before the second question of any. The first one that
  /// MusicBrainz has is taken; another one only where the picture speaks clearly against the first and
  /// for the other.
  func look(for candidates: [Album], _ crop: [UInt8]) async throws(LookupError) {
    var known: Set<Int> = []
    for question in MusicBrainz.questions {
      for (place, album) in candidates.enumerated() where !known.contains(place) {
        guard let choice = try await musicBrainz.choice(for: album, question) else { continue }
        known.insert(place)
        if await isSettled(with: choice, for: album, at: place, crop) { return }
      }
    }
    if known.isEmpty { await found.change { $0.takeNothing() } }
  }

  /// What somebody pasted is not compared with anything else.
  func take(_ referred: ReferredAlbum, _ crop: [UInt8]) async {
    await found.change {
      $0.release = referred.release
      $0.genres = referred.genres
    }
    var album = referred.group.album
    album.genres = referred.genres
    _ = await isSettled(with: GroupChoice(referred.group), for: album, at: 0, crop)
  }

  /// Takes the likeliest group, unless one is taken already whose picture agrees as well; whether no
  /// other candidate has to be asked for.
  private func isSettled(
    with choice: GroupChoice, for album: Album, at place: Int, _ crop: [UInt8]
  ) async -> Bool {
    let isFirst = await found.value.group == nil
    if isFirst {
      await found.change {
        $0.take(choice.first, from: choice, at: place, decided: choice.isDecided)
      }
    }
    // A kept answer of MusicBrainz' needed no turn.
    await found.begin()
    let pictured = await pictured(choice, crop)
    let isTaken = ArtworkComparison.isBetter(
      pictured.front.agreement, than: await found.value.agreement)
    guard isFirst || isTaken else { return false }
    await found.change {
      $0.take(pictured.group, from: choice, at: place, decided: pictured.isDecided)
      $0.take(pictured.front, of: nil)
    }
    async let editions: Void = compareEditions(of: pictured, crop)
    async let facts: Void = fillIn(pictured.group, for: album)
    _ = await (editions, facts)
    return await found.value.agreement != .different
  }
}
