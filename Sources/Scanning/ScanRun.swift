// The story of a scan: one photo in, one find out. The stages, their order, and what each may fail at.

package import Albums
package import Host
import Store

/// Everything a scan needs; nothing else is reached.
package struct ScanTools: Sendable {
  package let configuration: Configuration
  package let photoProgram: PhotoProgram
  package let records: Records
  package let publisher: Publisher
  package let log: LogFile
  package let now: @Sendable () -> Timestamp

  package init(
    configuration: Configuration, photoProgram: PhotoProgram, records: Records,
    publisher: Publisher, log: LogFile, now: @escaping @Sendable () -> Timestamp
  ) {
    self.configuration = configuration
    self.photoProgram = photoProgram
    self.records = records
    self.publisher = publisher
    self.log = log
    self.now = now
  }
}

/// One attempt at one claimed scan.
package struct ScanRun: Sendable {
  /// Attempts at one stage before the scan is given up. Source: FAULTS §6 "job attempts".
  static let attemptLimit = 3

  let tools: ScanTools
  let claim: Claim

  /// Brings the scan to a final state, or throws and leaves it to the next attempt.
  ///
  /// Every stage is committed before the next begins, so a worker that dies anywhere loses nothing:
  /// the next one claims the scan and goes on from what is stored.
  func run() async throws(StoreError) {
    do {
      guard claim.attempts <= Self.attemptLimit else { throw ScanFailure(.unreadable) }
      try await commit("identifying") { (store, now) throws(StoreError) in
        try store.beginIdentifying(claim, at: now)
      }
      let album = try await recognised(try await fingerprint())
      try await commit("identified") { (store, now) throws(StoreError) in
        try store.identify(claim, as: album, isRecognised: true, at: now)
      }
      try await commit("reviewing") { (store, now) throws(StoreError) in
        try store.beginReview(claim, at: now)
      }
      let find = FindID(randomBytes: Randomness.bytes(FindID.randomByteCount))
      try await commit("complete") { (store, now) throws(StoreError) in
        try store.finish(claim, as: find, isSure: true, at: now)
      }
    } catch let failure as ScanFailure {
      try await end(with: failure)
    } catch let error as StoreError {
      throw error
    } catch {
      preconditionFailure("a stage throws a ScanFailure or a StoreError, not \(error)")
    }
  }

  /// The fingerprint of the cover in the photo: kept by an earlier attempt, or made now and kept.
  private func fingerprint() async throws -> [UInt8] {
    if let kept = claim.fingerprint { return kept }
    let crop = try cropped()
    try await commit("cropped") { (store, now) throws(StoreError) in
      try store.record(fingerprint: crop.fingerprint, crop: crop.facts, of: claim, at: now)
    }
    return crop.fingerprint
  }

  private func cropped() throws(ScanFailure) -> Crop {
    do {
      return try tools.photoProgram.crop(
        tools.configuration.photo(claim.id.text), guide: claim.guide)
    } catch {
      switch error {
      case .unusable(let failure): throw failure
      case .broken(let reason):
        tools.log.write(tools.now().iso, "photo", "scan \(claim.id): \(reason)")
        throw ScanFailure(.unreadable)
      }
    }
  }

  /// The album of a cover known here; without a model there is no other way to name one.
  private func recognised(_ fingerprint: [UInt8]) async throws -> Int64 {
    let covers = try await tools.records.with { (store) throws(StoreError) in
      try store.knownCovers()
    }
    guard let best = Recognition.matches(for: fingerprint, among: covers).first, best.isSure else {
      throw ScanFailure(.notIdentified, notKnown(among: covers.count))
    }
    return best.album
  }

  private func notKnown(among count: Int) -> String {
    """
    It is none of the \(count) covers known here, and no model is configured to look further. \
    \(FailureCode.notIdentified.advice) Whoever runs this server can make more covers known with \
    “albumscan catalogue import”.
    """
  }

  private func end(with failure: ScanFailure) async throws(StoreError) {
    let state: ScanState = failure.code == .notIdentified ? .identificationFailed : .failed
    try await commit(state.rawValue) { (store, now) throws(StoreError) in
      try store.end(claim, as: state, failure, at: now)
    }
  }

  /// One transition: the failpoints around it are where the kill tests strike.
  private func commit(
    _ transition: String,
    _ change: @Sendable (borrowing Store, Timestamp) throws(StoreError) -> Void
  ) async throws(StoreError) {
    Failpoint.pass("\(transition):before")
    let now = tools.now()
    try await tools.records.with { (store) throws(StoreError) in try change(store, now) }
    Failpoint.pass("\(transition):after")
    await tools.publishChanges()
  }
}
