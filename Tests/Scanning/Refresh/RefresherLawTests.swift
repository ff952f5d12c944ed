// The refresher with a real database: after any changes to finds, scans and offers, the written
// pages equal those of a full build, and no page links to a removed page.

import Albums
import Host
import Site
import Store
import Support
import Testing

@testable import Refresh

@Suite struct RefresherLawTests {
  let folder: TemporaryFolder
  let refresher: PageRefresher
  let configuration: Configuration

  init() throws {
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
    let site = try Site(
      root: configuration.site, templates: configuration.templates,
      publicFiles: configuration.publicFiles, artwork: configuration.artwork,
      settings: SiteSettings(
        baseURL: configuration.baseURL, isOpenToLAN: false, words: try Phrasebook.english()))
    refresher = try PageRefresher(site: site, configuration: configuration)
  }

  @Test(arguments: [
    1, 2026, 13_985_135_451_846_895_126, 11_051_207_917_100_253_478,
    UInt64.random(in: 0...UInt64.max),
  ])
  func `whatever happens to finds and scans, the pages are what a build makes`(seed: UInt64)
    throws
  {
    note("seed \(seed)")
    let store = try Store.openUpgrading(configuration.database)
    var log = RandomLog(seed: seed)
    try refresher.build(from: store, at: log.now)
    for step in 1...30 {
      try log.change(store)
      try placeLinks(store)
      try refresher.refreshStalePages(in: store, at: log.now)
      guard step % 3 == 0 else { continue }
      try refresher.refreshSummaries(in: store)
      #expect(try !store.hasStaleSummaries())
      let refreshed = try files()
      try refresher.build(from: store, at: log.now)
      let built = try files()
      let differing = Set(refreshed.keys).union(built.keys).filter { refreshed[$0] != built[$0] }
      #expect(differing.isEmpty, "seed \(seed), step \(step): \(differing.sorted())")
    }
  }

  /// Places the pages that lead to shelves, as the CGI does when their photos arrive.
  private func placeLinks(_ store: borrowing Store) throws {
    let folder = "\(configuration.site)/shelf"
    let waiting = String(decoding: try Files.read("\(folder)/waiting/index.html"), as: UTF8.self)
    for id in try store.shelves() {
      try Files.makeDirectories("\(folder)/\(id)")
      let page = waiting.replacing(PagePlaceholder.id, with: id.text)
      try Files.replace(
        "\(folder)/\(id)/index.html", with: Array(page.utf8), mode: Files.publicMode,
        durably: false)
    }
  }

