// Which album it really is: settled at once where it is an album of ours, looked up or thought about
// where it is a link or a hint.

import Albums
import Host
import Store

extension ErrandRun {
  /// The find becomes the album, at once; its artwork follows.
  func settle(on album: Int64) async throws {
    guard let find = errand.find else { return try await awaitScan() }
    let crop = try await crop()
    let agreement = try await agreement(of: album, with: crop)
    try await commit("corrected") { (store, now) throws(StoreError) in
      try store.correct(find, to: album, by: errand, agreement: agreement, at: now)
    }
    if let grounded = try await ask.ground(album, crop) {
      let after = try await self.agreement(of: grounded.id, with: crop)
      let now = tools.now()
      try await tools.records.with { (store) throws(StoreError) in
        if after != agreement || grounded.id != album {
          try store.correct(find, to: grounded.id, by: errand, agreement: after, at: now)
        }
        if !grounded.missing.isEmpty { try store.putRefill(find, at: now) }
      }
    }
    try await done()
  }

  /// The scan ends with the album by itself; only its artwork is left to do then.
  private func awaitScan() async throws {
    guard let id = errand.scan,
      let scan = try await tools.records.with({ (store) throws(StoreError) in try store.scan(id) })
    else { return try await done() }
    // It may have become a find while this was looked up or thought about: then that is put right next.
    guard !scan.state.isFinal || scan.find != nil else {
      throw ScanFailure(.notFound, ErrandWords.scanIsOver)
    }
    try await commit("postponed") { (store, now) throws(StoreError) in
      try store.wait(errand, until: now.advanced(byMilliseconds: Self.scanPause), at: now)
    }
  }

  func lookUp(_ reference: String) async throws {
    guard let album = try await ask.lookUp(reference, try await crop()) else {
      throw ScanFailure(.notFound, ErrandWords.unknownLink)
    }
    try await learn { (store, now) throws(StoreError) in
      try store.settle(errand, on: album, at: now)
    }
    try await settle(on: album)
  }

  /// The first album the model names that is another one than now; the others are candidates.
  func think(about words: String) async throws {
    guard let scan = errand.scan else { throw ScanFailure(.notIdentified, HintStage.noHelp) }
    let cover = try await cover(words, of: scan)
    let said = try await ask.hint(cover, Asker(scan, errand: errand.id))
    let albums = said.candidates.map {
      (album: Album(artist: $0.artist, title: $0.title, year: $0.year), reason: $0.reason)
    }
    guard said.status != .unresolved, var best = albums.first?.album else {
      throw ScanFailure(.notIdentified, HintStage.noHelp)
    }
    best.genres = said.genres
    best.recordLabel = said.recordLabel
    let others = Array(albums.dropFirst())
    try await tools.records.with { (store) throws(StoreError) in
      try store.add(others, for: errand)
    }
    let album = best
    let id = try await learn { (store, now) throws(StoreError) in
      try store.settle(errand, on: album, at: now)
    }
    try await settle(on: id)
  }

  private func cover(_ words: String, of scan: ScanID) async throws(StoreError) -> HintedCover {
    let find = errand.find
    return try await tools.records.with { (store) throws(StoreError) in
      let former = try find.flatMap { (find) throws(StoreError) in
        try store.albumID(of: find).flatMap { (id) throws(StoreError) in try store.album(id) }
      }
      return HintedCover(
        observation: try store.observation(of: scan), former: former, hint: words)
    }
  }

  /// What was learned is committed: the errand is one about an album of ours from here on.
  private func learn<Learned: Sendable>(
    _ change: @Sendable (borrowing Store, Timestamp) throws(StoreError) -> Learned
  ) async throws(StoreError) -> Learned {
    let now = tools.now()
    Failpoint.pass("learned:before")
    let learned = try await tools.records.with { (store) throws(StoreError) in
      try change(store, now)
    }
    Failpoint.pass("learned:after")
    await tools.publishChanges()
    return learned
  }
}
