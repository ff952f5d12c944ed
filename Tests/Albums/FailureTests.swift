// Failures as values: codes, storage and sentence keys.

import Support
import Testing

@testable import Albums

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
    #expect(failure.message.map(\.key) == ["advice.given-up"], "the heading gives the reason")
    #expect(
      Failure.givenUp(.tooSlow).message.map(\.key) == ["failure.too-slow", "advice.given-up"])
  }

  /// Every failure without arguments, and one of each kind with arguments.
  static let every: [Failure] = general + troubles + detailed

  private static let general: [Failure] =
    FailureCode.allCases.map { Failure($0) } + Array(Failure.plain.values)
  private static let troubles: [Failure] = Trouble.allCases.flatMap { trouble -> [Failure] in
    [.trouble(trouble), .paused(trouble, until: now)]
  }
  private static let detailed: [Failure] = [
    .notJPEG(.heic), .photoStopped(times: 1), .notKnownHere(covers: 24),
    .priceUnknown(model: "m"), .cap(budget), .shareUsed(budget),
    .planUsed(UsedPlan(count: 5, next: now, contact: nil)), .foreignLink(site: "Discogs"),
    .linkOfOther(kind: "artist"), .notPublished(reason: "r"), .notSent(reason: "r"),
  ]
  private static let budget = Budget(amount: Money(microdollars: 5_000_000), next: now)
  private static let now = Timestamp(milliseconds: 1_795_000_000_000)

  @Test(arguments: ["en", "de"])
  func `no text for a person in a shop holds advice for the host`(language: String) throws {
    let words = language == "en" ? try Phrasebook.english() : try Phrasebook.german()
    let advice = /albumscan [a-z]|[Tt]he host (has to|must|can)|Betreiber (muss|kann|soll)/
    for failure in Self.every.flatMap({ one -> [Failure] in
      [one, one.asReview, .givenUp(one), one.forHousehold]
    }) {
      let text = words.text(failure.message + [failure.reason, failure.code.heading])
      #expect(!text.contains(advice), "\(failure): \(text)")
      #expect(!text.contains(where: { "{}".contains($0) }), "a value is missing: \(text)")
      let all = words.text(failure.line)
      #expect(failure.hostAdvice.map { all.hasSuffix(words.text($0)) } ?? true, "\(all)")
    }
    // Only owners import files, so the text of `importTooLarge` may name a command.
    for refusal in Refusal.withPages where refusal != .importTooLarge {
      let text = words.text(refusal.line)
      #expect(!text.contains(/albumscan [a-z]/), "\(refusal): \(text)")
    }
  }

  @Test func `each refusal has a status that the program can answer, and no page of another one`() {
    let statuses: Set = [400, 401, 403, 404, 405, 409, 411, 413, 415, 422, 429, 500, 503, 507]
    for refusal in Refusal.withPages + [
      .noLength, .unknownRoute, .internalError, .quota(contact: "A"),
    ] {
      #expect(statuses.contains(refusal.status), "\(refusal): \(refusal.status)")
      #expect(refusal.page.hasPrefix(refusal.code.rawValue), "\(refusal): \(refusal.page)")
    }
    let pages = Set(Refusal.withPages.map(\.page))
    // `firstIsNoOwner` and `lastOwner` have the same page: a household needs an owner.
    #expect(pages.count == Refusal.withPages.count - 1)
  }

  @Test func `a failure that only the host can repair has advice for the host`() {
    let advice: [(Failure, String)] = [
      (.notKnownHere(covers: 1), "failure.not-known-here.host"),
      (.noModel, "failure.no-model.host"),
      (.wrongSetting, "failure.setup.host"), (.trouble(.setup), "failure.setup.host"),
      (.paused(.setup, until: Self.now), "failure.setup.host"),
      (.trouble(.quota), "failure.quota.host"),
      (.priceUnknown(model: "m"), "failure.price-unknown.host"),
      (.diskFull, "failure.disk-full.host"), (.notSent(reason: "r"), "advice.publish.host"),
      (.noReview(.trouble(.quota)), "failure.quota.host"),
      (.givenUp(.wrongSetting), "failure.setup.host"),
    ]
    for (failure, key) in advice { #expect(failure.hostAdvice?.key == key, "\(failure)") }
    #expect(Failure.network.hostAdvice == nil)
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