  @Test func `summary pages wait for their refresh, but a deleted find leaves them at once`()
    throws
  {
    let store = try Store.openUpgrading(configuration.database)
    var log = RandomLog(seed: 7)
    try refresher.build(from: store, at: log.now)
    for _ in 1...60 { try log.change(store) }
    let find = try #require(
      try store.newestFinds(99).first { $0.album.artist.hasSuffix("Castors") })
    let page = "\(configuration.site)/artists/castors/index.html"
    try refresher.refreshStalePages(in: store, at: log.now)
    #expect(!Files.exists(page))
    #expect(try store.hasWork(at: log.now))
    let own = try text("album/\(find.id)/index.html")
    #expect(!own.contains("/artists/castors/"), "no link to a page that does not exist yet")
    try refresher.refreshSummaries(in: store)
    #expect(try text("artists/castors/index.html").contains(find.id.text))
    #expect(try text("album/\(find.id)/index.html").contains("/artists/castors/"))
    #expect(try store.delete(find.id, at: log.now))
    try refresher.refreshStalePages(in: store, at: log.now)
    for path in try pages(with: "/album/\(find.id)/") {
      Issue.record("\(path) links to a deleted find")
    }
  }

  @Test func `an artist whom many reviews name changes few pages, and they are what a build makes`()
    throws
  {
    let store = try Store.openUpgrading(configuration.database)
    let start = Timestamp(milliseconds: 1_795_262_400_000)
    try refresher.build(from: store, at: start)
    var log = NamingLog(start: start)
    for number in 0..<60 { try log.add(number, at: number * 2, to: store) }
    try refresher.refreshAll(in: store, at: start)
    // The named artist gets a find, an older one and a newer one. Then the first of them is
    // deleted.
    var artist: [FindID] = []
    for change in 0..<4 {
      if change < 3 {
        artist.append(try log.add(nil, at: [61, 7, 117][change], to: store))
      } else {
        #expect(try store.delete(artist[0], at: start))
      }
      try refresher.refreshStalePages(in: store, at: start)
      let stale = try store.staleSummaries().count { if case .find = $0 { true } else { false } }
      #expect(stale <= 2 * LogConnection.window + 3, "change \(change)")
      try refresher.refreshSummaries(in: store)
      let refreshed = try files()
      #expect(
        refreshed.values.count { String(decoding: $0, as: UTF8.self).contains("names Ada Verne") }
          > LogConnection.window, "change \(change)")
      try refresher.build(from: store, at: start)
      #expect(try files() == refreshed, "change \(change)")
    }
  }

  @Test func `a summary page that cannot be written stays stale`() throws {
    let store = try Store.openUpgrading(configuration.database)
    var log = RandomLog(seed: 7)
    try refresher.build(from: store, at: log.now)
    for _ in 1...60 { try log.change(store) }
    try refresher.refreshStalePages(in: store, at: log.now)
    let folder = "\(configuration.site)/artists/castors"
    try Files.replace(folder, with: [], durably: false)
    #expect(throws: RefreshError.self) { try refresher.refreshSummaries(in: store) }
    #expect(try store.hasStaleSummaries())
    try Files.remove(folder)
    try refresher.refreshSummaries(in: store)
    #expect(try !store.hasStaleSummaries())
    #expect(Files.exists("\(folder)/index.html"))
  }

  private func text(_ path: String) throws -> String {
    String(decoding: try Files.read("\(configuration.site)/\(path)"), as: UTF8.self)
  }

  @Test func `pages name a finder only with the setting, and follow a new name`() throws {
    let plain = try Store.openUpgrading(configuration.database)
    let now = Timestamp(milliseconds: 1_795_262_400_000)
    let files = configuration.sessionFiles
    let name = try #require(PersonName("Zuleika Canary"))
    let person = try plain.addPerson(name: name, plan: .owner, files: files, at: now)
    var log = RandomLog(seed: 7)
    for _ in 1...60 { try log.change(plain) }
    #expect(try plain.countFinds() > 0)
    try refresher.build(from: plain, at: now)
    #expect(try pages(with: "Canary").isEmpty)

    let named = try Store.open(configuration.database, showsFinder: true)
    try refresher.refreshAll(in: named, at: now)
    let naming = try pages(with: "Zuleika Canary")
    #expect(naming.contains("history/index.html"))
    #expect(naming.contains { $0.hasPrefix("album/") })
    #expect(!naming.contains { $0.hasSuffix(".json") || $0.hasSuffix(".atom") })

    try named.rename(person.id, to: try #require(PersonName("Ada Canary")))
    try refresher.refreshStalePages(in: named, at: now)
    #expect(try pages(with: "Ada Canary") == naming)
    #expect(try pages(with: "Zuleika").isEmpty)

    try refresher.refreshStalePages(in: plain, at: now)
    #expect(try pages(with: "Canary").isEmpty)
  }

  /// The files of the site that contain `text`.
  private func pages(with text: String) throws -> Set<String> {
    Set(
      try files().filter { String(decoding: $0.value, as: UTF8.self).contains(text) }.map(\.key))
  }

  /// A change of an input that is not in the database.
  enum Change: String, CaseIterable { case setting, language, program, template, publicFile }

  @Test(arguments: Change.allCases)
  func `a change of settings, texts, files or the program rebuilds the site`(change: Change)
    throws
  {
    let store = try Store.openUpgrading(configuration.database)
    let now = Timestamp(milliseconds: 1_795_262_400_000)
    try refresher.build(from: store, at: now)
    #expect(try !refresher.needsBuild(store))
    try Files.remove("\(configuration.site)/privacy/index.html")
    try refresher.refreshStalePages(in: store, at: now)
    #expect(!Files.exists("\(configuration.site)/privacy/index.html"), "unchanged: no build")
    let changed = try self.changed(change)
    #expect(try changed.needsBuild(store))
    try changed.refreshStalePages(in: store, at: now)
    #expect(Files.exists("\(configuration.site)/privacy/index.html"))
    #expect(try !changed.needsBuild(store) && refresher.needsBuild(store))
  }

  @Test func `the first refresh of a new program gives every stored page the product attribute`()
    throws
  {
    let store = try Store.openUpgrading(configuration.database)
    var log = RandomLog(seed: 7)
    for _ in 1...60 { try log.change(store) }
    try refresher.build(from: store, at: log.now)
    try refresher.refreshStalePages(in: store, at: log.now)
    let built = try pagesAndFilledPages()
    #expect(built.count > 40 && built.keys.contains { $0.hasPrefix("album/") })
    for (path, text) in built {
      let file = path.hasPrefix("/") ? path : "\(configuration.site)/\(path)"
      try Files.replace(
        file, with: Array(text.replacing(" data-albumscan", with: "").utf8), durably: false)
    }
    #expect(try pagesAndFilledPages().values.allSatisfy { !$0.contains("data-albumscan") })
    try refresher.refreshStalePages(in: store, at: log.now)
    #expect(try pagesAndFilledPages().values.allSatisfy { !$0.contains("data-albumscan") })
    try changed(.program).refreshStalePages(in: store, at: log.now)
    let upgraded = try pagesAndFilledPages()
    #expect(built.keys.allSatisfy { upgraded[$0] == built[$0] })
    #expect(upgraded.values.allSatisfy { $0.contains("<html data-albumscan") })
  }

  /// The texts of the pages: of the web root by their paths, of filled pages by their whole paths.
  private func pagesAndFilledPages() throws -> [String: String] {
    var pages = try files().filter { $0.key.hasSuffix(".html") }
    for name in try Files.entries(of: configuration.filledPages) {
      let path = "\(configuration.filledPages)/\(name)"
      pages[path] = try Files.read(path)
    }
    return pages.mapValues { String(decoding: $0, as: UTF8.self) }
  }

  private func changed(_ change: Change) throws -> PageRefresher {
    var (templates, publicFiles) = (configuration.templates, configuration.publicFiles)
    if change == .template { templates = try copy(of: templates, changing: "privacy.mustache") }
    if change == .publicFile { publicFiles = try copy(of: publicFiles, changing: "logo.svg") }
    let site = try Site(
      root: configuration.site, templates: templates, publicFiles: publicFiles,
      artwork: configuration.artwork,
      settings: SiteSettings(
        baseURL: configuration.baseURL, isOpenToLAN: change == .setting,
        words: change == .language ? try .german() : try .english()))
    return try PageRefresher(
      site: site, configuration: configuration, program: change == .program ? "2" : "")
  }

  /// Copies a flat folder of text files, and adds a space to one of the files.
  private func copy(of from: String, changing changed: String) throws -> String {
    let copy = folder.file("copy")
    try Files.makeDirectories(copy)
    for name in try Files.entries(of: from) where !Files.isDirectory("\(from)/\(name)") {
      let bytes = try Files.read("\(from)/\(name)")
      try Files.replace(
        "\(copy)/\(name)", with: bytes + (name == changed ? [32] : []), durably: false)
    }
    return copy
  }

  private func files(_ path: String = "") throws -> [String: [UInt8]] {
    var all: [String: [UInt8]] = [:]
    for name in try Files.entries(of: "\(configuration.site)/\(path)") {
      let inside = path.isEmpty ? name : "\(path)/\(name)"
      if Files.isDirectory("\(configuration.site)/\(inside)") {
        all.merge(try files(inside)) { one, _ in one }
      } else {
        all[inside] = try Files.read("\(configuration.site)/\(inside)")
      }
    }
    return all
  }
}

