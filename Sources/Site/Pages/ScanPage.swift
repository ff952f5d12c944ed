// A scan's page, `/scan/<id>/`. While the scan runs, the page hardly changes: the CGI copies it as
// a pattern, and the script reads status.json beside it. Only readers without script need the texts
// in the file: possible albums, hints about the photo, the reason for waiting, and the result.

import Albums

/// `scan.mustache`.
struct ScanPage: Page {
  static let template = "scan"
  let frame: Frame
  let id: String

  /// Whether the scan has not ended. True in the pattern, too.
  let isUnderWay: Bool

  /// The first sentence. The script replaces it later.
  let sentence: String

  /// Whether the scan waits for a service. Then the page gives the reason and offers "Try again
  /// now".
  let isWaiting: Bool

  /// The failure that ended the scan without a find.
  let failure: FailureView?

  /// The address of the find's page; nil without a find.
  let album: String?
  let names: AlbumNames?

  /// Whether the scan runs and has an album. Then the page names it without script, too.
  let isNamed: Bool

  /// Seconds until a page without script reloads. A reader of offers needs more time.
  let refresh: String

  /// The cost of a scan that has ended, in words.
  let cost: String?

  /// The way in which the album was found. As soon as there is an album, exactly one of the three
  /// is true.
  let isFound: Bool
  let isRecognised: Bool
  let isBefore: Bool

  /// A sentence about earlier finds of the album, with a link to the newest of them.
  let before: EarlierView?

  /// Known covers that the photo may show. The user can choose one of them.
  let offers: [OfferView]
  let hasOffers: Bool

  /// Whether the scan has ended with the question whether the photo shows one of the offers. Otherwise a
  /// failed scan names its reason before the offers.
  let endsWithQuestion: Bool

  /// The pattern of an offer, which the script fills in; nil after the scan has ended.
  let pattern: OfferView?

  /// The heading over the offers.
  let question: String
  let hints: [HintView]
  let hasHints: Bool

  /// The section that corrects the album, or that asks for its name after a failure; nil if the
  /// scan is complete.
  let correct: CorrectView?

  /// Whether the find was deleted after the scan had ended.
  let isDeleted: Bool

  func field(_ name: FieldName) -> Field {
    switch name {
    case .frame: Field(frame)
    case .id: Field(id)
    case .isUnderWay: Field(isUnderWay)
    case .sentence: Field(sentence)
    case .isWaiting: Field(isWaiting)
    case .failure: Field(failure)
    case .album: Field(album)
    case .names: Field(names)
    case .isNamed: Field(isNamed)
    case .refresh: Field(refresh)
    case .cost: Field(cost)
    case .isFound: Field(isFound)
    case .isRecognised: Field(isRecognised)
    case .isBefore: Field(isBefore)
    case .before: Field(before)
    case .offers: Field(offers)
    case .hasOffers: Field(hasOffers)
    case .endsWithQuestion: Field(endsWithQuestion)
    case .pattern: Field(pattern)
    case .question: Field(question)
    case .hints: Field(hints)
    case .hasHints: Field(hasHints)
    case .correct: Field(correct)
    case .isDeleted: Field(isDeleted)
    default: .nothing
    }
  }

  init(_ scan: Scan, artworks: Artworks, settings: SiteSettings) {
    let isUnderWay = !scan.state.isFinal
    let words = settings.words
    let status = ScanStatus(artworks: artworks, words: words)
    frame = Frame(
      words.text(
        scan.endsWithQuestion
          ? ScanPage.question(scan.likely) : ScanPage.heading(of: scan.state)),
      summary: Sentence("scan.summary"),
      look: isUnderWay ? "dark loading" : "dark plain", script: ScanPage.script(of: scan.state),
      settings: settings)
    id = scan.id.text
    self.isUnderWay = isUnderWay
    isWaiting = scan.state == .waiting
    sentence =
      isWaiting ? status.message(scan) : words("scan.stage.examining")
    failure = isUnderWay || scan.state == .complete ? nil : FailureView(scan.endingFailure, words)
    album = scan.state == .complete ? scan.find.map { "/album/\($0)/" } : nil
    isNamed = scan.isNamed
    names = isUnderWay && !isNamed ? nil : scan.album.map { AlbumNames($0, words) }
    cost = isUnderWay ? nil : scan.costMicrodollars.map { words.text(ScanPage.cost($0)) }
    let found = ScanStatus.Opening(scan)
    (isFound, isRecognised, isBefore) = (found == .found, found == .recognised, found == .before)
    before = EarlierView(EarlierNotice(scan.earlier), words)
    offers = scan.likely.map { OfferView($0, of: scan.id, artworks, words) }
    hasOffers = !offers.isEmpty
    endsWithQuestion = scan.endsWithQuestion
    refresh = hasOffers || isNamed ? "12" : "3"
    pattern = isUnderWay ? OfferView.pattern : nil
    question = words.text(ScanPage.question(scan.likely))
    hints = scan.shownHints.map { HintView(sentence: words.text($0.sentence)) }
    hasHints = !hints.isEmpty
    correct =
      scan.state == .complete ? nil : CorrectView(scan, artworks: artworks, settings: settings)
    isDeleted = scan.state == .complete && scan.find == nil
  }

