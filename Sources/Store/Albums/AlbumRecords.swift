// Albums: the facts of each album, and the sources of those facts.

package import Albums

/// The sources of an album's facts and picture. A nil member leaves the stored value unchanged.
package struct AlbumSources: Equatable, Sendable {
  /// MBIDs of the release group, and of the edition that the page shows.
  package var releaseGroup: String?
  package var release: String?

  /// The name of a service; nil for the picture of a catalogue.
  package var artwork: String?

  /// Whether the year and the record label are those of an edition in an imported file. An answer
  /// of MusicBrainz replaces them.
  package var areFactsOfEdition = false

  /// Whether MusicBrainz has several albums of the name, and nothing distinguishes them. The year of an edition then
  /// goes. Not stored.
  package var isUndecided = false

  package init(releaseGroup: String? = nil, release: String? = nil, artwork: String? = nil) {
    self.releaseGroup = releaseGroup
    self.release = release
    self.artwork = artwork
  }
}

extension Store {
  /// The columns of an album with the artwork of a service or a catalogue. The seventh column is the
  /// stored key if the present rules may make another one, otherwise NULL.
  static var albumColumns: String { columns(artwork: "albums.artwork", tint: "albums.tint") }

  /// The columns of an album for a page of the household that shows the album without a find.
  static var shownAlbumColumns: String { columns(artwork: shownArtwork, tint: "NULL") }

  /// The columns of the album that a row of `finds` names, with the artwork that pages show for
  /// this find.
  static var findAlbumColumns: String {
    columns(
      artwork: findArtwork,
      tint: """
        CASE \(findArtwork) WHEN finds.own_artwork THEN finds.own_tint
          WHEN albums.artwork THEN albums.tint END
        """)
  }

  /// The columns of the album of a scan, whose find may be deleted or missing.
  static var scanAlbumColumns: String {
    columns(
      artwork: """
        coalesce(CASE WHEN finds.deleted IS NULL THEN finds.own_artwork END, \(shownArtwork))
        """, tint: "NULL")
  }

  /// The artwork of an album for pages. An own picture of an unknown sender has priority; the published
  /// database has no such pictures.
  private static let shownArtwork = """
    coalesce((SELECT picture.artwork FROM unowned_pictures AS picture
      WHERE picture.album = albums.id), albums.artwork)
    """

  /// The artwork of a row of `finds` for pages: the find's own picture has priority.
  static let findArtwork = "coalesce(finds.own_artwork, \(shownArtwork))"

  private static func columns(artwork: String, tint: String) -> String {
    """
    albums.id, albums.artist, albums.title, albums.year, albums.record_label, \(artwork),
      CASE WHEN albums.key_rules < \(AlbumKey.rules) OR \(AlbumKey.mayBeTold("albums.key"))
        THEN albums.key END, albums.kind,
      albums.isbn, albums.pages, \(tint)
    """
  }

  /// Reads an album from one of the lists of columns above. `column` is the index of the first column.
  func album(_ row: Row, from column: Int32) throws(StoreError) -> Album {
    let genres = try connection.rows(
      "SELECT genre FROM album_genres WHERE album = ? ORDER BY position",
      [.integer(row.integer(column))]
    ) { (row) in row.text(0) }
    guard let kind = WorkKind(rawValue: row.text(column + 7)) else {
      throw .damaged("a work of kind \(row.text(column + 7))")
    }
    let tint = row.integerOrNil(column + 10).flatMap { Tint(number: Int($0)) }
    var album = Album(
      kind: kind, artist: row.text(column + 1), title: row.text(column + 2),
      year: row.integerOrNil(column + 3).map { Int($0) }, genres: genres,
      recordLabel: row.textOrNil(column + 4),
      artwork: row.textOrNil(column + 5).flatMap { Artwork(digest: $0, tint: tint) },
      isbn: row.textOrNil(column + 8), pages: row.integerOrNil(column + 9).map { Int($0) })
    let stored = row.textOrNil(column + 6).map { AlbumKey(stored: $0) }
    // Two keys may be equal although their bytes differ, and the database compares bytes.
    if let stored, !stored.text.utf8.elementsEqual(album.key.text.utf8) {
      album.storedKey = stored
    }
    return album
  }

  package func album(_ id: Int64) throws(StoreError) -> Album? {
    try connection.row(
      "SELECT \(Self.albumColumns) FROM albums WHERE id = ?", [.integer(id)]
    ) { (row) throws(StoreError) in try album(row, from: 0) }
  }

  /// Stores the facts of an album and returns the id of its row, new or existing. Marks the pages
  /// that show the album as stale. With a `fingerprint`, the album's artwork becomes a known cover; the
  /// artwork of a book does not (`saveCover`).
  package func keep(_ album: Album, fingerprint: [UInt8]? = nil) throws(StoreError) -> Int64 {
    try connection.transaction { (connection: borrowing Connection) throws(StoreError) in
      let id = try save(album)
      if let fingerprint, let artwork = album.artwork {
        try saveCover(of: id, artwork: artwork, fingerprint: fingerprint)
      }
      try markPages(of: id)
      return id
    }
  }

