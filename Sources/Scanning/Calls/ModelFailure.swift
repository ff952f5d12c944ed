// Decides about the error of a model: what the breaker of the provider counts, when the scan may
// retry, and which failure its page shows. The service's own error text goes only to the log and
// the breaker, for the host. Pages never show it.

import Albums
import Models
import Store

extension ModelError {
  /// The longest pause in milliseconds that a service may request: 10 minutes. A requested pause of
  /// up to 2 minutes is kept to the millisecond; a longer pause becomes 10 minutes
  /// (docs/services.md §8).
  static let longestPauseMilliseconds = Endpoint.longPauseMilliseconds

  /// The trouble that the provider's breaker counts; nil if the error does not show a failure of
  /// the provider.
  var trouble: Trouble? {
    switch self {
    case .declined, .unusable: nil
    case .nonsense, .brokenOff, .unavailable, .network: .outage
    case .quota: .quota
    case .misconfigured: .setup
    }
  }

  /// The pause that the service requests; nil if it requests none.
  var pauseMilliseconds: Int64? {
    guard case .unavailable(_, let after?) = self else { return nil }
    return Int64(min(max(0, after), Self.longestPauseMilliseconds))
  }
}

extension ScanFailure {
  static func of(_ error: ModelError, notBefore: Timestamp?) -> ScanFailure {
    ScanFailure(Failure(error), notBefore: notBefore)
  }

  /// The failure of a call while the provider is paused. No request is sent.
  static func paused(_ breaker: Breaker) -> ScanFailure {
    ScanFailure(.paused(breaker.trouble, until: breaker.until), notBefore: breaker.until)
  }

  /// The failure of a scan that has used up its calls. If `isFinal` is false, the scan waits for a
  /// manual retry and sends no request meanwhile. If `isFinal` is true, the scan fails.
  static func askedTooOften(isFinal: Bool, at now: Timestamp) -> ScanFailure {
    ScanFailure(
      isFinal ? .askedTooOften : .noAnswer,
      notBefore: now.advanced(byMilliseconds: RetryRule.maxWaitMilliseconds), isFinal: isFinal)
  }

  /// The failure of a call that could exceed the cap. The host may raise the cap at any time, so
  /// the scan retries after 30 minutes, or at `next`, the start of the next month, if that is
  /// sooner.
  static func overCap(_ cap: Money, next: Timestamp, at now: Timestamp) -> ScanFailure {
    ScanFailure(
      .cap(Budget(amount: cap, next: next)),
      notBefore: min(next, now.advanced(byMilliseconds: RetryRule.hostMilliseconds)))
  }

  /// The same for the share of the cap that one person may use.
  static func overShare(_ share: Money, next: Timestamp, at now: Timestamp) -> ScanFailure {
    ScanFailure(
      .shareUsed(Budget(amount: share, next: next)),
      notBefore: min(next, now.advanced(byMilliseconds: RetryRule.hostMilliseconds)))
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
