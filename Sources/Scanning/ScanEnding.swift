// How a scan ends that does not become a find: for good, or for now.

import Albums
import Host
import Store

extension ScanRun {
  /// A scan waits for a service this long at most; then its photo goes. Source: PRODUCT step 4.
  static let patienceMilliseconds: Int64 = 24 * 3600 * 1000

  /// Seconds until the next try at most, by how often it has waited already. Longer outages are the
  /// breaker's. Source: CONTRACTS §8, FAULTS B5.
  static let pauses: [Int64] = [5, 30, 120, 300]

  /// When a scan that waits is tried again: full jitter, never at once, never before what failed said,
  /// and once more at the end of its patience. `random` is from 0 to below 1.
  static func nextTry(
    after failure: ScanFailure, waits: Int, created: Timestamp, now: Timestamp, random: Double
  ) -> Timestamp {
    let longest = pauses[min(waits, pauses.count - 1)] * 1000
    let pause = 1000 + Int64(random * Double(longest - 1000))
    let ready = max(now.advanced(byMilliseconds: pause), failure.notBefore ?? now)
    let last = created.advanced(byMilliseconds: patienceMilliseconds)
    return max(now.advanced(byMilliseconds: 1000), min(ready, last))
  }

  func end(with failure: ScanFailure) async throws(StoreError) {
    let now = tools.now()
    switch Self.ending(failure.code) {
    case .waiting where failure.isFinal: try await commitEnd(.failed, failure.failure)
    case .waiting where now < claim.created.advanced(byMilliseconds: Self.patienceMilliseconds):
      let ready = Self.nextTry(
        after: failure, waits: claim.waits, created: claim.created, now: now,
        random: Randomness.share())
      try await commit("waiting") { (store, now) throws(StoreError) in
        try store.wait(claim, until: ready, failure.failure, at: now)
      }
    case .waiting: try await commitEnd(.failed, .givenUp(failure.failure))
    case let state: try await commitEnd(state, failure.failure)
    }
  }

  private func commitEnd(_ state: ScanState, _ failure: Failure) async throws(StoreError) {
    try await commit(state.rawValue) { (store, now) throws(StoreError) in
      try store.end(claim, as: state, failure, at: now)
    }
  }

  /// What each failure makes of a scan: the one place where it is decided.
  static func ending(_ code: FailureCode) -> ScanState {
    switch code {
    case .notIdentified, .providerRefused: .identificationFailed
    case .providerFailed, .network, .cap, .quota, .busy, .diskFull: .waiting
    case .notJPEG, .unreadable, .tooLarge, .empty, .noPhoto, .badLength, .badRoute, .badMethod,
      .notAllowed, .notFound, .conflict, .queueFull, .review:
      .failed
    }
  }
}
