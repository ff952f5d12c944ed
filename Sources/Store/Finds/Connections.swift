// Connections between finds: which artists of the history a find names, and which pages change with it.
// The index has a row for each find and each artist that the find names.
// Source: docs/decisions/145-connections.md.

package import Albums

extension Store {
  // MARK: The page of a find

  /// The connections that the page of the find at `position` shows. `facets` are its present facets, and
  /// `more` are the finds in "More in your log".
  package func connections(
    of position: FindPosition, _ facets: [Facet], besides more: [FindSummary]
  ) throws(StoreError) -> [LogConnection] {
    var found: [LogConnection] = []
    for (facet, source) in LogConnection.names(in: facets) where found.count < LogConnection.most {
      guard let id = try nearest(to: position, by: facet),
        let find = try summaries(of: [id]).first
      else { continue }
      found.append(LogConnection(source, find))
    }
    guard found.count < LogConnection.most, let creator = facets.first,
      let label = facets.first(where: { $0.kind == .recordLabel })
    else { return found }
    let window = try summaries(of: try window(of: label, around: position).map(\.find))
    let connection = LogConnection.ofLabel(
      window, artist: creator.name, without: more + found.map(\.find))
    return found + (connection.map { [$0] } ?? [])
  }

  /// The find of a named artist to which the page of the find at `position` leads: the nearest one before
  /// it, else the nearest one after it. Such a find counts only if fewer than `window` other finds that
  /// name the artist lie between the two.
  private func nearest(to position: FindPosition, by name: Facet) throws(StoreError) -> FindID? {
    for isEarlier in [true, false] {
      guard let other = try nearest(name.key, to: position, isEarlier: isEarlier) else { continue }
      let (first, last) = isEarlier ? (other, position) : (position, other)
      let between = try connection.rows(
        """
        SELECT 1 FROM facets WHERE kind = ? AND key = ? AND (found, find) > (?, ?)
          AND (found, find) < (?, ?) LIMIT \(LogConnection.window)
        """, [.text(name.kind.rawValue), .text(name.key)] + first.values + last.values
      ) { (_) in true }
      if between.count < LogConnection.window { return other.id }
    }
    return nil
  }

  /// The position of the nearest find by an artist before or after `position`.
  private func nearest(
    _ artist: String, to position: FindPosition, isEarlier: Bool
  ) throws(StoreError) -> FindPosition? {
    let (comparison, order) = isEarlier ? ("<", "DESC") : (">", "ASC")
    return try connection.row(
      """
      SELECT find, found FROM facets WHERE kind = 'artist' AND key = ?
        AND (found, find) \(comparison) (?, ?)
      ORDER BY found \(order), find \(order) LIMIT 1
      """, [.text(artist)] + position.values
    ) { (row) in
      FindPosition(
        found: Timestamp(milliseconds: row.integer(1)), id: FindID(unchecked: row.text(0)))
    }
  }

  // MARK: The artists that a find names

  /// The text of the review that pages show, without key tracks. `?1` is the language of reviews.
  static let reviewText = """
    (SELECT summary || coalesce((SELECT group_concat(char(10) || text, '') FROM (
        SELECT text FROM review_points AS points WHERE points.review = reviews.key
          AND points.language = reviews.language AND points.kind = 'bullet'
        ORDER BY points.position)), '')
      FROM reviews WHERE reviews.key = albums.key
      ORDER BY language = ?1 DESC, written DESC, language LIMIT 1)
    """

  /// The names of the artists of all finds, for a build.
  func allArtistNames() throws(StoreError) -> ArtistNames {
    let names = try connection.rows(
      """
      SELECT DISTINCT albums.artist FROM finds JOIN albums ON albums.id = finds.album
      WHERE finds.deleted IS NULL AND albums.kind = 'album' AND albums.artist LIKE '% %'
      """
    ) { (row) in
      ArtistNames.Name(key: AlbumKey.creator(named: row.text(0)), text: row.text(0))
    }
    return ArtistNames(names.compactMap(\.self))
  }

  /// The names of the artists of the index that may be in the texts.
  func artistNames(in texts: [String]) throws(StoreError) -> ArtistNames {
    let beginnings = Set(ArtistNames.firstWords(of: texts).compactMap(ArtistNames.keyBeginning))
    let words = ArtistNames.KeyWords(texts)
    var names: [ArtistNames.Name?] = []
    for beginning in beginnings {
      for key in try artistKeys(beginningWith: beginning) where words.mayContain(nameWithKey: key) {
        names += try connection.rows(
          "SELECT DISTINCT name FROM facets WHERE kind = 'artist' AND key = ?", [.text(key)]
        ) { (row) in ArtistNames.Name(key: key, text: row.text(0)) }
      }
    }
    return ArtistNames(names.compactMap(\.self))
  }

  /// The keys of artists in the index whose first word is `word`. The query goes from key to key, because
  /// the index has a row for each find of an artist.
  private func artistKeys(beginningWith word: String) throws(StoreError) -> [String] {
    // "!" is the character after the space.
    try connection.rows(
      """
      WITH RECURSIVE artists(key) AS (
        SELECT min(key) FROM facets WHERE kind = 'artist' AND key >= ?1 AND key < ?1 || '!'
        UNION ALL
        SELECT (SELECT min(key) FROM facets
          WHERE kind = 'artist' AND key > artists.key AND key < ?1 || '!')
        FROM artists WHERE artists.key IS NOT NULL)
      SELECT key FROM artists WHERE key IS NOT NULL
      """, [.text(word)]
    ) { (row) in row.text(0) }
  }

