// A scan whose review is being written: a real database and site in a temporary folder, and a
// played model.

import Albums
import Host
import Models
import Refresh
import Site
import Store
import Support
import Text

@testable import Scanning

final class ReviewHouse: Sendable {
  static let album = Album(artist: "The Night Ferries", title: "Paper Moon Motel", year: 1979)
  static let price = Price(input: 100_000, output: 500_000)
  static let now = Timestamp(milliseconds: 1_795_262_400_000)

  let folder: TemporaryFolder
  let configuration: Configuration
  let refresher: PageRefresher
  let database: DatabaseActor
  let model: PlayedModel
  let claim: Job

  /// The scan of the claimed job.
  var scan: ScanID { claim.scan ?? ScanID(unchecked: "") }
  var item: Int64 { claim.item ?? 0 }

  init(_ model: PlayedModel) throws {
    self.model = model
    folder = try TemporaryFolder()
    let file = try folder.write(
      """
      data: data
      site: site
      templates: \(Checkout.root)/templates
      public: \(Checkout.root)/public
      prompts: \(Checkout.root)/prompts
      """, to: "albumscan")
    configuration = try Configuration(reading: file, installation: Checkout.root)
    for path in [configuration.artwork, configuration.site] { try Files.makeDirectories(path) }
    refresher = try PageRefresher(
      site: try Site(
        root: configuration.site, templates: configuration.templates,
        publicFiles: configuration.publicFiles, artwork: configuration.artwork,
        settings: SiteSettings(
          baseURL: configuration.baseURL, isOpenToLAN: false, words: try Phrasebook.english())),
      configuration: configuration, program: "1")
    let store = try Store.openUpgrading(configuration.database)
    claim = try Self.reviewing(store)
    try refresher.build(from: store, at: Self.now)
    database = DatabaseActor(store)
  }

  private static func reviewing(_ store: borrowing Store) throws -> Job {
    let scan = NewScan(
      id: ScanID(randomBytes: Array(repeating: 7, count: 17)), person: .owner, key: nil,
      digest: Array(repeating: 7, count: 32), byteCount: 1000, guide: nil)
    _ = try store.accept(scan, at: now)
    guard let claim = try store.claimJob(of: [.scan], at: now) else {
      throw StoreError.damaged("no claim")
    }
    try store.identify(claim, as: try store.keep(album), isRecognised: false, at: now)
    try store.beginReview(claim, at: now)
    return claim
  }

  func stage(
    isSearchOn: Bool = false, cap: Int64 = 1_000_000, language: String = "en",
    booksToo: Bool = false, searchesNewAlbums: Bool = false
  ) throws -> ReviewStage {
    let money: MoneyTalk = language == "de" ? .german : .english
    let call = ModelCall(
      provider: model, database: database, cap: Money(microdollars: cap),
      price: { _ in Self.price }, isPrivate: false, log: LogFile(path: "/dev/null"),
      now: { Self.now })
    let writer = { (model: String, prompt: String) throws in
      ReviewStage.Writer(
        model: model,
        prompt: try Prompt(
          prompt, in: self.configuration.prompts, language: money.languageName))
    }
    return ReviewStage(
      call: call, plain: try writer("plain", "review"),
      searched: try writer("searched", "review-search"),
      books: booksToo
        ? ReviewStage.Methods(
          plain: try writer("plain", "book-review"),
          searched: try writer("searched", "book-review-search")) : nil,
      isSearchOn: isSearchOn, searchesNewAlbums: searchesNewAlbums, language: language,
      money: money,
      log: LogFile(path: folder.file("log")))
  }

  func review(
    _ stage: ReviewStage, live: Bool = false, again: Bool = false, job: Int64? = nil
  ) async -> Reviewed {
    await stage.review(
      of: Self.album, key: Self.album.key, for: CallOwner(scan, job: job, person: .owner),
      scan: live ? liveText : nil, again: again)
  }

  var liveText: LiveText {
    LiveText(
      scan: scan, database: database, refresher: refresher,
      log: LogFile(path: folder.file("log")), now: { Self.now })
  }

  /// The member `review.text` of the scan's status; nil if it is null.
  func shown() throws -> String? {
    let bytes = try Files.read("\(configuration.site)/scan/\(scan)/status.json")
    return (JSON(bytes) ?? .null)["review"]["text"].text
  }

  func refreshStalePages() async throws {
    let refresher = refresher
    try await database.withLive { (store, live) throws(RefreshError) in
      try refresher.refreshStalePages(in: store, at: Self.now, live)
    }
  }

  func stored() async throws -> Review? {
    try await database.with { (store) throws(StoreError) in
      try store.shownReview(of: Self.album.key)
    }
  }
}