/// Finds of many artists whose reviews all name one other artist.
private struct NamingLog {
  let start: Timestamp
  private var count: UInt8 = 0

  init(start: Timestamp) { self.start = start }

  /// Adds a find of the artist with this number, or of the named artist if `number` is nil.
  @discardableResult
  mutating func add(_ number: Int?, at minute: Int, to store: borrowing Store) throws -> FindID {
    count += 1
    let artist = number.map { "Artist\($0)" } ?? "Ada Verne"
    let album = Album(artist: artist, title: "Title \(count)")
    let review = try Review(
      summary: "After Ada Verne.", bullets: ["one", "two", "three"],
      rating: try #require(Rating(tenths: 80)),
      recommendation: .deepCut, keyTracks: ["a", "b", "c"])
    let now = start.advanced(byMilliseconds: Int64(minute) * 60_000)
    try store.importCover(of: album, review: review, fingerprint: [0], name: "\(count)", at: now)
    let scan = NewScan(
      id: ScanID(randomBytes: Array(repeating: count, count: 17)), person: .owner, key: nil,
      digest: Array(repeating: count, count: 32), byteCount: 1, guide: nil)
    _ = try store.accept(scan, at: now)
    let claim = try #require(try store.claimJob(of: [.scan], at: now))
    try store.beginIdentifying(claim, at: now)
    try store.identify(claim, as: try store.keep(album), isRecognised: false, at: now)
    let find = FindID(randomBytes: Array(repeating: count, count: 17))
    try store.finish(claim, as: find, evidence: Evidence(.recognised(isCertain: true)), at: now)
    return find
  }
}

/// Makes random changes to scans of four albums: offers, choices, finds, deletions and
/// restorations.
struct RandomLog {
  var random: SeededGenerator
  private(set) var now = Timestamp(milliseconds: 1_795_262_400_000)
  private var open: [Job] = []

