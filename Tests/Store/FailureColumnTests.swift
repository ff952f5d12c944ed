// Failures in the database: a code, and arguments where the general sentence does not say it all.

import Albums
import Store
import Testing

@Suite struct FailureColumnTests {
  static let messages: [String?] = [
    nil, "", "A \"quoted\" word\nand a line \\ break.", "Ümläute, 日本, 🎷", "\u{1}\u{1F}\u{7F}",
    #"{"message":"x"}"#,
  ]

  @Test(arguments: FailureCode.allCases, messages)
  func `a failure comes back as it was stored`(code: FailureCode, message: String?) throws {
    let fixture = try StoreFixture()
    let store = try fixture.open()
    _ = try store.accept(StoreFixture.scan(1), at: StoreFixture.time(0))
    let job = try #require(try store.claimJob(at: StoreFixture.time(0)))
    try store.fail(job, ScanFailure(code, message), at: StoreFixture.time(0))
    #expect(try store.scan(job.scanID)?.failure == ScanFailure(code, message))
  }
}
