// Albums: what is known of each, and where it came from.

package import Albums

extension Store {
  static var albumColumns: String {
    """
    albums.id, albums.artist, albums.title, albums.year, albums.record_label,
      coalesce(albums.own_artwork, albums.artwork)
    """
  }

  /// The album in `albumColumns`, the first of which is `column`.
  func album(_ row: Row, from column: Int32) throws(StoreError) -> Album {
    let genres = try connection.rows(
      "SELECT genre FROM album_genres WHERE album = ? ORDER BY position",
      [.integer(row.integer(column))]
    ) { (row) in row.text(0) }
    return Album(
      artist: row.text(column + 1), title: row.text(column + 2),
      year: row.integerOrNil(column + 3).map { Int($0) }, genres: genres,
      recordLabel: row.textOrNil(column + 4),
      artwork: row.textOrNil(column + 5).flatMap { Artwork(digest: $0) })
  }

  package func album(_ id: Int64) throws(StoreError) -> Album? {
    try connection.row(
      "SELECT \(Self.albumColumns) FROM albums WHERE id = ?", [.integer(id)]
    ) { (row) throws(StoreError) in try album(row, from: 0) }
  }

  /// What was learned of an album, new or again; its id. The pages that name it have to say it, and
  /// artwork whose `fingerprint` is given is a cover known here from now on.
  package func keep(_ album: Album, fingerprint: [UInt8]? = nil) throws(StoreError) -> Int64 {
    try connection.transaction { (connection: borrowing Connection) throws(StoreError) in
      let id = try save(album)
      if let fingerprint, let artwork = album.artwork {
        try saveCover(of: id, artwork: artwork, fingerprint: fingerprint)
      }
      try markPagesUnpublished(of: id)
      return id
    }
  }

  /// Where MusicBrainz has the album, and where its artwork came from; `scan`'s page has to show it.
  package func keepSource(
    of album: Int64, for scan: ScanID, releaseGroup: String?, release: String?,
    artworkSource: String?
  ) throws(StoreError) {
    try connection.transaction { (connection: borrowing Connection) throws(StoreError) in
      _ = try connection.run(
        """
        UPDATE albums SET release_group = coalesce(?, release_group),
          release = coalesce(?, release), artwork_source = coalesce(?, artwork_source) WHERE id = ?
        """,
        [Value(releaseGroup), Value(release), Value(artworkSource), .integer(album)])
      try markUnpublished("scan", scan.text)
    }
  }

  /// The MBID of the album's release group; nil when MusicBrainz was never found to have it.
  package func releaseGroup(of album: Int64) throws(StoreError) -> String? {
    try connection.row("SELECT release_group FROM albums WHERE id = ?", [.integer(album)]) {
      (row) in
      row.textOrNil(0)
    } ?? nil
  }

  /// The id of an album by its key; nil when it is not known.
  package func albumID(of key: AlbumKey) throws(StoreError) -> Int64? {
    try connection.row("SELECT id FROM albums WHERE key = ?", [.text(key.text)]) { (row) in
      row.integer(0)
    }
  }

  /// What we know of an album, new or again; its id. Inside a transaction.
  func save(_ album: Album) throws(StoreError) -> Int64 {
    let id = try connection.row(
      """
      INSERT INTO albums (key, artist, title, year, record_label, artwork) VALUES (?, ?, ?, ?, ?, ?)
      ON CONFLICT (key) DO UPDATE SET artist = excluded.artist, title = excluded.title,
        year = coalesce(excluded.year, year), artwork = CASE WHEN excluded.artwork IS own_artwork THEN artwork
          ELSE coalesce(excluded.artwork, artwork) END,
        record_label = coalesce(excluded.record_label, record_label)
      RETURNING id
      """,
      [
        .text(album.key.text), .text(album.artist), .text(album.title), Value(album.year),
        Value(album.recordLabel), Value(album.artwork?.digest),
      ]
    ) { (row) in row.integer(0) }
    guard let id else { throw .damaged("an upsert returned no row") }
    if !album.genres.isEmpty { try replaceGenres(of: id, with: album.genres) }
    return id
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
