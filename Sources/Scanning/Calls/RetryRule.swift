// Decides whether a failed job is retried or ends. No other code makes this decision.

import Albums
import Store

/// The decision about a job that failed.
enum JobEnding: Equatable, Sendable {
  case wait(until: Timestamp)
  case fail(Failure)
}

enum RetryRule {
  /// The maximum number of attempts at a stage that end with the death of the worker. Source:
  /// docs/limits.md.
  static let attemptLimit = 3

  /// The pause in milliseconds after the last of these attempts, if the job has a photo: the photo is usually
  /// good, because a stopped server ends a worker, too. Source: docs/limits.md "Calls, retries and pauses".
  static let deathMilliseconds: Int64 = 3_600_000

  /// The maximum time that a job waits for a service. The photo of a scan is deleted after it.
  /// Source: docs/product.md step 4.
  static let maxWaitMilliseconds: Int64 = 24 * 3600 * 1000

  /// The longest pause before the next attempt in seconds, by the number of earlier waits. The
  /// breaker sets the pauses of longer outages. Source: docs/services.md §8, docs/faults.md B5.
  static let pauses: [Int64] = [5, 30, 120, 300]

  /// The pause in milliseconds of a job that only the host can help, for example by raising the cap. A
  /// changed setting ends the pause. Source: docs/limits.md "Models".
  static let hostMilliseconds: Int64 = 1_800_000

  /// The pause in milliseconds before the next attempt at the review of an imported album, and the
  /// maximum number of pauses. Such a job may have been queued for days before its first attempt, so
  /// its age does not count. Source: docs/limits.md "Export and import".
  static let importedReviewPause: Int64 = 3_600_000
  static let importedReviewWaits = 12

  /// The decision about `job` after `failure`. `random` is at least 0 and less than 1.
  static func ending(
    of job: Job, after failure: ScanFailure, at now: Timestamp, random: Double
  ) -> JobEnding {
    let patience = job.request.kind.rules.patience
    return patience == .hourly
      ? hourlyEnding(waits: job.waits, after: failure, at: now)
      : ending(
        patience, created: job.created, waits: job.waits, after: failure, at: now, random: random)
  }

  static func ending(
    _ patience: JobPatience, created: Timestamp, waits: Int, after failure: ScanFailure,
    at now: Timestamp, random: Double
  ) -> JobEnding {
    guard mayPass(failure, patience) else { return .fail(failure.failure) }
    let hasPhoto = patience == .withPhoto
    let last = created.advanced(byMilliseconds: maxWaitMilliseconds)
    if now >= last { return .fail(hasPhoto ? .givenUp(failure.failure) : failure.failure) }
    // A correction or review whose next attempt would come after its 24 hours fails now, because
    // the user cannot request it again while it is queued. A scan waits with its photo until the
    // end of its 24 hours.
    if !hasPhoto, let notBefore = failure.notBefore, notBefore >= last {
      return .fail(failure.failure)
    }
    let next = nextAttempt(
      after: failure, waits: waits, created: created, at: now, random: random)
    return .wait(until: next)
  }

  static func hourlyEnding(
    waits: Int, after failure: ScanFailure, at now: Timestamp
  ) -> JobEnding {
    guard mayPass(failure, .hourly), waits < importedReviewWaits else {
      return .fail(failure.failure)
    }
    let pause = now.advanced(byMilliseconds: importedReviewPause)
    if case .cap(let budget?) = failure.failure { return .wait(until: max(pause, budget.next)) }
    return .wait(until: max(pause, failure.notBefore ?? pause))
  }

  /// The time of the next attempt: after a random part of the longest pause (full jitter). It is at
  /// least one second from now, not before the time that the failure names, and not after the end
  /// of the 24 hours.
  static func nextAttempt(
    after failure: ScanFailure, waits: Int, created: Timestamp, at now: Timestamp, random: Double
  ) -> Timestamp {
    let longest = pauses[min(waits, pauses.count - 1)] * 1000
    let pause = 1000 + Int64(random * Double(longest - 1000))
    let next = max(now.advanced(byMilliseconds: pause), failure.notBefore ?? now)
    let last = created.advanced(byMilliseconds: maxWaitMilliseconds)
    return max(now.advanced(byMilliseconds: 1000), min(next, last))
  }

  private static func mayPass(_ failure: ScanFailure, _ patience: JobPatience) -> Bool {
    guard !failure.isFinal else { return false }
    return switch failure.code.recovery {
    case .byItself: true
    case .withBudget: patience != .aDay
    case .never: false
    }
  }
}

extension ScanFailure {
  /// The failure of a job whose attempts killed the worker as often as `attemptLimit` allows.
  /// A photo waits, because it cannot be taken again.
  static func attemptsUsed(by job: Job, at now: Timestamp) -> ScanFailure {
    job.request.kind.rules.subject == .scan
      ? ScanFailure(
        .serverStopped, notBefore: now.advanced(byMilliseconds: RetryRule.deathMilliseconds))
      : ScanFailure(.gaveUp, isFinal: true)
  }
}
