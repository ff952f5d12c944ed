// "Not this one?": the section that corrects a find or a scan, and the job that runs, waits or
// failed. Both pages use one partial with plain forms; `correct.js` only avoids page reloads.

import Albums

/// `_correct.mustache` and `_errand.mustache`.
struct CorrectView: Equatable, Sendable, SpelledOut {
  /// The path below the CGI program: `finds/<id>` or `scans/<id>`.
  let route: String

  /// The beginning of the forms' addresses: the program's address and the route.
  let action: String

  /// Whether the section is open: the find is not sure and has candidates, or a correction has
  /// failed.
  let isOpen: Bool

  /// Hidden on the page of a running scan. The script shows the section when there is an album.
  let isHidden: Bool
  let summary: String
  let candidates: [CandidateView]
  let hasCandidates: Bool

  /// An empty candidate that the script fills.
  let candidatePattern: CandidateView?

  /// Whether the other forms are open too, because the candidates did not help.
  let isOtherOpen: Bool

  /// Whether the forms for the picture and the review are open: the last job of this kind failed.
  let isRenewOpen: Bool
  let hasOwnArtwork: Bool

  /// The label of the review button; nil if another box of the page offers the review.
  let reviewing: String?

  /// The job that is queued, running or failed, in words.
  let errand: ErrandView?

  static let fields: [String: @Sendable (CorrectView) -> Any?] = [
    "route": { $0.route }, "action": { $0.action }, "isOpen": { $0.isOpen },
    "isHidden": { $0.isHidden }, "summary": { $0.summary }, "candidates": { $0.candidates },
    "hasCandidates": { $0.hasCandidates }, "candidatePattern": { $0.candidatePattern },
    "isOtherOpen": { $0.isOtherOpen }, "isRenewOpen": { $0.isRenewOpen },
    "hasOwnArtwork": { $0.hasOwnArtwork }, "reviewing": { $0.reviewing },
    "errand": { $0.errand },
  ]

  init(_ find: Find, settings: SiteSettings) {
    let words = settings.words
    route = "finds/\(find.id)"
    action = "\(settings.programPath)/\(route)"
    candidates = find.candidates.map { CandidateView($0, words) }
    hasCandidates = !candidates.isEmpty
    isOtherOpen = find.job?.hasFailedToCorrect == true
    isOpen = (!find.isSure && hasCandidates) || isOtherOpen
    isHidden = false
    summary = words("correct.not-this")
    candidatePattern = nil
    isRenewOpen = find.job?.isUnderWay == false && !isOtherOpen
    hasOwnArtwork = find.hasOwnArtwork
    reviewing = find.review == nil ? nil : words("renew.review.again")
    errand = find.job.map { ErrandView($0, words) }
  }

  /// While a scan runs, this section does not change: the CGI copies the page as a pattern.
  init(_ scan: Scan, settings: SiteSettings) {
    let words = settings.words
    let isUnderWay = !scan.state.isFinal
    route = "scans/\(scan.id)"
    action = "\(settings.programPath)/\(route)"
    candidates = isUnderWay ? [] : scan.otherNamed.map { CandidateView($0, words) }
    hasCandidates = !candidates.isEmpty
    isOpen = hasCandidates || (!isUnderWay && scan.job?.isUnderWay == false)
    isHidden = isUnderWay
    summary = isUnderWay ? words("correct.not-this") : words("correct.type")
    candidatePattern = isUnderWay ? CandidateView.pattern : nil
    isOtherOpen = scan.job?.isUnderWay == false
    isRenewOpen = false
    hasOwnArtwork = false
    reviewing = nil
    errand = isUnderWay ? nil : scan.job.map { ErrandView($0, words) }
  }
}

extension Scan {
  /// The named albums, except the album that the scan was identified as.
  var otherNamed: [NamedCandidate] { named.filter { $0.album.key != album?.key } }
}

/// A candidate as a button. In a template a missing year would resolve to the page's own year, so
/// the optional fields have names that the page does not use.
struct CandidateView: Equatable, Sendable, SpelledOut {
  let candidate: String
  let artist: String
  let title: String
  let since: String?
  let because: String?

  static let fields: [String: @Sendable (CandidateView) -> Any?] = [
    "candidate": { $0.candidate }, "artist": { $0.artist }, "title": { $0.title },
    "since": { $0.since }, "because": { $0.because },
  ]

  init(_ named: NamedCandidate, _ words: Phrasebook) {
    let names = AlbumNames(named.album, words)
    candidate = named.id
    artist = names.artist
    title = names.title
    since = named.album.year.map(String.init)
    let reason = named.text(words)
    because = reason.isEmpty ? nil : reason
  }

  /// A candidate with empty texts for all its elements, for the script.
  private init() {
    (candidate, artist, title, since, because) = ("", "", "", "", "")
  }

  static let pattern = CandidateView()
}

/// The job of a find or a scan that is queued, running or failed, in words.
struct ErrandView: Equatable, Sendable, SpelledOut {
  let isUnderWay: Bool

  /// The job waits for a service: the sentence gives the reason.
  let isWaiting: Bool
  let hasFailed: Bool
  let sentence: String

  /// Seconds until a page without script reloads.
  let refresh: String

  static let fields: [String: @Sendable (ErrandView) -> Any?] = [
    "isUnderWay": { $0.isUnderWay }, "isWaiting": { $0.isWaiting },
    "hasFailed": { $0.hasFailed }, "sentence": { $0.sentence }, "refresh": { $0.refresh },
  ]

  init(_ job: JobNotice, _ words: Phrasebook) {
    isUnderWay = job.isUnderWay
    isWaiting = job.isUnderWay && job.failure != nil
    hasFailed = !job.isUnderWay
    refresh = job.failure == nil ? "3" : "30"
    sentence = words.text(Self.sentence(of: job))
  }

  private static func sentence(of job: JobNotice) -> Sentence {
    switch (job.isUnderWay, job.failure) {
    case (true, nil): job.topic.sentence
    case (true, let failure?): Sentence("job.waits", ["reason": .sentence(failure.reason)])
    case (false, let failure?) where failure.mayPass:
      Sentence("job.ask-later", ["reason": .sentence(failure.reason)])
    case (false, let failure?): failure.reason
    case (false, nil): Sentence("job.failed")
    }
  }
}

extension Failure {
  /// Whether the same request may succeed later.
  fileprivate var mayPass: Bool {
    switch code {
    case .providerFailed, .network, .diskFull: true
    case .notJPEG, .unreadable, .tooLarge, .empty, .noPhoto, .badLength, .badRoute, .badMethod,
      .notAllowed, .notFound, .conflict, .quota, .cap, .queueFull, .tooMany, .busy, .notIdentified,
      .providerRefused, .review:
      false
    }
  }
}

extension NamedCandidate {
  /// The reason for the offer; empty if no reason is known.
  func text(_ words: Phrasebook) -> String {
    because.map(words.text) ?? PlainText.name(reason, otherwise: "")
  }
}

extension JobNotice {
  /// The album is still unknown, so the correction forms are open beside the reason.
  var hasFailedToCorrect: Bool { !isUnderWay && topic.isCorrection }

  var isWriting: Bool { isUnderWay && topic == .review }
}

extension JobTopic {
  /// A sentence about the running job.
  fileprivate var sentence: Sentence {
    switch self {
    case .album: Sentence("job.album")
    case .musicbrainz: Sentence("job.musicbrainz")
    case .hint: Sentence("job.hint")
    case .review: Sentence("job.review")
    case .artwork: Sentence("job.artwork")
    case .refill: Sentence("job.refill")
    }
  }
}
