// The problems of an installation, as a monitor learns them.

import Albums
import Testing

@Suite struct HealthTests {
  /// The time since which the oldest job has been due in minutes (nil: the database cannot be read), the
  /// free megabytes, whether a worker runs, and the problems.
  @Test(
    arguments: [
      (0, 500, false, []), (0, nil, false, []), (15, 500, false, []), (16, 500, false, [.queue]),
      (600, 500, true, []), (0, 200, false, []), (0, 199, true, [.disk]),
      (nil, 500, false, [.database]), (nil, 1, false, [.database, .disk]),
      (16, 1, false, [.disk, .queue]),
    ] as [(Int64?, Int?, Bool, [Health.Problem])])
  func `a full disk, an unreadable database and a job without a worker are problems`(
    minutes: Int64?, megabytes: Int?, hasWorker: Bool, problems: [Health.Problem]
  ) {
    let queue = minutes.map {
      Health.Queue(jobs: 1, dueMilliseconds: $0 * 60_000, lastFailure: nil)
    }
    let health = Health(
      queue: queue, freeBytes: megabytes.map { $0 << 20 }, hasWorker: hasWorker)
    #expect(health.problems == problems)
  }
}
