// A scan's page and its status.json: the parts on which the CGI and the scripts depend.

import Albums
import Foundation
import Site
import Testing

@Suite struct ScanPageTests {
  static let statusKeys: Set<String> = [
    "version", "id", "state", "message", "album", "provisional", "opening", "wanted",
    "earlier", "earlierMessage",
    "candidates", "hints", "artwork", "page", "review", "failure", "cost", "updated",
  ]

  @Test(arguments: ScanState.allCases)
  func `a scan under way has the waiting page with its own id`(state: ScanState) throws {
    let sample = try SampleSite()
    try sample.site.build(SampleLog().contents)
    try sample.site.refresh(scan(state))
    let pattern = try sample.text(Site.waitingPath)
    let page = try sample.text("scan/\(Sample.scan(1))/index.html")
    let expected = Site.waitingPage(of: Sample.scan(1), pattern: pattern)
    // The page of a waiting scan gives the reason and offers "Try again now". The page of a scan
    // with an album names the album.
    #expect((page == expected) == (state == .queued || state == .identifying))
    #expect(page.contains("Try again now") == !state.isFinal)
    #expect(!page.contains(Site.placeholderID.text))
  }

  @Test(arguments: ScanState.allCases)
  func `a status has all its members in every state`(state: ScanState) throws {
    let sample = try SampleSite()
    try sample.site.refresh(scan(state))
    let text = try sample.text("scan/\(Sample.scan(1))/status.json")
    let status = try #require(
      try JSONSerialization.jsonObject(with: Data(text.utf8)) as? [String: Any])
    #expect(Set(status.keys) == Self.statusKeys)
    #expect(status["state"] as? String == state.rawValue)
    let isFailed = state == .failed || state == .identificationFailed
    #expect(!isFailed || status["failure"] is [String: Any])
  }

  /// The state, whether there is an album, whether covers are likely, and whether advice is shown.
  static let adviceCases: [(state: ScanState, hasAlbum: Bool, isLikely: Bool, showsAdvice: Bool)] =
    [
      (.queued, false, false, true), (.identifying, false, false, true),
      (.identifying, false, true, true), (.waiting, false, false, true),
      (.identificationFailed, false, false, true), (.failed, false, false, true),
      // The page asks about likely covers, so it shows no advice.
      (.identificationFailed, false, true, false),
      // An album was found, so the photo was good enough.
      (.identified, true, false, false), (.reviewing, true, false, false),
      (.complete, true, false, false), (.waiting, true, false, false),
    ]

  @Test(arguments: adviceCases)
  func `advice about the photo stands beside no found album and no question`(
    state: ScanState, hasAlbum: Bool, isLikely: Bool, showsAdvice: Bool
  ) throws {
    let at = Sample.moment(daysBefore: 0)
    let album = Album(artist: "The Night Ferries", title: "Paper Moon Motel")
    let scan = Scan(
      id: Sample.scan(1), created: at, updated: at, state: state, album: hasAlbum ? album : nil,
      likely: isLikely ? [LikelyMatch(id: "7", album: album, earlier: [])] : [],
      advice: [.blurred, .glare], find: state == .complete ? Sample.find(1) : nil)
    let sample = try SampleSite()
    try sample.site.refresh(scan)
    let page = try sample.text("scan/\(scan.id)/index.html")
    let status = try sample.text("scan/\(scan.id)/status.json")
    let sentence = Sample.words.text(PhotoAdvice.blurred.sentence).prefix(20)
    #expect(page.contains(sentence) == showsAdvice)
    #expect(status.contains(sentence) == showsAdvice)
  }

  @Test func `the waiting page follows the scan without a script`() throws {
    let sample = try SampleSite()
    try sample.site.refresh(scan(.queued))
    let page = try sample.text("scan/\(Sample.scan(1))/index.html")
    let refresh =
      "<noscript><meta http-equiv=\"refresh\" content=\"3; "
      + "url=/cgi-bin/albumscan/scans/\(Sample.scan(1))\"></noscript>"
    #expect(page.contains(refresh))
  }

  @Test(arguments: [ScanState.identified, .reviewing])
  func `without script a running scan with an album can be corrected, too`(state: ScanState) throws
  {
    let sample = try SampleSite()
    var scan = scan(state)
    let picture = try Sample.artwork(2)
    try sample.keep(picture)
    scan.named = [
      NamedCandidate(
        id: "7", album: Album(artist: "Odalys Verne", title: "Salt", artwork: picture), reason: "")
    ]
    try sample.site.refresh(scan)
    let page = try sample.text("scan/\(scan.id)/index.html")
    #expect(page.contains("<bdi class=\"name\">Paper Moon Motel</bdi>"))
    #expect(
      page.contains(
        "<section class=\"correct\" id=\"correct\" data-route=\"scans/\(scan.id)\" aria-label=\"Correct it\">"
      ))
    #expect(page.contains("name=\"candidate\" value=\"7\""))
    let address = "/scan/\(scan.id)/\(picture.fileName(side: 200))"
    #expect(page.contains("src=\"\(address)\""))
    #expect(try sample.text("scan/\(scan.id)/status.json").contains("\"artwork\":\"\(address)\""))
    #expect(try sample.files()[String(address.dropFirst())] != nil)
    #expect(page.contains("content=\"12; "), "there is time to read")
  }

  @Test(
    arguments: [
      (nil, nil), (0, "This was free."), (12_300, "This scan cost $0.01."),
      (15_000, "This scan cost $0.02."), (900, "This scan cost less than $0.01."),
    ] as [(Int64?, String?)])
  func `the page of a scan that has ended says its cost`(cost: Int64?, sentence: String?) throws {
    let sample = try SampleSite()
    var scan = scan(.identificationFailed)
    scan.costMicrodollars = cost
    try sample.site.refresh(scan)
    let page = try sample.text("scan/\(scan.id)/index.html")
    #expect(page.contains("class=\"cost\"") == (sentence != nil))
    if let sentence { #expect(page.contains(sentence)) }
  }

  @Test func `cost is in dollars`() throws {
    let sample = try SampleSite()
    var scan = scan(.complete)
    scan.costMicrodollars = 12_300
    try sample.site.refresh(scan)
    #expect(try sample.text("scan/\(scan.id)/status.json").contains("\"cost\":0.012300"))
  }

  static let questions: [(state: ScanState, failure: Failure, isQuestion: Bool)] = [
    (.identificationFailed, .notKnownHere(covers: 24), true),
    (.failed, .givenUp(.tooSlow), false),
  ]

  @Test(arguments: questions)
  func `a near match is the question alone, and a failed scan keeps its reason beside it`(
    state: ScanState, failure: Failure, isQuestion: Bool
  ) throws {
    let sample = try SampleSite()
    var scan = scan(state)
    scan.album = nil
    scan.failure = failure
    scan.likely = [
      LikelyMatch(id: "7", album: Album(artist: "Odalys Verne", title: "Salt"), earlier: [])
    ]
    try sample.site.refresh(scan)
    let page = try sample.text("scan/\(scan.id)/index.html")
    let level = isQuestion ? "h1" : "h2"
    #expect(page.contains("<\(level) id=\"question\">Is it this one?</\(level)>"), "\(page)")
    #expect(page.contains("<h1>The model could not be reached</h1>") == !isQuestion)
    #expect(page.contains("The model took too long to answer.") == !isQuestion)
    #expect(page.components(separatedBy: "<h1").count == 2, "one heading of the page")
    let status = try sample.text("scan/\(scan.id)/status.json")
    #expect(status.contains(#""message":"Is it this one?""#) == isQuestion, "\(status)")
  }

  static let unreachable: [(language: String, state: ScanState, failure: Failure)] = [
    ("en", .waiting, .network), ("en", .failed, .givenUp(.network)),
    ("de", .waiting, .network), ("de", .failed, .givenUp(.network)),
  ]

  @Test(arguments: unreachable)
  func `a page says once that the server cannot reach the service`(
    language: String, state: ScanState, failure: Failure
  ) throws {
    let (words, sentence) =
      try language == "de"
      ? (Phrasebook.german(), "Der Server erreicht den Dienst nicht")
      : (Phrasebook.english(), "The server cannot reach the service")
    let sample = try SampleSite(
      settings: SiteSettings(baseURL: Sample.settings.baseURL, words: words))
    var scan = scan(state)
    scan.album = nil
    scan.failure = failure
    try sample.site.refresh(scan)
    let page = try sample.text("scan/\(scan.id)/index.html")
    #expect(page.components(separatedBy: sentence).count == 2, "\(page)")
    // After the end of a scan, the scripts choose the heading by the code.
    let status = try sample.text("scan/\(scan.id)/status.json")
    #expect(status.contains("\"message\":\"\(sentence)") == (state == .waiting), "\(status)")
    #expect(state == .waiting || status.contains(#""failure":{"code":"network""#), "\(status)")
  }

  static let advised: [(failure: Failure, isAdvised: Bool)] = [
    (.notKnownHere(covers: 24), true), (.givenUp(.wrongSetting), true), (.notIdentified, false),
  ]

  @Test(arguments: advised)
  func `a failure that only the host can repair has a link for the owner`(
    failure: Failure, isAdvised: Bool
  ) throws {
    let sample = try SampleSite()
    var scan = scan(.identificationFailed)
    scan.failure = failure
    try sample.site.refresh(scan)
    let page = try sample.text("scan/\(scan.id)/index.html")
    #expect(page.contains("class=\"for-host\"") == isAdvised)
  }

  @Test func `a provisional album is marked, and the page of the scan does not name it`() throws {
    let sample = try SampleSite()
    var scan = scan(.identifying)
    try sample.site.refresh(scan)
    let page = try sample.text("scan/\(scan.id)/index.html")
    #expect(try sample.text("scan/\(scan.id)/status.json").contains(#""provisional":false"#))
    scan.isProvisional = true
    try sample.site.refresh(scan)
    #expect(
      try sample.text("scan/\(scan.id)/status.json").contains(
        #""recordLabel":null},"provisional":true,"opening":"found""#))
    #expect(try sample.text("scan/\(scan.id)/index.html") == page)
  }

  private func scan(_ state: ScanState) -> Scan {
    let at = Sample.moment(daysBefore: 0)
    return Scan(
      id: Sample.scan(1), created: at, updated: at, state: state,
      album: state == .queued ? nil : Album(artist: "The Night Ferries", title: "Paper Moon Motel"),
      find: state == .complete ? Sample.find(1) : nil)
  }
}
