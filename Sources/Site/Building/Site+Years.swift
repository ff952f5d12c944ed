// Writes the statistics of years.

import Albums

extension Site {
  /// Writes the pages of `years` that have finds. For each of these years, also writes the page of the
  /// previous year with finds, because that page says whether a later year has finds. `known` are the years with finds.
  func writeYears<Index: HistoryIndex & ~Copyable>(
    _ years: [Int]?, known: Set<Int>, from index: borrowing Index
  ) throws(SiteError) {
    let changed = years ?? known.sorted()
    let before = changed.compactMap { year in known.filter { $0 < year }.max() }
    for year in Set(changed + before).intersection(known).sorted() {
      let contents = try contents(ofYear: year, isNewest: year == known.max(), from: index)
      let count = settings.words("index.total", ["count": .count(contents.statistics.finds)])
      let pictures = try sharedPictures(
        of: .year(year), shareContents(of: contents),
        alt: "\(settings.words("published.year", ["year": .text(String(year))])): \(count)")
      let page = YearPage(contents, pictures: pictures, artworks: artworks, settings: settings)
      try writeSummary(page, at: YearPage.path(ofYear: year))
      if settings.isPublished { try removeFormerPictures(of: .year(year), but: pictures) }
    }
  }

  private func contents<Index: HistoryIndex & ~Copyable>(
    ofYear year: Int, isNewest: Bool, from index: borrowing Index
  ) throws(SiteError) -> YearContents {
    let (statistics, best, first, newest) = try read(StatisticsAddress.folder) {
      let statistics = try index.statistics(ofYear: year)
      return (
        statistics, try index.summaries(of: Array(statistics.best.prefix(1))).first,
        try index.summaries(of: statistics.first.map { [$0] } ?? []).first,
        try index.newestFinds(ofYear: year, most: YearPage.mostCovers)
      )
    }
    var tops: [YearTop] = []
    for kind in [FacetKind.genre, .year, .place] {
      if let top = try top(of: kind, inYear: year, from: index) { tops.append(top) }
    }
    return YearContents(
      year: year, statistics: statistics, best: best, first: first,
      goesOn: isNewest ? newest.first?.found : nil, tops: tops, newest: newest)
  }

  /// The most frequent value of a kind, if several finds have it. Of two values with equally many
  /// finds, the one with the first key counts.
  private func top<Index: HistoryIndex & ~Copyable>(
    of kind: FacetKind, inYear year: Int, from index: borrowing Index
  ) throws(SiteError) -> YearTop? {
    let counts = try read(kind.folder) { try index.counts(of: kind, inYear: year) }
    let ranked = (kind == .year ? Self.decades(counts) : counts).most(1 + YearPage.mostOthers)
    guard let first = ranked.first, first.count > 1 else { return nil }
    let keys =
      kind == .year ? counts.map(\.key).filter { Self.decade(of: $0) == first.key } : [first.key]
    let finds = try read(kind.folder) {
      try index.newestFinds(of: kind, keys: keys, inYear: year, most: 4 * YearPage.mostFaces)
    }
    var albums: Set<Int64> = []
    let shown = finds.filter {
      artworks.kept($0.artwork) != nil && albums.insert($0.album).inserted
    }.prefix(YearPage.mostFaces)
    let values = ranked.map { YearTop.Value(kind: kind, facet: $0) }
    return YearTop(first: values[0], finds: Array(shown), others: Array(values.dropFirst()))
  }

  /// The numbers of finds by decade, in the order of the decades.
  private static func decades(_ years: [FacetCount]) -> [FacetCount] {
    var decades: [String: Int] = [:]
    for year in years { decades[decade(of: year.key), default: 0] += year.count }
    return decades.sorted { $0.key < $1.key }.map {
      FacetCount(key: $0.key, name: $0.key, count: $0.value)
    }
  }

  private static func decade(of year: String) -> String { String((Int(year) ?? 0) / 10 * 10) }
}
