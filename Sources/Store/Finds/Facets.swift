// The index of finds by their facets. After the page of a find is written, the refresh stores the
// facets of the find in the index. The summary pages that change with them become stale.

package import Albums

/// A find whose page was written.
package struct TakenFind: Sendable {
  package let id: FindID

  /// Whether the page has to be written once more with the summary pages: it lacks links to pages
  /// that do not exist yet, or its folder has pictures that summary pages still show.
  package let isUnfinished: Bool

  package init(_ id: FindID, isUnfinished: Bool) {
    self.id = id
    self.isUnfinished = isUnfinished
  }
}

extension Store {
  /// The present facets of a find; empty if the find is deleted or never existed.
  package func facets(of id: FindID) throws(StoreError) -> [Facet] {
    try connection.row(
      "\(Self.facetQuery) WHERE finds.id = ?2 AND finds.deleted IS NULL",
      [.text(reviewLanguage), .text(id.text)]
    ) { (row) throws(StoreError) in try presentFacets(row) } ?? []
  }

  /// Stores the facets of finds in the index. Removes the facets of a deleted find.
  package func takeOver(_ finds: [TakenFind]) throws(StoreError) {
    guard !finds.isEmpty else { return }
    try connection.transaction { (_: borrowing Connection) throws(StoreError) in
      try takeOverInside(finds)
    }
  }

  /// Whether the index still has facets of a find that is deleted.
  package func isDeletedAndIndexed(_ id: FindID) throws(StoreError) -> Bool {
    guard try !isInLog(id) else { return false }
    return try connection.row(
      "SELECT 1 FROM facets WHERE find = ? LIMIT 1", [.text(id.text)]
    ) { (_) in true } ?? false
  }

  /// Makes the index equal to the present facets of all finds, for a build. Changes few rows at a
  /// time, so that other processes can write meanwhile. Marks no page as stale. `each` gets every
  /// facet of every find.
  package func takeOverAll(_ each: (FindID, Facet) -> Void = { (_, _) in }) throws(StoreError) {
    let names = try allArtistNames()
    var last = ""
    while true {
      let present = try connection.rows(
        """
        \(Self.facetQuery) WHERE finds.deleted IS NULL AND finds.id > ?2
        ORDER BY finds.id LIMIT \(Self.findsPerStep)
        """, [.text(reviewLanguage), .text(last)]
      ) { (row) throws(StoreError) in
        (id: row.text(0), found: row.integer(1), facets: try presentFacets(row, naming: names))
      }
      for find in present {
        for facet in find.facets { each(FindID(unchecked: find.id), facet) }
      }
      let end = present.count < Self.findsPerStep ? nil : present.last?.id
      try replaceRows(from: last, to: end, with: present)
      guard let end else { return }
      last = end
    }
  }

  private static let findsPerStep = 2000

  // MARK: Present facets

  /// Selects what `presentFacets` reads. `?1` is the language of reviews.
  private static let facetQuery = """
    SELECT finds.id, finds.found, finds.place,
      (SELECT recommendation FROM reviews WHERE reviews.key = albums.key
        ORDER BY language = ?1 DESC, written DESC, language LIMIT 1),
      (SELECT count(*) FROM find_tags WHERE find_tags.find = finds.id), \(reviewText),
      \(albumColumns)
    FROM finds JOIN albums ON albums.id = finds.album
    """

  /// `names` are the names of all artists; nil to read those that the find may name.
  private func presentFacets(
    _ row: Row, naming names: ArtistNames? = nil
  ) throws(StoreError) -> [Facet] {
    let tags = row.integer(4) == 0 ? [] : try tags(of: row.text(0))
    let album = try album(row, from: 6)
    let review = row.textOrNil(5)
    let known =
      if let names { names } else { try artistNames(in: [album.artist, review ?? ""]) }
    return Facet.list(
      of: album, tier: row.textOrNil(3).flatMap { Recommendation(rawValue: $0)?.tier }, tags: tags,
      place: row.textOrNil(2)
    )
      + known.facets(
        artist: album.artist, review: review, own: AlbumKey.creator(named: album.artist))
  }

  // MARK: Inside a transaction

  /// Stores the facets of several finds whose pages were written before. While one find is stored,
  /// the index does not have the later finds yet, so it does not know all neighbours of the find.
  /// The neighbours are therefore marked once more when the index has all finds.
  func takeOverInside(_ finds: [TakenFind]) throws(StoreError) {
    var changes: [(position: FindPosition, groups: [Facet])] = []
    for find in finds {
      if let change = try takeOverInside(find) { changes.append(change) }
    }
    guard changes.count > 1 else { return }
    for change in changes { try markNeighbours(of: change.position, in: change.groups) }
  }

