// One attempt at one claimed errand: what somebody asked for once a scan was over.
// Database first, files second, deletion last: a worker that dies anywhere leaves it to the next one.

import Albums
import Host
import Store

struct ErrandRun: Sendable {
  /// Without a wait between. Source: FAULTS §6 "job attempts".
  static let attemptLimit = 3

  /// How soon an errand looks again whether its scan is over.
  static let scanPause: Int64 = 500

  let tools: ScanTools
  let errand: ErrandClaim
  let ask: ErrandTools

  init(tools: ScanTools, errand: ErrandClaim, ask: ErrandTools? = nil) {
    self.tools = tools
    self.errand = errand
    self.ask = ask ?? ErrandTools(tools, for: "errand \(errand.id)")
  }

  func run() async throws(StoreError) {
    do {
      guard errand.attempts <= Self.attemptLimit else {
        throw ScanFailure(.gaveUp)
      }
      switch errand.wish {
      case .album(let album): try await settle(on: album)
      case .musicBrainz(let reference): try await lookUp(reference)
      case .hint(let words): try await think(about: words)
      case .hinted(let album): try await settle(on: album, isSaid: false)
      case .review: try await review()
      case .artwork(let file): try await keepPicture(file)
      case .refill: try await refill()
      }
    } catch let failure as ScanFailure {
      try await end(with: failure)
    } catch let error as StoreError {
      throw error
    } catch {
      preconditionFailure("an errand throws a ScanFailure or a StoreError, not \(error)")
    }
    deletePicture()
  }

  private func review() async throws {
    guard let scan = errand.scan, let album = try await album() else { return try await done() }
    try await ask.review(album, Asker(scan, errand: errand.id))
    try await done()
  }

  /// An empty name takes the picture away; where there was no other, one is asked for again.
  private func keepPicture(_ file: String) async throws {
    guard let find = errand.find else { return try await done() }
    let picture = try cleanPicture(file)
    try await commit("pictured") { (store, now) throws(StoreError) in
      try store.finish(errand, at: now) { (store) throws(StoreError) in
        guard let album = try store.albumID(of: find) else { return }
        try store.keepOwn(picture.map { ($0.artwork, $0.fingerprint) }, of: album)
        if picture == nil, try store.album(album)?.artwork == nil {
          try store.wishForRefill(of: find, at: now)
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
    } catch {
      tools.log.write(tools.now().iso, "photo", "errand \(errand.id): \(error)")
      throw ScanFailure(.pictureNotKept)
    }
  }

  /// Asks again for what a service did not give; makes the find sure where it agrees now.
  private func refill() async throws {
    guard let find = errand.find,
      let album = try await tools.records.with({ (store) throws(StoreError) in
        try store.albumID(of: find)
      })
    else { return try await done() }
    let crop = try await crop()
    guard let grounded = try await ask.ground(album, crop) else { return try await done() }
    let agreement = try await agreement(of: grounded.id, with: crop)
    let isSure = Evidence(
      .model(.low, isSettled: !(try await isTentative())), musicBrainz: grounded.registration,
      picture: agreement
    ).isSure
    try await tools.records.with { (store) throws(StoreError) in
      try store.confirm(find, as: grounded.id, agreement: agreement, isSure: isSure)
    }
    let next = errand.waits + 1
    guard !grounded.missing.isEmpty, next < Store.refillPauses.count else {
      return try await done()
    }
    try await commit("waiting") { (store, now) throws(StoreError) in
      try store.wait(
        errand, until: now.advanced(byMilliseconds: Store.refillPauses[next]),
        .network, at: now)
    }
  }

  /// Whether only a picture can make certain what the model said.
  func isTentative() async throws(StoreError) -> Bool {
    guard let scan = errand.scan else { return false }
    return try await tools.records.with { (store) throws(StoreError) in
      try store.isTentative(scan)
    }
  }

  func album() async throws(StoreError) -> Album? {
    guard let find = errand.find else { return nil }
    return try await tools.records.with { (store) throws(StoreError) in
      guard let id = try store.albumID(of: find) else { return nil }
      return try store.album(id)
    }
  }

  func crop() async throws(StoreError) -> [UInt8] {
    guard let scan = errand.scan else { return [] }
    return try await tools.records.with { (store) throws(StoreError) in
      try store.cropFingerprint(of: scan)
    }
  }

  func agreement(
    of album: Int64, with crop: [UInt8]
  ) async throws(StoreError) -> ArtworkMatch? {
    let artwork = try await tools.records.with { (store) throws(StoreError) in
      try store.artworkFingerprint(of: album)
    }
    return artwork.flatMap { ArtworkComparison.agreement(crop, $0) }
  }

  func done() async throws(StoreError) {
    try await commit("done") { (store, now) throws(StoreError) in
      try store.finish(errand, at: now)
    }
  }

  /// One transition, as in `ScanRun`.
  func commit(
    _ transition: String,
    _ change: @Sendable (borrowing Store, Timestamp) throws(StoreError) -> Void
  ) async throws(StoreError) {
    Failpoint.pass("errand-\(transition):before")
    let now = tools.now()
    try await tools.records.with { (store) throws(StoreError) in try change(store, now) }
    Failpoint.pass("errand-\(transition):after")
    await tools.publishChanges()
  }

  /// Whether it was kept or refused: the upload is not needed any more.
  private func deletePicture() {
    guard case .artwork(let file) = errand.wish, !file.isEmpty else { return }
    do {
      try Files.remove("\(tools.configuration.photos)/\(file)")
    } catch {
      tools.log.write(tools.now().iso, "worker", "picture \(file): \(error)")
    }
  }
}
