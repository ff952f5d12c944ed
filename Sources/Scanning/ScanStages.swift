// The stages of a scan, each as the story calls it: what it needs, what it gives, what it may fail at.

import Albums
import Host
import Store

/// The album a scan is about, and how it is known.
struct Subject: Sendable {
  let id: Int64
  let album: Album

  /// A cover known here said so, or the photo's sender: free, and nothing has to be asked.
  let isRecognised: Bool

  /// Certain enough to write about at once.
  let isSure: Bool

  /// Of the crop.
  let fingerprint: [UInt8]
}

extension ScanRun {
  /// The cover in the photo. Its fingerprint and how it was found are kept.
  func cropped() async throws -> Crop {
    let crop: Crop
    do {
      crop = try tools.photoProgram.crop(
        tools.configuration.photo(claim.id.text), guide: claim.guide)
    } catch {
      throw unusable(error)
    }
    if claim.fingerprint == nil {
      try await commit("cropped") { (store, now) throws(StoreError) in
        try store.record(
          fingerprint: crop.fingerprint, crop: crop.facts, hints: crop.hints, of: claim, at: now)
      }
    }
    return crop
  }

  private func unusable(_ error: PhotoProgramError) -> ScanFailure {
    switch error {
    case .unusable(let failure): return failure
    case .broken(let reason):
      tools.log.write(tools.now().iso, "photo", "scan \(claim.id): \(reason)")
      return ScanFailure(.unreadable)
    }
  }

  /// What the model says the cover is, as an album of ours; nil when its sender said so before.
  func identified(_ crop: Crop) async throws -> Subject? {
    guard let stage = tools.services.identify else { throw try await notKnown() }
    let identification = try await unlessChosen { [claim] () throws(ScanFailure) in
      try await stage.identification(of: crop, for: claim.id)
    }
    guard let identification else { return nil }
    guard identification.status != .unresolved, let best = identification.candidates.first else {
      throw ScanFailure(.notIdentified)
    }
    let album = Album(
      artist: best.artist, title: best.title, year: best.year, genres: identification.genres,
      recordLabel: identification.recordLabel)
    return try await tools.records.with { (store) throws(StoreError) in
      // What is known of the album already counts for more than what the model says of it.
      let known = try store.albumID(of: album.key)
      let id = if let known { known } else { try store.keep(album) }
      return Subject(
        id: id, album: try store.album(id) ?? album, isRecognised: false,
        isSure: identification.isSure, fingerprint: crop.fingerprint)
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
    return ScanFailure(
      .notIdentified,
      """
      It is none of the \(count) covers known here, and no model is configured to look further. \
      \(FailureCode.notIdentified.advice) Whoever runs this server can make more covers known with \
      “albumscan catalogue import”, or configure a model.
      """)
  }

  /// Artwork and review side by side; whether the album is confirmed, and why there is no review.
  ///
  /// The review starts at once when the identification is sure, else after the grounding. One written
  /// for a title that the grounding corrects stays under its key. Neither can fail the scan.
  func groundedAndReviewed(
    _ subject: Subject
  ) async throws(StoreError) -> (isConfirmed: Bool, unreviewed: String?) {
    if subject.isRecognised {
      try await beginReview()
      return (subject.isSure, nil)
    }
    async let grounded = ground(subject)
    if subject.isSure {
      async let reviewed = review(subject.album)
      try await beginReview()
      // The artwork goes onto the scan's page while the review is still being written.
      let isConfirmed = try await keep(await grounded, of: subject).isConfirmed
      return (isConfirmed, await reviewed?.unreviewed)
    }
    let (album, isConfirmed) = try await keep(await grounded, of: subject)
    try await beginReview()
    guard try await chosen() == nil else { return (isConfirmed, nil) }
    return (isConfirmed, await review(album)?.unreviewed)
  }

  private func beginReview() async throws(StoreError) {
    try await commit("reviewing") { (store, now) throws(StoreError) in
      try store.beginReview(claim, at: now)
    }
  }

  private func review(_ album: Album) async -> Reviewed? {
    await tools.services.review?.review(
      of: album, key: album.key, for: Asker(claim.id), scan: tools.liveText(of: claim.id))
  }

  /// A known album asks nothing again. Source: PRODUCT step 6.
  private func ground(_ subject: Subject) async -> Grounded? {
    let isGrounded = try? await tools.records.with { (store) throws(StoreError) in
      try store.releaseGroup(of: subject.id) != nil
    }
    if isGrounded == true, subject.album.artwork != nil { return nil }
    return await tools.services.grounding.grounded(
      subject.album, crop: subject.fingerprint, for: claim.id)
  }

  /// What the grounding found goes into the album; nil says it was grounded before.
  private func keep(
    _ grounded: Grounded?, of subject: Subject
  ) async throws(StoreError) -> (Album, isConfirmed: Bool) {
    guard let grounded else { return (subject.album, true) }
    var album = subject.album
    if let group = grounded.group, AlbumKey(artist: group.artist, title: group.title) == album.key {
      album.artist = group.artist
      album.title = group.title
    }
    album.year = album.year ?? grounded.year
    album.recordLabel = album.recordLabel ?? grounded.recordLabel
    album.artwork = album.artwork ?? grounded.artwork
    let learned = album
    let isShown = album.artwork == grounded.artwork
    try await tools.records.with { (store) throws(StoreError) in
      _ = try store.keep(learned, fingerprint: isShown ? grounded.fingerprint : nil)
      try store.keepSource(
        of: subject.id, for: claim.id, releaseGroup: grounded.group?.id,
        release: grounded.edition ?? grounded.release,
        artworkSource: grounded.artwork == nil ? nil : "cover-art-archive")
    }
    await tools.publishChanges()
    return (album, grounded.group != nil || (grounded.isUnknown == nil && subject.isSure))
  }
}