  static func path(_ id: ScanID) -> String { "scan/\(id)/index.html" }

  /// The cost to a cent. An amount below a cent is not shown as zero.
  private static func cost(_ microdollars: Int64) -> Sentence {
    guard microdollars > 0 else { return Sentence("scan.free") }
    let cents = max(1, microdollars / 10_000 + (microdollars % 10_000 >= 5_000 ? 1 : 0))
    let money = SentenceArgument.money(Money(microdollars: cents * 10_000))
    return microdollars < 10_000
      ? Sentence("scan.cost-less", ["cost": money]) : Sentence("scan.cost", ["cost": money])
  }

  static func question(_ offers: [LikelyMatch]) -> Sentence {
    let isScanned = offers.isEmpty || offers.contains { $0.earlier.contains(where: \.isOwnScan) }
    return isScanned ? Sentence("offer.question.before") : Sentence("offer.question.new")
  }

  private static func script(of state: ScanState) -> String? {
    switch state {
    case .queued, .identifying, .identified, .reviewing, .waiting: "scan"
    case .identificationFailed, .failed: "correct"
    case .complete: nil
    }
  }

  private static func heading(of state: ScanState) -> Sentence {
    switch state {
    case .queued, .identifying, .identified, .reviewing, .waiting:
      Sentence("scan.title.under-way")
    case .complete: Sentence("scan.title.done")
    case .identificationFailed, .failed: Sentence("scan.title.failed")
    }
  }
}

extension Scan {
  /// The hints about the photo that help now. As soon as there is an album, the photo was good enough;
  /// a question about likely covers needs no other photo.
  var shownHints: [PhotoHint] {
    if album != nil { return [] }
    return state.isFinal && !likely.isEmpty ? [] : hints
  }

  /// Whether the scan has ended, and its page asks whether the photo shows one of the likely covers.
  var endsWithQuestion: Bool { state == .identificationFailed && !likely.isEmpty }

  /// The failure of a scan without a find; a general failure if none is stored.
  var endingFailure: Failure {
    failure ?? (state == .identificationFailed ? .notIdentified : .providerFailed)
  }
}

/// A known cover that the photo may show, with its form; `_offer.mustache`.
struct OfferView: Equatable, Sendable, View {
  let candidate: String
  let artist: String
  let title: String

  /// The picture's address in the scan's folder; nil for the placeholder.
  let picture: String?

  /// The newest earlier find.
  let earlier: EarlierLink?

  func field(_ name: FieldName) -> Field {
    switch name {
    case .candidate: Field(candidate)
    case .artist: Field(artist)
    case .title: Field(title)
    case .picture: Field(picture)
    case .earlier: Field(earlier)
    default: .nothing
    }
  }

  init(_ match: LikelyMatch, of scan: ScanID, _ artworks: Artworks, _ words: Phrasebook) {
    let names = AlbumNames(match.album, words)
    candidate = match.id
    artist = names.artist
    title = names.title
    picture = artworks.kept(match.album.artwork).map { "/scan/\(scan)/\($0.fileName(side: 200))" }
    earlier = match.earlier.first.map { EarlierLink($0, words) }
  }

  /// The pattern of an offer for the script: every element exists, with an empty text.
  private init() {
    candidate = ""
    artist = ""
    title = ""
    picture = nil
    earlier = EarlierLink.none
  }

  static let pattern = OfferView()
}

/// One hint about the photo.
struct HintView: Equatable, Sendable, View {
  let sentence: String

  func field(_ name: FieldName) -> Field {
    switch name {
    case .sentence: Field(sentence)
    default: .nothing
    }
  }
}

/// A failure in words.
struct FailureView: Equatable, Sendable, View {
  let headline: String
  let message: String

  /// Whether the status page, which owners read, says more.
  let hasHostAdvice: Bool

  func field(_ name: FieldName) -> Field {
    switch name {
    case .headline: Field(headline)
    case .message: Field(message)
    case .hasHostAdvice: Field(hasHostAdvice)
    default: .nothing
    }
  }

  init(_ failure: Failure, _ words: Phrasebook) {
    headline = words.text(failure.code.heading)
    message = words.text(failure.message)
    hasHostAdvice = failure.hostAdvice != nil
  }
}
