// The steps of four kinds of jobs: a review, the review of an imported album, the owner's own picture,
// and a refill.

import Albums
import Host
import Photos
import Store

extension JobRun {
  func review() async throws {
    guard job.find != nil, let album = try await album(), hasReviews(album) else {
      return try await done()
    }
    try await ask.review(album, CallOwner(job))
    try await done()
  }

  /// Writes the review that an import asked for. A find that was deleted meanwhile needs none.
  func reviewImported() async throws {
    guard let find = job.find,
      let album = try await tools.database.with({ (store) throws(StoreError) in
        try store.find(find)?.album
      }), hasReviews(album)
    else { return try await done() }
    try await ask.review(album, CallOwner(job))
    try await done()
  }

  private func hasReviews(_ album: Album) -> Bool {
    album.kind.hasReviews(booksToo: tools.configuration.services.reviewsBooks)
  }

  /// Stores the uploaded picture. If the name is empty, removes the own picture, and queues a
  /// refill if the album has no other picture.
  func keepPicture(_ file: String) async throws {
    guard let find = job.find else { return try await done() }
    let picture = try cleanPicture(file)
    try await commit("pictured") { (store, now) throws(StoreError) in
      try store.complete(job, at: now) { (store) throws(StoreError) in
        guard let album = try store.albumID(of: find) else { return }
        try store.keepOwn(picture.map { ($0.artwork, $0.fingerprint) }, of: find)
        if picture == nil, try store.album(album)?.artwork == nil {
          try store.addRefill(for: find, by: job.person, at: now)
        }
      }
    }
  }

  private func cleanPicture(_ file: String) throws -> KeptArtwork? {
    guard !file.isEmpty else { return nil }
    let path = "\(tools.configuration.photos)/\(file)"
    do {
      return try tools.services.artworkKeeping.keepClean(try tools.photoProgram.artwork(path))
    } catch PhotoProgramError.unusable(let failure) {
      throw ScanFailure(failure)
    } catch let error as PhotoProgramError where error.isAboutPicture {
      throw ScanFailure(.unreadable)
    } catch {
      tools.log.write(tools.now().iso, "photo", "\(job.name): \(error)")
      throw ScanFailure(.pictureNotKept)
    }
  }

  /// Requests the data that a service did not deliver. The find becomes sure if the services now
  /// confirm its album.
  func refill() async throws {
    guard let find = job.find,
      let album = try await tools.database.with({ (store) throws(StoreError) in
        try store.albumID(of: find)
      })
    else { return try await lookedUp() }
    let crop = try await crop()
    guard let found = try await ask.metadata(album, crop) else { return try await lookedUp() }
    let picture = try await tools.artworkMatch(of: crop, with: found.id)
    let now = tools.now()
    try await tools.database.with { (store) throws(StoreError) in
      try store.confirm(
        find, of: album, as: found.id, musicBrainz: found.registration, picture: picture, at: now)
    }
    let next = job.waits + 1
    guard !found.missing.isEmpty, next < Store.refillPauses.count else {
      return try await lookedUp()
    }
    try await commit("waiting") { (store, now) throws(StoreError) in
      try store.queueReview(after: job, at: now)
      try store.wait(
        job, until: now.advanced(byMilliseconds: Store.refillPauses[next]),
        .network, at: now)
    }
  }

  /// Ends a refill, and queues the review that was requested with it.
  private func lookedUp() async throws(StoreError) {
    try await commit("done") { (store, now) throws(StoreError) in
      try store.complete(job, at: now) { (store) throws(StoreError) in
        try store.takeReview(after: job, at: now)
      }
    }
  }

  private func album() async throws(StoreError) -> Album? {
    guard let find = job.find else { return nil }
    return try await tools.database.with { (store) throws(StoreError) in
      guard let id = try store.albumID(of: find) else { return nil }
      return try store.album(id)
    }
  }

  /// The fingerprint of the item's crop; empty for an item without a crop.
  func crop() async throws(StoreError) -> [UInt8] {
    guard let item = job.item else { return [] }
    return try await tools.database.with { (store) throws(StoreError) in
      try store.cropFingerprint(of: item)
    }
  }
}
