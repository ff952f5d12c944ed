// What is learned of an album that is here already: its row gets it, and perhaps another key.

package import Albums

extension Store {
  /// What was learned of the album `id`; the id it is to be called by from now on.
  ///
  /// A year, or a name put right, can make another key of it. Where that key is free the row takes it,
  /// and its review goes with it. Where an album has it already, the two rows are one album: that one
  /// learns what it did not know and its id is returned; row `id`, its finds and its scans stay as they
  /// are, and whoever asked moves what is theirs. Artwork whose `fingerprint` is given is a cover known here.
  package func learn(
    _ album: Album, as id: Int64, fingerprint: [UInt8]? = nil,
    from sources: AlbumSources = AlbumSources()
  ) throws(StoreError) -> Int64 {
    try connection.transaction { (connection: borrowing Connection) throws(StoreError) in
      let known = try place(album, of: id)
      let learned = known == id ? album : try filled(known, with: album)
      try update(known, with: learned)
      _ = try connection.run(
        """
        UPDATE albums SET release_group = coalesce(?1, release_group),
          release = coalesce(?2, release), artwork_source = coalesce(?3, artwork_source)
        WHERE id = ?4 AND (?5 OR release_group IS NULL)
        """,
        [
          Value(sources.releaseGroup), Value(sources.release), Value(sources.artwork),
          .integer(known), Value(known == id),
        ])
      if let fingerprint, let artwork = album.artwork, artwork == learned.artwork {
        try saveCover(of: known, artwork: artwork, fingerprint: fingerprint)
      }
      try markPages(of: known)
      return known
    }
  }

  /// The key the album is stored under; what its review is found by. Throws when there is no such album.
  package func key(of album: Int64) throws(StoreError) -> AlbumKey {
    let key = try connection.row("SELECT key FROM albums WHERE id = ?", [.integer(album)]) {
      (row) in AlbumKey(stored: row.text(0))
    }
    guard let key else { throw .damaged("no album \(album)") }
    return key
  }

  /// The row that has `album.key` from now on.
  private func place(_ album: Album, of id: Int64) throws(StoreError) -> Int64 {
    let present = try key(of: id)
    if present == album.key { return id }
    if let other = try albumID(of: album.key) { return other }
    _ = try connection.run(
      "UPDATE albums SET key = ?, key_rules = \(AlbumKey.rules) WHERE id = ?",
      [.text(album.key.text), .integer(id)])
    try moveReview(of: present, to: album.key)
    return id
  }

  /// What the album says already counts for more.
  private func filled(_ id: Int64, with learned: Album) throws(StoreError) -> Album {
    guard var album = try album(id) else { throw .damaged("no album \(id)") }
    album.year = album.year ?? learned.year
    album.recordLabel = album.recordLabel ?? learned.recordLabel
    album.artwork = album.artwork ?? learned.artwork
    if album.genres.isEmpty { album.genres = learned.genres }
    return album
  }

  /// A review that stands under the new key already stays.
  private func moveReview(of key: AlbumKey, to new: AlbumKey) throws(StoreError) {
    if try review(of: new) != nil { return }
    // Points and sources name the key: they follow within this transaction.
    try connection.script("PRAGMA defer_foreign_keys = ON")
    for (table, column) in [
      ("reviews", "key"), ("review_points", "review"), ("review_sources", "review"),
    ] {
      _ = try connection.run(
        "UPDATE \(table) SET \(column) = ? WHERE \(column) = ?", [.text(new.text), .text(key.text)])
    }
  }
}
