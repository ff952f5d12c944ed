// The stages of a scan, each as the story calls it: what it needs, what it gives, what it may fail at.

import Albums
import Host
import Store

/// The album a scan is about, and how it is known.
struct Subject: Sendable {
  let id: Int64
  let album: Album

  /// What speaks for the album before MusicBrainz and the artwork are asked.
  let evidence: Evidence

  /// The review may start before MusicBrainz has answered.
  let isConfident: Bool

  /// The fingerprint of the crop.
  let fingerprint: [UInt8]

  /// The album came from a known cover or from a person, so no paid call is made.
  var isRecognised: Bool {
    switch evidence.origin {
    case .person, .recognised: true
    case .model, .hint, .legacy: false
    }
  }

  /// A person chose the album, or a model named it from the hint of a person.
  var isChosen: Bool {
    switch evidence.origin {
    case .person, .hint: true
    case .model, .recognised, .legacy: false
    }
  }
}

/// What a scan came to once its album was known.
struct Outcome: Sendable {
  /// What the cover was taken for, and by whom.
  let subject: Subject

  /// What it is after the grounding: perhaps another album.
  let album: GroundedAlbum

  /// Why there is no review, where one was tried.
  var unreviewed: Failure?

  /// What speaks for the album in the end. `picture`: the artwork compared with the crop.
  func evidence(picture: ArtworkMatch?) -> Evidence {
    subject.evidence.supplemented(musicBrainz: album.registration, picture: picture)
  }
}

extension ScanRun {
  /// The cover in the photo. Its fingerprint and how it was found are kept.
  func cropped() async throws -> Crop {
    let item = item
    let facts = try await tools.records.with { (store) throws(StoreError) in
      try store.photoFacts(of: item)
    }
    let crop: Crop
    do {
      crop = try tools.photoProgram.crop(
        tools.configuration.photo(scan.text), guide: facts.guide)
    } catch {
      throw unusable(error)
    }
    if let refusal = crop.refusal { throw refusal }
    if facts.fingerprint == nil {
      try await commit("cropped") { (store, now) throws(StoreError) in
        try store.record(
          fingerprint: crop.fingerprint, crop: crop.facts, hints: crop.hints, of: job, at: now)
      }
    }
    return crop
  }

  private func unusable(_ error: PhotoProgramError) -> ScanFailure {
    switch error {
    case .unusable(let failure): return ScanFailure(failure)
    case .broken(let reason):
      tools.log.write(tools.now().iso, "photo", "\(job.name): \(reason)")
      return ScanFailure(.unreadable)
    }
  }

  /// What the model says the cover is, as an album of ours; nil when its sender said so before.
  func identified(_ crop: Crop) async throws -> Subject? {
    guard let stage = tools.services.identify else { throw try await notKnown() }
    let identified = try await unlessChosen { [job] in
      try await stage.identified(crop, for: CallOwner(job))
    }
    guard let identified else { return nil }
    let best = identified.best
    try await commit("observed") { (store, now) throws(StoreError) in
      try store.record(
        best.observation, evidence: Evidence(best), of: job, at: now)
      try store.name(best.namedAlbums, of: job, at: now)
    }
    guard best.status != .unresolved, let first = best.albums.first?.album else {
      throw ScanFailure(identified.gate.failure)
    }
    return try await subject(first, best, crop)
  }

  private func subject(
    _ album: Album, _ identification: Identification, _ crop: Crop
  ) async throws(StoreError) -> Subject {
    try await tools.records.with { (store) throws(StoreError) in
      // What is known of the album already counts for more than what the model says of it.
      let known = try store.albumID(of: album.key)
      let id = if let known { known } else { try store.keep(album) }
      return Subject(
        id: id, album: try store.album(id) ?? album, evidence: Evidence(identification),
        isConfident: identification.isConfident, fingerprint: crop.fingerprint)
    }
  }

  private func notKnown() async throws(StoreError) -> ScanFailure {
    let count = try await tools.records.with { (store) throws(StoreError) in
      try store.countCovers()
    }
    // Why there is none is the host's business: it may name a path.
    if let reason = tools.services.missingModel {
      tools.log.write(tools.now().iso, "model", reason)
    }
    return ScanFailure(.notKnownHere(covers: count))
  }

  /// Artwork and review, and which album it is after both. A choice that comes meanwhile ends the
  /// review that is under way, and what was chosen is grounded instead. Neither can fail the scan.
  func outcome(of subject: Subject) async throws -> Outcome {
    if !subject.isChosen,
      let outcome = try await unlessChosen({ try await groundedAndReviewed(subject) })
    {
      return outcome
    }
    // What its sender says costs nothing: a review comes from the cache, or when it is asked for.
    let chosen = try await chosen() ?? subject
    async let grounded = ground(chosen)
    // What was being written was about another album.
    await tools.forgetLiveText(of: scan)
    try await beginReview()
    return Outcome(subject: chosen, album: try await keep(grounded, of: chosen))
  }

  /// Side by side. The review starts at once when the identification is sure, else after the grounding:
  /// also where only the year says which album it is.
  private func groundedAndReviewed(_ subject: Subject) async throws -> Outcome {
    if subject.isRecognised {
      try await beginReview()
      let album = GroundedAlbum(subject.id, subject.album, .notAsked)
      return Outcome(subject: subject, album: album)
    }
    async let grounded = ground(subject)
    if subject.isConfident, !subject.album.isToldByYear {
      async let reviewed = review(subject.album)
      try await beginReview()
      // The artwork goes onto the scan's page while the review is still being written.
      let album = try await keep(grounded, of: subject)
      return Outcome(subject: subject, album: album, unreviewed: await reviewed?.unreviewed)
    }
    let album = try await keep(grounded, of: subject)
    try await beginReview()
    let reviewed = await review(album.album)
    return Outcome(subject: subject, album: album, unreviewed: reviewed?.unreviewed)
  }

  private func beginReview() async throws(StoreError) {
    try await commit("reviewing") { (store, now) throws(StoreError) in
      try store.beginReview(job, at: now)
    }
  }

  private func review(_ album: Album) async -> Reviewed? {
    await tools.services.review?.review(
      of: album, key: album.key, for: CallOwner(job), scan: tools.liveText(of: scan))
  }
}
