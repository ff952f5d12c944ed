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

  /// The minutes since which the oldest job has been due, and since a worker looked at the queue; nil without a worker.
  @Test(
    arguments: [
      (600, 0, false), (600, 15, false), (600, 16, true), (16, 600, true), (15, 600, false),
      (16, nil, true), (0, 600, false),
    ] as [(Int64, Int64?, Bool)])
  func `a worker that does not look at the queue is a problem while a job is due`(
    due: Int64, silent: Int64?, isProblem: Bool
  ) {
    let health = Health(
      queue: Health.Queue(jobs: 1, dueMilliseconds: due * 60_000, lastFailure: nil),
      freeBytes: nil, hasWorker: silent != nil, silentMilliseconds: (silent ?? 0) * 60_000)
    #expect(health.problems == (isProblem ? [.queue] : []))
  }

  /// A failure of a waiting job, and whether only the host can end it.
  @Test(
    arguments: [
      (.trouble(.setup), true), (.trouble(.quota), true), (.trouble(.outage), false),
      (.wrongSetting, true), (.network, false), (.cap(nil), false), (.quota, false),
      (.priceUnknown(model: "m"), true), (.paused(.setup, until: .init(milliseconds: 1)), true),
    ] as [(Failure, Bool)])
  func `a job that only the host can help is a problem`(failure: Failure, needsHost: Bool) {
    #expect(failure.needsHost == needsHost)
    let queue = Health.Queue(
      jobs: 1, dueMilliseconds: 0, lastFailure: nil, obstacle: needsHost ? failure : nil)
    let health = Health(queue: queue, freeBytes: nil, hasWorker: false)
    #expect(health.problems == (needsHost ? [.provider] : []))
  }

  @Test func `folders and a request for a worker are problems of their own`() {
    let queue = Health.Queue(jobs: 0, dueMilliseconds: 0, lastFailure: nil)
    func problems(_ hasWorker: Bool, _ request: Int64, _ folder: String?) -> [Health.Problem] {
      Health(
        queue: queue, freeBytes: nil, hasWorker: hasWorker, requestMilliseconds: request,
        unwritable: folder
      ).problems
    }
    #expect(problems(false, 0, "/srv/records/data/photos") == [.files])
    #expect(problems(false, 59_999, nil) == [] && problems(false, 60_000, nil) == [.worker])
    #expect(problems(true, 600_000, nil) == [])
  }
}