  /// Returns the position of the find in the index, with its facets before and after the change.
  private func takeOverInside(
    _ find: TakenFind
  ) throws(StoreError) -> (position: FindPosition, groups: [Facet])? {
    let old = try indexedFacets(of: find.id)
    let new = try facets(of: find.id)
    guard let found = try found(of: find.id) else { return nil }
    let position = FindPosition(found: found, id: find.id)
    // An artist that the find names as before changes no other page.
    let former = old.filter { facet in
      !LogConnection.kinds.contains { $0.kind == facet.kind }
        || !new.contains { $0.isSamePage(as: facet) }
    }
    try markNeighbours(of: position, in: former)
    for artist in try replace(old, by: new, of: position) { try takeOverName(of: artist) }
    let added = new.filter { facet in !old.contains { $0.isSamePage(as: facet) } }
    try markNeighbours(of: position, in: added)
    try markStaleSummary("year-found", String(zone.civilTime(of: found).year), since: found)
    if find.isUnfinished { try markStaleSummary("find", find.id.text, since: found) }
    return (position, former + added)
  }

  /// Replaces the rows of a find, and marks its index pages. Returns the artists whose name the find
  /// had or has now, if they differ.
  private func replace(
    _ old: [Facet], by new: [Facet], of position: FindPosition
  ) throws(StoreError) -> [Facet] {
    var artists: [Facet] = []
    for facet in old {
      let same = new.first { $0.isSamePage(as: facet) }
      guard same?.hasName(of: facet) != true else { continue }
      try remove(facet, of: position.id)
      if facet.kind == .artist { artists.append(facet) }
      try markPage(of: facet, since: try isSpeltAlike(facet) ? position.found : .earliest)
    }
    for facet in new {
      let isKept = old.contains { $0.isSamePage(as: facet) && $0.hasName(of: facet) }
      let isAlike = isKept ? true : try isSpeltAlike(facet)
      try markPage(of: facet, since: isAlike ? position.found : .earliest)
      guard !isKept else { continue }
      try insert(facet, of: position)
      if facet.kind == .artist { artists.append(facet) }
    }
    return artists
  }

  private func found(of id: FindID) throws(StoreError) -> Timestamp? {
    try connection.row(
      "SELECT found FROM finds WHERE id = ?1 UNION ALL SELECT found FROM facets WHERE find = ?1",
      [.text(id.text)]
    ) { (row) in Timestamp(milliseconds: row.integer(0)) }
  }

  func indexedFacets(of id: FindID) throws(StoreError) -> [Facet] {
    try connection.rows("SELECT kind, key, name FROM facets WHERE find = ?", [.text(id.text)]) {
      (row) in Self.facet(row, from: 0)
    }.compactMap(\.self)
  }

  static func facet(_ row: Row, from column: Int32) -> Facet? {
    FacetKind(rawValue: row.text(column)).map {
      Facet($0, key: row.text(column + 1), name: row.text(column + 2))
    }
  }

  func remove(_ facet: Facet, of find: FindID) throws(StoreError) {
    try connection.run(
      "DELETE FROM facets WHERE find = ? AND kind = ? AND key = ?",
      [.text(find.text), .text(facet.kind.rawValue), .text(facet.key)])
  }

  func insert(_ facet: Facet, of position: FindPosition) throws(StoreError) {
    try connection.run(
      "INSERT INTO facets (find, kind, key, name, found) VALUES (?, ?, ?, ?, ?)",
      [
        .text(position.id.text), .text(facet.kind.rawValue), .text(facet.key), .text(facet.name),
        .integer(position.found.milliseconds),
      ])
  }

  /// Whether the name of the index page stays the same when this facet is added or removed. The function
  /// reads only one other find of the page. If that find spells the name differently, the name of the page
  /// may change.
  private func isSpeltAlike(_ facet: Facet) throws(StoreError) -> Bool {
    let other = try connection.row(
      "SELECT name FROM facets WHERE kind = ? AND key = ? LIMIT 1",
      [.text(facet.kind.rawValue), .text(facet.key)]
    ) { (row) in row.text(0) }
    return other.map { $0.utf8.elementsEqual(facet.name.utf8) } ?? true
  }

