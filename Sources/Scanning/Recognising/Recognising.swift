// "Do I have it already?", asked before anything is paid for: a cover known here for sure ends the
// scan, a likely one is offered, and what the photo's sender says to that counts before all else.

import Albums
import Host
import Store

extension ScanRun {
  /// How soon a tap is seen while a call is under way.
  static let choicePause = Duration.milliseconds(200)

  /// The album the scan is about: chosen, known here, or as the model says; in this order.
  func subject() async throws -> Subject {
    if let chosen = try await chosen() { return chosen }
    let crop = try await cropped()
    if let known = try await known(crop) { return known }
    let identified = try await identified(crop)
    if let subject = try await chosen() ?? identified { return subject }
    // A choice that is gone again: there is no such route, and no other way to get here.
    throw ScanFailure(.notIdentified)
  }

  /// The album of a cover known here for sure; else nil, and the likely ones are on the scan's page.
  func known(_ crop: Crop) async throws(StoreError) -> Subject? {
    let looks = Looks(
      at: tools.configuration.photo(claim.id.text), guide: claim.guide, with: tools.photoProgram)
    let matches = try await looks.matches(for: crop) { (crop) throws(StoreError) in
      try await self.matches(for: crop)
    }
    if let best = matches.first, best.isSure {
      let subject = try await tools.records.with { (store) throws(StoreError) -> Subject? in
        guard let album = try store.album(best.album) else { return nil }
        return Subject(
          id: best.album, album: album,
          evidence: Evidence(.recognised(isCertain: try store.isCertain(best.album))),
          isConfident: false, fingerprint: crop.fingerprint)
      }
      if let subject { return subject }
    }
    try await offer(Array(matches.filter(\.isLikely).prefix(LikelyMatch.most)))
    return nil
  }

  private func matches(for crop: Crop) async throws(StoreError) -> [CoverMatch] {
    let covers = KnownCovers(path: tools.configuration.coverIndex)
    return try await tools.records.with { (store) throws(StoreError) in
      try covers.matches(for: crop.fingerprint, in: store)
    }
  }

  /// Nothing is written where nothing was and nothing is offered.
  private func offer(_ likely: [CoverMatch]) async throws(StoreError) {
    let id = claim.id
    let isChange = try await tools.records.with { (store) throws(StoreError) in
      if likely.isEmpty { try store.hasOffer(id) } else { true }
    }
    guard isChange else { return }
    let offers = likely.map { (album: $0.album, similarity: $0.similarity) }
    try await commit("offered") { (store, now) throws(StoreError) in
      try store.offer(offers, of: claim, at: now)
    }
  }

  /// What the photo's sender said it is, or a model made of the sender's hint; nil when nobody has said
  /// anything.
  func chosen() async throws(StoreError) -> Subject? {
    let id = claim.id
    return try await tools.records.with { (store) throws(StoreError) in
      guard let album = try store.chosenAlbum(for: id), let known = try store.album(album) else {
        return nil
      }
      let evidence =
        try store.isHinted(id)
        ? Evidence(.hint(.low, isSettled: !(try store.isTentative(id)))) : Evidence(.person)
      return Subject(
        id: album, album: known, evidence: evidence, isConfident: true,
        fingerprint: try store.cropFingerprint(of: id))
    }
  }

  /// What `call` gives; nil as soon as the sender has said what it is. The call is given up then, and
  /// what it may have cost stays in the ledger.
  func unlessChosen<Answer: Sendable>(
    _ call: @escaping @Sendable () async throws -> Answer
  ) async throws -> Answer? {
    if try await chosen() != nil { return nil }
    return try await withThrowingTaskGroup(of: Heard<Answer>.self) { tasks in
      tasks.addTask { .answer(try await call()) }
      tasks.addTask {
        while !Task.isCancelled {
          if try await chosen() != nil { return .choice }
          try? await Task.sleep(for: Self.choicePause)
        }
        return .nothing
      }
      defer { tasks.cancelAll() }
      for try await heard in tasks {
        switch heard {
        case .answer(let answer): return answer
        case .choice: return nil
        // The worker stops: the call says so itself.
        case .nothing: continue
        }
      }
      return nil
    }
  }

  /// Whether the album's artwork shows the cover in the photo; nil where there is nothing to compare.
  func agreement(
    of crop: [UInt8], with album: Int64
  ) async throws(StoreError) -> ArtworkMatch? {
    let artwork = try await tools.records.with { (store) throws(StoreError) in
      try store.artworkFingerprint(of: album)
    }
    return artwork.flatMap { ArtworkComparison.agreement(crop, $0) }
  }
}

/// What came first while a call was under way.
private enum Heard<Answer: Sendable>: Sendable {
  case answer(Answer)
  case choice
  case nothing
}
