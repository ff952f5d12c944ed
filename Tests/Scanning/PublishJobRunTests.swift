// The worker and the job that publishes: the conditions under which the worker queues the job, and
// the ways in which the job ends.

import Albums
import Glibc
import HTTP
import Host
import Refresh
import Store
import Support
import Synchronization
import Testing

@testable import Photos
@testable import Scanning

@Suite struct PublishJobRunTests {
  /// A played publisher.
  final class Publisher: Sendable {
    let isBehind = Mutex(true)
    let calls = Mutex(0)

    /// `after` runs in each call; its error ends the call.
    func tools(
      _ after: @escaping @Sendable (Publisher) throws(ScanFailure) -> Void = {
        $0.isBehind.set(false)
      }
    ) -> PublishTools {
      PublishTools(
        isBehind: { (_) throws(StoreError) in self.isBehind.withLock { $0 } },
        publish: { () throws(ScanFailure) in
          self.calls.withLock { $0 += 1 }
          try after(self)
        })
    }
  }

  private func queue(_ house: ReviewHouse) async throws -> [QueuedJob] {
    try await house.database.with { (store) throws(StoreError) in
      try store.queuedJobs().filter { $0.request == .publish }
    }
  }

  /// Ends the scan of the house, so that no scan waits.
  private func endScan(_ house: ReviewHouse) async throws {
    let claim = house.claim
    try await house.database.with { (store) throws(StoreError) in
      try store.finish(
        claim, as: JobRunTests.find, evidence: Evidence(.person), at: ReviewHouse.now)
    }
  }

  @Test func `a worker publishes what is behind, once`() async throws {
    let house = try ReviewHouse(PlayedModel([]))
    try await endScan(house)
    let publisher = Publisher()
    let worker = Worker(tools: house.tools(publisher.tools()))
    #expect(try await worker.drain())
    #expect(publisher.calls.withLock { $0 } == 1)
    #expect(try await queue(house).isEmpty)
    #expect(try await worker.drain())
    #expect(publisher.calls.withLock { $0 } == 1, "nothing is behind")
  }

  @Test func `without a published log, nothing is queued, and a queued job ends`() async throws {
    let house = try ReviewHouse(PlayedModel([]))
    try await endScan(house)
    try await house.database.with { (store) throws(StoreError) in
      try store.queuePublishing(at: ReviewHouse.now)
    }
    #expect(try await Worker(tools: house.tools(nil)).drain())
    #expect(try await queue(house).isEmpty)
  }

  @Test func `a failing remote makes the job wait, with its reason`() async throws {
    let house = try ReviewHouse(PlayedModel([]))
    try await endScan(house)
    let failure = Failure.notSent(reason: "the remote is down")
    let publisher = Publisher()
    let tools = publisher.tools { (_) throws(ScanFailure) in throw ScanFailure(failure) }
    #expect(try await Worker(tools: house.tools(tools)).drain())
    let jobs = try await queue(house)
    #expect(jobs.count == 1 && jobs[0].nextAttempt > ReviewHouse.now)
    let stored = try await house.database.with { (store) throws(StoreError) in
      try store.publishFailure()?.failure
    }
    #expect(stored == failure && publisher.calls.withLock { $0 } == 1)
  }

  @Test func `a folder that is not ours ends the job at once`() async throws {
    let house = try ReviewHouse(PlayedModel([]))
    try await endScan(house)
    let tools = Publisher().tools { (_) throws(ScanFailure) in
      throw ScanFailure(.notPublished(reason: "not ours"), isFinal: true)
    }
    #expect(try await Worker(tools: house.tools(tools)).drain())
    #expect(try await queue(house).isEmpty)
    let stored = try await house.database.with { (store) throws(StoreError) in
      try store.publishFailure()?.failure
    }
    #expect(stored == .notPublished(reason: "not ours"))
  }

  @Test func `a job that continues without a failure may wait for another 24 hours`() async throws {
    let house = try ReviewHouse(PlayedModel([]))
    try await endScan(house)
    let yesterday = ReviewHouse.now.advanced(byMilliseconds: -25 * 3_600_000)
    try await house.database.with { (store) throws(StoreError) in
      try store.queuePublishing(at: yesterday)
    }
    let tools = Publisher().tools { (_) throws(ScanFailure) in }
    #expect(try await Worker(tools: house.tools(tools)).drain())
    #expect(try await queue(house).map(\.created) == [ReviewHouse.now])
  }