  /// The sources of an album's facts; nil if the database has no such album.
  package func sources(of album: Int64) throws(StoreError) -> AlbumSources? {
    try connection.row(
      "SELECT release_group, release, artwork_source, edition_facts FROM albums WHERE id = ?",
      [.integer(album)]
    ) { (row) in
      var sources = AlbumSources(
        releaseGroup: row.textOrNil(0), release: row.textOrNil(1), artwork: row.textOrNil(2))
      sources.areFactsOfEdition = row.integer(3) == 1
      return sources
    }
  }

  /// The kind of a find's work, also of a deleted find; nil if the find never existed.
  package func kind(of find: FindID) throws(StoreError) -> WorkKind? {
    try connection.row(
      "SELECT albums.kind FROM finds JOIN albums ON albums.id = finds.album WHERE finds.id = ?",
      [.text(find.text)]
    ) { (row) in WorkKind(rawValue: row.text(0)) } ?? nil
  }

  /// The address of a find's page; the find may be deleted.
  package func page(of find: FindID) throws(StoreError) -> String {
    (try kind(of: find) ?? .album).page(of: find)
  }

  /// The kind of a work.
  func kind(ofWork id: Int64) throws(StoreError) -> WorkKind {
    let kind =
      try connection.row("SELECT kind FROM albums WHERE id = ?", [.integer(id)]) { (row) in
        WorkKind(rawValue: row.text(0))
      } ?? nil
    return kind ?? .album
  }

  /// The id of the album with this key; nil if the database has no such album. A row that an
  /// earlier version wrote may have another key. The search also finds such a row, if the present
  /// rules make `key` from its names. After an upgrade, few rows have keys of earlier rules
  /// (`renewNames`).
  package func albumID(of key: AlbumKey) throws(StoreError) -> Int64? {
    let id = try connection.row("SELECT id FROM albums WHERE key = ?", [.text(key.text)]) { (row) in
      row.integer(0)
    }
    if let id { return id }
    let older = try connection.rows(
      """
      SELECT id, artist, title, year, kind FROM albums WHERE key_rules < \(AlbumKey.rules)
      """
    ) { (row) in
      (
        row.integer(0),
        AlbumKey(
          kind: WorkKind(rawValue: row.text(4)) ?? .album, artist: row.text(1),
          title: row.text(2), year: row.integerOrNil(3).map { Int($0) })
      )
    }
    return older.first { $0.1 == key }?.0
  }

  /// The id of an album. Inserts the album if the database does not have it. Does not change an
  /// existing row, because pages show that row. Call it inside a transaction.
  func knownOrSaved(_ album: Album) throws(StoreError) -> Int64 {
    if let known = try albumID(of: album) { return known }
    return try save(album)
  }

  /// Inserts or updates an album and returns the id of its row. Call it inside a transaction.
  func save(_ album: Album) throws(StoreError) -> Int64 {
    if let known = try albumID(of: album) {
      try update(known, with: album)
      return known
    }
    let id = try connection.row(
      """
      INSERT INTO albums
        (key, key_rules, kind, artist, title, year, record_label, artwork, isbn, pages, tint)
      VALUES (?, \(AlbumKey.rules), ?, ?, ?, ?, ?, ?, ?, ?, ?) RETURNING id
      """,
      [
        .text(album.key.text), .text(album.kind.rawValue), .text(album.artist),
        .text(album.title), Value(album.year), Value(album.recordLabel),
        Value(album.artwork?.digest), Value(album.isbn), Value(album.pages),
        Value(album.artwork?.tint?.number),
      ]
    ) { (row) in row.integer(0) }
    guard let id else { throw .damaged("an insert returned no row") }
    if !album.genres.isEmpty { try replaceGenres(of: id, with: album.genres) }
    return id
  }

  /// Updates a row. A nil member leaves the stored value unchanged. `album.artwork` may be an own
  /// picture that a page shows; the column `artwork` never gets an own picture. Call it inside a
  /// transaction.
  func update(_ id: Int64, with album: Album) throws(StoreError) {
    try connection.run(
      """
      UPDATE albums SET artist = ?2, title = ?3, year = coalesce(?4, year),
        record_label = coalesce(?5, record_label), isbn = coalesce(?7, isbn),
        pages = coalesce(?8, pages),
        (artwork, tint) = (SELECT new, CASE new WHEN ?6
            THEN coalesce(?9, CASE albums.artwork WHEN new THEN albums.tint END)
            ELSE albums.tint END
          FROM (SELECT CASE WHEN ?6 IN (
              SELECT own_artwork FROM finds WHERE album = ?1 AND own_artwork NOT NULL
              UNION ALL SELECT unowned_pictures.artwork FROM unowned_pictures WHERE album = ?1)
            THEN albums.artwork ELSE coalesce(?6, albums.artwork) END AS new))
      WHERE id = ?1
      """,
      [
        .integer(id), .text(album.artist), .text(album.title), Value(album.year),
        Value(album.recordLabel), Value(album.artwork?.digest), Value(album.isbn),
        Value(album.pages), Value(album.artwork?.tint?.number),
      ])
    if !album.genres.isEmpty { try replaceGenres(of: id, with: album.genres) }
  }

  private func replaceGenres(of album: Int64, with genres: [String]) throws(StoreError) {
    try connection.run("DELETE FROM album_genres WHERE album = ?", [.integer(album)])
    for (position, genre) in genres.enumerated() {
      try connection.run(
        "INSERT INTO album_genres VALUES (?, ?, ?)",
        [.integer(album), Value(position), .text(genre)])
    }
  }
}
