// Which album it really is: settled at once where it is an album of ours, looked up or thought about
// where it is a link or a hint.

import Albums
import Host
import Store

extension ErrandRun {
  /// The find becomes the album, at once; its artwork follows. It is sure where somebody said so
  /// (`isSaid`); what a model named is as sure as MusicBrainz and the picture make it.
  func settle(on album: Int64, isSaid: Bool = true) async throws {
    guard let find = errand.find else { return try await awaitScan() }
    let crop = try await crop()
    let origin: Evidence.Origin =
      isSaid ? .person : .hint(.low, isSettled: !(try await isTentative()))
    let agreement = try await agreement(of: album, with: crop)
    let isSure = Evidence(origin, picture: agreement).isSure
    try await commit("corrected") { (store, now) throws(StoreError) in
      try store.correct(
        find, to: album, by: errand, agreement: agreement, isSure: isSure, at: now)
    }
    if let grounded = try await ask.ground(album, crop) {
      let after = try await self.agreement(of: grounded.id, with: crop)
      let isSureNow =
        Evidence(origin, musicBrainz: grounded.registration, picture: after).isSure
      let now = tools.now()
      try await tools.records.with { (store) throws(StoreError) in
        if after != agreement || grounded.id != album || isSureNow != isSure {
          try store.correct(
            find, to: grounded.id, by: errand, agreement: after, isSure: isSureNow, at: now)
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
      throw ScanFailure(.scanIsOver)
    }
    try await commit("postponed") { (store, now) throws(StoreError) in
      try store.wait(errand, until: now.advanced(byMilliseconds: Self.scanPause), at: now)
    }
  }

  func lookUp(_ reference: String) async throws {
    guard let album = try await ask.lookUp(reference, try await crop()) else {
      throw ScanFailure(.unknownLink)
    }
    try await learn { (store, now) throws(StoreError) in
      try store.settle(errand, on: album, at: now)
    }
    try await settle(on: album)
  }

  /// The first album the model names that is another one than it was taken for; the others are
  /// candidates.
  func think(about words: String) async throws {
    guard let scan = errand.scan else { throw ScanFailure(.hintDidNotHelp) }
    let cover = try await cover(words, of: scan)
    let said = try await ask.hint(cover, Asker(scan, errand: errand.id)).without(cover.former)
    guard said.status != .unresolved, let best = said.albums.first?.album else {
      throw ScanFailure(.hintDidNotHelp)
    }
    let others = Array(said.albums.dropFirst())
    try await tools.records.with { (store) throws(StoreError) in
      try store.add(others, for: errand)
    }
    let id = try await learn { (store, now) throws(StoreError) in
      try store.settle(errand, on: best, isTentative: Evidence(said).needsPicture, at: now)
    }
    try await settle(on: id, isSaid: false)
  }

  private func cover(_ words: String, of scan: ScanID) async throws(StoreError) -> HintedCover {
    let find = errand.find
    return try await tools.records.with { (store) throws(StoreError) in
      let id = if let find { try store.albumID(of: find) } else { try store.chosenAlbum(for: scan) }
      let former = if let id { try store.album(id) } else { try store.scan(scan)?.album }
      return HintedCover(
        observation: try store.observation(of: scan), former: former, hint: words)
    }
  }

  /// What was learned is committed: the errand knows an album of ours from here on.
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
