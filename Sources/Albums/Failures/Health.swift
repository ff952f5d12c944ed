// The judgement whether an installation works, for `GET …/health`, `albumscan status` and the doctor. A monitor gets
// numbers and codes, never a name or a text. Source: docs/health.md.

/// The figures that a monitor needs, and the problems of the installation.
package struct Health: Equatable, Sendable {
  /// A problem of the installation. A monitor shows the raw value.
  package enum Problem: String, CaseIterable, Sendable {
    /// The database cannot be opened or read.
    case database
    /// The disk is nearly full. Uploads of more than a third of the free space are refused.
    case disk
    /// The owner of the data cannot write a folder of the data or of the pages.
    case files
    /// A job has been due for long, and no worker has looked at the queue meanwhile.
    case queue
    /// A request for a worker of systemd has waited, and no worker runs.
    case worker
    /// A job waits until the host repairs a setting, a key or an account at a provider.
    case provider
  }

  /// The queue of jobs.
  package struct Queue: Equatable, Sendable {
    /// The number of jobs that have not ended.
    package let jobs: Int

    /// How long the oldest due job has been due, in milliseconds; 0 without a due job.
    package let dueMilliseconds: Int64

    /// The code of the newest failure of a service; nil without one.
    package let lastFailure: FailureCode?

    /// The failure of a waiting job that only the host can end; nil without one.
    package let obstacle: Failure?

    package init(
      jobs: Int, dueMilliseconds: Int64, lastFailure: FailureCode?, obstacle: Failure? = nil
    ) {
      self.jobs = jobs
      self.dueMilliseconds = dueMilliseconds
      self.lastFailure = lastFailure
      self.obstacle = obstacle
    }
  }

  /// Below this number of free bytes, uploads of more than a third of the free space are refused. Source:
  /// docs/limits.md.
  package static let leastFreeBytes = 200 << 20

  /// If a job has been due for longer than this time and no worker has looked at the queue meanwhile, the work does not
  /// go on. Source: docs/limits.md.
  package static let longestWaitMilliseconds: Int64 = 15 * 60_000

  /// If a request for a worker of systemd is older than this time and no worker runs, systemd starts none. Source:
  /// docs/limits.md.
  package static let longestRequestMilliseconds: Int64 = 60_000

  /// Nil if the database cannot be opened or read.
  package let queue: Queue?

  /// The free bytes of the data folder's disk; nil if they are not known.
  package let freeBytes: Int?
  package let hasWorker: Bool

  /// The time since a running worker looked at the queue, in milliseconds; 0 without a worker.
  package let silentMilliseconds: Int64

  /// The age of a request for a worker of systemd, in milliseconds; 0 without a request.
  package let requestMilliseconds: Int64

  /// A folder that must be writable and is not; nil without one.
  package let unwritable: String?

  package init(
    queue: Queue?, freeBytes: Int?, hasWorker: Bool, silentMilliseconds: Int64 = 0,
    requestMilliseconds: Int64 = 0, unwritable: String? = nil
  ) {
    self.queue = queue
    self.freeBytes = freeBytes
    self.hasWorker = hasWorker
    self.silentMilliseconds = silentMilliseconds
    self.requestMilliseconds = requestMilliseconds
    self.unwritable = unwritable
  }

  /// How long a job has been due while no worker looked at the queue, in milliseconds.
  package var stalledMilliseconds: Int64 {
    let due = queue?.dueMilliseconds ?? 0
    return hasWorker ? min(due, silentMilliseconds) : due
  }

  /// In the order of `Problem`.
  package var problems: [Problem] {
    Problem.allCases.filter { problem in
      switch problem {
      case .database: queue == nil
      case .disk: freeBytes.map { $0 < Self.leastFreeBytes } ?? false
      case .files: unwritable != nil
      case .queue: stalledMilliseconds > Self.longestWaitMilliseconds
      case .worker: !hasWorker && requestMilliseconds >= Self.longestRequestMilliseconds
      case .provider: queue?.obstacle != nil
      }
    }
  }
}
