// Failures as values: codes, storage and sentence keys.

import Albums
import Testing

@Suite struct FailureTests {
  @Test(arguments: FailureCode.allCases)
  func `every code has a general failure, and every failure has a job ending`(code: FailureCode) {
    let failure = Failure(code)
    #expect(failure.stored.arguments == nil)
    #expect(Failure(code: failure.code.rawValue, arguments: nil) == Failure(failure.code))
  }

  @Test func `a scan that waited too long gives the reason, and reports the deleted photo`() {
    let failure = Failure.givenUp(.network)
    #expect(failure.code == .network)
    #expect(failure.message.map(\.key) == ["failure.network", "advice.given-up"])
  }

  @Test func `the failures on a review's page mention no photo`() {
    let failures: [Failure] = [
      .providerFailed, .network, .nonsense, .tooSlow, .overloaded, .trouble(.quota), .noAnswer,
    ]
    for failure in failures {
      #expect(failure.asReview.code == .review)
      #expect(!failure.asReview.reason.key.hasPrefix("advice."))
    }
  }
}