  // MARK: Changes, inside a transaction

  /// Marks the pages whose connections may change when a find at `position` gets, keeps or loses the
  /// facets.
  func markConnections(of position: FindPosition, in facets: [Facet]) throws(StoreError) {
    for artist in facets where artist.kind == .artist {
      for (kind, _) in LogConnection.kinds {
        try markNaming(artist.key, kind, around: position, earlier: true, later: true)
      }
    }
    // If this find lies between a find that names the artist and a find by the artist, it may change their
    // connection.
    for (name, _) in LogConnection.names(in: facets) {
      try markNaming(
        name.key, name.kind, around: position,
        earlier: try nearest(name.key, to: position, isEarlier: false) != nil,
        later: try nearest(name.key, to: position, isEarlier: true) != nil)
    }
  }

  /// Marks the pages of the nearest finds that name an artist.
  private func markNaming(
    _ key: String, _ kind: FacetKind, around position: FindPosition, earlier: Bool, later: Bool
  ) throws(StoreError) {
    for (isMarked, comparison, order) in [(earlier, "<", "DESC"), (later, ">", "ASC")]
    where isMarked {
      let finds = try connection.rows(
        """
        SELECT find FROM facets WHERE kind = ? AND key = ? AND (found, find) \(comparison) (?, ?)
        ORDER BY found \(order), find \(order) LIMIT \(LogConnection.window)
        """, [.text(kind.rawValue), .text(key)] + position.values
      ) { (row) in row.text(0) }
      for find in finds { try markStaleSummary("find", find, since: position.found) }
    }
  }

  /// Stores which finds name an artist whose name has come into the index, or has left it. The index
  /// has the change already.
  func takeOverName(of artist: Facet) throws(StoreError) {
    guard let changed = ArtistNames.Name(key: artist.key, text: artist.name) else { return }
    let present = try connection.rows(
      "SELECT name, count(*) FROM facets WHERE kind = 'artist' AND key = ? GROUP BY name",
      [.text(artist.key)]
    ) { (row) in (name: row.text(0), count: row.integer(1)) }
    let count = present.first { $0.name.utf8.elementsEqual(artist.name.utf8) }?.count ?? 0
    guard count <= 1 else { return }
    let names = ArtistNames(present.compactMap { .init(key: artist.key, text: $0.name) })
    for find in try findsNaming(changed, orLeft: count == 0) {
      // Without another find of the artist, no page has to be marked: pages lead only to the changed
      // find, and its neighbours are marked anyway.
      try takeOver(names, of: artist.key, in: find, marks: present.count > Int(count))
    }
  }

  /// The finds of the index whose texts contain a name; if the name has left the index, the finds that
  /// named its artist before.
  private func findsNaming(
    _ name: ArtistNames.Name, orLeft hasLeft: Bool
  ) throws(StoreError) -> [String] {
    if hasLeft {
      return try connection.rows(
        "SELECT DISTINCT find FROM facets WHERE kind IN ('credited', 'named') AND key = ?",
        [.text(name.key)]
      ) { (row) in row.text(0) }
    }
    return try connection.rows(
      """
      SELECT id FROM finds WHERE deleted IS NULL
        AND EXISTS (SELECT 1 FROM facets WHERE facets.find = finds.id)
        AND album IN (SELECT albums.id FROM albums WHERE instr(artist, ?1) OR key IN (
          SELECT key FROM reviews WHERE instr(summary, ?1)
          UNION SELECT review FROM review_points WHERE kind = 'bullet' AND instr(text, ?1)))
      """, [.text(name.needle)]
    ) { (row) in row.text(0) }
  }

  /// Replaces the rows of a find that name one artist by the rows that its texts give now.
  private func takeOver(
    _ names: ArtistNames, of key: String, in find: String, marks: Bool
  ) throws(StoreError) {
    let texts = try connection.row(
      """
      SELECT albums.artist, \(Self.reviewText), finds.found
      FROM finds JOIN albums ON albums.id = finds.album WHERE finds.id = ?2
      """, [.text(reviewLanguage), .text(find)]
    ) { (row) in
      (
        own: AlbumKey.creator(named: row.text(0)), artist: row.text(0), review: row.textOrNil(1),
        position: FindPosition(
          found: Timestamp(milliseconds: row.integer(2)), id: FindID(unchecked: find))
      )
    }
    guard let texts else { return }
    let new = names.facets(artist: texts.artist, review: texts.review, own: texts.own)
    let old = try indexedFacets(of: texts.position.id).filter { facet in
      LogConnection.kinds.contains { $0.kind == facet.kind }
        && facet.key.utf8.elementsEqual(key.utf8)
    }
    guard new != old else { return }
    if marks { try markConnections(of: texts.position, in: old) }
    for facet in old { try remove(facet, of: texts.position.id) }
    for facet in new { try insert(facet, of: texts.position) }
    guard marks else { return }
    try markConnections(of: texts.position, in: new)
    try markStaleSummary("find", find, since: texts.position.found)
  }
}

extension FindPosition {
  fileprivate var values: [Value] { [.integer(found.milliseconds), .text(id.text)] }
}