  /// The claimed jobs that follow a scan. The test ends them, because such a job would otherwise
  /// block every claim of a scan.
  private var claimed: Set<Int64> = []
  private var finds: [FindID] = []
  private var shelves: [ScanID] = []
  private var count: UInt8 = 0

  init(seed: UInt64) {
    random = SeededGenerator(seed: seed)
  }

  mutating func change(_ store: borrowing Store) throws {
    now = now.advanced(byMilliseconds: 1000)
    switch Int.random(in: 0..<19, using: &random) {
    case 0, 1: try accept(store)
    case 2: try offer(store)
    case 3, 4: try finish(store)
    case 5:
      if let find = finds.randomElement(using: &random) { _ = try store.delete(find, at: now) }
    case 6:
      if let find = finds.randomElement(using: &random) { _ = try store.undelete(find, at: now) }
    case 7, 8: try correct(store)
    case 9, 10: try runJob(store)
    case 11: try picture(store)
    case 13, 14: try edit(store)
    case 15: try review(store)
    case 16, 17: try shelf(store)
    default: _ = try store.keep(try album())
    }
  }

  /// Corrects a find, or a scan in any state, with a candidate, a name, a link or a hint.
  private mutating func correct(_ store: borrowing Store) throws {
    let named = try album()
    let correction: Correction =
      switch Int.random(in: 0..<3, using: &random) {
      case 0: .named(artist: named.artist, title: named.title, kind: named.kind)
      case 1: count % 2 == 0 ? .musicBrainz("a link") : .hint("a hint")
      default: .candidate("\(Int.random(in: 1...4, using: &random))")
      }
    if let find = finds.randomElement(using: &random), Bool.random(using: &random) {
      _ = try store.correct(find, correction, by: .owner, at: now)
    } else if count > 0 {
      let number = UInt8.random(in: 1...count, using: &random)
      let scan = ScanID(randomBytes: Array(repeating: number, count: 17))
      _ = try store.correct(scan, correction, by: .owner, at: now)
    }
  }

  /// Runs one job in the steps of the worker. Some attempts fail, and some jobs wait.
  private mutating func runJob(_ store: borrowing Store) throws {
    guard let job = try store.claimJob(of: JobKind.afterScan, at: now) else { return }
    claimed.insert(job.id)
    let failure = Failure.network
    switch (Int.random(in: 0..<5, using: &random), job.request) {
    case (0, _): try store.fail(job, failure, at: now)
    case (1, _): try store.wait(job, until: now, failure, at: now)
    case (_, .album(let album)), (_, .named(let album, _, _)):
      guard let find = job.find else { return try store.fail(job, failure, at: now) }
      let picture: ArtworkMatch? = Bool.random(using: &random) ? .same : nil
      let evidence = Evidence(.hint(.low, isSettled: true), picture: picture)
      try store.correct(find, to: album, by: job, evidence: evidence, at: now)
      if Bool.random(using: &random) { try store.complete(job, at: now) }
    case (_, .musicBrainz):
      try store.settle(job, on: try store.keep(try album()), at: now)
    case (_, .hint):
      let found = try album()
      try store.add([(album: try album(), reason: "another one")], for: job)
      let evidence = Evidence(.hint(.low, isSettled: true))
      _ = try store.settle(job, on: found, evidence: evidence, at: now)
    default: try store.complete(job, at: now)
    }
  }

  /// Adds finds from a new shelf or from one that exists, or removes some of them.
  private mutating func shelf(_ store: borrowing Store) throws {
    let known = Bool.random(using: &random) ? shelves.randomElement(using: &random) : nil
    let id =
      known ?? ScanID(randomBytes: (0..<17).map { _ in .random(in: 0...255, using: &random) })
    if known == nil {
      try store.makeShelf(of: [try album(), try album(), try album()], as: id, at: now)
      shelves.append(id)
    }
    let numbers = [1, 2, 3].filter { _ in Bool.random(using: &random) }
    if known != nil, Bool.random(using: &random) {
      _ = try store.change(id, .remove(numbers), by: .owner, at: now)
    } else {
      let added = try store.add(numbers, of: id, at: now)
      finds += added.filter { !finds.contains($0) }
    }
  }

  /// Adds or removes the owner's own picture. The picture has no file.
  private mutating func picture(_ store: borrowing Store) throws {
    guard let find = finds.randomElement(using: &random),
      try store.enqueue(.review, for: find, by: .owner, at: now),
      let job = try store.claimJob(of: JobKind.afterScan, at: now)
    else { return }
    let artwork =
      Bool.random(using: &random) ? Artwork(digest: String(repeating: "a", count: 64)) : nil
    try store.complete(job, at: now) { (store) throws(StoreError) in
      try store.keepOwn(artwork.map { ($0, [2, 7]) }, of: find)
    }
  }

