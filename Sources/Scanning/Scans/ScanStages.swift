// The stages of a scan: their input, their result and their failures. `ScanRun` calls them in
// order.

import Albums
import Host
import Photos
import Store

/// The album of a scan, and the evidence for it.
struct Subject: Sendable {
  let id: Int64
  let album: Album

  /// The evidence for the album before MusicBrainz and the artwork are checked.
  let evidence: Evidence

  /// Whether the review may start before MusicBrainz answers.
  let isConfident: Bool

  /// The fingerprint of the crop.
  let fingerprint: [UInt8]

  /// Whether the album came from a known cover or from a person. Then the scan makes no paid call.
  var isRecognised: Bool {
    switch evidence.origin {
    case .person, .recognised, .imported, .shelf: true
    case .model, .hint, .legacy, .sleeve: false
    }
  }

  /// Whether a person chose the album, or a model named it from the hint of a person.
  var isChosen: Bool {
    switch evidence.origin {
    case .person, .hint: true
    case .model, .recognised, .legacy, .imported, .shelf, .sleeve: false
    }
  }
}

/// The result of the stages after the identification.
struct Outcome: Sendable {
  /// The album as it was identified, with the source of the identification.
  let subject: Subject

  /// The album after the metadata lookup, which may be another album.
  let album: LookedUpAlbum

  /// The reason for a missing review, if a review was requested.
  var unreviewed: Failure?

  /// The complete evidence for the album. `picture` compares the artwork with the crop.
  func evidence(picture: ArtworkMatch?) -> Evidence {
    subject.evidence.supplemented(musicBrainz: album.registration, picture: picture)
  }
}

extension ScanRun {
  /// Finds the cover in the photo. Stores its fingerprint and the method that found it.
  func cropped() async throws -> Crop {
    let facts = try await photoFacts()
    let crop: Crop
    do {
      crop = try tools.photoProgram.crop(
        tools.configuration.photo(scan.text), guide: facts.guide)
    } catch {
      throw tools.failure(of: error, job)
    }
    if let refusal = crop.refusal { throw ScanFailure(refusal) }
    if facts.fingerprint == nil {
      try await commit("cropped") { (store, now) throws(StoreError) in
        try store.record(
          fingerprint: crop.fingerprint, crop: crop.facts, quad: crop.quad.numbers,
          advice: crop.advice, of: job, at: now)
      }
    }
    return crop
  }

