// A provider fails during an hour of a played clock. The tests check the number of calls and their
// cost. Source: docs/faults.md B5.

import Albums
import Models
import Store
import Support
import Synchronization
import Testing

@testable import Scanning

@Suite struct OutageTests {
  /// The failures of the provider for paid calls and for the free call. A failure depends on the
  /// second of the hour and on the number of earlier calls. Nil means success.
  struct Script: Sendable, CustomStringConvertible {
    let description: String

    /// The second from which calls succeed; nil if they fail until the end of the hour.
    var recovery: Int64?
    var isFreeCallWell = false

    /// The failure of the free call; nil if the free call fails like a paid call.
    var freeFailure: ModelError?
    let failure: @Sendable (_ second: Int64, _ count: Int) -> ModelError?

    init(
      _ description: String, until recovery: Int64? = nil, isFreeCallWell: Bool = false,
      freeFailure: ModelError? = nil,
      _ failure: @escaping @Sendable (_ second: Int64, _ count: Int) -> ModelError?
    ) {
      self.description = description
      self.recovery = recovery
      self.isFreeCallWell = isFreeCallWell
      self.freeFailure = freeFailure
      self.failure = failure
    }
  }

  static let scripts: [Script] = [
    Script("refused") { _, _ in .network("refused") },
    Script("refused for 25 minutes", until: 1500) { _, _ in .network("refused") },
    Script("timeout") { _, _ in .brokenOff("timeout") },
    Script("timeout once", until: 1) { _, _ in .brokenOff("timeout") },
    Script("401") { _, _ in .misconfigured("HTTP 401") },
    Script("401 until the key is right", until: 1200) { _, _ in .misconfigured("HTTP 401") },
    Script("404, and the list of models is there", isFreeCallWell: true) { _, _ in
      .misconfigured("HTTP 404")
    },
    Script("429 that names a time") { _, _ in .unavailable("HTTP 429", after: 30_000) },
    Script("429 for half a minute", until: 30) { _, _ in .unavailable("HTTP 429", after: 20_000) },
    Script("429 that wants an hour, or nothing") { _, count in
      .unavailable("HTTP 429", after: count % 2 == 0 ? 3_600_000 : 0)
    },
    Script("no credit", isFreeCallWell: true) { _, _ in .quota("HTTP 429 insufficient_quota") },
    Script("500") { _, _ in .unavailable("HTTP 500", after: nil) },
    Script("503 for 40 minutes", until: 2400) { _, _ in .unavailable("HTTP 503", after: nil) },
    Script("529, and the list of models is there", isFreeCallWell: true) { _, _ in
      .unavailable("HTTP 529", after: nil)
    },
    Script(
      "503 for five minutes, and the list is not for this key", until: 280,
      freeFailure: .misconfigured("HTTP 403")
    ) { _, _ in .unavailable("HTTP 503", after: nil) },
    Script("garbage", isFreeCallWell: true) { _, _ in .nonsense("HTML") },
    Script("cut off, every second one") { _, count in
      count % 2 == 0 ? .brokenOff("cut off") : nil
    },
    Script("declined", isFreeCallWell: true) { _, _ in .declined("no") },
    Script("everything in turn", isFreeCallWell: true) { _, count in
      [
        .unavailable("HTTP 500", after: nil), .brokenOff("cut off"), .network("reset"),
        .nonsense("{}"), nil,
      ][count % 5]
    },
  ]

  /// The seconds at which photos arrive, many at first and few later.
  static let arrivals: [Int64] = [0, 0, 1, 5, 60, 61, 600, 1800]

