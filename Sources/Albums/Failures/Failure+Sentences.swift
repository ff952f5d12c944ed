// The sentences about a failure on pages, in JSON and on the command line: first the event, then
// its consequences.

extension Failure {
  /// The event. The sentence does not mention a photo, because the page of a find shows it too.
  package var reason: Sentence {
    switch self {
    case .notJPEG, .tooLarge, .empty: refusal?.advice ?? Sentence("failure.unreadable")
    case .unreadable: Sentence("failure.unreadable")
    case .serverStopped: Sentence("failure.server-stopped")
    case .photoStopped: Sentence("failure.photo-stopped")
    case .noDetail: Sentence("failure.no-detail")
    case .coverTooSmall: Sentence("failure.cover-too-small")
    case .pictureNotKept: Sentence("failure.not-kept")
    case .notIdentified: Sentence("failure.not-identified")
    case .searchDidNotHelp: Sentence("failure.search-did-not-help")
    case .tooLittleText: Sentence("failure.too-little-text")
    case .unclearText: Sentence("failure.unclear-text")
    case .nonsenseTwice: Sentence("failure.nonsense-twice")
    case .notKnownHere(let covers):
      Sentence("failure.not-known-here", ["count": .count(covers)])
    case .noWordsRead: Sentence("failure.no-words-read")
    case .wordsUnknown: Sentence("failure.words-unknown")
    case .codeUnknown: Sentence("failure.code-unknown")
    case .hintDidNotHelp: Sentence("failure.hint-did-not-help")
    case .backDidNotHelp: Sentence("failure.back-did-not-help")
    case .providerRefused: Sentence("failure.provider-refused")
    case .providerFailed: Sentence("failure.provider-failed")
    case .nonsense: Sentence("failure.nonsense")
    case .tooSlow: Sentence("failure.too-slow")
    case .overloaded: Sentence("failure.overloaded")
    case .trouble(let trouble): trouble.sentence
    case .paused(let trouble, let until):
      Sentence("failure.until", ["reason": .sentence(trouble.sentence), "time": .clock(until)])
    case .askedTooOften: Sentence("failure.asked-too-often")
    case .noAnswer: Sentence("failure.no-answer")
    case .priceUnknown(let model): Sentence("failure.price-unknown", ["model": .text(model)])
    case .wrongSetting: Sentence("failure.wrong-setting")
    case .network: Sentence("failure.network")
    case .musicBrainzDown: Sentence("failure.musicbrainz-down")
    case .cap(nil): Sentence("failure.cap")
    case .cap(let budget?):
      Sentence("failure.cap.amount", ["amount": .money(budget.amount), "day": .day(budget.next)])
    case .shareUsed(let budget):
      Sentence("failure.share", ["amount": .money(budget.amount), "day": .day(budget.next)])
    case .requestersShareUsed: Sentence("failure.share.requester")
    case .planUsed(let plan): plan.sentence
    case .requestersPlanUsed: Sentence("failure.plan-used.requester")
    case .quota: Sentence("failure.account-quota")
    case .busy: Sentence("failure.busy")
    case .diskFull: Sentence("failure.disk-full")
    case .notBooked: Sentence("failure.not-booked")
    case .gaveUp: Sentence("failure.gave-up")
    case .unusableFile: Sentence("failure.unusable-file")
    case .notFound: Sentence("failure.not-found")
    case .unknownLink: Sentence("failure.unknown-link")
    case .foreignLink(let site): Sentence("failure.foreign-link", ["site": .text(site)])
    case .linkOfOther(let kind): Sentence("failure.link-of-other", ["kind": .text(kind)])
    case .scanIsOver: Sentence("failure.scan-is-over")
    case .noModel: Sentence("failure.no-model")
    case .review: Sentence("failure.review")
    case .reviewIncomplete: Sentence("failure.review.incomplete")
    case .reviewAboutMoney: Sentence("failure.review.money")
    case .reviewNotStored: Sentence("failure.review.not-stored")
    case .reviewStopped: Sentence("failure.review.stopped")
    case .noReview(let failure): failure.reasonWithoutReview
    case .notPublished(""): Sentence("failure.not-published")
    case .notPublished(let reason):
      Sentence("failure.not-published.reason", ["reason": .text(reason)])
    case .notSent(let reason): Sentence("failure.not-sent", ["reason": .text(reason)])
    case .givenUp(let failure): failure.reason
    }
  }

  /// The reason why a review's call failed. The reasons of a scan's calls are too short for the
  /// page of a find.
  private var reasonWithoutReview: Sentence {
    switch self {
    case .network: Sentence("failure.review.network")
    case .providerRefused: Sentence("failure.review.refused")
    case .providerFailed, .busy, .notBooked: Sentence("failure.review.broken-off")
    default: reason
    }
  }

