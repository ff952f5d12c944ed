// The finds of a month in parts that are numbered from the oldest find, so that a new find changes
// only the last part.

package import Albums

/// The parts of a month after a change of one of its finds.
package struct MonthParts: Equatable, Sendable {
  package let month: Month

  /// The oldest find of each part; empty if the month has no find.
  package let firsts: [FindID]

  /// The index of the part that contains the changed find, or contained it before its deletion;
  /// counted from 0.
  package let changed: Int
}

extension Store {
  /// The month of a find with its parts of `size` finds, and the part that contains the find. The
  /// find may be deleted. Nil if it never existed.
  package func parts(
    around id: FindID, of size: Int
  ) throws(StoreError) -> MonthParts? {
    let row = try connection.row("SELECT found FROM finds WHERE id = ?", [.text(id.text)]) {
      (row) in
      row.integer(0)
    }
    guard let found = row else { return nil }
    let month = zone.month(of: Timestamp(milliseconds: found))
    let firsts = try firstFinds(of: month, each: size)
    let older = firsts.count { ($0.found, $0.id) <= (found, id.text) }
    return MonthParts(
      month: month, firsts: firsts.map { FindID(unchecked: $0.id) }, changed: max(0, older - 1))
  }

  /// The oldest find of each part. The query reads only the index of the finds: one search for
  /// each part.
  private func firstFinds(
    of month: Month, each size: Int
  ) throws(StoreError) -> [FirstFind] {
    var firsts: [FirstFind] = []
    let end = zone.start(of: month.next).milliseconds
    var first = FirstFind(found: zone.start(of: month).milliseconds, id: "")
    while true {
      let next = try connection.row(
        """
        SELECT found, id FROM finds
        WHERE deleted IS NULL AND (found, id) >= (?1, ?2) AND found < ?3
        ORDER BY found, id LIMIT 1 OFFSET ?4
        """,
        [
          .integer(first.found), .text(first.id), .integer(end),
          Value(firsts.isEmpty ? 0 : size),
        ]
      ) { (row) in FirstFind(found: row.integer(0), id: row.text(1)) }
      guard let next else { return firsts }
      firsts.append(next)
      first = next
    }
  }

  /// Finds of a month with the data that lists show, newest first. `range` counts from the oldest
  /// find of the month.
  package func finds(in month: Month, _ range: Range<Int>) throws(StoreError) -> [Find] {
    try finds(
      "TRUE", values(of: month, range), limit: -1, isWhole: false, from: Self.findsInRange)
  }

  /// The search entries of a month, oldest first. `range` counts from the oldest find of
  /// the month.
  package func searchEntries(
    in month: Month, _ range: Range<Int>
  ) throws(StoreError) -> [SearchEntry] {
    try connection.rows(
      """
      SELECT finds.id, finds.found, items.sure,
        (SELECT group_concat(tag, ',') FROM
          (SELECT tag FROM find_tags WHERE find = finds.id ORDER BY position)),
        (SELECT group_concat(genre, char(31)) FROM
          (SELECT genre FROM album_genres WHERE album = albums.id ORDER BY position)),
        (SELECT rating || ' ' || recommendation FROM reviews WHERE key = albums.key
          ORDER BY language = ?5 DESC, written DESC, language LIMIT 1),
        albums.artist, albums.title, albums.year, albums.record_label,
        \(Self.findArtwork), albums.kind, \(Self.columns(of: Self.searchedDetails))
      FROM \(Self.findsInRange) JOIN items ON items.id = finds.item
        JOIN albums ON albums.id = finds.album
      ORDER BY finds.found, finds.id
      """, values(of: month, range) + [.text(reviewLanguage)]
    ) { (row) in
      var details = Self.details(Self.searchedDetails, row, from: 12)
      details.tags = (row.textOrNil(3) ?? "").split(separator: ",").map { Tag(stored: String($0)) }
      return SearchEntry(
        id: FindID(unchecked: row.text(0)), found: Timestamp(milliseconds: row.integer(1)),
        isSure: row.integer(2) == 1, album: Self.searchedAlbum(row),
        verdict: row.textOrNil(5).flatMap { Self.verdict($0) }, details: details)
    }
  }

  private static let searchedDetails = Detail.all.filter(\.isSearched)

  private static func searchedAlbum(_ row: Row) -> Album {
    Album(
      kind: WorkKind(rawValue: row.text(11)) ?? .album, artist: row.text(6), title: row.text(7),
      year: row.integerOrNil(8).map { Int($0) },
      genres: (row.textOrNil(4) ?? "").split(separator: "\u{1F}").map(String.init),
      recordLabel: row.textOrNil(9),
      artwork: row.textOrNil(10).flatMap { Artwork(digest: $0) })
  }

  private static func verdict(_ stored: String) -> SearchVerdict? {
    let parts = stored.split(separator: " ")
    guard parts.count == 2, let tenths = Int(parts[0]), let rating = Rating(tenths: tenths),
      let recommendation = Recommendation(rawValue: String(parts[1]))
    else { return nil }
    return SearchVerdict(rating: rating, recommendation: recommendation)
  }

  /// The finds of a month from the oldest. Values: the month's start and end, the number of finds,
  /// the number of skipped finds.
  private static var findsInRange: String {
    """
    (SELECT * FROM finds WHERE deleted IS NULL AND found >= ?1 AND found < ?2
      ORDER BY found, id LIMIT ?3 OFFSET ?4) AS finds
    """
  }

  private func values(of month: Month, _ range: Range<Int>) -> [Value] {
    [
      .integer(zone.start(of: month).milliseconds),
      .integer(zone.start(of: month.next).milliseconds), Value(range.count),
      Value(range.lowerBound),
    ]
  }
}

/// The oldest find of a part.
private struct FirstFind {
  let found: Int64
  let id: String
}
