// Own pictures: a person's picture of the record belongs to the person's find. Pictures of earlier
// versions whose sender is not known belong to the album, and only the household sees them.

package import Albums

/// An own picture whose sender is not known.
package struct UnownedPicture: Equatable, Sendable {
  package let artist: String
  package let title: String
  package let artwork: Artwork

  /// The newest find whose page shows the picture; nil without such a find.
  package let find: FindID?
}

extension Store {
  /// Sets the own picture of a find; removes it if `picture` is nil. The picture is a known cover
  /// while a page shows it. A removal from a find without an own picture removes the album's
  /// picture of an unknown sender. Call it inside a transaction.
  package func keepOwn(
    _ picture: (artwork: Artwork, fingerprint: [UInt8])?, of find: FindID
  ) throws(StoreError) {
    guard let album = try albumID(of: find) else { return }
    let present = try ownArtwork(of: find)
    if present != picture?.artwork { try forgetOwnCover(of: find) }
    try connection.run(
      "UPDATE finds SET own_artwork = ?2, own_tint = ?3 WHERE id = ?1",
      [
        .text(find.text), Value(picture?.artwork.digest), Value(picture?.artwork.tint?.number),
      ])
    if let picture {
      try saveCover(of: album, artwork: picture.artwork, fingerprint: picture.fingerprint)
    }
    try markPage(ofPictured: find)
    let isUnwanted = picture == nil && present == nil
    try removeUnowned(of: album, evenIfShown: isUnwanted)
  }

  private func ownArtwork(of find: FindID) throws(StoreError) -> Artwork? {
    try connection.row("SELECT own_artwork FROM finds WHERE id = ?", [.text(find.text)]) { (row) in
      row.textOrNil(0).flatMap { Artwork(digest: $0) }
    } ?? nil
  }

  private func markPage(ofPictured find: FindID) throws(StoreError) {
    try markStale("find", find.text)
    if let item = try item(of: find) { try markScanPage(ofItem: item) }
  }

  /// Removes the album's picture of an unknown sender if every find has an own picture. With
  /// `evenIfShown`, removes it in any case.
  private func removeUnowned(
    of album: Int64, evenIfShown: Bool
  ) throws(StoreError) {
    let picture = try connection.row(
      """
      DELETE FROM unowned_pictures WHERE album = ?1 AND (?2 OR NOT EXISTS (
        SELECT 1 FROM finds WHERE finds.album = ?1 AND own_artwork IS NULL))
      RETURNING artwork
      """, [.integer(album), Value(evenIfShown)]
    ) { (row) in row.text(0) }
    guard let picture else { return }
    try forgetCover(of: album, picture)
    try markPages(of: album)
  }

  /// The own pictures whose senders are not known, in the order of the albums' keys.
  package func unownedPictures() throws(StoreError) -> [UnownedPicture] {
    try connection.rows(
      """
      SELECT artist, title, unowned_pictures.artwork,
        (SELECT id FROM finds WHERE finds.album = albums.id AND own_artwork IS NULL
          AND deleted IS NULL ORDER BY found DESC, id DESC LIMIT 1)
      FROM unowned_pictures JOIN albums ON albums.id = album ORDER BY key
      """
    ) { (row) -> UnownedPicture? in
      Artwork(digest: row.text(2)).map {
        UnownedPicture(
          artist: row.text(0), title: row.text(1), artwork: $0,
          find: row.textOrNil(3).map { FindID(unchecked: $0) })
      }
    }.compactMap(\.self)
  }

  // MARK: Inside a transaction

  /// Forgets the known cover of the find's own picture, unless another page shows the picture.
  func forgetOwnCover(of find: FindID) throws(StoreError) {
    guard let album = try albumID(of: find), let own = try ownArtwork(of: find) else { return }
    try forgetCover(of: album, own.digest, except: find)
  }

  private func forgetCover(
    of album: Int64, _ digest: String, except find: FindID? = nil
  ) throws(StoreError) {
    guard try !isShown(digest, of: album, except: find) else { return }
    try connection.run(
      "DELETE FROM covers WHERE source = ?", [.text("artwork:\(album):\(digest)")])
  }

  /// Gives the known cover of the own picture to the album to which the find moves. Call it before the
  /// move.
  func moveOwnCover(
    of find: FindID, from former: Int64, to album: Int64
  ) throws(StoreError) {
    guard let own = try ownArtwork(of: find),
      try !isShown(own.digest, of: former, except: find)
    else { return }
    try connection.run(
      "UPDATE OR REPLACE covers SET album = ?2, source = ?3 WHERE source = ?1",
      [
        .text("artwork:\(former):\(own.digest)"), .integer(album),
        .text("artwork:\(album):\(own.digest)"),
      ])
  }

  /// Whether a page of the album shows the picture; the own picture of `find` does not count.
  private func isShown(
    _ digest: String, of album: Int64, except find: FindID?
  ) throws(StoreError) -> Bool {
    try connection.row(
      """
      SELECT EXISTS (SELECT 1 FROM finds WHERE album = ?1 AND own_artwork = ?2 AND id IS NOT ?3)
        OR EXISTS (SELECT 1 FROM albums WHERE id = ?1 AND artwork = ?2)
        OR EXISTS (SELECT 1 FROM unowned_pictures WHERE album = ?1 AND artwork = ?2)
      """, [.integer(album), .text(digest), Value(find?.text)]
    ) { (row) in row.integer(0) == 1 } ?? false
  }
}
