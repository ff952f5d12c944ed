// The tints of pictures that were stored before their tint was measured: pictures of earlier versions,
// and pictures of another history.

package import Albums

/// A picture in data/artwork without a tint.
package struct UntintedArtwork: Sendable {
  package enum Owner: Equatable, Sendable {
    case album(Int64)
    case find(FindID)
  }

  package let owner: Owner
  package let artwork: Artwork
}

extension Store {
  /// Pictures without a tint that pages of finds show, in random order, so that an unreadable picture
  /// does not block the others.
  package func untintedArtworks(atMost most: Int) throws(StoreError) -> [UntintedArtwork] {
    try connection.rows(
      """
      SELECT album, find, picture FROM (
        SELECT id AS album, NULL AS find, artwork AS picture FROM albums
        WHERE artwork IS NOT NULL AND tint IS NULL AND EXISTS (SELECT 1 FROM finds
          WHERE finds.album = albums.id AND own_artwork IS NULL AND deleted IS NULL)
        UNION ALL
        SELECT NULL, id, own_artwork FROM finds
        WHERE own_artwork IS NOT NULL AND own_tint IS NULL AND deleted IS NULL)
      ORDER BY random() LIMIT ?
      """, [Value(most)]
    ) { (row) -> UntintedArtwork? in
      let find = row.textOrNil(1).map { UntintedArtwork.Owner.find(FindID(unchecked: $0)) }
      return Artwork(digest: row.text(2)).map {
        UntintedArtwork(owner: find ?? .album(row.integer(0)), artwork: $0)
      }
    }.compactMap(\.self)
  }

  /// Stores the tint of a picture that `untintedArtworks` returned, and marks the pages that show it as
  /// stale. Does nothing if the owner has another picture meanwhile.
  package func keep(_ tint: Tint, of untinted: UntintedArtwork) throws(StoreError) {
    let (digest, number) = (Value.text(untinted.artwork.digest), Value(tint.number))
    try connection.transaction { (connection: borrowing Connection) throws(StoreError) in
      switch untinted.owner {
      case .album(let id):
        let finds = try connection.rows(
          """
          SELECT id FROM finds WHERE album = ? AND own_artwork IS NULL AND deleted IS NULL
          """, [.integer(id)]
        ) { (row) in row.text(0) }
        let count = try connection.run(
          "UPDATE albums SET tint = ?3 WHERE id = ?1 AND artwork = ?2",
          [.integer(id), digest, number])
        if count > 0 { for find in finds { try markStale("find", find) } }
      case .find(let id):
        let count = try connection.run(
          "UPDATE finds SET own_tint = ?3 WHERE id = ?1 AND own_artwork = ?2",
          [.text(id.text), digest, number])
        if count > 0 { try markStale("find", id.text) }
      }
    }
  }
}
