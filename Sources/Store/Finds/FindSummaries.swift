// Reads what summary pages show: finds of an index page, numbers of finds, statistics, and the finds
// of "More in your log".

package import Albums

extension Store {
  // MARK: Index pages

  /// The index pages of a kind with the numbers of their finds, in the order of their keys' bytes.
  /// If a name has several spellings, the page has the last one in the order of their bytes.
  package func counts(of kind: FacetKind) throws(StoreError) -> [FacetCount] {
    try connection.rows(
      "SELECT key, max(name), count(*) FROM facets WHERE kind = ? GROUP BY key ORDER BY key",
      [.text(kind.rawValue)]
    ) { (row) in FacetCount(key: row.text(0), name: row.text(1), count: Int(row.integer(2))) }
  }

  /// The spellings of all values of a kind, each once for each key.
  package func spellings(of kind: FacetKind) throws(StoreError) -> [Facet] {
    try connection.rows(
      "SELECT DISTINCT key, name FROM facets WHERE kind = ?", [.text(kind.rawValue)]
    ) { (row) in Facet(kind, key: row.text(0), name: row.text(1)) }
  }

  /// One index page; nil if no find belongs to it.
  package func count(of kind: FacetKind, key: String) throws(StoreError) -> FacetCount? {
    try connection.row(
      "SELECT max(name), count(*) FROM facets WHERE kind = ? AND key = ?",
      [.text(kind.rawValue), .text(key)]
    ) { (row) in
      row.integer(1) == 0
        ? nil : FacetCount(key: key, name: row.text(0), count: Int(row.integer(1)))
    } ?? nil
  }

  /// The number of finds of an index page before a moment.
  package func countFinds(
    of kind: FacetKind, key: String, before moment: Timestamp
  ) throws(StoreError) -> Int {
    try connection.row(
      "SELECT count(*) FROM facets WHERE kind = ? AND key = ? AND found < ?",
      [.text(kind.rawValue), .text(key), .integer(moment.milliseconds)]
    ) { (row) in Int(row.integer(0)) } ?? 0
  }

  /// A part of the finds of an index page, the oldest first. `first` counts from 0.
  package func finds(
    of kind: FacetKind, key: String, from first: Int, most: Int
  ) throws(StoreError) -> [FindSummary] {
    try summaries(
      """
      FROM (SELECT find FROM facets WHERE kind = ?2 AND key = ?3
        ORDER BY found, find LIMIT ?4 OFFSET ?5) part JOIN finds ON finds.id = part.find
      """, "ORDER BY finds.found, finds.id",
      [.text(kind.rawValue), .text(key), Value(most), Value(first)])
  }

  /// The newest finds of an index page that make the first `groups` groups by shelf, the newest first.
  package func newestFinds(
    of kind: FacetKind, key: String, groups: Int
  ) throws(StoreError) -> [FindSummary] {
    let count = try self.count(of: kind, key: key)?.count ?? 0
    var most = groups + 1
    while true {
      let newest = try finds(of: kind, key: key, from: max(0, count - most), most: most).reversed()
      let length = newest.length(ofGroups: groups, byShelf: \.shelf)
      if length < most || most >= count { return Array(newest.prefix(length)) }
      most *= 2
    }
  }

  // MARK: Other lists

  /// All finds, the oldest first.
  package func allFindSummaries() throws(StoreError) -> [FindSummary] {
    try summaries(
      "FROM finds", "WHERE finds.deleted IS NULL ORDER BY finds.found, finds.id", [])
  }

  /// The addresses of the pages of all finds, the oldest find first.
  package func findPages() throws(StoreError) -> [String] {
    try connection.rows(
      """
      SELECT finds.id, albums.kind FROM finds JOIN albums ON albums.id = finds.album
      WHERE finds.deleted IS NULL ORDER BY finds.found, finds.id
      """
    ) { (row) in
      (WorkKind(rawValue: row.text(1)) ?? .album).page(of: FindID(unchecked: row.text(0)))
    }
  }

  /// The finds with these ids, in the order of `ids`. A deleted find is left out.
  package func summaries(of ids: [FindID]) throws(StoreError) -> [FindSummary] {
    var found: [FindSummary] = []
    for id in ids {
      found += try summaries(
        "FROM finds", "WHERE finds.id = ?2 AND finds.deleted IS NULL", [.text(id.text)])
    }
    return found
  }

