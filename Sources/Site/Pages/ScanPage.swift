// A scan's page, `/scan/<id>/`. While the scan runs, the page hardly changes: the CGI copies it as
// a pattern, and the script reads status.json beside it. Only readers without script need the texts
// in the file: possible albums, advice about the photo, the reason for waiting, and the result.

import Albums

/// `scan.mustache`.
struct ScanPage: Page {
  static let template = "scan"
  let view: View

  init(_ scan: Scan, artworks: Artworks, settings: SiteSettings) {
    let (isUnderWay, isComplete) = (!scan.state.isFinal, scan.state == .complete)
    let words = settings.words
    let question = ScanPage.question(scan.likely)
    let frame = Frame(
      words.text(scan.endsWithQuestion ? question : ScanPage.heading(of: scan.state)),
      summary: Sentence("scan.summary"),
      look: isUnderWay ? "album loading" : "plain", script: ScanPage.script(of: scan.state),
      bar: .below(.scan), settings: settings)
    let isWaiting = scan.state == .waiting
    let status = ScanStatus(artworks: artworks, words: words)
    let found = ScanStatus.Opening(scan)
    let offers = scan.likely.map { View.offer($0, of: scan.id, artworks, words) }
    let advice = scan.shownAdvice.map { View([.text(.sentence, words.text($0.sentence))]) }
    let failure = isUnderWay || isComplete ? nil : View.failure(scan.endingFailure, words)
    let names = isUnderWay && !scan.isNamed ? nil : scan.album.map { AlbumNames($0, words) }
    let cost = isUnderWay ? nil : scan.costMicrodollars.map { words.text(ScanPage.cost($0)) }
    view = [
      .view(.frame, frame.view),
      .text(.id, scan.id.text),
      // The pattern of the waiting page also has this flag.
      .flag(.isUnderWay, isUnderWay),
      // The first sentence. The script replaces it later.
      .text(.sentence, isWaiting ? status.message(scan) : words("scan.stage.examining")),
      // The page gives the reason for waiting and offers "Try again now".
      .flag(.isWaiting, isWaiting),
      // The failure that ended the scan without a find.
      .view(.failure, failure),
      // The address of the find's page.
      .text(.album, isComplete ? scan.findPage : nil),
      .view(.names, names?.view),
      // The scan has an album. A page without script names the album, too.
      .flag(.isNamed, scan.isNamed),
      // Seconds until a page without script reloads. A reader of offers needs more time.
      .text(.refresh, !offers.isEmpty || scan.isNamed ? "12" : "3"),
      .text(.cost, cost),
      // The way in which the album was found. If the scan has an album, exactly one of the three
      // flags is true.
      .flag(.isFound, found == .found),
      .flag(.isRecognised, found == .recognised),
      .flag(.isBefore, found == .before),
      // The persons of the household who want the album.
      .text(.wanted, scan.earlier.wants().map(words.text)),
      // Earlier finds of the album, with a link to the newest of them.
      .view(.before, EarlierNotice(scan.earlier)?.view(of: scan.album?.kind ?? .album, words)),
      // Known covers that the photo may show. The user can choose one of them.
      .views(.offers, offers),
      .flag(.hasOffers, !offers.isEmpty),
      // The scan has ended with the question whether the photo shows one of the offers. The page of
      // any other failed scan gives the reason for the failure before the offers.
      .flag(.endsWithQuestion, scan.endsWithQuestion),
      // An offer that the script fills.
      .view(.pattern, isUnderWay ? .emptyOffer : nil),
      .text(.question, words.text(question)),
      .views(.hints, advice),
      .flag(.hasHints, !advice.isEmpty),
      // The section that corrects the album, or that asks for its name after a failure.
      .view(.correct, isComplete ? nil : .correction(scan, artworks, settings)),
      // The find was deleted after the scan had ended.
      .flag(.isDeleted, isComplete && scan.find == nil),
    ]
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
  /// The advice about the photo that helps now. If the scan has an album, the photo was good
  /// enough. A question about likely covers needs no better photo.
  var shownAdvice: [PhotoAdvice] {
    if album != nil { return [] }
    return state.isFinal && !likely.isEmpty ? [] : advice
  }

  /// Whether the scan has ended, and its page asks whether the photo shows one of the likely covers.
  var endsWithQuestion: Bool { state == .identificationFailed && !likely.isEmpty }

  /// The failure of a scan without a find; a general failure if none is stored.
  var endingFailure: Failure {
    failure ?? (state == .identificationFailed ? .notIdentified : .providerFailed)
  }
}

extension View {
  /// A known cover that the photo may show, with its form; `_offer.mustache`.
  fileprivate static func offer(
    _ match: LikelyMatch, of scan: ScanID, _ artworks: Artworks, _ words: Phrasebook
  ) -> View {
    let names = AlbumNames(match.album, words)
    let artwork = artworks.kept(match.album.artwork)
    return [
      .text(.candidate, match.id),
      .text(.artist, names.artist),
      .text(.title, names.title),
      // Nil without artwork; the page then shows a drawing of a record.
      .text(.picture, artwork.map { "/scan/\(scan)/\($0.fileName(side: 200))" }),
      // The newest earlier find.
      .view(.earlier, match.earlier.first.map { View.earlier($0, match.album.kind, words) }),
    ]
  }

  /// An empty offer for scripts: it has every element of an offer, each with an empty text.
  fileprivate static let emptyOffer: View = [
    .text(.candidate, ""), .text(.artist, ""), .text(.title, ""), .view(.earlier, .noEarlier),
  ]

  fileprivate static func failure(_ failure: Failure, _ words: Phrasebook) -> View {
    [
      .text(.headline, words.text(failure.heading)),
      .text(.message, words.text(failure.message)),
      // If true, the page mentions that owners find more on the status page.
      .flag(.hasHostAdvice, failure.hostAdvice != nil),
    ]
  }
}