  /// The user's next step, or the automatic one; nil if `reason` already contains the advice.
  package var advice: Sentence? {
    switch self {
    case .notJPEG, .tooLarge, .empty, .noDetail, .coverTooSmall, .pictureNotKept,
      .codeUnknown, .hintDidNotHelp, .backDidNotHelp, .gaveUp, .notFound, .unknownLink,
      .foreignLink,
      .linkOfOther, .scanIsOver,
      .noModel, .unusableFile:
      nil
    case .planUsed(let plan): plan.advice
    case .requestersPlanUsed: Sentence("refusal.quota")
    case .unreadable: Sentence("advice.unreadable")
    case .notIdentified, .searchDidNotHelp, .tooLittleText, .unclearText, .nonsenseTwice,
      .notKnownHere:
      Sentence("advice.better-photo")
    case .noWordsRead, .wordsUnknown: Sentence("advice.photograph-back")
    case .providerRefused: Sentence("advice.another-photo")
    case .askedTooOften: Sentence("advice.take-again")
    case .noAnswer: Sentence("advice.by-hand")
    case .cap: Sentence("advice.cap")
    case .shareUsed: Sentence("advice.share")
    case .requestersShareUsed: Sentence("refusal.quota")
    case .trouble(.quota), .trouble(.setup), .paused(.quota, _), .paused(.setup, _), .priceUnknown,
      .wrongSetting, .quota:
      Sentence("advice.kept")
    case .providerFailed, .nonsense, .tooSlow, .overloaded, .trouble(.outage), .paused(.outage, _),
      .network, .musicBrainzDown, .busy, .diskFull, .notBooked, .photoStopped, .serverStopped:
      Sentence("advice.retries")
    case .review, .reviewIncomplete, .reviewAboutMoney, .reviewNotStored, .reviewStopped, .noReview:
      Sentence("advice.review")
    case .notPublished, .notSent: Sentence("advice.publish")
    case .givenUp: Sentence("advice.given-up")
    }
  }

  /// The heading that names the event. A scan of a typed code has no cover.
  package var heading: Sentence {
    self == .codeUnknown ? Sentence("failure.code-unknown.heading") : code.heading
  }

  /// Whether the heading already gives the reason.
  private var isHeadingEnough: Bool {
    switch self {
    case .notIdentified, .unreadable, .network, .busy, .diskFull, .providerRefused,
      .providerFailed:
      true
    case .givenUp(let failure): failure.isHeadingEnough
    default: false
    }
  }

  /// The text below the heading on a scan's page, in JSON and on the command line. It is for a person in
  /// a shop and has no advice for the host.
  package var message: [Sentence] {
    (isHeadingEnough ? [] : [reason]) + (advice.map { [$0] } ?? [])
  }

  /// The next step of the host, for the command line and the status page of owners.
  package var hostAdvice: Sentence? {
    switch self {
    case .notKnownHere, .noWordsRead, .wordsUnknown: Sentence("failure.not-known-here.host")
    case .noModel: Sentence("failure.no-model.host")
    case .wrongSetting, .trouble(.setup), .paused(.setup, _): Sentence("failure.setup.host")
    case .trouble(.quota), .paused(.quota, _): Sentence("failure.quota.host")
    case .priceUnknown: Sentence("failure.price-unknown.host")
    case .diskFull: Sentence("failure.disk-full.host")
    case .notPublished, .notSent: Sentence("advice.publish.host")
    case .noReview(let failure), .givenUp(let failure): failure.hostAdvice
    default: nil
    }
  }

  /// Heading and message in one line, with the advice for the host, for the command line.
  package var line: [Sentence] {
    let heading = Sentence("code.line", ["heading": .sentence(heading)])
    return [heading] + (message.isEmpty ? [reason] : message) + (hostAdvice.map { [$0] } ?? [])
  }

  /// The refusal of an upload for the same reason; nil if no refusal has this reason.
  private var refusal: Refusal? {
    switch self {
    case .notJPEG(let kind): .notJPEG(kind)
    case .tooLarge: .tooLarge
    case .empty: .empty
    default: nil
    }
  }
}

extension Trouble {
  package var sentence: Sentence {
    switch self {
    case .outage: Sentence("failure.outage")
    case .quota: Sentence("failure.quota")
    case .setup: Sentence("failure.setup")
    }
  }
}

extension UsedPlan {
  fileprivate var sentence: Sentence {
    guard let next else { return Sentence("failure.plan-used", ["count": .count(count)]) }
    return Sentence("failure.plan-used.month", ["count": .count(count), "day": .day(next)])
  }

  /// The sentence that says whom to ask for more scans.
  fileprivate var advice: Sentence {
    contact.map { Sentence("refusal.quota.contact", ["contact": .text($0)]) }
      ?? Sentence("refusal.quota")
  }
}
