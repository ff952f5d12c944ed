// Gives albums and tags of an earlier version the keys of the present rules for names, joins the albums that became
// equal, and splits those that earlier rules joined wrongly.
// Source: docs/names.md "After an upgrade", docs/decisions/170-normal-form-of-names.md.

package import Albums

/// Reads the album of an imported row from the columns of its table and its cells; nil if they name none.
package typealias RowReader = (_ header: [String], _ cells: [String]) -> Album?

extension Store {
  /// Renews the keys of albums and tags. Call it after an upgrade; a second call changes nothing.
  ///
  /// A review moves with its album. Of two albums with one key, the finds of the second one become finds of the first
  /// one, unless a person has to decide.
  package func renewNames(
    at now: Timestamp, reading read: RowReader = { (_, _) in nil }
  ) throws(StoreError) {
    try connection.transaction { (_: borrowing Connection) throws(StoreError) in
      let strays = try strays(read)
      try markDoubtful(except: strays)
      try renewAlbums(at: now)
      for stray in strays { try split(stray, at: now) }
      try renewTags()
    }
  }

  private func renewAlbums(at now: Timestamp) throws(StoreError) {
    let rows = try connection.rows(
      """
      SELECT id, key, kind, artist, title, year FROM albums WHERE key_rules < \(AlbumKey.rules)
        AND id NOT IN (SELECT album FROM album_joins WHERE other NOT NULL)
      ORDER BY id
      """
    ) { (row) in
      OldName(
        id: row.integer(0), key: AlbumKey(stored: row.text(1)),
        present: AlbumKey(
          kind: WorkKind(rawValue: row.text(2)) ?? .album, artist: row.text(3),
          title: row.text(4), year: row.integerOrNil(5).map { Int($0) }))
    }
    // An album that keeps its key comes before an album that wants the key.
    for row in rows where row.key.hasBytes(of: row.present) {
      try connection.run(
        "UPDATE albums SET key_rules = \(AlbumKey.rules) WHERE id = ?", [.integer(row.id)])
    }
    // A key becomes free when its album gets another one.
    var (waiting, count) = (rows.filter { !$0.key.hasBytes(of: $0.present) }, Int.max)
    while waiting.count < count {
      count = waiting.count
      var left = waiting
      left.removeAll()
      for row in waiting {
        if try hasRow(with: row.present) {
          left.append(row)
        } else {
          try renew(row.id, from: row.key, to: row.present)
        }
      }
      waiting = left
    }
    for row in waiting { try settle(row, at: now) }
  }

  /// An album whose present name another album has. The first match wins:
  ///
  /// | both albums | then |
  /// |---|---|
  /// | have other MBIDs | a person decides |
  /// | have other years | the year is part of the key |
  /// | have a review, or an own picture | a person decides |
  /// | otherwise | they are joined |
  private func settle(_ row: OldName, at now: Timestamp) throws(StoreError) {
    // The other album may itself wait for a key, which then is not its name.
    let other = try connection.row(
      "SELECT id FROM albums WHERE key = ? AND key_rules = \(AlbumKey.rules)",
      [.text(row.present.text)]
    ) { (row) in row.integer(0) }
    guard let other else { return }
    let (marks, others) = (try marks(of: row.id), try marks(of: other))
    if !marks.fits(others) {
      if marks.releaseGroup == nil || others.releaseGroup == nil,
        let told = row.present.told(by: marks), try !hasRow(with: told)
      {
        return try renew(row.id, from: row.key, to: told)
      }
      return try state(of: row.id, "asked", other)
    }
    if try hasBoth(row.id, other) { return try state(of: row.id, "asked", other) }
    _ = try join(row.id, to: other, by: .owner, at: now)
  }

  /// Whether both albums have a review, or both have an own picture.
  private func hasBoth(_ album: Int64, _ other: Int64) throws(StoreError) -> Bool {
    let review = "SELECT 1 FROM reviews WHERE reviews.key = albums.key"
    let picture = """
      SELECT 1 FROM finds WHERE finds.album = albums.id AND own_artwork NOT NULL
      UNION ALL SELECT 1 FROM unowned_pictures WHERE unowned_pictures.album = albums.id
      """
    return try connection.row(
      """
      SELECT sum(EXISTS (\(review))) = 2 OR sum(EXISTS (\(picture))) = 2 FROM albums WHERE id IN (?, ?)
      """, [.integer(album), .integer(other)]
    ) { (row) in row.integer(0) == 1 } ?? false
  }

  func marks(of album: Int64) throws(StoreError) -> AlbumMarks {
    try connection.row(
      "SELECT year, edition_facts, release_group FROM albums WHERE id = ?", [.integer(album)]
    ) { (row) in
      AlbumMarks(
        year: row.integerOrNil(0).map { Int($0) }, isYearOfEdition: row.integer(1) == 1,
        releaseGroup: row.textOrNil(2))
    } ?? AlbumMarks(year: nil)
  }

