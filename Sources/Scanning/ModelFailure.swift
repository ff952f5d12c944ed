// Decides, from a model's error, how to count it against the provider, when the scan may retry and
// which words its page shows. The service's own error text is for the host only (the breaker's
// reason). Pages never show it.

import Albums
import Models
import Store

extension ModelError {
  /// The longest pause in milliseconds that a service gets: 10 minutes. Requested pauses of up to 2
  /// minutes are kept to the millisecond; longer ones become 10 minutes (docs/services.md §8).
  static let longestPauseMilliseconds = Endpoint.longPauseMilliseconds

  /// The trouble that the provider's breaker counts; nil when the error does not show a provider
  /// failure.
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
    switch error {
    case .declined, .unusable: ScanFailure(.providerRefused)
    case .nonsense:
      ScanFailure(
        .providerFailed,
        "The model’s answer made no sense. The photo is kept, and the scan tries once more by itself.",
        notBefore: notBefore)
    case .brokenOff:
      ScanFailure(
        .providerFailed,
        "The model took too long to answer. The photo is kept, and the scan tries once more by itself.",
        notBefore: notBefore)
    case .unavailable:
      ScanFailure(
        .providerFailed,
        "The model’s service has too much to do, or an error of its own. \(FailureCode.providerFailed.advice)",
        notBefore: notBefore)
    case .quota: ScanFailure(.providerFailed, Trouble.quota.sentence, notBefore: notBefore)
    case .misconfigured: ScanFailure(.providerFailed, Trouble.setup.sentence, notBefore: notBefore)
    case .network: ScanFailure(.network, notBefore: notBefore)
    }
  }

  /// The failure of a call while the provider is paused: nothing is sent.
  static func resting(_ breaker: Breaker) -> ScanFailure {
    ScanFailure(
      .providerFailed, "\(breaker.trouble.sentence) It is asked again at \(breaker.until.clock).",
      notBefore: breaker.until)
  }

  /// The failure of a scan that has used up its calls. If `isFinal` is false, the scan waits for a
  /// manual retry and sends no request meanwhile. If `isFinal` is true, the scan fails.
  static func askedTooOften(isFinal: Bool, at now: Timestamp) -> ScanFailure {
    ScanFailure(
      .providerFailed,
      isFinal
        ? "The model was asked as often as it may be for one photo, and gave no answer of any use. Take the photo again, or type the album in."
        : "The model did not answer. The photo is kept, and “Try again now” asks once more; by itself it is not asked again.",
      notBefore: now.advanced(byMilliseconds: RetryRule.maxWaitMilliseconds), isFinal: isFinal)
  }

  /// The failure of a call that could exceed the monthly limit. The host may raise the limit at any
  /// time, so the scan retries after 30 minutes, or at the start of the next month if that is
  /// sooner.
  static func overCap(_ cap: Money, at now: Timestamp) -> ScanFailure {
    let next = now.month.next.start
    return ScanFailure(
      .cap,
      "This month’s limit of \(cap) for models is used. It starts anew on \(next.dayInWords). The photo is kept for 24 hours, should the host raise the limit.",
      notBefore: min(next, now.advanced(byMilliseconds: 1_800_000)))
  }
}

extension Trouble {
  var sentence: String {
    switch self {
    case .outage:
      "The model’s service failed several times in a row, so it is left alone for a while. The photo is kept, and the scan goes on by itself."
    case .quota:
      "The credit of this server’s account with the model’s service is used, or a limit set there is reached. Whoever runs this server has to look there; the photo is kept."
    case .setup:
      "The model’s service does not accept this server’s key or model. Whoever runs it has to look (albumscan doctor); the photo is kept."
    }
  }
}

extension Timestamp {
  /// `14:05 UTC`.
  var clock: String { "\(iso.dropFirst(11).prefix(5)) UTC" }
}
