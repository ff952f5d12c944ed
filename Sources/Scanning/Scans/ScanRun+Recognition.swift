// Checks for a known cover before any paid call. A sure match needs no identification by a model,
// and likely matches are offered to the user. What stands on the sleeve helps where a model does not. The
// user's choice overrides all of them.

import Albums
import Host
import Photos
import Store

extension ScanRun {
  /// Interval of the checks for a user's choice during a call.
  static let choicePause = Duration.milliseconds(200)

  /// The album of the scan: the user's choice, a known cover, the model's answer, or the album that the
  /// sleeve names, in this order. With the setting `free-first`, the sleeve comes before the model.
  func subject() async throws -> Subject {
    if let chosen = try await chosen() { return chosen }
    let facts = try await photoFacts()
    guard facts.hasPhoto else { return try await coded(facts.codes) }
    let crop = try await cropped()
    let known = try await known(crop)
    if let subject = known.subject { return subject }
    await tools.slots.endRecognition(job.id)
    await beginReading(crop)
    if let found = try await foundFirst(crop) { return found }
    do {
      let identified = try await identified(crop)
      if let subject = try await chosen() ?? identified { return subject }
    } catch let failure as ScanFailure where failure.isNoAnswer {
      let found = try await found(crop, beside: known.likely, after: failure)
      if let subject = try await chosen() ?? found { return subject }
    }
    // This line is reached only if the user's choice was removed again, and no route does that.
    throw ScanFailure(.notIdentified)
  }

  func photoFacts() async throws(StoreError) -> PhotoFacts {
    let item = item
    return try await tools.database.with { (store) throws(StoreError) in
      try store.photoFacts(of: item)
    }
  }

  /// The work of a product code that a person typed.
  private func coded(_ codes: [ProductCode]) async throws -> Subject {
    await tools.slots.endRecognition(job.id)
    let references = ReferenceLookup(
      stage: tools.lookupStage, books: tools.bookLookup(for: job.name))
    let found = try await unlessChosen { () async throws -> Int64? in
      guard let code = codes.first else { return nil }
      return try await references.id(of: code.digits, crop: [])
    }
    if let chosen = try await chosen() { return chosen }
    let subject = try await tools.database.with { (store) throws(StoreError) -> Subject? in
      guard let id = found ?? nil, let album = try store.album(id) else { return nil }
      return Subject(
        id: id, album: album, evidence: Evidence(.sleeve(hasCode: true)), isConfident: true,
        fingerprint: [])
    }
    guard let subject else { throw ScanFailure(.codeUnknown) }
    return subject
  }

  /// The album of a sure match. Without one, the scan's page offers the likely albums.
  func known(
    _ crop: Crop
  ) async throws(StoreError) -> (subject: Subject?, likely: [(album: Int64, similarity: Double)]) {
    let guide = try await photoFacts().guide
    let passes = RecognitionPass(
      at: tools.configuration.photo(scan.text), guide: guide, with: tools.photoProgram)
    let matches = try await passes.matches(for: crop) { (crop) throws(StoreError) in
      try await self.matches(for: crop)
    }
    if let best = matches.first, best.isSure {
      let subject = try await tools.database.with { (store) throws(StoreError) -> Subject? in
        guard let album = try store.album(best.album) else { return nil }
        return Subject(
          id: best.album, album: album,
          evidence: Evidence(.recognised(isCertain: try store.isCertain(best.album))),
          isConfident: false, fingerprint: crop.fingerprint)
      }
      if let subject { return (subject, []) }
    }
    let likely = matches.filter(\.isLikely).prefix(LikelyMatch.most).map {
      (album: $0.album, similarity: $0.similarity)
    }
    try await offer(likely)
    return (nil, likely)
  }

  private func matches(for crop: Crop) async throws(StoreError) -> [CoverMatch] {
    let covers = KnownCovers(path: tools.configuration.coverIndex)
    return try await tools.database.with { (store) throws(StoreError) in
      try covers.matches(for: crop.fingerprint, in: store)
    }
  }

  /// Stores the likely albums as offers. Writes nothing if there are no offers now and there were
  /// none before.
  func offer(_ offers: [(album: Int64, similarity: Double)]) async throws(StoreError) {
    let item = item
    let isChange = try await tools.database.with { (store) throws(StoreError) in
      if offers.isEmpty { try store.hasOffer(item) } else { true }
    }
    guard isChange else { return }
    try await commit("offered") { (store, now) throws(StoreError) in
      try store.offer(offers, of: job, at: now)
    }
  }

  /// The user's choice, or the album that a model named from the user's hint; nil without a choice.
  func chosen() async throws(StoreError) -> Subject? {
    let item = item
    return try await tools.database.with { (store) throws(StoreError) in
      guard let choice = try store.choice(of: item), let album = try store.album(choice.album)
      else { return nil }
      return Subject(
        id: choice.album, album: album, evidence: choice.evidence, isConfident: true,
        fingerprint: try store.cropFingerprint(of: item))
    }
  }

  /// The result of `call`; nil if the user chooses an album first. In that case the call is
  /// cancelled, and its cost, if any, stays in the ledger.
  func unlessChosen<Answer: Sendable>(
    _ call: @escaping @Sendable () async throws -> Answer
  ) async throws -> Answer? {
    if try await chosen() != nil { return nil }
    let answer = try await answerUnlessChosen(call)
    // A scan with a chosen album calls no model, so another scan gets its slot.
    if answer == nil { await tools.slots.leaveModels(job.id) }
    return answer
  }

  private func answerUnlessChosen<Answer: Sendable>(
    _ call: @escaping @Sendable () async throws -> Answer
  ) async throws -> Answer? {
    try await withThrowingTaskGroup(of: FirstEvent<Answer>.self) { tasks in
      tasks.addTask { .answer(try await call()) }
      tasks.addTask {
        while !Task.isCancelled {
          if try await chosen() != nil { return .choice }
          try? await Task.sleep(for: Self.choicePause)
        }
        return .stopped
      }
      defer { tasks.cancelAll() }
      for try await event in tasks {
        switch event {
        case .answer(let answer): return answer
        case .choice: return nil
        // The worker is stopping. The result of the call follows and says so.
        case .stopped: continue
        }
      }
      return nil
    }
  }
}

/// The first event during a call: its answer, a choice of the user, or the stop of the worker.
private enum FirstEvent<Answer: Sendable>: Sendable {
  case answer(Answer)
  case choice
  case stopped
}
