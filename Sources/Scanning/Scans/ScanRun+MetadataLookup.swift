// The metadata lookup of a scan: selects the candidates to look up, and handles a result that is
// another album.

import Albums
import Store

extension ScanRun {
  /// The services' answers about the scan's album, or about another named candidate; nil when no
  /// request is needed. Answers that came early are not requested again.
  func lookUp(_ subject: Subject, _ begun: EarlyWork?) async throws -> LookedUp? {
    guard let begun, subject.isConfident, begun.album == subject.album else {
      return try await lookUp(subject)
    }
    return try await begun.lookup.joined.get()
  }

  /// The services' answers about the scan's album, or about another named candidate; nil when no
  /// request is needed.
  func lookUp(_ subject: Subject) async throws(StoreError) -> LookedUp? {
    let candidates = try await candidates(subject)
    return try await tools.lookupStage.lookedUp(
      subject.id, as: candidates.map(\.album), crop: subject.fingerprint, for: job.name)
  }

  /// Stores the results with the album that they describe. `lookedUp` is nil if the album's
  /// metadata was complete already.
  func keep(
    _ lookedUp: LookedUp?, of subject: Subject
  ) async throws(StoreError) -> LookedUpAlbum {
    guard let lookedUp else {
      return LookedUpAlbum(subject.id, subject.album, .agrees)
    }
    let candidates = try await candidates(subject)
    let about =
      candidates.indices.contains(lookedUp.index) ? candidates[lookedUp.index] : candidates[0]
    let kept = try await tools.lookupStage.keep(lookedUp, about: about.album, as: about.id)
    if kept.id != subject.id {
      try await commit("corrected") { (store, now) throws(StoreError) in
        try store.identify(job, as: kept.id, isRecognised: false, at: now)
      }
    }
    if lookedUp.isAmbiguous || lookedUp.agreement == .different {
      try await name(kept.others, beside: kept, insteadOf: subject)
    }
    await tools.refreshStalePages()
    return kept
  }

  /// The scan's album. If it is not certain, the other albums that were named for the cover follow
  /// it.
  private func candidates(
    _ subject: Subject
  ) async throws(StoreError) -> [(id: Int64, album: Album)] {
    let itself = [(id: subject.id, album: subject.album)]
    if subject.isConfident { return itself }
    let item = item
    let named = try await tools.database.with { (store) throws(StoreError) in
      try store.namedCandidates(of: item)
    }
    return itself
      + named.compactMap { named in
        Int64(named.id).flatMap { $0 == subject.id ? nil : (id: $0, album: named.album) }
      }
  }

  /// Adds other albums of the same name to the candidates, after those that were named before.
  private func name(
    _ others: [Album], beside kept: LookedUpAlbum, insteadOf subject: Subject
  ) async throws(StoreError) {
    guard !others.isEmpty else { return }
    try await commit("named") { (store, now) throws(StoreError) in
      let before = try store.namedCandidates(of: item).filter {
        $0.id != "\(subject.id)" && $0.id != "\(kept.id)"
      }
      let all =
        [(album: kept.album, kind: CandidateKind.named, reason: "")]
        + before.map { (album: $0.album, kind: $0.kind, reason: $0.reason) }
        + others.map { (album: $0, kind: .namesake, reason: "") }
      var keys: Set<AlbumKey> = []
      try store.name(all.filter { keys.insert($0.album.key).inserted }, of: job, at: now)
    }
  }
}
