// Waiting for the next attempt, and for the lock of a slow reader.

import Albums
import Host
import Store
import Support
import Testing

@Suite struct WaitingTests {
  private static let now = StoreFixture.time(0)

  @Test func `the next attempt is the earliest of the unfinished scans`() throws {
    let store = try StoreFixture().open()
    #expect(try store.nextAttempt() == nil)
    for number: UInt8 in [1, 2] { _ = try store.accept(StoreFixture.scan(number), at: Self.now) }
    #expect(try store.nextAttempt() == Self.now)
    for seconds: Int64 in [300, 60] {
      let claim = try #require(try store.claim(at: Self.now))
      try store.wait(
        claim, until: StoreFixture.time(seconds), ScanFailure(.network), at: Self.now)
    }
    #expect(try store.nextAttempt() == StoreFixture.time(60))
    for seconds: Int64 in [60, 300] {
      let claim = try #require(try store.claim(at: StoreFixture.time(seconds)))
      try store.end(claim, as: .failed, ScanFailure(.unreadable), at: StoreFixture.time(seconds))
    }
    #expect(try store.nextAttempt() == nil)
  }

  @Test func `every change of a page has a newer serial`() throws {
    let store = try StoreFixture().open()
    #expect(try store.newestStalePage() == nil)
    _ = try store.accept(StoreFixture.scan(1), at: Self.now)
    let claim = try #require(try store.claim(at: Self.now))
    try store.beginIdentifying(claim, at: Self.now)
    let first = try #require(try store.newestStalePage())
    try store.beginReview(claim, at: Self.now)
    #expect(try #require(try store.newestStalePage()) > first)
  }

  /// A reader holds its lock from before the commit until it has read everything: a slow backup.
  @Test func `a connection that waits longer outlasts a slow reader`() async throws {
    let fixture = try StoreFixture()
    let path = fixture.path
    let store = try Store.open(path)
    _ = try store.accept(StoreFixture.scan(1), at: Self.now)
    let marker = fixture.folder.file("reading")
    async let reader = Programs.run(
      "/usr/bin/sqlite3",
      [
        path, "BEGIN", "SELECT count(*) FROM scans", ".shell touch '\(marker)'; sleep 1", "COMMIT",
      ], input: "/dev/null", limit: 1000, timeoutMilliseconds: 20_000)
    while !Files.exists(marker) { try await Task.sleep(for: .milliseconds(5)) }
    let impatient = try Store.open(path, waitMilliseconds: 50)
    do throws(StoreError) {
      _ = try impatient.claim(at: Self.now)
      Issue.record("a reader was passed over")
    } catch {
      #expect(error.isBusy)
    }
    #expect(try Store.open(path, waitMilliseconds: 20_000).claim(at: Self.now) != nil)
    #expect(try await reader.exitCode == 0)
  }
}