  /// The address of the page of a random find; nil without finds. A find counts from the moment when its
  /// page was written.
  package func randomPage() throws(StoreError) -> String? {
    try connection.row(
      """
      SELECT finds.id, albums.kind FROM (
          SELECT id, album FROM finds WHERE deleted IS NULL
            AND EXISTS (SELECT 1 FROM facets WHERE facets.find = finds.id)
          ORDER BY random() LIMIT 1) AS finds
        JOIN albums ON albums.id = finds.album
      """
    ) { (row) in
      (WorkKind(rawValue: row.text(1)) ?? .album).page(of: FindID(unchecked: row.text(0)))
    }
  }

  /// The favourites, the newest find first.
  package func favourites() throws(StoreError) -> [FindSummary] {
    try summaries(
      "FROM finds",
      """
      WHERE finds.deleted IS NULL AND finds.favourite IS NOT NULL
      ORDER BY finds.found DESC, finds.id DESC LIMIT ?2
      """, [Value(FindDetails.mostFavourites)])
  }

  /// The newest finds of a year.
  package func newestFinds(ofYear year: Int, most: Int) throws(StoreError) -> [FindSummary] {
    try summaries(
      "FROM finds",
      """
      WHERE finds.deleted IS NULL AND finds.found >= ?2 AND finds.found < ?3
      ORDER BY finds.found DESC, finds.id DESC LIMIT ?4
      """, bounds(ofYear: year) + [Value(most)])
  }

  /// The values of a kind that finds of a year have, in the order of their keys' bytes. If a name has
  /// several spellings in the year, the value has the last one in the order of their bytes.
  package func counts(
    of kind: FacetKind, inYear year: Int
  ) throws(StoreError) -> [FacetCount] {
    try connection.rows(
      """
      SELECT key, max(name), count(*) FROM facets WHERE kind = ? AND found >= ? AND found < ?
      GROUP BY key ORDER BY key
      """, [.text(kind.rawValue)] + bounds(ofYear: year)
    ) { (row) in FacetCount(key: row.text(0), name: row.text(1), count: Int(row.integer(2))) }
  }

  /// The newest finds of a year that have one of these values, the newest first.
  package func newestFinds(
    of kind: FacetKind, keys: [String], inYear year: Int, most: Int
  ) throws(StoreError) -> [FindSummary] {
    var positions: Set<FindPosition> = []
    for key in keys {
      positions.formUnion(
        try connection.rows(
          """
          SELECT find, found FROM facets WHERE kind = ? AND key = ? AND found >= ? AND found < ?
          ORDER BY found DESC, find DESC LIMIT ?
          """, [.text(kind.rawValue), .text(key)] + bounds(ofYear: year) + [Value(most)]
        ) { (row) in
          FindPosition(
            found: Timestamp(milliseconds: row.integer(1)), id: FindID(unchecked: row.text(0)))
        })
    }
    return try summaries(of: positions.sorted(by: >).prefix(most).map(\.id))
  }

  /// The figures of all finds, or of those of one year.
  package func statistics(ofYear year: Int?) throws(StoreError) -> HistoryStatistics {
    var tally = StatisticsTally(zone: zone)
    let bounds: [Value] =
      if let year { bounds(ofYear: year) } else { [.integer(.min), .integer(.max)] }
    _ = try connection.rows(
      """
      SELECT finds.found, finds.id, finds.album, \(Self.shown("rating")), albums.kind
      FROM finds JOIN albums ON albums.id = finds.album
      WHERE finds.deleted IS NULL AND finds.found >= ?2 AND finds.found < ?3
      """, [.text(reviewLanguage)] + bounds
    ) { (row) in
      tally.add(
        FindPosition(
          found: Timestamp(milliseconds: row.integer(0)), id: FindID(unchecked: row.text(1))),
        album: row.integer(2), kind: WorkKind(rawValue: row.text(4)) ?? .album,
        rating: row.integerOrNil(3).flatMap { Rating(tenths: Int($0)) })
    }
    return tally.finish()
  }

  private func bounds(ofYear year: Int) -> [Value] {
    [year, year + 1].map { year in
      .integer(zone.start(of: Month(year: year, month: 1)).milliseconds)
    }
  }

  // MARK: More in your log

  /// The finds that the album page of a find shows. `facets` are the find's present facets.
  package func more(of position: FindPosition, _ facets: [Facet]) throws(StoreError)
    -> [FindSummary]
  {
    guard let album = try albumID(of: position.id) else { return [] }
    var more = MoreInLog(without: album)
    for group in MoreInLog.groups(of: facets) where !more.isFull {
      more.add(try window(of: group, around: position))
    }
    return try summaries(of: more.chosen)
  }

