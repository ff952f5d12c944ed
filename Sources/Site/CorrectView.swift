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

  /// Whether the other forms are open too: the candidates did not help.
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

  init(_ find: Find, program: String) {
    route = "finds/\(find.id)"
    action = "\(program)/\(route)"
    candidates = find.candidates.map(CandidateView.init)
    hasCandidates = !candidates.isEmpty
    isOtherOpen = find.job?.hasFailedToCorrect == true
    isOpen = (!find.isSure && hasCandidates) || isOtherOpen
    isHidden = false
    summary = "Not this one?"
    candidatePattern = nil
    isRenewOpen = find.job?.isUnderWay == false && !isOtherOpen
    hasOwnArtwork = find.hasOwnArtwork
    reviewing = find.review == nil ? nil : "Write the review again"
    errand = find.job.map(ErrandView.init)
  }

  /// While a scan runs, this section does not change: the CGI copies the page as a pattern.
  init(_ scan: Scan, program: String) {
    let isUnderWay = !scan.state.isFinal
    route = "scans/\(scan.id)"
    action = "\(program)/\(route)"
    candidates = isUnderWay ? [] : scan.otherNamed.map(CandidateView.init)
    hasCandidates = !candidates.isEmpty
    isOpen = hasCandidates || (!isUnderWay && scan.job?.isUnderWay == false)
    isHidden = isUnderWay
    summary = isUnderWay ? "Not this one?" : "Type it in"
    candidatePattern = isUnderWay ? CandidateView.pattern : nil
    isOtherOpen = scan.job?.isUnderWay == false
    isRenewOpen = false
    hasOwnArtwork = false
    reviewing = nil
    errand = isUnderWay ? nil : scan.job.map(ErrandView.init)
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

  init(_ named: NamedCandidate) {
    let names = AlbumNames(named.album)
    candidate = named.id
    artist = names.artist
    title = names.title
    since = named.album.year.map(String.init)
    let words = PlainText.name(named.because, otherwise: "")
    because = words.isEmpty ? nil : words
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

  init(_ job: JobNotice) {
    isUnderWay = job.isUnderWay
    isWaiting = job.isUnderWay && job.failure != nil
    hasFailed = !job.isUnderWay
    refresh = job.failure == nil ? "3" : "30"
    switch (job.isUnderWay, job.failure) {
    case (true, nil): sentence = job.topic.sentence
    case (true, let failure?): sentence = "\(Self.why(failure)) It is tried again by itself."
    case (false, let failure):
      sentence = failure.map { Self.words($0, of: job.topic) } ?? "That did not work."
    }
  }

  /// The advice of a failure is about photos. For other jobs the headline tells the failure.
  private static func words(_ failure: ScanFailure, of topic: JobTopic) -> String {
    let isPlain = failure.message == failure.code.advice && topic != .artwork
    return isPlain ? "\(failure.headline). Ask for it once more later." : failure.reason
  }

  private static func why(_ failure: ScanFailure) -> String {
    failure.message == failure.code.advice ? "\(failure.headline)." : failure.reason
  }
}

extension JobNotice {
  /// The album is still unknown, so the correction forms are open beside the reason.
  var hasFailedToCorrect: Bool { !isUnderWay && topic.isCorrection }

  var isWriting: Bool { isUnderWay && topic == .review }
}

extension JobTopic {
  /// A sentence about the running job.
  fileprivate var sentence: String {
    switch self {
    case .album: "Putting it right…"
    case .musicbrainz: "Looking it up at MusicBrainz…"
    case .hint: "Asking the model with your hint…"
    case .review: "Writing the review…"
    case .artwork: "Looking at your picture…"
    case .refill: "Asking once more for what was missing…"
    }
  }
}
