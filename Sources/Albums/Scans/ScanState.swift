// The state of a scan, as pages and JSON show it. It depends only on the job, the item and the
// find.

/// Source: docs/product.md "The scan, step by step".
package enum ScanState: String, CaseIterable, Hashable, Sendable {
  case queued
  case identifying
  case identified
  case reviewing
  case complete
  /// The picture was read, but no album could be named.
  case identificationFailed
  /// A service failed; the job retries automatically.
  case waiting
  /// The picture is unusable, or 24 hours of waiting are over.
  case failed

  /// Whether the scan has ended. Its photo is then deleted.
  package var isFinal: Bool {
    switch self {
    case .complete, .identificationFailed, .failed: true
    case .queued, .identifying, .identified, .reviewing, .waiting: false
    }
  }
}

/// How far a scan's job has come with an item.
package enum ItemProgress: String, CaseIterable, Hashable, Sendable {
  case queued, identifying, identified, reviewing
}

/// The values that determine the state of a scan.
package struct ScanFacts: Hashable, Sendable {
  /// Nil if the job ended more than 30 days ago.
  package let job: JobState?

  /// Whether the job waits for a service: it is queued and has a failure.
  package let isWaiting: Bool
  package let progress: ItemProgress

  /// The reason why the item has no find.
  package let failure: FailureCode?

  /// Whether the item has a find. A deleted find counts, too.
  package let hasFind: Bool

  package init(
    job: JobState?, isWaiting: Bool, progress: ItemProgress, failure: FailureCode?, hasFind: Bool
  ) {
    self.job = job
    self.isWaiting = isWaiting
    self.progress = progress
    self.failure = failure
    self.hasFind = hasFind
  }
}

extension ScanState {
  package init(_ facts: ScanFacts) {
    if facts.hasFind {
      self = .complete
    } else if facts.job != .queued {
      self = facts.failure?.isUnidentified == true ? .identificationFailed : .failed
    } else if facts.isWaiting {
      self = .waiting
    } else {
      self =
        switch facts.progress {
        case .queued: .queued
        case .identifying: .identifying
        case .identified: .identified
        case .reviewing: .reviewing
        }
    }
  }
}

extension FailureCode {
  /// Whether the cover was examined, but no album was named.
  package var isUnidentified: Bool { self == .notIdentified || self == .providerRefused }
}
