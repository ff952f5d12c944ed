// The steps of a correction. A stored album is used at once. A link is first looked up at
// MusicBrainz, and a hint first goes to the model.

import Albums
import Host
import Store

extension JobRun {
  /// The delay in milliseconds before a correction checks again whether its scan has ended.
  static let scanPause: Int64 = 500

  /// Gives the find the album at once, then fetches artwork and facts. `evidence` names the origin
  /// of the album: a person, or the answer of a model, which MusicBrainz and the artwork must
  /// confirm.
  func settle(on album: Int64, as evidence: Evidence) async throws {
    guard let find = job.find else { return try await awaitScan() }
    let crop = try await crop()
    var now = evidence
    now.picture = try await tools.artworkMatch(of: crop, with: album)
    let first = now
    try await commit("corrected") { (store, now) throws(StoreError) in
      try store.correct(find, to: album, by: job, evidence: first, at: now)
    }
    guard let lookedUp = try await ask.metadata(album, crop) else { return try await done() }
    now.musicBrainz = lookedUp.registration
    now.picture = try await tools.artworkMatch(of: crop, with: lookedUp.id)
    let (second, time) = (now, tools.now())
    try await tools.database.with { (store) throws(StoreError) in
      if second != first || lookedUp.id != album {
        try store.correct(find, to: lookedUp.id, by: job, evidence: second, at: time)
      }
      if !lookedUp.missing.isEmpty {
        try store.enqueueRefill(for: find, by: job.person, at: time)
      }
    }
    try await done()
  }

  /// Postpones a correction whose scan has no find yet. The scan itself ends with the chosen album;
  /// the correction then only fetches the artwork.
  private func awaitScan() async throws {
    guard let id = job.scan,
      let scan = try await tools.database.with({ (store) throws(StoreError) in try store.scan(id) })
    else { return try await done() }
    // If the scan has made a find meanwhile, the next attempt corrects that find.
    guard !scan.state.isFinal || scan.find != nil else {
      throw ScanFailure(.scanIsOver)
    }
    try await commit("postponed") { (store, now) throws(StoreError) in
      try store.wait(job, until: now.advanced(byMilliseconds: Self.scanPause), at: now)
    }
  }

  func lookUp(_ reference: String) async throws {
    guard let album = try await ask.lookUp(reference, try await crop()) else {
      throw ScanFailure(.unknownLink)
    }
    try await tools.commit("learned") { (store, now) throws(StoreError) in
      try store.settle(job, on: album, at: now)
    }
    try await settle(on: album, as: Evidence(.person))
  }

  /// Asks the model with the hint. The find gets the first album in the answer that is not the
  /// wrong album; the other albums become candidates.
  func answerHint(_ words: String) async throws {
    guard let item = job.item else { throw ScanFailure(.hintDidNotHelp) }
    let cover = try await cover(words, of: item)
    let answer = try await ask.hint(cover, CallOwner(job)).without(cover.former)
    guard answer.status != .unresolved, let best = answer.albums.first?.album else {
      throw ScanFailure(.hintDidNotHelp)
    }
    let others = Array(answer.albums.dropFirst())
    try await tools.database.with { (store) throws(StoreError) in
      try store.add(others, for: job)
    }
    let evidence = Evidence(answer, isHinted: true)
    let id = try await tools.commit("learned") { (store, now) throws(StoreError) in
      try store.settle(job, on: best, evidence: evidence, at: now)
    }
    try await settle(on: id, as: evidence)
  }

  private func cover(_ words: String, of item: Int64) async throws(StoreError) -> HintedCover {
    let find = job.find
    let scan = job.scan
    return try await tools.database.with { (store) throws(StoreError) in
      let id =
        if let find { try store.albumID(of: find) } else { try store.choice(of: item)?.album }
      let former =
        if let id { try store.album(id) } else if let scan { try store.scan(scan)?.album } else {
          nil as Album?
        }
      return HintedCover(
        observation: try store.observation(of: item), former: former, hint: words)
    }
  }
}
