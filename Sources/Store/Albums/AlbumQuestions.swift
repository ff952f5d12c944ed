// The albums about whose names a person has to decide, and the finds that newer rules for names moved.
// Source: docs/names.md "After an upgrade".

package import Albums

/// An album about whose name a person has to decide.
package struct AlbumQuestion: Equatable, Sendable {
  /// An album with the newest of its finds; nil if it has none.
  package struct Side: Equatable, Sendable {
    package let album: Int64
    package let artist: String
    package let title: String
    package let year: Int?
    package let find: FindID?
    package let countOfFinds: Int
  }

  package let album: Side

  /// The album that has the same name; nil if the finds of `album` may be of two names.
  package let other: Side?
}

/// Finds that newer rules for names moved to another album in the last 30 days.
package struct AlbumMove: Equatable, Sendable {
  package let edit: EditID

  /// The present album of the finds.
  package let artist: String
  package let title: String
  package let countOfFinds: Int

  /// Whether the finds came to an album that existed.
  package let isJoin: Bool
}

extension Store {
  /// The albums about which a person has to decide, in the order of their ids.
  package func albumQuestions() throws(StoreError) -> [AlbumQuestion] {
    let rows = try connection.rows(
      "SELECT album, other FROM album_joins WHERE state IN ('asked', 'doubtful') ORDER BY album"
    ) { (row) in (album: row.integer(0), other: row.integerOrNil(1)) }
    var questions: [AlbumQuestion] = []
    for row in rows {
      guard let album = try side(row.album), album.countOfFinds > 0 else { continue }
      let other = try row.other.flatMap { (id) throws(StoreError) in try side(id) }
      if let other, other.countOfFinds == 0 { continue }
      questions.append(AlbumQuestion(album: album, other: other))
    }
    return questions
  }

  private func side(_ album: Int64) throws(StoreError) -> AlbumQuestion.Side? {
    try connection.row(
      """
      SELECT artist, title, year, (SELECT id FROM finds WHERE album = albums.id AND deleted IS NULL
          ORDER BY found DESC, id DESC LIMIT 1),
        (SELECT count(*) FROM finds WHERE album = albums.id AND deleted IS NULL)
      FROM albums WHERE id = ?
      """, [.integer(album)]
    ) { (row) in
      AlbumQuestion.Side(
        album: album, artist: row.text(0), title: row.text(1),
        year: row.integerOrNil(2).map { Int($0) },
        find: row.textOrNil(3).map { FindID(unchecked: $0) }, countOfFinds: Int(row.integer(4)))
    }
  }

  /// The moves that can be undone, the newest first. A find that a person has corrected since is not counted, because an
  /// undo leaves it.
  package func albumMoves(at now: Timestamp) throws(StoreError) -> [AlbumMove] {
    let oldest = now.advanced(byMilliseconds: -Self.deletedFindMilliseconds)
    return try connection.rows(
      """
      SELECT edits.id, artist, title, count(*),
        EXISTS (SELECT 1 FROM album_joins WHERE album_joins.album = edited_finds.album AND state = 'joined')
      FROM edits JOIN edited_finds ON edited_finds.edit = edits.id
        JOIN finds ON finds.id = edited_finds.find JOIN albums ON albums.id = finds.album
      WHERE fields = '\(Self.movedAlbum)' AND undone IS NULL AND edits.created >= ? AND finds.deleted IS NULL
        AND coalesce(finds.corrected, 0) <= edits.created
      GROUP BY edits.id ORDER BY edits.created DESC, edits.id
      """, [.integer(oldest.milliseconds)]
    ) { (row) -> AlbumMove? in
      EditID(row.text(0)).map {
        AlbumMove(
          edit: $0, artist: row.text(1), title: row.text(2), countOfFinds: Int(row.integer(3)),
          isJoin: row.integer(4) == 1)
      }
    }.compactMap(\.self)
  }
}
