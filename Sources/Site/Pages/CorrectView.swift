// "Not this one?": the section that corrects a find or a scan, and the notice about a job that
// runs, waits or failed. The pages of finds and scans use one partial with plain forms.
// `correct.js` only avoids page reloads.

import Albums

/// The fields of `_correct.mustache` and `_errand.mustache`.
struct CorrectView: Equatable, Sendable, View {
  /// The path below the CGI program: `finds/<id>` or `scans/<id>`.
  let route: String

  /// The beginning of the forms' addresses: the program's address and the route.
  let action: String

  /// Whether the section is open: the find is not sure and has candidates, or a correction has
  /// failed.
  let isOpen: Bool

  /// Whether the section is hidden, because the running scan has no album yet.
  let isHidden: Bool
  let summary: String
  let candidates: [CandidateView]
  let hasCandidates: Bool

  /// An empty candidate that the script fills.
  let candidatePattern: CandidateView?

  /// Whether the other forms are open too: there are no candidates, or they did not help.
  let isOtherOpen: Bool

  /// Whether the forms for the picture and the review are open, because the last job of this kind
  /// failed.
  let isRenewOpen: Bool
  let hasOwnArtwork: Bool

  /// The label of the button for a new review; nil if another part of the page offers a review, or
  /// without a model.
  let reviewing: String?

  /// The job that is queued, running or failed, in words.
  let errand: ErrandView?

  func field(_ name: FieldName) -> Field {
    switch name {
    case .route: Field(route)
    case .action: Field(action)
    case .isOpen: Field(isOpen)
    case .isHidden: Field(isHidden)
    case .summary: Field(summary)
    case .candidates: Field(candidates)
    case .hasCandidates: Field(hasCandidates)
    case .candidatePattern: Field(candidatePattern)
    case .isOtherOpen: Field(isOtherOpen)
    case .isRenewOpen: Field(isRenewOpen)
    case .hasOwnArtwork: Field(hasOwnArtwork)
    case .reviewing: Field(reviewing)
    case .errand: Field(errand)
    default: .nothing
    }
  }

  init(_ find: Find, artworks: Artworks, settings: SiteSettings) {
    let words = settings.words
    route = "finds/\(find.id)"
    action = "\(settings.programPath)/\(route)"
    candidates = find.candidates.map {
      CandidateView($0, in: "/album/\(find.id)/", artworks, words)
    }
    hasCandidates = !candidates.isEmpty
    let hasFailed = find.job?.hasFailedToCorrect == true
    isOtherOpen = hasFailed || !hasCandidates
    isOpen = (!find.isSure && hasCandidates) || hasFailed
    isHidden = false
    summary = words("correct.not-this")
    candidatePattern = nil
    isRenewOpen = find.job?.isUnderWay == false && !hasFailed
    hasOwnArtwork = find.hasOwnArtwork
    reviewing =
      find.review == nil || !settings.hasModel ? nil : words("renew.review.again")
    errand = find.job.map { ErrandView($0, words) }
  }

  /// The section on a scan's page. It is hidden until the running scan has an album.
  init(_ scan: Scan, artworks: Artworks, settings: SiteSettings) {
    let words = settings.words
    let isUnderWay = !scan.state.isFinal
    route = "scans/\(scan.id)"
    action = "\(settings.programPath)/\(route)"
    let isShown = !isUnderWay || scan.isNamed
    candidates = (isShown ? scan.otherNamed : []).map {
      CandidateView($0, in: "/scan/\(scan.id)/", artworks, words)
    }
    hasCandidates = !candidates.isEmpty
    isOpen = !isUnderWay && (hasCandidates || scan.job?.isUnderWay == false)
    isHidden = !isShown
    summary = isUnderWay ? words("correct.not-this") : words("correct.type")
    candidatePattern = isUnderWay ? CandidateView.pattern : nil
    isOtherOpen = scan.job?.isUnderWay == false || !hasCandidates
    isRenewOpen = false
    hasOwnArtwork = false
    reviewing = nil
    errand = isUnderWay ? nil : scan.job.map { ErrandView($0, words) }
  }
}

extension Scan {
  /// The named albums, except the album that the scan was identified as.
  var otherNamed: [NamedCandidate] { named.filter { $0.album.key != album?.key } }

  /// Whether the scan runs and has an album that does not change any more.
  var isNamed: Bool { album != nil && (state == .identified || state == .reviewing) }
}

/// A candidate as a button. If an optional field is missing, a template takes the field of the same
/// name from the page. The optional fields therefore have names that the page does not use.
struct CandidateView: Equatable, Sendable, View {
  let candidate: String
  let artist: String
  let title: String
  let since: String?
  let because: String?

  /// The address of the album's picture in the page's folder; nil for the placeholder.
  let picture: String?

  func field(_ name: FieldName) -> Field {
    switch name {
    case .candidate: Field(candidate)
    case .artist: Field(artist)
    case .title: Field(title)
    case .since: Field(since)
    case .because: Field(because)
    case .picture: Field(picture)
    default: .nothing
    }
  }

  init(
    _ named: NamedCandidate, in folder: String, _ artworks: Artworks, _ words: Phrasebook
  ) {
    let names = AlbumNames(named.album, words)
    candidate = named.id
    artist = names.artist
    title = names.title
    since = named.album.year.map(String.init)
    let reason = named.text(words)
    because = reason.isEmpty ? nil : reason
    picture = artworks.kept(named.album.artwork).map { folder + $0.fileName(side: 200) }
  }

  /// The pattern of a candidate for the script: every element exists, with an empty text.
  private init() {
    (candidate, artist, title, since, because, picture) = ("", "", "", "", "", nil)
  }

  static let pattern = CandidateView()
}

/// The job of a find or a scan that is queued, running or failed, in words.
struct ErrandView: Equatable, Sendable, View {
  let isUnderWay: Bool

  /// Whether the job waits for a service. The sentence gives the reason.
  let isWaiting: Bool
  let hasFailed: Bool
  let sentence: String

  /// Seconds until a page without script reloads.
  let refresh: String

  func field(_ name: FieldName) -> Field {
    switch name {
    case .isUnderWay: Field(isUnderWay)
    case .isWaiting: Field(isWaiting)
    case .hasFailed: Field(hasFailed)
    case .sentence: Field(sentence)
    case .refresh: Field(refresh)
    default: .nothing
    }
  }

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
      .providerRefused, .review, .signIn, .publish:
      false
    }
  }
}

extension NamedCandidate {
  /// The reason why the album is a candidate; empty if no reason is known.
  func text(_ words: Phrasebook) -> String {
    because.map(words.text) ?? PlainText.name(reason, otherwise: "")
  }
}

extension JobNotice {
  /// Whether a correction failed, so that the album is still unknown and the other forms are open.
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
