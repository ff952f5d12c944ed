// The review of an imported album. Such reviews use at most half of the cap. Their waiting time
// does not count towards the limit after which other jobs fail.

import Albums
import Store
import Support
import Testing

@testable import Scanning

@Suite struct ImportedReviewTests {
  private static let now = ReviewHouse.now

  private func ending(_ failure: ScanFailure, waits: Int = 0) -> JobEnding {
    RetryRule.hourlyEnding(waits: waits, after: failure, at: Self.now)
  }

  @Test func `reviews of imported albums use half of the cap`() throws {
    let house = try ReviewHouse(PlayedModel([]))
    let stage = try house.stage(cap: 1_000_000)
    #expect(stage.forImports.call.cap == Money(microdollars: 500_000))
    #expect(stage.call.cap == Money(microdollars: 1_000_000))
  }

  @Test func `a failure of a service is tried again after an hour, twelve times at most`() {
    let hour = Self.now.advanced(byMilliseconds: 3_600_000)
    #expect(ending(ScanFailure(.network)) == .wait(until: hour))
    let late = Self.now.advanced(byMilliseconds: 9_000_000)
    #expect(ending(ScanFailure(.overloaded, notBefore: late)) == .wait(until: late))
    #expect(ending(ScanFailure(.network), waits: 11) == .wait(until: hour))
    #expect(ending(ScanFailure(.network), waits: 12) == .fail(.network))
  }

  @Test func `a used cap is waited for until the next month`() {
    let next = Self.now.advanced(byMilliseconds: 8 * 86_400_000)
    let failure = ScanFailure.overCap(Money(microdollars: 5), next: next, at: Self.now)
    #expect(ending(failure) == .wait(until: next))
  }

  @Test(arguments: [Failure.noModel, .reviewAboutMoney, .providerRefused, .gaveUp])
  func `a failure that no retry can repair ends the job`(failure: Failure) {
    let final = ScanFailure(failure, isFinal: failure == .gaveUp)
    #expect(ending(final) == .fail(failure))
  }
}