  private func markPage(of facet: Facet, since: Timestamp) throws(StoreError) {
    guard facet.kind.hasPages else { return }
    try markStaleSummary(facet.kind.rawValue, facet.key, since: since)
  }

  func markStaleSummary(
    _ kind: String, _ key: String, since: Timestamp
  ) throws(StoreError) {
    try connection.run(
      """
      INSERT INTO stale_facets (kind, key, since) VALUES (?, ?, ?)
      ON CONFLICT (kind, key) DO UPDATE SET since = min(since, excluded.since)
      """, [.text(kind), .text(key), .integer(since.milliseconds)])
  }

  /// Marks the album pages that may show the find in "More in your log" or in *Connections*. They are
  /// the pages of the next newer finds of each group, at most `MoreInLog.window`. If the find is among
  /// the oldest of a group, the other oldest finds count, too. Also marks the pages of the next newer
  /// and the next older find of the history, which lead to the find.
  private func markNeighbours(of position: FindPosition, in facets: [Facet]) throws(StoreError) {
    try markConnections(of: position, in: facets)
    let (newer, older) = try adjacentFinds(to: position)
    for find in [newer, older].compactMap(\.self) {
      try markStaleSummary("find", find.text, since: position.found)
    }
    for group in MoreInLog.groups(of: facets) + facets.filter({ $0.kind == .recordLabel }) {
      let key: [Value] = [.text(group.kind.rawValue), .text(group.key)]
      let later = try connection.rows(
        """
        SELECT find FROM facets WHERE kind = ? AND key = ? AND (found, find) > (?, ?)
        ORDER BY found, find LIMIT \(MoreInLog.window)
        """, key + [.integer(position.found.milliseconds), .text(position.id.text)]
      ) { (row) in row.text(0) }
      let oldest = try connection.rows(
        """
        SELECT find, found FROM facets WHERE kind = ? AND key = ?
        ORDER BY found, find LIMIT \(MoreInLog.window + 1)
        """, key
      ) { (row) in
        FindPosition(
          found: Timestamp(milliseconds: row.integer(1)), id: FindID(unchecked: row.text(0)))
      }
      let isOld = oldest.count <= MoreInLog.window || oldest.last.map { position <= $0 } ?? true
      for find in later + (isOld ? oldest.map(\.id.text) : []) where find != position.id.text {
        try markStaleSummary("find", find, since: position.found)
      }
    }
  }

  /// Makes the rows of finds with ids after `first` up to `last` equal to `present`.
  private func replaceRows(
    from first: String, to last: String?,
    with present: [(id: String, found: Int64, facets: [Facet])]
  ) throws(StoreError) {
    let rows = try connection.rows(
      """
      SELECT kind, key, name, find, found FROM facets
      WHERE find > ?1 AND (?2 IS NULL OR find <= ?2) ORDER BY find
      """, [.text(first), Value(last)]
    ) { (row) in (facet: Self.facet(row, from: 0), find: row.text(3), found: row.integer(4)) }
    var old: [String: [(facet: Facet?, found: Int64)]] = [:]
    for row in rows { old[row.find, default: []].append((row.facet, row.found)) }
    var changed: [(id: String, found: Int64, facets: [Facet])] = []
    for find in present {
      let known = old.removeValue(forKey: find.id) ?? []
      let isSame =
        known.count == find.facets.count
        && known.allSatisfy { known in
          known.found == find.found
            && find.facets.contains {
              $0.isSamePage(as: known.facet) && $0.hasName(of: known.facet)
            }
        }
      if !isSame { changed.append(find) }
    }
    let gone = old.keys.map { (id: $0, found: Int64(0), facets: [Facet]()) }
    guard !changed.isEmpty || !gone.isEmpty else { return }
    try connection.transaction { (_: borrowing Connection) throws(StoreError) in
      for find in changed + gone {
        try connection.run("DELETE FROM facets WHERE find = ?", [.text(find.id)])
        let position = FindPosition(
          found: Timestamp(milliseconds: find.found), id: FindID(unchecked: find.id))
        for facet in find.facets { try insert(facet, of: position) }
      }
    }
  }
}

extension Facet {
  fileprivate func hasName(of other: Facet?) -> Bool {
    other.map { name.utf8.elementsEqual($0.name.utf8) } ?? false
  }

  fileprivate func isSamePage(as other: Facet?) -> Bool { other.map(isSamePage) ?? false }
}

extension Timestamp {
  /// A time before every find.
  static let earliest = Timestamp(milliseconds: .min)
}
