// A scan's page, `/scan/<id>/`. While the scan runs the page hardly changes: the CGI copies it as a
// pattern, and the script reads status.json beside it. The file contains only the texts for readers
// without script: possible albums, hints about the photo, waiting, and the end.

import Albums

/// `scan.mustache`.
struct ScanPage: Page {
  static let template = "scan"
  let frame: Frame
  let id: String

  /// The scan has not ended. Also true in the pattern.
  let isUnderWay: Bool

  /// The first sentence. The script replaces it later.
  let sentence: String

  /// The scan waits for a service. The page gives the reason and offers "Try again now".
  let isWaiting: Bool

  /// The failure that ended the scan without a find.
  let failure: FailureView?

  /// The address of the find's page; nil without a find.
  let album: String?
  let names: AlbumNames?

  /// The words before the album's names.
  let opening: String

  /// Finds of the album that are older than this scan, newest first.
  let earlier: [EarlierLink]
  let hasEarlier: Bool

  /// Known covers that the photo may show. The user chooses.
  let offers: [OfferView]
  let hasOffers: Bool

  /// An empty offer that the script fills in; nil after the scan has ended.
  let pattern: OfferView?

  /// The heading over the offers.
  let question: String
  let hints: [HintView]
  let hasHints: Bool

  /// The section that corrects the album, or names it after a failure; nil if there is a find.
  let correct: CorrectView?

  /// The find was deleted after the scan had ended.
  let isDeleted: Bool

  init(_ scan: Scan, artworks: Artworks, settings: SiteSettings) {
    let isUnderWay = !scan.state.isFinal
    frame = Frame(
      ScanPage.heading(of: scan.state) + " · AlbumScan", summary: "A scan and what came of it.",
      look: isUnderWay ? "dark loading" : "dark plain", script: ScanPage.script(of: scan.state),
      settings: settings)
    id = scan.id.text
    self.isUnderWay = isUnderWay
    isWaiting = scan.state == .waiting
    sentence =
      isWaiting ? ScanStatus.message(scan) : "Extracting text and examining album art"
    failure = isUnderWay || scan.state == .complete ? nil : FailureView(scan.endingFailure)
    album = scan.state == .complete ? scan.find.map { "/album/\($0)/" } : nil
    names = isUnderWay ? nil : scan.album.map(AlbumNames.init)
    opening = ScanStatus.opening(scan)
    earlier = EarlierLink.list(scan.earlier)
    hasEarlier = !earlier.isEmpty
    offers = scan.likely.map { OfferView($0, of: scan.id, artworks) }
    hasOffers = !offers.isEmpty
    pattern = isUnderWay ? OfferView.pattern : nil
    question = ScanPage.question(scan.likely)
    hints = scan.hints.map { HintView(sentence: $0.sentence) }
    hasHints = !hints.isEmpty
    correct = scan.state == .complete ? nil : CorrectView(scan, program: settings.programPath)
    isDeleted = scan.state == .complete && scan.find == nil
  }

  static func path(_ id: ScanID) -> String { "scan/\(id)/index.html" }

  private static func question(_ offers: [LikelyMatch]) -> String {
    let isKnownOnly = !offers.isEmpty && offers.allSatisfy(\.earlier.isEmpty)
    return isKnownOnly ? "Is it this one?" : "You may have this"
  }

  private static func script(of state: ScanState) -> String? {
    switch state {
    case .queued, .identifying, .identified, .reviewing, .waiting: "scan"
    case .identificationFailed, .failed: "correct"
    case .complete: nil
    }
  }

  private static func heading(of state: ScanState) -> String {
    switch state {
    case .queued, .identifying, .identified, .reviewing, .waiting: "Scanning"
    case .complete: "Scanned"
    case .identificationFailed, .failed: "Not identified"
    }
  }
}

extension Scan {
  /// The failure of a scan without a find; a default if none is stored.
  var endingFailure: ScanFailure {
    failure ?? ScanFailure(state == .identificationFailed ? .notIdentified : .providerFailed)
  }
}

/// An earlier find as a page links to it.
struct EarlierLink: Equatable, Sendable {
  let address: String
  let day: String
  let isoDay: String

  /// The text between this link and the previous link.
  let before: String

  init(_ find: EarlierFind, before: String = "") {
    address = "/album/\(find.id)/"
    day = find.found.dayInWords
    isoDay = find.found.isoDay
    self.before = before
  }

  /// A link for the empty pattern; it leads to the history.
  static let none = EarlierLink()

  private init() {
    address = "/history/"
    day = ""
    isoDay = ""
    before = ""
  }

  /// The links of a sentence, with commas and "and" between them.
  static func list(_ finds: [EarlierFind]) -> [EarlierLink] {
    finds.enumerated().map { place, find in
      let before = place == 0 ? "" : place == finds.count - 1 ? " and " : ", "
      return EarlierLink(find, before: before)
    }
  }
}

/// A known cover that the photo may show, with its form; `_offer.mustache`.
struct OfferView: Equatable, Sendable {
  let candidate: String
  let artist: String
  let title: String

  /// The picture's address in the scan's folder; nil for the placeholder.
  let picture: String?

  /// The newest earlier find.
  let earlier: EarlierLink?

  init(_ match: LikelyMatch, of scan: ScanID, _ artworks: Artworks) {
    let names = AlbumNames(match.album)
    candidate = match.id
    artist = names.artist
    title = names.title
    picture = artworks.kept(match.album.artwork).map { "/scan/\(scan)/\($0.fileName(side: 200))" }
    earlier = match.earlier.first.map { EarlierLink($0) }
  }

  /// An offer with empty texts for all its elements, for the script.
  private init() {
    candidate = ""
    artist = ""
    title = ""
    picture = nil
    earlier = EarlierLink.none
  }

  static let pattern = OfferView()
}

/// One hint at the photo.
struct HintView: Equatable, Sendable {
  let sentence: String
}

/// A failure in words.
struct FailureView: Equatable, Sendable {
  let headline: String
  let message: String

  init(_ failure: ScanFailure) {
    headline = failure.code.headline
    message = failure.message
  }
}
