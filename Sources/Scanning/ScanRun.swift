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
  package let services: Services
  package let log: LogFile
  package let now: @Sendable () -> Timestamp

  package init(
    configuration: Configuration, photoProgram: PhotoProgram, records: Records,
    publisher: Publisher, services: Services, log: LogFile,
    now: @escaping @Sendable () -> Timestamp
  ) {
    self.configuration = configuration
    self.photoProgram = photoProgram
    self.records = records
    self.publisher = publisher
    self.services = services
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

  /// Brings the scan to a final state, lets it wait, or throws and leaves it to the next attempt.
  ///
  /// Every stage is committed before the next begins, so a worker that dies anywhere loses nothing:
  /// the next one claims the scan and goes on from what is stored. No answer is paid for twice.
  func run() async throws(StoreError) {
    do {
      guard claim.attempts <= Self.attemptLimit else { throw ScanFailure(.unreadable) }
      try await commit("identifying") { (store, now) throws(StoreError) in
        try store.beginIdentifying(claim, at: now)
      }
      let subject = try await subject()
      try await commit("identified") { (store, now) throws(StoreError) in
        try store.identify(
          claim, as: subject.id, isRecognised: subject.isRecognised, at: now)
      }
      let outcome = try await outcome(of: subject)
      let agreement = try await agreement(
        of: outcome.subject.fingerprint, with: outcome.album.id)
      let evidence = outcome.evidence(picture: agreement)
      let find = FindID(randomBytes: Randomness.bytes(FindID.randomByteCount))
      try await commit("complete") { (store, now) throws(StoreError) in
        try store.finish(
          claim, as: find, isSure: evidence.isSure, agreement: agreement,
          unreviewed: outcome.unreviewed,
          isIncomplete: !outcome.album.missing.isEmpty, at: now)
      }
    } catch let failure as ScanFailure {
      try await end(with: failure)
    } catch let error as StoreError {
      throw error
    } catch {
      preconditionFailure("a stage throws a ScanFailure or a StoreError, not \(error)")
    }
  }

  /// One transition: the failpoints around it are where the kill tests strike.
  func commit(
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