  /// Changes the tags, the place or the status of some finds, or undoes such a change.
  private mutating func edit(_ store: borrowing Store) throws {
    var change = FindEdit()
    let tag = ["jazz", "Jazz", "to sell", "宇多田"].randomElement(using: &random) ?? ""
    switch Int.random(in: 0..<4, using: &random) {
    case 0: change.tags = Tag.list("\(tag), other")
    case 1: change.tags = []
    case 2:
      let places = ["Rough Trade", "rough trade", ".."]
      change.place = .set(places.randomElement(using: &random) ?? "")
    default: change.status = .set(.want)
    }
    let id = EditID(randomBytes: (0..<17).map { _ in UInt8.random(in: 0...255, using: &random) })
    let chosen = finds.filter { _ in Bool.random(using: &random) }
    if Int.random(in: 0..<4, using: &random) == 0 {
      _ = try store.delete(chosen, as: id, by: .owner, at: now)
    } else {
      _ = try store.edit(chosen, change, as: id, by: .owner, at: now)
    }
    if Bool.random(using: &random) { _ = try store.undo(id, at: now) }
  }

  /// Writes a review of one of the albums.
  private mutating func review(_ store: borrowing Store) throws {
    let work = try album()
    let album = Album(artist: work.artist, title: work.title, year: work.year)
    let rating = Rating(tenths: Int.random(in: 0...100, using: &random))
    guard let rating else { return }
    let named = ["nobody", "The Castors", "the *Castors* Trio", "the Castors Trio"][
      rating.tenths % 4]
    let review = try Review(
      summary: "A *summary*.", bullets: ["one", "after \(named)", "three"], rating: rating,
      recommendation: Recommendation.allCases.randomElement(using: &random) ?? .deepCut,
      keyTracks: ["a", "b", "c"])
    try store.importCover(
      of: album, review: review, fingerprint: [0], name: "cover:\(album.key)", at: now)
  }

  private mutating func album() throws -> Album {
    let artists = ["The Castors", "Castors", "The Castors", "The Castors Trio", "AC/DC"]
    let genres = ["Jazz", "jazz", "Dream Pop", "Soul"].filter { _ in Bool.random(using: &random) }
    let artist = artists.randomElement(using: &random) ?? ""
    return Album(
      kind: artist == "AC/DC" ? .book : .album, artist: artist,
      title: "Twin \(Int.random(in: 1...3, using: &random))",
      year: Int.random(in: 1968...1972, using: &random), genres: genres,
      recordLabel: ["Verve", "VERVE", nil].randomElement(using: &random) ?? nil)
  }

  private mutating func accept(_ store: borrowing Store) throws {
    count += 1
    let scan = NewScan(
      id: ScanID(randomBytes: Array(repeating: count, count: 17)), person: .owner, key: nil,
      digest: Array(repeating: count, count: 32), byteCount: 1, guide: nil)
    _ = try store.accept(scan, at: now)
    // Claims all scans. A failed scan with a new choice is queued again and is claimed first.
    while let claim = try store.claimJob(
      of: [.scan], except: claimed.union(open.map(\.id)), at: now)
    {
      try store.beginIdentifying(claim, at: now)
      open.append(claim)
    }
  }

  private mutating func offer(_ store: borrowing Store) throws {
    guard let claim = open.randomElement(using: &random) else { return }
    let albums = [try store.keep(try album()), try store.keep(try album())]
    try store.offer(Set(albums).sorted().map { ($0, 0.5) }, of: claim, at: now)
    guard Bool.random(using: &random) else { return }
    guard let scan = claim.scan else { return }
    _ = try store.correct(scan, .candidate("\(albums[0])"), by: .owner, at: now)
  }

  private mutating func finish(_ store: borrowing Store) throws {
    guard let index = open.indices.randomElement(using: &random) else { return }
    let claim = open.remove(at: index)
    if Int.random(in: 0..<4, using: &random) == 0 {
      return try store.fail(claim, .notIdentified, at: now)
    }
    try store.identify(claim, as: try store.keep(try album()), isRecognised: false, at: now)
    let find = FindID(randomBytes: (0..<17).map { _ in UInt8.random(in: 0...255, using: &random) })
    let isCertain = Bool.random(using: &random)
    try store.finish(
      claim, as: find, evidence: Evidence(.recognised(isCertain: isCertain)), at: now)
    finds.append(find)
  }
}
