// Two albums with one name become one album, as an edit with an undo, or a person keeps them apart.
// Source: docs/names.md "After an upgrade".

package import Albums
import Host

extension Store {
  /// Joins an album with the other album of its name. Returns the edit, for its undo; nil if there is no question about
  /// the album.
  package func joinAlbum(
    _ album: Int64, by person: PersonID, at now: Timestamp
  ) throws(StoreError) -> EditID? {
    try connection.transaction { (_: borrowing Connection) throws(StoreError) in
      guard let other = try askedOther(of: album) else { return nil }
      return try join(album, to: other, by: person, at: now)
    }
  }

  /// Ends the question about an album: both albums stay, or all finds of a doubtful album are of one album. False if
  /// there is no question.
  package func keepAlbum(_ album: Int64) throws(StoreError) -> Bool {
    try connection.transaction { (_: borrowing Connection) throws(StoreError) in
      if try askedOther(of: album) != nil {
        try keepApart(album)
        return true
      }
      return try connection.run(
        "DELETE FROM album_joins WHERE album = ? AND state = 'doubtful'", [.integer(album)]) > 0
    }
  }

  private func askedOther(of album: Int64) throws(StoreError) -> Int64? {
    try connection.row(
      "SELECT other FROM album_joins WHERE album = ? AND state = 'asked'", [.integer(album)]
    ) { (row) in row.integerOrNil(0) } ?? nil
  }

  /// `edits.fields` of an edit that moved finds to another album.
  static let movedAlbum = "album"

  /// The album in which the finds of `album` are: another album if both were joined.
  static func joined(_ album: String) -> String {
    """
    coalesce((SELECT other FROM album_joins WHERE album_joins.album = \(album) AND state = 'joined'), \(album))
    """
  }

  // MARK: Inside a transaction

  func joinedAlbum(_ album: Int64) throws(StoreError) -> Int64 {
    try connection.row("SELECT \(Self.joined("?1"))", [.integer(album)]) { (row) in row.integer(0) }
      ?? album
  }

  /// Moves the finds of `album` to `other`, which gets the facts and the review that it lacks. The row `album` stays, so
  /// that an undo finds it. Returns the edit; nil if the album has no finds.
  func join(
    _ album: Int64, to other: Int64, by person: PersonID, at now: Timestamp
  ) throws(StoreError) -> EditID? {
    guard let facts = try self.album(album), let sources = try sources(of: album) else {
      throw .damaged("no album \(album)")
    }
    try fill(other, with: facts, from: sources)
    try copyReview(of: key(of: album), to: key(of: other))
    try connection.run(
      "UPDATE OR IGNORE unowned_pictures SET album = ?2 WHERE album = ?1",
      [.integer(album), .integer(other)])
    try markPages(of: album)
    let finds = try connection.rows("SELECT id FROM finds WHERE album = ?", [.integer(album)]) {
      (row) in FindID(unchecked: row.text(0))
    }
    let edit = try move(finds, from: album, to: other, by: person, at: now)
    try state(of: album, "joined", other)
    try markPages(of: other)
    return edit
  }

  /// Moves finds to another album, as an edit. Returns the edit; nil without finds.
  func move(
    _ finds: [FindID], from album: Int64, to other: Int64, by person: PersonID, at now: Timestamp
  ) throws(StoreError) -> EditID? {
    guard !finds.isEmpty else { return nil }
    let edit = EditID(randomBytes: Randomness.bytes(EditID.randomByteCount))
    try connection.run(
      "INSERT INTO edits (id, person, fields, created) VALUES (?, ?, '\(Self.movedAlbum)', ?)",
      [.text(edit.text), .text(person.text), .integer(now.milliseconds)])
    for find in finds {
      try connection.run(
        "INSERT INTO edited_finds (edit, find, tags, album) VALUES (?, ?, '', ?)",
        [.text(edit.text), .text(find.text), .integer(album)])
      try transfer(find, from: album, to: other)
    }
    return edit
  }

  /// Moves the finds of an edit back to their former album, unless a person has corrected them since. Two albums that were
  /// joined stay apart from now on.
  func undoMove(_ edit: EditID, made: Timestamp) throws(StoreError) -> [FindID] {
    let rows = try connection.rows(
      """
      SELECT finds.id, edited_finds.album, finds.album FROM edited_finds
        JOIN finds ON finds.id = edited_finds.find
      WHERE edit = ? AND edited_finds.album NOT NULL AND finds.album <> edited_finds.album
        AND coalesce(corrected, 0) <= ? ORDER BY finds.id
      """, [.text(edit.text), .integer(made.milliseconds)]
    ) { (row) in
      (find: FindID(unchecked: row.text(0)), former: row.integer(1), present: row.integer(2))
    }
    for row in rows { try transfer(row.find, from: row.present, to: row.former) }
    for former in Set(rows.map(\.former)) {
      try connection.run(
        """
        UPDATE unowned_pictures SET album = ?1 WHERE album IN (
            SELECT other FROM album_joins WHERE album = ?1 AND state = 'joined')
          AND artwork IN (SELECT artwork FROM covers WHERE covers.album = ?1)
        """, [.integer(former)])
      try keepApart(former)
      try markPages(of: former)
    }
    return rows.map(\.find)
  }

  /// Keeps an album beside the other album of its name. A year or an MBID distinguishes the keys, if one is known.
  private func keepApart(_ album: Int64) throws(StoreError) {
    let present = try key(of: album)
    guard let facts = try self.album(album),
      try connection.run(
        "UPDATE album_joins SET state = 'apart' WHERE album = ? AND other NOT NULL",
        [.integer(album)]) > 0
    else { return }
    let name = AlbumKey(
      kind: facts.kind, artist: facts.artist, title: facts.title, year: facts.year)
    guard let told = name.told(by: try marks(of: album)), try !hasRow(with: told) else { return }
    try renew(album, from: present, to: told)
  }

  func state(of album: Int64, _ state: String, _ other: Int64?) throws(StoreError) {
    try connection.run(
      "INSERT OR REPLACE INTO album_joins (album, other, state) VALUES (?, ?, ?)",
      [.integer(album), Value(other), .text(state)])
  }

  /// Changes the album of a find whose name does not change: neither the feed nor the candidates have to say so.
  private func transfer(
    _ find: FindID, from former: Int64, to album: Int64
  ) throws(StoreError) {
    try markPagesNaming(find)
    try moveOwnCover(of: find, from: former, to: album)
    try connection.run(
      "UPDATE finds SET album = ?2, unreviewed_code = NULL, unreviewed_arguments = NULL WHERE id = ?1",
      [.text(find.text), .integer(album)])
    try connection.run(
      "UPDATE covers SET album = ?2 WHERE source = ?1", [.text("find:\(find)"), .integer(album)])
    try markStale("find", find.text)
    try markScanPage(of: find)
    try markPagesNaming(find)
  }

  private func fill(
    _ id: Int64, with facts: Album, from sources: AlbumSources
  ) throws(StoreError) {
    try update(id, with: try filled(id, with: facts))
    try connection.run(
      """
      UPDATE albums SET release_group = ?2, release = ?3, artwork_source = coalesce(artwork_source, ?4)
      WHERE id = ?1 AND release_group IS NULL
      """,
      [
        .integer(id), Value(sources.releaseGroup), Value(sources.release), Value(sources.artwork),
      ])
  }
}