  /// Identifies the cover with the model and returns the album; nil if the user chose an album
  /// first.
  func identified(_ crop: Crop) async throws -> Subject? {
    guard let stage = tools.services.identify else { throw try await notKnown() }
    let reading = earlyReading(of: crop)
    let identified = try await unlessChosen { [self, job] in
      try await awaitModelSlot()
      return try await stage.identified(crop, for: CallOwner(job), early: reading)
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

  /// Begins the early start with the first candidate of an answer. An error of the database is only
  /// logged here, because the stages that follow meet it, too.
  private func earlyReading(of crop: Crop) -> EarlyReading {
    EarlyReading(
      named: { [early, tools] album in
        do {
          try await early.begin(album, crop: crop.fingerprint)
        } catch {
          tools.log.write(tools.now().iso, "store", "early start: \(error)")
        }
      }, withdrawn: { [early] in await early.withdraw() })
  }

  private func subject(
    _ album: Album, _ identification: Identification, _ crop: Crop
  ) async throws(StoreError) -> Subject {
    try await tools.database.with { (store) throws(StoreError) in
      // If the album is stored, its stored facts count, not the facts from the model.
      let known = try store.albumID(of: album)
      let id = if let known { known } else { try store.keep(album) }
      return Subject(
        id: id, album: try store.album(id) ?? album, evidence: Evidence(identification),
        isConfident: identification.isConfident, fingerprint: crop.fingerprint)
    }
  }

  private func notKnown() async throws(StoreError) -> ScanFailure {
    let count = try await tools.database.with { (store) throws(StoreError) in
      try store.countCovers()
    }
    // The reason may name a path, so it goes to the host's log and not to the page.
    if let reason = tools.services.missingModel {
      tools.log.writeUnlessRepeated(tools.now().iso, "model", reason)
    }
    guard tools.services.modelFailure == .wrongSetting else {
      return ScanFailure(.notKnownHere(covers: count))
    }
    return ScanFailure(
      .wrongSetting,
      notBefore: tools.now().advanced(byMilliseconds: RetryRule.hostMilliseconds))
  }

  /// Fetches the artwork and the review, and determines the final album. If the user chooses an
  /// album meanwhile, the running review is cancelled and the chosen album is looked up. Artwork
  /// and review cannot fail the scan.
  func outcome(of subject: Subject, _ begun: EarlyWork? = nil) async throws -> Outcome {
    if !subject.isChosen,
      let outcome = try await unlessChosen({ try await lookedUpAndReviewed(subject, begun) })
    {
      return outcome
    }
    await early.cancel()
    // A scan with a chosen album pays for no review. Its page shows a cached review, or the user
    // requests a review.
    let chosen = try await chosen() ?? subject
    if chosen.album.kind == .book {
      await tools.forgetLiveText(of: scan)
      return try await unasked(chosen)
    }
    async let lookedUp = lookUp(chosen)
    // The live text was the review of another album.
    await tools.forgetLiveText(of: scan)
    try await beginReview()
    return Outcome(subject: chosen, album: try await keep(lookedUp, of: chosen))
  }

  /// Runs the metadata lookup and the review in parallel. The review starts after the lookup if the
  /// identification is not confident, or if only the year distinguishes the album.
  private func lookedUpAndReviewed(
    _ subject: Subject, _ begun: EarlyWork?
  ) async throws -> Outcome {
    if subject.isRecognised || subject.album.kind == .book { return try await unasked(subject) }
    async let lookedUp = lookUp(subject, begun)
    if subject.isConfident, !subject.album.isToldByYear {
      async let reviewed = review(subject.album, begun)
      try await beginReview()
      // The scan's page gets the artwork while the model still writes the review.
      let album = try await keep(lookedUp, of: subject)
      async let tracks: Void = fetchTracks(of: album)
      let written = await reviewed
      if written?.review != nil { await tracks }
      return Outcome(subject: subject, album: album, unreviewed: written?.unreviewed)
    }
    // Another candidate may be the album. The page must not show the early review beside it.
    if let other = try await lookedUp, other.index > 0 { await early.cancel() }
    let album = try await keep(lookedUp, of: subject)
    try await beginReview()
    async let tracks: Void = fetchTracks(of: album)
    let reviewed = await review(album.album, begun)
    if reviewed?.review != nil { await tracks }
    return Outcome(subject: subject, album: album, unreviewed: reviewed?.unreviewed)
  }

  /// A known cover needs no answers. Those about a book were given with its number, and a book is reviewed only
  /// when a person asks for it.
  private func unasked(_ subject: Subject) async throws(StoreError) -> Outcome {
    try await beginReview()
    var album = LookedUpAlbum(subject.id, subject.album, .notAsked)
    if !subject.isRecognised, album.album.artwork == nil { album.missing = [.artwork] }
    return Outcome(subject: subject, album: album)
  }

  /// Without a model there is no review whose key tracks would have to wait for the tracks.
  private func fetchTracks(of album: LookedUpAlbum) async {
    if tools.services.review != nil { await tools.fetchTracks(of: album.id, for: job.name) }
  }

  private func beginReview() async throws(StoreError) {
    try await commit("reviewing") { (store, now) throws(StoreError) in
      try store.beginReview(job, at: now)
    }
  }

  /// The review that began early if it is about this album and was admitted, else a new one.
  private func review(_ album: Album, _ begun: EarlyWork?) async -> Reviewed? {
    if let review = begun?.review, let begun {
      if begun.album.key != album.key { await early.cancel() }
      let reviewed = await review.joined.get()
      if begun.album.key == album.key, !reviewed.isTooEarly { return reviewed }
    }
    return await tools.services.review?.review(
      of: album, key: album.key, for: CallOwner(job), scan: tools.liveText(of: scan))
  }
}

extension ScanTools {
  /// The photo is unreadable if `albumscan-photo` says so, or if the program crashes on it in three
  /// attempts. If another process stopped the program, as the kernel does when memory is short, the scan
  /// waits as in an outage (docs/faults.md C4).
  func failure(of error: PhotoProgramError, _ job: Job) -> ScanFailure {
    if case .unusable(let failure) = error { return ScanFailure(failure) }
    log.write(now().iso, "photo", "\(job.name): \(error)")
    if case .unavailable = error { return ScanFailure(.busy) }
    var times = error.isAboutPicture ? 1 : 0
    if case .photoStopped(let earlier) = job.failure { times += earlier }
    return times >= RetryRule.attemptLimit
      ? ScanFailure(.unreadable, isFinal: true) : ScanFailure(.photoStopped(times: times))
  }
}