  /// Marks the page of the only find as stale, through another connection than the worker's.
  private func edit(_ house: ReviewHouse, note: String) throws(StoreError) {
    let edit = EditID(randomBytes: Randomness.bytes(EditID.randomByteCount))
    do {
      _ = try Store.open(house.configuration.database).edit(
        [JobRunTests.find], FindEdit(note: note), as: edit, by: .owner, at: ReviewHouse.now)
    } catch {
      throw .damaged("\(error)")
    }
  }

  /// The worker reads the clock also after it has written the stale pages. A worker that another process
  /// starts then finds the lock held, and exits.
  @Test func `changes after the last look of a worker are written by this worker`() async throws {
    let house = try ReviewHouse(PlayedModel([]))
    try await endScan(house)
    let calls = Mutex(0)
    let tools = house.tools(nil) {
      let call = calls.withLock { (calls) in
        calls += 1
        return calls
      }
      if call <= 30 { try? self.edit(house, note: "change \(call)") }
    }
    #expect(try await Worker(tools: tools).drain())
    #expect(calls.withLock { $0 } > 30)
    #expect(try Store.open(house.configuration.database).hasStalePages() == false)
  }

  @Test func `changes during a job are written while the job runs`() async throws {
    let house = try ReviewHouse(PlayedModel([]))
    try await endScan(house)
    let publisher = Publisher()
    let late = Mutex(0)
    let tools = publisher.tools { (publisher) throws(ScanFailure) in
      for round in 1...40 {
        do {
          // The last of these changes may come while the worker writes the page of an earlier
          // change.
          for change in 0...(round % 8) * 5 {
            try self.edit(house, note: "change \(round) \(change)")
            usleep(2000)
          }
          let store = try Store.open(house.configuration.database)
          let isWritten = eventually(within: 2000) { (try? store.hasStalePages()) == false }
          if !isWritten { late.withLock { $0 += 1 } }
        } catch {
          throw ScanFailure(.notPublished(reason: "\(error)"), isFinal: true)
        }
      }
      publisher.isBehind.set(false)
    }
    #expect(try await Worker(tools: house.tools(tools)).drain())
    #expect(publisher.calls.withLock { $0 } == 1 && late.withLock { $0 } == 0)
    #expect(try await queue(house).isEmpty)
  }

  @Test func `a change during the job makes it due again, a moment later`() async throws {
    let house = try ReviewHouse(PlayedModel([]))
    try await endScan(house)
    let publisher = Publisher()
    let tools = publisher.tools { (_) throws(ScanFailure) in }
    #expect(try await Worker(tools: house.tools(tools)).drain())
    let jobs = try await queue(house)
    let next = ReviewHouse.now.advanced(byMilliseconds: JobRun.publishPause)
    #expect(jobs.map(\.nextAttempt) == [next])
    #expect(publisher.calls.withLock { $0 } == 1)
  }
}

extension Mutex where Value == Bool {
  fileprivate borrowing func set(_ value: Bool) { withLock { $0 = value } }
}

extension ReviewHouse {
  /// Tools for jobs that reach no service, and publish with `publishing`. The worker calls `before`
  /// whenever it reads the clock.
  fileprivate func tools(
    _ publishing: PublishTools?, before: @escaping @Sendable () -> Void = {}
  ) -> ScanTools {
    let program = PhotoProgram(path: "/nowhere")
    let log = LogFile(path: folder.file("log"))
    let deaf = Transport { (_, _) throws(HTTPError) in throw .connect }
    return ScanTools(
      configuration: configuration, photoProgram: program, database: database, refresher: refresher,
      services: Services(
        configuration: configuration, database: database, photoProgram: program,
        textReader: .missing, transport: deaf,
        log: log, now: { Self.now }), imports: NoImports(), publishing: publishing, log: log,
      now: {
        before()
        return Self.now
      })
  }
}
