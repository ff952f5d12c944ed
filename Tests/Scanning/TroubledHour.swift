// A played provider, and an hour of a worker on a played clock. The ledger, the breaker and the
// pauses are real. A scan consists only of its calls.

import Albums
import Host
import Models
import Store
import Support
import Synchronization

@testable import Scanning

/// Seconds since the beginning of the hour.
final class PlayedClock: Sendable {
  static let start: Int64 = 1_795_000_000_000
  private let current = Mutex<Int64>(0)

  var second: Int64 {
    get { current.withLock { $0 } }
    set { current.withLock { $0 = newValue } }
  }

  var now: Timestamp { Timestamp(milliseconds: Self.start + second * 1000) }
}

/// Fails as a script says. `question.text` contains the scan and the stage, so the record of
/// questions can distinguish them.
final class PlayedProvider: ModelProvider {
  struct Send: Sendable {
    let scan: String
    let stage: String
    let second: Int64
    let isCharged: Bool
  }

  struct Played: Sendable {
    var sends: [Send] = []
    var probes: [Int64] = []
    var calls = 0
    var charged: Int64 = 0
  }

  let name = "played"
  let canSearch = false
  private let script: OutageTests.Script
  private let clock: PlayedClock
  private let log = Mutex(Played())

  init(_ script: OutageTests.Script, _ clock: PlayedClock) {
    self.script = script
    self.clock = clock
  }

  var played: Played { log.withLock { $0 } }

  private var isWell: Bool { script.recovery.map { clock.second >= $0 } ?? false }

  func answer(_ question: Question, onText: TextHandler?) async throws(ModelError) -> ModelAnswer {
    let second = clock.second
    let names = question.text.split(separator: " ").map(String.init)
    let failure = log.withLock { log in
      let failure = isWell ? nil : script.failure(second, log.calls)
      log.calls += 1
      let isCharged = failure?.mayBeCharged ?? true
      if failure?.wasSent ?? true {
        log.sends.append(
          Send(scan: names[0], stage: names[1], second: second, isCharged: isCharged))
      }
      if isCharged { log.charged += TroubledHour.charge.microdollars }
      return failure
    }
    if let failure { throw failure }
    return ModelAnswer(text: "{}", usage: Usage(inputTokens: 1000, outputTokens: 500))
  }

  func models() async throws(ModelError) -> [ListedModel] {
    let second = clock.second
    let failure: ModelError? = log.withLock { log in
      log.probes.append(second)
      if let failure = script.freeFailure { return failure }
      return isWell || script.isFreeCallWell ? nil : script.failure(second, log.calls)
    }
    if let failure { throw failure }
    return []
  }
}

/// An installation without pictures. Its scans arrive, run when they are due, and wait.
final class TroubledHour: Sendable {
  static let cap = Money(microdollars: 100_000_000)
  static let price = Price(input: 1_000_000, output: 2_000_000)

  /// The price of a call at the provider.
  static let charge = price.cost(inputTokens: 1000, outputTokens: 500)

  let provider: PlayedProvider
  private let folder: TemporaryFolder
  private let clock = PlayedClock()
  private let database: DatabaseActor
  private let album: Int64
  private let random: Mutex<UInt64>

  /// The seconds at which the next attempts of waiting scans are due.
  private let readySeconds = Mutex<[Int64]>([])
  private let completed = Mutex<[(arrival: Int64, completion: Int64)]>([])

  var completions: [(arrival: Int64, completion: Int64)] { completed.withLock { $0 } }

  init(_ script: OutageTests.Script, seed: UInt64) throws {
    // The test makes hundreds of commits and does not test the disk.
    folder = try TemporaryFolder(under: Files.exists("/dev/shm") ? "/dev/shm" : "/tmp")
    let store = try Store.openUpgrading(folder.file("albums.db"))
    album = try store.keep(Album(artist: "The Night Ferries", title: "Paper Moon Motel"))
    database = DatabaseActor(store)
    provider = PlayedProvider(script, clock)
    random = Mutex(seed)
  }