  /// The next newer and the next older find of the history. A find counts from the moment when its page
  /// was written.
  package func adjacent(
    to position: FindPosition
  ) throws(StoreError) -> (newer: FindSummary?, older: FindSummary?) {
    let (newer, older) = try adjacentFinds(to: position)
    return (
      try summaries(of: newer.map { [$0] } ?? []).first,
      try summaries(of: older.map { [$0] } ?? []).first
    )
  }

  func adjacentFinds(
    to position: FindPosition
  ) throws(StoreError) -> (newer: FindID?, older: FindID?) {
    (try adjacentFind(">", "ASC", position), try adjacentFind("<", "DESC", position))
  }

  private func adjacentFind(
    _ comparison: String, _ order: String, _ position: FindPosition
  ) throws(StoreError) -> FindID? {
    try connection.row(
      """
      SELECT id FROM finds WHERE deleted IS NULL AND (found, id) \(comparison) (?1, ?2)
        AND EXISTS (SELECT 1 FROM facets WHERE facets.find = finds.id)
      ORDER BY found \(order), id \(order) LIMIT 1
      """, [.integer(position.found.milliseconds), .text(position.id.text)]
    ) { (row) in FindID(unchecked: row.text(0)) }
  }

  func window(
    of group: Facet, around position: FindPosition
  ) throws(StoreError) -> [(find: FindID, album: Int64)] {
    let before = try part(of: group, "<", "DESC", position, most: MoreInLog.window)
    guard before.count < MoreInLog.window else { return before }
    return try before + part(of: group, ">", "ASC", position, most: MoreInLog.window - before.count)
  }

  private func part(
    of group: Facet, _ comparison: String, _ order: String, _ position: FindPosition, most: Int
  ) throws(StoreError) -> [(find: FindID, album: Int64)] {
    try connection.rows(
      """
      SELECT find, (SELECT album FROM finds WHERE finds.id = facets.find) FROM facets
      WHERE kind = ?1 AND key = ?2 AND (found, find) \(comparison) (?3, ?4)
      ORDER BY found \(order), find \(order) LIMIT ?5
      """,
      [
        .text(group.kind.rawValue), .text(group.key), .integer(position.found.milliseconds),
        .text(position.id.text), Value(most),
      ]
    ) { (row) in (FindID(unchecked: row.text(0)), row.integer(1)) }
  }

  // MARK: Rows

  /// A column of the review that pages show. `?1` is the language of reviews.
  private static func shown(_ column: String) -> String {
    """
    (SELECT \(column) FROM reviews WHERE reviews.key = albums.key
      ORDER BY language = ?1 DESC, written DESC, language LIMIT 1)
    """
  }

  /// `source` is a FROM clause that ends with the table `finds`; `values` begin with `?2`.
  private func summaries(
    _ source: String, _ rest: String, _ values: [Value]
  ) throws(StoreError) -> [FindSummary] {
    try connection.rows(
      """
      SELECT finds.id, finds.found, items.sure, finds.album, albums.artist, albums.title,
        \(Self.findArtwork), \(Self.shown("rating")),
        \(Self.shown("recommendation")), \(finderColumn), finds.status, finds.own_rating,
        albums.kind, finds.shelf, finds.favourite
      \(source) JOIN items ON items.id = finds.item JOIN albums ON albums.id = finds.album
      \(rest)
      """, [.text(reviewLanguage)] + values
    ) { (row) in
      let rating = row.integerOrNil(7).flatMap { Rating(tenths: Int($0)) }
      let label = row.textOrNil(8).flatMap { Recommendation(rawValue: $0) }
      return FindSummary(
        id: FindID(unchecked: row.text(0)), found: Timestamp(milliseconds: row.integer(1)),
        isSure: row.integer(2) == 1, album: row.integer(3),
        kind: WorkKind(rawValue: row.text(12)) ?? .album, artist: row.text(4), title: row.text(5),
        artwork: row.textOrNil(6).flatMap { Artwork(digest: $0) },
        verdict: rating.flatMap { rating in label.map { (rating, $0) } },
        finder: row.textOrNil(9).map { PersonName(stored: $0) },
        status: row.textOrNil(10).flatMap { FindStatus(rawValue: $0) },
        ownRating: row.integerOrNil(11).flatMap { Rating(tenths: Int($0)) },
        isFavourite: !row.isNull(14),
        shelf: row.textOrNil(13).map { ShelfKey(stored: $0) })
    }
  }
}
