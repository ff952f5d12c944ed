// Several albums of one artist and one title: which row belongs to a source, and the keys of the rows.
// Source: docs/decisions/175-albums-of-one-name.md.

package import Albums

/// A row of an album, with the facts that tell it apart from others of its name.
struct NamedRow {
  let id: Int64
  let key: AlbumKey
  let marks: AlbumMarks
}

extension Store {
  /// The row of an album, and its key. Without a row, the key is the one that a new row gets. `marks` are the facts of
  /// the source that names the album.
  package func row(
    of album: Album, _ marks: AlbumMarks
  ) throws(StoreError) -> (id: Int64?, key: AlbumKey) {
    let key = album.key
    let rows = try rows(named: key)
    // A source without a year cannot mean a row that only its year distinguishes.
    let possible = rows.filter { row in
      row.marks.fits(marks) && (row.key == key || row.marks.year != nil && marks.year != nil)
    }
    if let row = rows.first(where: { $0.marks.isOf(sameGroupAs: marks) })
      ?? possible.first(where: { $0.marks.year == marks.year }) ?? possible.first
    {
      return (row.id, row.key)
    }
    guard rows.contains(where: { $0.key == key }) else { return (nil, key) }
    guard let told = key.told(by: marks) else { return (rows[0].id, rows[0].key) }
    return (nil, told)
  }

  /// The id of the album's row. If its year distinguishes it from others of its name, the row with this year.
  package func albumID(of album: Album) throws(StoreError) -> Int64? {
    if let year = album.year, album.storedKey == nil,
      let told = try albumID(ofKey: album.key.told(by: year))
    {
      return told
    }
    return try albumID(of: album.key)
  }

  /// The row with this key first, then the rows that their year or their release group distinguishes from it.
  func rows(named key: AlbumKey) throws(StoreError) -> [NamedRow] {
    let plain = try albumID(of: key)
    let rows = try connection.rows(
      """
      SELECT id, key, year, edition_facts, release_group FROM albums
      WHERE id = ?2 OR key > ?1 || ' / ' AND key < ?1 || ' / ' || char(1114111)
      ORDER BY id IS ?2 DESC, id
      """, [.text(key.text), Value(plain)]
    ) { (row) in
      let stored = AlbumKey(stored: row.text(1))
      return NamedRow(
        id: row.integer(0), key: stored,
        marks: AlbumMarks(
          year: row.integerOrNil(2).map { Int($0) } ?? stored.editionYear,
          isYearOfEdition: row.integer(3) == 1, releaseGroup: row.textOrNil(4)))
    }
    return rows.filter { $0.id == plain || $0.key.isTold(from: key) }
  }

  // MARK: Inside a transaction

  /// Gives the row the key that its facts now demand. Returns the row that has the facts' album already, otherwise `id`.
  ///
  /// | the row | the answer of MusicBrainz | key |
  /// |---|---|---|
  /// | an edition that waits for its album | one album | that of the album |
  /// | an edition | several albums | that of the edition, so another row can have the name |
  /// | any other | | that of the album; a year or a corrected name may change it |
  func place(
    _ album: Album, of id: Int64, from sources: AlbumSources
  ) throws(StoreError) -> Int64 {
    let present = try key(of: id)
    if present.withoutEditionYear != nil {
      guard let group = sources.releaseGroup else { return id }
      return try placeEdition(id, present, in: album, group)
    }
    if sources.isUndecided, let year = try editionYear(of: id) {
      return try rename(id, from: present, to: present.edition(of: year))
    }
    return try rename(id, from: present, to: album.key)
  }

  /// Places the row of an edition whose album is known now.
  private func placeEdition(
    _ id: Int64, _ present: AlbumKey, in album: Album, _ group: String
  ) throws(StoreError) -> Int64 {
    let key = AlbumKey(
      kind: album.kind, artist: album.artist, title: album.title, year: album.year)
    let marks = AlbumMarks(year: album.year, releaseGroup: group)
    let others = try rows(named: key).filter { $0.id != id }
    if let row = others.first(where: { $0.marks.isOf(sameGroupAs: marks) })
      ?? others.first(where: { !$0.marks.isYearOfEdition && $0.marks.fits(marks) })
    {
      try moveReview(of: present, to: row.key)
      return row.id
    }
    guard let named = others.first(where: { $0.key == key }) else {
      return try rename(id, from: present, to: key)
    }
    // An edition that waits for its album gives the name back.
    if named.marks.releaseGroup == nil, let year = try editionYear(of: named.id),
      try albumID(ofKey: key.edition(of: year)) == nil
    {
      _ = try rename(named.id, from: key, to: key.edition(of: year))
      return try rename(id, from: present, to: key)
    }
    return try key.told(by: marks).map { (told) throws(StoreError) in
      try rename(id, from: present, to: told)
    } ?? id
  }

  /// Gives the row a key, unless another row has it. Returns the row with this key.
  private func rename(
    _ id: Int64, from present: AlbumKey, to key: AlbumKey
  ) throws(StoreError) -> Int64 {
    if present == key { return id }
    if let other = try albumID(of: key) { return other }
    _ = try connection.run(
      "UPDATE albums SET key = ?, key_rules = \(AlbumKey.rules) WHERE id = ?",
      [.text(key.text), .integer(id)])
    try moveReview(of: present, to: key)
    return id
  }

  /// The year of a row that has the facts of an edition; nil for other rows.
  private func editionYear(of id: Int64) throws(StoreError) -> Int? {
    try connection.row(
      "SELECT year FROM albums WHERE id = ? AND edition_facts AND year NOT NULL", [.integer(id)]
    ) { (row) in Int(row.integer(0)) }
  }

  /// The row that has exactly this key.
  private func albumID(ofKey key: AlbumKey) throws(StoreError) -> Int64? {
    try connection.row("SELECT id FROM albums WHERE key = ?", [.text(key.text)]) { (row) in
      row.integer(0)
    }
  }
}
