// Adds later facts to an existing album. The facts may change the album's key.

package import Albums

extension Store {
  /// Adds the facts in `album` to the row `id`. Returns the id of the row that the caller uses from
  /// now on.
  ///
  /// A year or a corrected name may change the key (`place`). If no row has the new key, the row `id` gets
  /// the key, and its review moves with it. If another row has the new key, both rows are the same
  /// album. Then the other row gets the missing facts, and its id is returned. The row `id` with
  /// its finds and scans stays unchanged, and the caller updates its own references. With a
  /// `fingerprint`, the artwork becomes a known cover.
  package func learn(
    _ album: Album, as id: Int64, fingerprint: [UInt8]? = nil,
    from sources: AlbumSources = AlbumSources()
  ) throws(StoreError) -> Int64 {
    try connection.transaction { (connection: borrowing Connection) throws(StoreError) in
      let known = try place(album, of: id, from: sources)
      let learned = known == id ? album : try filled(known, with: album)
      try update(known, with: learned)
      _ = try connection.run(
        """
        UPDATE albums SET release_group = coalesce(?1, release_group),
          release = coalesce(?2, release), artwork_source = coalesce(?3, artwork_source),
          edition_facts = edition_facts AND ?1 IS NULL,
          is_tracked = is_tracked AND coalesce(?1, release_group) IS release_group
            AND coalesce(?2, release) IS release
        WHERE id = ?4 AND (?5 OR release_group IS NULL)
        """,
        [
          Value(sources.releaseGroup), Value(sources.release), Value(sources.artwork),
          .integer(known), Value(known == id),
        ])
      if sources.isUndecided {
        try connection.run(
          "UPDATE albums SET year = NULL WHERE id = ? AND edition_facts", [.integer(known)])
      }
      if let fingerprint, let artwork = album.artwork, artwork == learned.artwork {
        try saveCover(of: known, artwork: artwork, fingerprint: fingerprint)
      }
      try markPages(of: known)
      return known
    }
  }

  /// The key in the album's row, which identifies its review. Throws if there is no such album.
  package func key(of album: Int64) throws(StoreError) -> AlbumKey {
    let key = try connection.row("SELECT key FROM albums WHERE id = ?", [.integer(album)]) {
      (row) in AlbumKey(stored: row.text(0))
    }
    guard let key else { throw .damaged("no album \(album)") }
    return key
  }

  /// Adds missing facts. Facts that the row has already stay unchanged.
  func filled(_ id: Int64, with learned: Album) throws(StoreError) -> Album {
    guard var album = try album(id) else { throw .damaged("no album \(id)") }
    album.year = album.year ?? learned.year
    album.recordLabel = album.recordLabel ?? learned.recordLabel
    album.isbn = album.isbn ?? learned.isbn
    album.pages = album.pages ?? learned.pages
    album.artwork = album.artwork ?? learned.artwork
    if album.genres.isEmpty { album.genres = learned.genres }
    return album
  }

  /// Copies the reviews to a key, which keeps its own review in the same language.
  func copyReview(of key: AlbumKey, to new: AlbumKey) throws(StoreError) {
    for (table, column, columns) in [
      ("reviews", "key", "language, summary, rating, recommendation, origin, prompt, written"),
      ("review_points", "review", "language, kind, position, text"),
      ("review_sources", "review", "language, position, passage, url, title"),
    ] {
      _ = try connection.run(
        """
        INSERT OR IGNORE INTO \(table) (\(column), \(columns))
        SELECT ?1, \(columns) FROM \(table) WHERE \(column) = ?2
        """, [.text(new.text), .text(key.text)])
    }
  }

  /// Moves the reviews to the new key. If the new key already has a review in the same language,
  /// the old review keeps the old key.
  func moveReview(of key: AlbumKey, to new: AlbumKey) throws(StoreError) {
    // Points and sources refer to the key and the language, so references are checked at the
    // commit.
    try connection.script("PRAGMA defer_foreign_keys = ON")
    for (table, column) in [
      ("review_points", "review"), ("review_sources", "review"), ("reviews", "key"),
    ] {
      _ = try connection.run(
        """
        UPDATE \(table) SET \(column) = ?1 WHERE \(column) = ?2
          AND language NOT IN (SELECT language FROM reviews WHERE key = ?1)
        """, [.text(new.text), .text(key.text)])
    }
  }
}
