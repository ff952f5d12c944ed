// "Not this one?": the section that corrects a find or a scan, and the job that is under way or failed.
// One partial for both pages, plain forms; `correct.js` only spares the wait.

import Albums

/// `_correct.mustache` and `_errand.mustache`.
struct CorrectView: Equatable, Sendable, SpelledOut {
  /// Below the program: `finds/<id>` or `scans/<id>`.
  let route: String

  /// What its forms' addresses begin with: the program's own, and the route.
  let action: String

  /// Shown at once: the find is not sure and there is something to choose, or choosing failed.
  let isOpen: Bool

  /// In the page of a scan under way, where the script shows it once there is an album.
  let isHidden: Bool
  let summary: String
  let candidates: [CandidateView]
  let hasCandidates: Bool

  /// An empty candidate that the script fills.
  let candidatePattern: CandidateView?

  /// The forms are shown, too: choosing did not help.
  let isOtherOpen: Bool

  /// Of a find's picture and review: the last wish of this kind failed.
  let isRenewOpen: Bool
  let hasOwnArtwork: Bool

  /// What its button says; nil while there is a box of its own that offers it.
  let reviewing: String?

  /// What is being done, or what failed.
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

  /// While the scan goes on nothing in it changes: the page is the pattern that the CGI copies.
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
  /// The albums that were named, but for the one it is taken for.
  var otherNamed: [NamedCandidate] { named.filter { $0.album.key != album?.key } }
}

/// An album it might be, as a button. A template that finds no year here would take the page's own:
/// what may be missing has names of its own.
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

  /// An empty one with all its elements, for the script.
  private init() {
    (candidate, artist, title, since, because) = ("", "", "", "", "")
  }

  static let pattern = CandidateView()
}

/// The job of a find or a scan that is under way or failed, in words.
struct ErrandView: Equatable, Sendable, SpelledOut {
  let isUnderWay: Bool

  /// Under way, but a service let it wait: the sentence says why.
  let isWaiting: Bool
  let hasFailed: Bool
  let sentence: String

  /// Seconds until a reader without script is shown the page again.
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
      .notAllowed, .notFound, .conflict, .quota, .cap, .queueFull, .busy, .notIdentified,
      .providerRefused, .review:
      false
    }
  }
}

extension NamedCandidate {
  /// Why it is offered; empty where nothing is known.
  func text(_ words: Phrasebook) -> String {
    because.map(words.text) ?? PlainText.name(reason, otherwise: "")
  }
}

extension JobNotice {
  /// Nobody was told which album it is: the forms that ask stand beside the reason.
  var hasFailedToCorrect: Bool { !isUnderWay && topic.isCorrection }

  var isWriting: Bool { isUnderWay && topic == .review }
}

extension JobTopic {
  /// What is being done.
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
