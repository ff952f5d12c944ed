// The page of a scan shows its review during the review call. status.json is written at most four
// times a second, and the first sentence appears early.

import Albums
import Host
import Models
import Refresh
import Store
import Support
import Testing

@testable import Scanning

@Suite(.serialized) struct LiveTextTests {
  /// Twelve sentences. One of them must never appear on a page.
  static let answer = #"""
    {"summary":"A *patient* record. It is worth $40. It turns slowly.",
     "bullets":["One is dry. It stays dry.","Two is wet. It stays wet.","Three is neither. It stays so.",
       "Four is short. It stays short."],
     "rating":8.5,"recommendation":"Deep Cut","key_tracks":["a","b","c"]}
    """#

  @Test func `sentences appear in order, three a second, and no offending one appears`()
    async throws
  {
    let house = try ReviewHouse(
      PlayedModel([.text(Self.answer), .text("no")], pause: .milliseconds(60)))
    let watch = Watch(house)
    async let seen = watch.texts()
    let reviewed = try await house.review(house.stage(), live: true)
    await watch.stop()
    let texts = try await seen
    #expect(reviewed.review?.summary == "A *patient* record. It turns slowly.")
    #expect(texts.first?.text == "A *patient* record.")
    #expect(texts.count >= 4, "\(texts)")
    for (earlier, later) in zip(texts, texts.dropFirst()) {
      #expect(later.text.hasPrefix(earlier.text))
      #expect(!later.text.contains("$40"))
    }
    for place in texts.indices.dropLast(4) {
      #expect(texts[place + 4].milliseconds - texts[place].milliseconds >= 950)
    }
    #expect(texts.last?.text == reviewed.review?.plainText)
  }

  @Test func `another refresh keeps the shown text, and the end of the scan removes it`()
    async throws
  {
    let house = try ReviewHouse(PlayedModel([]))
    await house.liveText.show("One.")
    #expect(try house.shown() == "One.")
    let (claim, now) = (house.claim, ReviewHouse.now)
    try await house.database.with { (store) throws(StoreError) in
      try store.beginReview(claim, at: now)
    }
    try await house.refreshStalePages()
    #expect(try house.shown() == "One.")
    try await house.database.with { (store) throws(StoreError) in
      let find = FindID(randomBytes: Array(repeating: 3, count: 17))
      try store.finish(claim, as: find, evidence: Evidence(.recognised(isCertain: true)), at: now)
    }
    await house.liveText.show("Too late.")
    #expect(try house.shown() == "One.", "a scan that is over is not written by its status alone")
    try await house.refreshStalePages()
    #expect(try house.shown() == nil)
    let refreshed = try Files.read("\(house.configuration.site)/scan/\(house.scan)/status.json")
    let refresher = house.refresher
    try await house.database.with { (store) throws(RefreshError) in
      try refresher.build(from: store, at: now)
    }
    #expect(
      try Files.read("\(house.configuration.site)/scan/\(house.scan)/status.json") == refreshed)
  }

  @Test func `a cached review is not streamed`() async throws {
    let house = try ReviewHouse(PlayedModel([.text(ReviewReaderTests.answer())]))
    _ = try await house.review(house.stage())
    #expect(try house.shown() == nil)
    _ = try await house.review(house.stage(), live: true)
    #expect(try house.shown() == nil)
  }
}

/// Records the texts in status.json that a reader sees, with their times.
private actor Watch {
  private let house: ReviewHouse
  private var isOver = false

  init(_ house: ReviewHouse) { self.house = house }

  func stop() { isOver = true }

  func texts() async throws -> [(text: String, milliseconds: Int64)] {
    var seen: [(text: String, milliseconds: Int64)] = []
    while true {
      let wasOver = isOver
      if let text = try house.shown(), text != seen.last?.text {
        seen.append((text, Clock.bootMilliseconds()))
      }
      if wasOver { return seen }
      try await Task.sleep(for: .milliseconds(4))
    }
  }
}