  func renew(_ id: Int64, from key: AlbumKey, to present: AlbumKey) throws(StoreError) {
    try connection.run(
      "UPDATE albums SET key = ?, key_rules = \(AlbumKey.rules) WHERE id = ?",
      [.text(present.text), .integer(id)])
    try moveReview(of: key, to: present)
    try markPages(of: id)
  }

  func hasRow(with key: AlbumKey) throws(StoreError) -> Bool {
    try connection.row("SELECT 1 FROM albums WHERE key = ?", [.text(key.text)]) { (_) in true }
      ?? false
  }

  // MARK: Names that earlier rules joined

  /// The finds of older albums whose imported rows name an album, with these names. Finds that a person has corrected are
  /// left out.
  private func strays(_ read: RowReader) throws(StoreError) -> [Stray] {
    let rows = try connection.rows(
      """
      SELECT finds.album, finds.id, header, raw, albums.kind, artist, title, albums.year FROM albums
        JOIN finds ON finds.album = albums.id
        JOIN import_rows ON import_rows.find = finds.id
        JOIN imports ON imports.id = import_rows.import
      WHERE key_rules < \(AlbumKey.rules) AND header NOT NULL AND corrected IS NULL
        AND (SELECT count(*) FROM finds AS all_finds WHERE all_finds.album = albums.id) > 1
      ORDER BY finds.id
      """
    ) { (row) throws(StoreError) -> Stray? in
      let names = read(try Self.cells(row.text(2)), try Self.cells(row.text(3)))
      let key = AlbumKey(
        kind: WorkKind(rawValue: row.text(4)) ?? .album, artist: row.text(5), title: row.text(6),
        year: row.integerOrNil(7).map { Int($0) })
      return names.map {
        Stray(
          find: FindID(unchecked: row.text(1)), album: row.integer(0), names: $0,
          isOfAlbum: $0.key == key || !$0.key.wasOne(with: key))
      }
    }
    return rows.compactMap(\.self)
  }

  /// The albums that may have finds of two names: the name has a sign that earlier rules ignored, and no imported row
  /// names the album of each find.
  private func markDoubtful(except strays: [Stray]) throws(StoreError) {
    let rows = try connection.rows(
      """
      SELECT id, artist, title, (SELECT count(*) FROM finds WHERE album = albums.id) AS finds FROM albums
      WHERE key_rules < \(AlbumKey.rules) AND finds > 1
      """
    ) { (row) in (id: row.integer(0), names: [row.text(1), row.text(2)], finds: row.integer(3)) }
    for row in rows where row.names.contains(where: { AlbumKey.hadIgnoredSigns($0) }) {
      let named = Set(strays.filter { $0.album == row.id }.map(\.find)).count
      if named < row.finds { try state(of: row.id, "doubtful", nil) }
    }
  }

  private func split(_ stray: Stray, at now: Timestamp) throws(StoreError) {
    guard !stray.isOfAlbum, try albumID(of: stray.find) == stray.album else { return }
    let album = try knownOrSaved(stray.names)
    guard album != stray.album else { return }
    _ = try move([stray.find], from: stray.album, to: album, by: .owner, at: now)
    if let item = try item(of: stray.find), let person = try finder(of: stray.find) {
      try queueWork(
        on: album, for: ImportedItem(id: item, person: person), reviewer: nil, at: now)
    }
  }

  /// The first of several spellings of one tag of a find stays.
  private func renewTags() throws(StoreError) {
    let tags = try connection.rows("SELECT find, key, tag FROM find_tags ORDER BY find, position") {
      (row) in (find: row.text(0), key: row.text(1), present: Tag(stored: row.text(2)).key)
    }
    for tag in tags where !tag.key.utf8.elementsEqual(tag.present.utf8) {
      try connection.run(
        "UPDATE OR REPLACE find_tags SET key = ?3 WHERE find = ?1 AND key = ?2",
        [.text(tag.find), .text(tag.key), .text(tag.present)])
      try markStale("find", tag.find)
    }
  }
}

/// An album with a key of earlier rules.
private struct OldName {
  let id: Int64
  let key: AlbumKey

  /// The key by the present rules.
  let present: AlbumKey
}

/// A find with the names of its imported row.
private struct Stray {
  let find: FindID
  let album: Int64
  let names: Album

  /// Whether the names are those of the album, or a service has given the album other names since.
  let isOfAlbum: Bool
}

extension AlbumKey {
  /// Whether the database compares both keys as equal. `String` compares by canonical equivalence.
  fileprivate func hasBytes(of other: AlbumKey) -> Bool { text.utf8.elementsEqual(other.text.utf8) }
}
