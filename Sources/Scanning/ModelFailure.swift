// What a model's error means for its provider and for the scan. The service's own message is for the
// host (the breaker's reason), never for a page.

import Albums
import Models
import Store

extension ModelError {
  /// Two minutes are obeyed to the millisecond (CONTRACTS §8); whoever wants more gets these ten.
  static let longestPauseMilliseconds = Endpoint.longPauseMilliseconds

  /// What the provider's breaker counts; nil when the provider is well.
  var trouble: Trouble? {
    switch self {
    case .declined, .unusable: nil
    case .nonsense, .brokenOff, .unavailable, .network: .outage
    case .quota: .quota
    case .misconfigured: .setup
    }
  }

  /// How long the service wants to be left alone.
  var pauseMilliseconds: Int64? {
    guard case .unavailable(_, let after?) = self else { return nil }
    return Int64(min(max(0, after), Self.longestPauseMilliseconds))
  }
}

extension ScanFailure {
  static func of(_ error: ModelError, notBefore: Timestamp?) -> ScanFailure {
    ScanFailure(Failure(error), notBefore: notBefore)
  }

  /// Nothing is sent while the provider is paused.
  static func resting(_ breaker: Breaker) -> ScanFailure {
    ScanFailure(.paused(breaker.trouble, until: breaker.until), notBefore: breaker.until)
  }

  /// The calls of a stage are used up. If the user may still ask for one more, the scan waits for that;
  /// otherwise it is over.
  static func askedTooOften(isFinal: Bool, at now: Timestamp) -> ScanFailure {
    ScanFailure(
      isFinal ? .askedTooOften : .noAnswer,
      notBefore: now.advanced(byMilliseconds: RetryRule.maxWaitMilliseconds), isFinal: isFinal)
  }

  /// The host may raise the cap at any time, so the scan looks twice an hour. `next` is when the next
  /// month begins.
  static func overCap(_ cap: Money, next: Timestamp, at now: Timestamp) -> ScanFailure {
    ScanFailure(
      .cap(Budget(amount: cap, next: next)),
      notBefore: min(next, now.advanced(byMilliseconds: 1_800_000)))
  }
}

extension Failure {
  init(_ error: ModelError) {
    self =
      switch error {
      case .declined, .unusable: .providerRefused
      case .nonsense: .nonsense
      case .brokenOff: .tooSlow
      case .unavailable: .overloaded
      case .quota: .trouble(.quota)
      case .misconfigured: .trouble(.setup)
      case .network: .network
      }
  }
}
