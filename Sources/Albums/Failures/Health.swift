// The state of an installation for a monitor: numbers and codes, never a name or a text.
// Source: docs/interface.md "Health".

/// The figures that a monitor needs, and the problems of the installation.
package struct Health: Equatable, Sendable {
  /// A problem of the installation. A monitor shows the raw value.
  package enum Problem: String, CaseIterable, Sendable {
    /// The database cannot be opened or read.
    case database
    /// The disk is nearly full. Uploads of more than a third of the free space are refused.
    case disk
    /// A job has been due for long, and no worker runs.
    case queue
  }

  /// The queue of jobs.
  package struct Queue: Equatable, Sendable {
    /// The number of jobs that have not ended.
    package let jobs: Int

    /// How long the oldest due job has been due, in milliseconds; 0 without a due job.
    package let dueMilliseconds: Int64

    /// The code of the newest failure of a service; nil without one.
    package let lastFailure: FailureCode?

    package init(jobs: Int, dueMilliseconds: Int64, lastFailure: FailureCode?) {
      self.jobs = jobs
      self.dueMilliseconds = dueMilliseconds
      self.lastFailure = lastFailure
    }
  }

  /// Below this number of free bytes, uploads of more than a third of the free space are refused. Source:
  /// docs/limits.md.
  package static let leastFreeBytes = 200 << 20

  /// If a job has been due for longer than this time and no worker runs, the server cannot start a
  /// worker. Source: docs/limits.md.
  package static let longestWaitMilliseconds: Int64 = 15 * 60_000

  /// Nil if the database cannot be opened or read.
  package let queue: Queue?

  /// The free bytes of the data folder's disk; nil if they are not known.
  package let freeBytes: Int?
  package let hasWorker: Bool

  package init(queue: Queue?, freeBytes: Int?, hasWorker: Bool) {
    self.queue = queue
    self.freeBytes = freeBytes
    self.hasWorker = hasWorker
  }

  /// In the order of `Problem`.
  package var problems: [Problem] {
    Problem.allCases.filter { problem in
      switch problem {
      case .database: queue == nil
      case .disk: freeBytes.map { $0 < Self.leastFreeBytes } ?? false
      case .queue: !hasWorker && (queue?.dueMilliseconds ?? 0) > Self.longestWaitMilliseconds
      }
    }
  }
}