  @Test(arguments: scripts, [1, 2] as [UInt64])
  func `in an hour of failures few calls are sent, probes are rare, and charges are booked`(
    script: Script, seed: UInt64
  ) async throws {
    let hour = try TroubledHour(script, seed: seed)
    try await hour.pass(arrivals: Self.arrivals)
    let played = hour.provider.played
    for sends in Dictionary(grouping: played.sends, by: \.scan).values {
      #expect(sends.count <= 6)
      for stage in Dictionary(grouping: sends, by: \.stage).values {
        #expect(stage.count <= 3)
        #expect(stage.count { $0.isCharged } <= 2)
      }
    }
    let gaps = zip(played.probes, played.probes.dropFirst()).map { $1 - $0 }
    #expect(gaps.allSatisfy { $0 >= 300 }, "\(gaps)")
    let spending = try await hour.spending()
    #expect(spending.total.microdollars >= played.charged)
    #expect(spending.total <= TroubledHour.cap)
    let states = try await hour.states()
    if let recovery = script.recovery {
      // A scan ends at most ten minutes after the provider has recovered and its photo has arrived.
      #expect(states.allSatisfy { $0.state == .complete }, "\(states.map(\.state))")
      #expect(hour.completions.allSatisfy { $1 <= max(recovery, $0) + 600 }, "\(hour.completions)")
    } else {
      #expect(states.allSatisfy { $0.failure?.code != .notIdentified })
    }
  }

  static let lonely: [Script] = [
    Script("503 for two minutes", until: 120) { _, _ in .unavailable("HTTP 503", after: nil) },
    Script("503 for 40 minutes", until: 2400) { _, _ in .unavailable("HTTP 503", after: nil) },
    Script("529 for four minutes, and the list is there", until: 240, isFreeCallWell: true) {
      _, _ in .unavailable("HTTP 529", after: nil)
    },
    Script("no network for half an hour", until: 1800) { _, _ in .network("no route") },
  ]

  /// There is only one scan, so no other scan opens or closes the breaker.
  @Test(arguments: lonely, [1, 2, 3] as [UInt64])
  func `a single photo gets through an outage without help`(
    script: Script, seed: UInt64
  ) async throws {
    let hour = try TroubledHour(script, seed: seed)
    try await hour.pass(arrivals: [0])
    #expect(try await hour.states().map(\.state) == [.complete])
    let recovery = try #require(script.recovery)
    #expect(hour.completions.allSatisfy { $1 <= recovery + 600 }, "\(hour.completions)")
    let probes = hour.provider.played.probes
    #expect(zip(probes, probes.dropFirst()).allSatisfy { $1 - $0 >= 300 }, "\(probes)")
    let sends = Dictionary(grouping: hour.provider.played.sends, by: \.stage)
    #expect(sends.values.allSatisfy { $0.count <= 3 })
  }

  @Test func `a long outage causes one probe in five minutes, however many scans wait`()
    async throws
  {
    let hour = try TroubledHour(Script("refused") { _, _ in .network("refused") }, seed: 3)
    try await hour.pass(arrivals: (0..<20).map { $0 * 60 })
    let played = hour.provider.played
    #expect(played.sends.count <= 8, "five in a row, and who was on the way")
    #expect((9...12).contains(played.probes.count), "\(played.probes)")
  }

  @Test func `a refused picture ends its own scan and pauses no other`()
    async throws
  {
    let hour = try TroubledHour(
      Script("one bad picture") { _, count in count == 0 ? .unusable("invalid_image") : nil },
      seed: 5)
    try await hour.pass(arrivals: Self.arrivals)
    let states = try await hour.states().map(\.state)
    #expect(states.count { $0 == .identificationFailed } == 1)
    #expect(states.count { $0 == .complete } == Self.arrivals.count - 1)
    #expect(hour.provider.played.probes.isEmpty)
  }

  @Test func `a service that wants more than two minutes gets ten`() async throws {
    let wanted = Endpoint.longPauseMilliseconds
    let hour = try TroubledHour(
      Script("429 for long", isFreeCallWell: true) { _, _ in .unavailable("HTTP 429", after: wanted)
      }, seed: 6)
    try await hour.pass(arrivals: [0])
    let seconds = hour.provider.played.sends.map(\.second)
    #expect(seconds.count == 3)
    #expect(zip(seconds, seconds.dropFirst()).allSatisfy { $1 - $0 >= 600 }, "\(seconds)")
  }

  @Test func `without credit one call an hour is sent`() async throws {
    let hour = try TroubledHour(
      Script("no credit", isFreeCallWell: true) { _, _ in .quota("insufficient_quota") }, seed: 4)
    try await hour.pass(arrivals: Self.arrivals)
    #expect(hour.provider.played.sends.map(\.second) == [0])
    #expect(hour.provider.played.probes.isEmpty)
  }
}
