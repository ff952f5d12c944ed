// Every view has its stored properties as fields, under their own names, and no other field.

import Albums
import Testing

@testable import Site

@Suite struct ViewTests {
  /// Every kind of view of the log with all states, and each page at least once.
  static func pages() throws -> [any View] {
    let sample = try SampleSite()
    let artwork = try Sample.artwork(1)
    try sample.keep(artwork)
    let (log, settings) = (try SampleLog.whole(), Sample.settings)
    let artworks = sample.site.artworks
    let index = log.index
    var pages: [any View] = log.finds.map {
      AlbumPage($0, amid: index.neighbours(of: $0.id), artworks: artworks, settings: settings)
    }
    pages += summaryPages(of: log, artworks: artworks)
    pages += log.scans.map { ScanPage($0, artworks: artworks, settings: settings) }
    pages.append(
      HistoryPage(newest: log.finds, months: log.months, artworks: artworks, settings: settings))
    let entries = try log.finds.atomEntries(
      artworks, templates: sample.site.templates, settings)
    let head = FeedHead(id: Sample.feedID, settings: settings)
    pages.append(AtomFeed(entries, head, settings: settings))
    pages += published(log, artworks: artworks)
    pages += [
      HomePage(hasFinds: true, settings: settings), PrivacyPage(settings: settings),
      DeletedPage(settings: settings), NotFoundPage(settings: settings),
      OfflinePage(settings: settings),
      CertificatePage(Sample.certificate, settings: settings), SignInPage(settings: settings),
      SettingsLinkPage(settings: settings), CodePage(settings: settings),
      PlainFilledPage(frame: Frame("People", look: "dark plain", settings: settings)),
    ]
    return pages + ErrorPage.all(contact: nil).map { ErrorPage($0, settings: settings) }
  }

  /// The pages of the published log with fields of their own.
  private static func published(_ log: SampleLog, artworks: Artworks) -> [any View] {
    let (index, look) = (log.index, Sample.look)
    let settings = SiteSettings(publishing: look, words: Sample.words)
    let finds = index.newestFinds(ofYear: 2026, most: 100)
    let tag = FacetCount(key: "sea", name: "Sea", count: 3)
    let contents = FrontContents(finds: 6, newest: finds, best: finds, tags: [tag])
    let pages: [any View] = [
      FrontPage(contents, look: look, artworks: artworks, settings: settings),
      IndexPage(
        tag, at: IndexPlace(.tag, key: "sea"), part: nil, of: 0, finds, artworks: artworks,
        settings: settings),
      NotFoundPage(settings: settings),
    ]
    return pages
      + log.finds.map {
        AlbumPage($0, amid: index.neighbours(of: $0.id), artworks: artworks, settings: settings)
      }
  }

  /// An index page with all parts, an overview, and the statistics.
  private static func summaryPages(of log: SampleLog, artworks: Artworks) -> [any View] {
    let (index, settings) = (log.index, Sample.settings)
    let finds = index.newestFinds(ofYear: 2026, most: 100)
    let count = FacetCount(key: "1", name: "1", count: 400)
    let statistics = index.statistics(ofYear: nil)
    let manyArtists = (0...OverviewPlace.entries).map {
      FacetCount(key: "\($0)", name: "Artist \($0)", count: 1)
    }
    let counts = Dictionary(
      uniqueKeysWithValues: FacetKind.withPages.map { ($0, index.counts(of: $0)) })
    let covers = counts[.artist, default: []].map {
      IndexCover(kind: .artist, key: $0.key, find: finds[0])
    }
    return [
      IndexPage(
        count, at: IndexPlace(.tier, key: "1"), part: 2, of: 3, finds, artworks: artworks,
        settings: settings),
      IndexPage(
        count, at: IndexPlace(.tier, key: "1"), part: nil, of: 3, finds, artworks: artworks,
        settings: settings),
      OverviewPage.all(.tier, index.counts(of: .tier), settings: settings)[0],
      OverviewPage.all(.artist, index.counts(of: .artist), settings: settings)[0],
      OverviewPage.all(.artist, manyArtists, settings: settings)[0],
      StatisticsPage(
        StatisticsContents(
          statistics: statistics, counts: counts, best: finds, covers: covers),
        artworks: artworks, settings: settings),
      StatisticsPage(
        YearContents(
          year: 2026, statistics: statistics, best: finds, first: finds.last, newest: finds),
        artworks: artworks, settings: settings),
    ]
  }

  @Test func `each property of each view is a field with its name`() throws {
    var (kinds, names) = (Set<String>(), Set<String>())
    for page in try Self.pages() { try check(page, &kinds, &names) }
    #expect(names == Set(FieldName.allCases.map(\.rawValue)))
    // The views of the sources: a view that no page above contains is a gap of this test.
    #expect(
      kinds == [
        "AlbumNames", "AlbumPage", "AtomEntry", "AtomFeed", "BarView", "CandidateView",
        "CertificatePage", "ChartView", "CodePage", "CorrectView", "Cover",
        "DeletedPage", "DotView", "EarlierLink", "EarlierView", "ErrandView", "ErrorPage",
        "FacetLink", "FailureView", "FeedEntry", "FigureView", "Frame", "FrontPage", "HintView",
        "HistoryAlbum", "HistoryDay", "HistoryPage", "HistoryRow", "HomePage", "IndexPage",
        "ListenLink", "MarkedLine", "MonthLink", "NotFoundPage", "OfferView", "OfflinePage",
        "OverviewEntry", "OverviewPage", "OverviewPart", "OverviewSection",
        "PlainFilledPage", "PrivacyPage", "ReviewView", "ScanPage", "SettingsLinkPage",
        "SignInPage", "SourceView", "StatisticsPage", "StatusButton", "Verdict", "WriterView",
      ])
  }

  private func check(_ view: any View, _ kinds: inout Set<String>, _ names: inout Set<String>)
    throws
  {
    kinds.insert("\(type(of: view))")
    var properties: [String: Any] = [:]
    for case (let name?, let value) in Mirror(reflecting: view).children {
      properties[name] = value
    }
    names.formUnion(properties.keys)
    for name in FieldName.allCases {
      let field = view.field(name)
      let expected = properties.removeValue(forKey: name.rawValue).map(plain) ?? "nothing"
      #expect(plain(field) == expected, "\(type(of: view)).\(name)")
      switch field {
      case .view(let inner): try check(inner, &kinds, &names)
      case .views(let inner): for view in inner { try check(view, &kinds, &names) }
      case .nothing, .text, .markup, .flag, .texts: break
      }
    }
    #expect(properties.isEmpty, "\(type(of: view)) has properties that are no fields")
  }

  private func plain(_ field: Field) -> String {
    switch field {
    case .nothing: "nothing"
    case .text(let text), .markup(let text): text
    case .flag(let flag): "\(flag)"
    case .texts(let texts): "\(texts)"
    case .view(let view): plain(view as Any)
    case .views(let views): "\(views.map { plain($0 as Any) })"
    }
  }

  /// The value as text, without a mark for optionals.
  private func plain(_ value: Any) -> String {
    let mirror = Mirror(reflecting: value)
    switch mirror.displayStyle {
    case .optional: return mirror.children.first.map { plain($0.value) } ?? "nothing"
    case .collection where !(value is [String]): return "\(mirror.children.map { plain($0.value) })"
    default: return "\(value)"
    }
  }
}
