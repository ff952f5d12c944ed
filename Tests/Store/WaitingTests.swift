// Writers wait for the lock of a slow reader.

import Albums
import Host
import Store
import Support
import Testing

@Suite struct WaitingTests {
  /// The reader plays a slow backup: it takes its lock before the commit, and holds the lock until
  /// it has read everything.
  @Test func `a connection that waits longer outlasts a slow reader`() async throws {
    let fixture = try StoreFixture()
    let path = fixture.path
    let marker = fixture.folder.file("reading")
    async let reader = Programs.run(
      "/usr/bin/sqlite3",
      [
        path, "BEGIN", "SELECT count(*) FROM scans", ".shell touch '\(marker)'; sleep 1", "COMMIT",
      ], input: "/dev/null", limit: 1000, timeoutMilliseconds: 20_000)
    while !Files.exists(marker) { try await Task.sleep(for: .milliseconds(5)) }
    let impatient = try Store.open(path, waitMilliseconds: 50)
    do throws(StoreError) {
      _ = try impatient.accept(StoreFixture.scan(1), at: StoreFixture.time(0))
      Issue.record("a reader was passed over")
    } catch {
      #expect(error.isBusy)
    }
    let patient = try Store.open(path, waitMilliseconds: 20_000)
    #expect(try patient.accept(StoreFixture.scan(1), at: StoreFixture.time(0)) == .accepted)
    #expect(try await reader.exitCode == 0)
  }
}
