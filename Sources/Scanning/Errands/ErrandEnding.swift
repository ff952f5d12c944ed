// How an errand ends that could not be done: for good, or for now.

import Albums
import Host
import Store

extension ErrandRun {
  /// As scans wait: 24 hours at most, the same pauses between.
  func end(with failure: ScanFailure) async throws(StoreError) {
    let now = tools.now()
    let last = errand.created.advanced(byMilliseconds: ScanRun.patienceMilliseconds)
    // What may not be asked again in its time is over: until it is, nobody can ask for it anew.
    let next = failure.notBefore ?? now
    guard Self.mayPass(failure.code), !failure.isFinal, errand.attempts <= Self.attemptLimit,
      max(now, next) < last
    else {
      let said = errand.wish == .review ? failure.failure.asReview : failure.failure
      return try await commit("failed") { (store, now) throws(StoreError) in
        try store.fail(errand, said, at: now)
        // A page without a review goes on saying why when another errand has been done meanwhile.
        if case .review = errand.wish, let find = errand.find, try store.find(find)?.review == nil {
          try store.note(unreviewed: said, of: find)
        }
      }
    }
    let ready = ScanRun.nextTry(
      after: failure, waits: errand.waits, created: errand.created, now: now,
      random: Randomness.share())
    try await commit("waiting") { (store, now) throws(StoreError) in
      try store.wait(errand, until: ready, failure.failure, at: now)
    }
  }

  /// Whether time may help. A cap or a quota is said at once: somebody asked, and can ask again.
  static func mayPass(_ code: FailureCode) -> Bool {
    switch code {
    case .providerFailed, .network, .busy, .diskFull: true
    case .notJPEG, .unreadable, .tooLarge, .empty, .noPhoto, .badLength, .badRoute, .badMethod,
      .notAllowed, .notFound, .conflict, .quota, .cap, .queueFull, .notIdentified,
      .providerRefused, .review:
      false
    }
  }
}
