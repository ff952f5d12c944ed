// The fields of all pages: every name has a value on some page, and no view lists a name twice.

import Albums
import Testing

@testable import Site

@Suite struct ViewTests {
  /// Every kind of view of the history with all states, and each page at least once.
  static func pages() throws -> [View] {
    let sample = try SampleSite()
    let artwork = try Sample.artwork(1)
    try sample.keep(artwork)
    let (log, settings) = (try SampleLog.whole(), Sample.settings)
    let artworks = sample.site.artworks
    let index = log.index
    var pages: [View] = log.finds.map {
      AlbumPage($0, amid: index.neighbours(of: $0.id), artworks: artworks, settings: settings).view
    }
    pages += summaryPages(of: log, artworks: artworks)
    pages += log.scans.map { ScanPage($0, artworks: artworks, settings: settings).view }
    pages.append(
      HistoryPage(newest: log.finds, months: log.months, artworks: artworks, settings: settings)
        .view)
    let entries = try log.finds.atomEntries(
      artworks, templates: sample.site.templates, settings)
    let head = FeedHead(of: Sample.feed, settings: settings)
    pages.append(AtomFeed(entries, head, settings: settings).view)
    pages += published(log, artworks: artworks)
    let shelves = try ShelfEntryTests.log()
    pages.append(
      HistoryPage(newest: shelves.newest, months: [], artworks: artworks, settings: settings).view)
    pages += shelves.newest.feedEntries(artworks, settings).map(\.view)
    let others: [any Page] = [
      HomePage(hasFinds: true, settings: settings), PrivacyPage(settings: settings),
      DeletedPage(settings: settings), NotFoundPage(settings: settings),
      OfflinePage(settings: settings),
      CertificatePage(Sample.certificate, settings: settings), SignInPage(settings: settings),
      SettingsLinkPage(settings: settings), CodePage(settings: settings),
      ShelfPage(settings: settings),
    ]
    pages += others.map(\.view)
    return pages + ErrorPage.all(contact: nil).map { ErrorPage($0, settings: settings).view }
  }

  /// The pages of the published log with fields of their own.
  private static func published(_ log: SampleLog, artworks: Artworks) -> [View] {
    let (index, appearance) = (log.index, Sample.appearance)
    let settings = SiteSettings(publishing: appearance, words: Sample.words)
    let finds = index.newestFinds(ofYear: 2026, most: 100)
    let tag = FacetCount(key: "sea", name: "Sea", count: 3)
    let contents = FrontContents(
      finds: 6, favourites: finds, newest: finds, ranking: finds,
      year: (2026, index.statistics(ofYear: 2026)),
      collages: [Collage(.tag, tag, newest: finds, artworks)], hasBooks: true)
    let preview = LinkPreview(
      address: "/", share: SharedPicture(address: "/a.jpg", width: 1, height: 1, alt: "A"))
    let frame = Frame("A", look: "plain", preview: preview, settings: settings)
    let pages: [any Page] = [
      FrontPage(contents, appearance: appearance, artworks: artworks, settings: settings),
      IndexPage(
        tag, at: IndexAddress(.tag, key: "sea"), part: nil, of: 0, finds, artworks: artworks,
        settings: settings),
      NotFoundPage(settings: settings),
    ]
    let cards = log.finds.compactMap { find in
      find.album.artwork.map { artwork in
        ShareCard(
          ShareContents(label: "A", figures: "1", title: "B", artwork: artwork), .wide, settings
        )
        .view
      }
    }
    return [[.view(.frame, frame.view)]] + cards + pages.map(\.view)
      + log.finds.map {
        AlbumPage($0, amid: index.neighbours(of: $0.id), artworks: artworks, settings: settings)
          .view
      }
  }

  /// An index page with all parts, an overview, and the statistics.
  private static func summaryPages(of log: SampleLog, artworks: Artworks) -> [View] {
    let (index, settings) = (log.index, Sample.settings)
    let finds = index.newestFinds(ofYear: 2026, most: 100)
    let count = FacetCount(key: "1", name: "1", count: 400)
    let statistics = index.statistics(ofYear: nil)
    let manyArtists = (0...OverviewAddress.entries).map {
      FacetCount(key: "\($0)", name: "Artist \($0)", count: 1)
    }
    let counts = Dictionary(
      uniqueKeysWithValues: FacetKind.withPages.map { ($0, index.counts(of: $0)) })
    let covers = counts[.artist, default: []].map {
      IndexCover(kind: .artist, key: $0.key, find: finds[0])
    }
    let pages: [any Page] = [
      IndexPage(
        count, at: IndexAddress(.tier, key: "1"), part: 2, of: 3, finds, artworks: artworks,
        settings: settings),
      IndexPage(
        count, at: IndexAddress(.tier, key: "1"), part: nil, of: 3, finds, artworks: artworks,
        settings: settings),
      OverviewPage.all(.tier, index.counts(of: .tier), settings: settings)[0],
      OverviewPage.all(.artist, index.counts(of: .artist), settings: settings)[0],
      OverviewPage.all(.artist, manyArtists, settings: settings)[0],
      StatisticsPage(
        StatisticsContents(
          statistics: statistics, counts: counts, best: finds, covers: covers),
        artworks: artworks, settings: settings),
      YearPage(
        YearContents(
          year: 2026, statistics: statistics, best: finds[0], first: finds.last,
          goesOn: finds[0].found,
          tops: [
            YearTop(
              first: .init(kind: .genre, facet: count), finds: finds,
              others: [.init(kind: .genre, facet: count)])
          ], newest: finds),
        artworks: artworks, settings: settings),
    ]
    return pages.map(\.view)
  }

  @Test func `every field is on a page, and no view has a field twice`() throws {
    var names: Set<FieldName> = []
    for page in try Self.pages() { check(page, &names) }
    #expect(names == Set(FieldName.allCases))
  }

  private func check(_ view: View, _ names: inout Set<FieldName>) {
    #expect(Set(view.names).count == view.names.count, "\(view.names)")
    names.formUnion(view.names)
    for name in view.names {
      switch view[name] {
      case .view(let inner): check(inner, &names)
      case .views(let inner): for view in inner { check(view, &names) }
      case .nothing, .text, .markup, .flag, .texts: break
      }
    }
  }
}
