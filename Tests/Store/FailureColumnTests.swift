// Failures in the database: a code, and arguments for the details that the sentence of the code
// needs.

import Albums
import Store
import Testing

@Suite struct FailureColumnTests {
  static let failures: [Failure] =
    FailureCode.allCases.map { Failure($0) } + [
      .notJPEG(.heic), .notKnownHere(covers: 24), .trouble(.quota),
      .paused(.outage, until: Timestamp(milliseconds: 1_795_000_000_000)),
      .priceUnknown(model: "a \"quoted\" model\nand a line \\ break, \u{1}, 日本"),
      .cap(
        Budget(
          amount: Money(microdollars: 10_000_000), next: Timestamp(milliseconds: 1_796_083_200_000))
      ),
      .shareUsed(
        Budget(
          amount: Money(microdollars: 5_000_000), next: Timestamp(milliseconds: 1_796_083_200_000))
      ),
      .wrongSetting, .requestersShareUsed, .noReview(.requestersShareUsed),
      .planUsed(UsedPlan(count: 5, next: nil, contact: nil)),
      .planUsed(
        UsedPlan(
          count: 120, next: Timestamp(milliseconds: 1_796_083_200_000), contact: "a@b.example")),
      .noReview(.planUsed(UsedPlan(count: 5, next: nil, contact: "https://host.example"))),
      .foreignLink(site: "Discogs"), .linkOfOther(kind: "artist"), .noReview(.trouble(.setup)),
      .givenUp(.tooSlow), .reviewAboutMoney, .serverStopped, .noAnswer, .requestersPlanUsed,
      .noReview(.requestersPlanUsed), .notPublished(reason: "/srv/log: No space left"),
      .notSent(reason: "rclone sync r2:log ended with 1 (caused by: Put \"https://x\")"),
    ]

  @Test(arguments: failures)
  func `a failure is read as it was stored`(failure: Failure) throws {
    let fixture = try StoreFixture()
    let store = try fixture.open()
    _ = try store.accept(StoreFixture.scan(1), at: StoreFixture.time(0))
    let job = try #require(try store.claimJob(at: StoreFixture.time(0)))
    try store.fail(job, failure, at: StoreFixture.time(0))
    #expect(try store.scan(job.scanID)?.failure == failure)
  }

  @Test(arguments: [nil, "", "{}", "{\"case\":\"later\"}", "{\"message\":\"English.\"}", "[1"])
  func `a row that lost its arguments gives the general failure of its code`(arguments: String?) {
    #expect(Failure(code: "providerFailed", arguments: arguments) == .providerFailed)
    #expect(Failure(code: "of a later program", arguments: arguments) == nil)
  }
}