  /// Plays the hour. Stops at each second at which a photo arrives or an attempt is due.
  func pass(arrivals: [Int64]) async throws {
    for second: Int64 in 0..<3600 where arrivals.contains(second) || isReady(at: second) {
      clock.second = second
      let now = clock.now
      for (number, _) in arrivals.enumerated().filter({ $0.element == second }) {
        try await database.with { (store) throws(StoreError) in
          _ = try store.accept(
            NewScan(
              id: ScanID(randomBytes: Array(repeating: UInt8(number), count: 17)), person: .owner,
              key: nil,
              digest: Array(repeating: UInt8(number), count: 32), byteCount: 1, guide: nil),
            at: now)
        }
      }
      while let claim = try await database.with({ (store) throws(StoreError) in
        try store.claimJob(of: [.scan], at: now)
      }) {
        try await attempt(claim)
      }
    }
  }

  private func isReady(at second: Int64) -> Bool {
    readySeconds.withLock { seconds in
      let isReady = seconds.contains { $0 <= second }
      seconds.removeAll { $0 <= second }
      return isReady
    }
  }

  private func attempt(_ claim: Job) async throws {
    let now = clock.now
    do throws(ScanFailure) {
      try await ask(.identify, for: claim)
    } catch {
      return try await end(claim, error)
    }
    // A review that fails does not fail the scan.
    do throws(ScanFailure) { try await ask(.review, for: claim) } catch {}
    let (album, find) = (
      album, FindID(randomBytes: Array((claim.scan?.text ?? "").utf8.prefix(17)))
    )
    try await database.with { (store) throws(StoreError) in
      try store.identify(claim, as: album, isRecognised: false, at: now)
      try store.finish(claim, as: find, evidence: Evidence(.recognised(isCertain: true)), at: now)
    }
    let second = clock.second
    let arrival = (claim.created.milliseconds - PlayedClock.start) / 1000
    completed.withLock { $0.append((arrival, second)) }
  }

  private func ask(_ stage: CallStage, for claim: Job) async throws(ScanFailure) {
    let clock = clock
    let call = ModelCall(
      provider: provider, database: database, cap: Self.cap, price: { _ in Self.price },
      isPrivate: false, log: LogFile(path: "/dev/null"), now: { clock.now })
    _ = try await call.answer(
      Question(
        model: "m", instructions: "", text: "\(claim.id) \(stage.rawValue)", schemaName: "s",
        schema: [:], maxOutputTokens: 1000, searches: 0),
      for: CallOwner(claim), stage, prompt: "p-1")
  }

  private func end(_ claim: Job, _ failure: ScanFailure) async throws {
    let now = clock.now
    let ready: Timestamp
    switch RetryRule.ending(of: claim, after: failure, at: now, random: chance()) {
    case .fail(let failure):
      return try await database.with { (store) throws(StoreError) in
        try store.fail(claim, failure, at: now)
      }
    case .wait(let next): ready = next
    }
    try await database.with { (store) throws(StoreError) in
      try store.wait(claim, until: ready, failure.failure, at: now)
    }
    readySeconds.withLock { $0.append((ready.milliseconds - PlayedClock.start + 999) / 1000) }
  }

  /// A random number, at least 0 and less than 1. Source: the upper half of Knuth's MMIX generator.
  private func chance() -> Double {
    random.withLock { state in
      state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
      return Double(state >> 32) / 4_294_967_296
    }
  }

  func spending() async throws -> Spending {
    let month = clock.now.month
    return try await database.with { (store) throws(StoreError) in try store.spending(in: month) }
  }

  func states() async throws -> [Scan] {
    try await database.with { (store) throws(StoreError) in
      try store.scans(since: Timestamp(milliseconds: 0))
    }
  }
}
