// Adds the rows of an export to a database. Rows that the database already has stay as they are:
// local data has priority. Each function is one transaction.

package import Albums

extension Store {
  /// Whether the database has neither finds nor people. An export adds its accounts only to such a
  /// database.
  package func isEmptyHistory() throws(StoreError) -> Bool {
    try connection.row(
      """
      SELECT NOT EXISTS (SELECT 1 FROM finds WHERE deleted IS NULL)
        AND NOT EXISTS (SELECT 1 FROM people)
      """
    ) { (row) in row.integer(0) == 1 } ?? false
  }

  /// Whether the database has this find, also as a deleted one.
  package func hasFind(_ id: FindID) throws(StoreError) -> Bool {
    try connection.row("SELECT 1 FROM finds WHERE id = ?", [.text(id.text)]) { (_) in true }
      ?? false
  }

  /// Adds people to a database without people. They can sign in with a link that `person invite`
  /// makes. Throws `.person(.lastOwner)` if none of them is an owner.
  package func restore(_ people: [Person]) throws(StoreError) {
    try connection.transaction { (connection: borrowing Connection) throws(StoreError) in
      let isNeeded = try !hasPeople()
      guard isNeeded, !people.isEmpty else { return }
      guard people.contains(where: { $0.plan == .owner && !$0.isDisabled }) else {
        throw .person(.lastOwner)
      }
      for person in people {
        try connection.run(
          """
          INSERT INTO people (id, name, plan, disabled, advanced_search, created)
          VALUES (?, ?, ?, ?, ?, ?) ON CONFLICT DO NOTHING
          """,
          [
            .text(person.id.text), .text(person.name.text), .text(person.plan.rawValue),
            Value(person.isDisabled), person.advancedSearch.map { Value($0) } ?? .null,
            .integer(person.created.milliseconds),
          ])
      }
    }
  }

  /// Adds albums and their known covers. An album that the database already has gets only the facts
  /// that it lacks.
  package func restore(_ albums: [AlbumRecord]) throws(StoreError) {
    try connection.transaction { (_: borrowing Connection) throws(StoreError) in
      for record in albums {
        let known = try albumID(of: record.key)
        let id = if let known { known } else { try insert(record) }
        if known != nil { try fill(id, from: record) }
        if let tracks = record.tracks { try restore(tracks, of: id) }
        if let picture = record.unownedArtwork { try keepUnowned(picture, of: id) }
        for cover in record.covers { try insert(cover, of: id) }
      }
    }
  }

  private func insert(_ record: AlbumRecord) throws(StoreError) -> Int64 {
    let id = try connection.row(
      """
      INSERT INTO albums (key, key_rules, artist, title, year, record_label, artwork,
        release_group, release, artwork_source, isbn, pages, edition_facts, kind)
      VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?) RETURNING id
      """,
      [
        .text(record.key.text), Value(record.keyRules), .text(record.album.artist),
        .text(record.album.title),
      ] + facts(of: record)
        + [Value(record.sources.areFactsOfEdition), .text(record.album.kind.rawValue)]
    ) { (row) in row.integer(0) }
    guard let id else { throw .damaged("an insert returned no row") }
    try insertGenres(record.album.genres, of: id)
    return id
  }

  private func facts(of record: AlbumRecord) -> [Value] {
    [
      Value(record.album.year), Value(record.album.recordLabel),
      Value(record.album.artwork?.digest), Value(record.sources.releaseGroup),
      Value(record.sources.release), Value(record.sources.artwork), Value(record.album.isbn),
      Value(record.album.pages),
    ]
  }

  private func fill(_ id: Int64, from record: AlbumRecord) throws(StoreError) {
    let changed = try connection.run(
      """
      UPDATE albums SET year = coalesce(year, ?2), record_label = coalesce(record_label, ?3),
        artwork_source = CASE WHEN artwork IS NULL THEN ?7 ELSE artwork_source END,
        artwork = coalesce(artwork, ?4), release_group = coalesce(release_group, ?5),
        release = coalesce(release, ?6), isbn = coalesce(isbn, ?8), pages = coalesce(pages, ?9)
      WHERE id = ?1 AND (year IS NULL AND ?2 NOT NULL OR record_label IS NULL AND ?3 NOT NULL
        OR artwork IS NULL AND ?4 NOT NULL OR release_group IS NULL AND ?5 NOT NULL
        OR release IS NULL AND ?6 NOT NULL OR isbn IS NULL AND ?8 NOT NULL
        OR pages IS NULL AND ?9 NOT NULL)
      """, [.integer(id)] + facts(of: record))
    let hasGenres =
      try connection.row(
        "SELECT 1 FROM album_genres WHERE album = ?", [.integer(id)]
      ) { (_) in true } ?? false
    if !hasGenres { try insertGenres(record.album.genres, of: id) }
    if changed > 0 || (!hasGenres && !record.album.genres.isEmpty) { try markPages(of: id) }
  }

  /// Adds the tracks of an album that lacks them.
  private func restore(_ tracks: StoredTracks, of album: Int64) throws(StoreError) {
    let count = try connection.run(
      """
      INSERT INTO track_lists (album, release, tracks) VALUES (?1, ?2, ?3)
      ON CONFLICT (album) DO UPDATE SET release = ?2, tracks = ?3 WHERE release IS NULL
      """, [.integer(album), .text(tracks.release), .text(tracks.text)])
    guard count > 0 else { return }
    try connection.run("UPDATE albums SET is_tracked = 1 WHERE id = ?", [.integer(album)])
    try markPages(of: album)
  }

  /// Adds an album's own picture of an unknown sender. Does nothing if the album already has such a
  /// picture, or if a find has this picture, because its sender is known then.
  private func keepUnowned(_ picture: Artwork, of album: Int64) throws(StoreError) {
    let count = try connection.run(
      """
      INSERT INTO unowned_pictures (album, artwork) SELECT ?1, ?2
      WHERE NOT EXISTS (SELECT 1 FROM finds WHERE album = ?1 AND own_artwork = ?2)
      ON CONFLICT (album) DO NOTHING
      """, [.integer(album), .text(picture.digest)])
    if count > 0 { try markPages(of: album) }
  }

  private func insertGenres(_ genres: [String], of album: Int64) throws(StoreError) {
    for (position, genre) in genres.enumerated() {
      try connection.run(
        "INSERT INTO album_genres VALUES (?, ?, ?)",
        [.integer(album), Value(position), .text(genre)])
    }
  }

  private func insert(_ cover: AlbumRecord.Cover, of album: Int64) throws(StoreError) {
    let source =
      switch cover.source {
      case .catalogue(let name): "catalogue:\(name)"
      case .artwork(let artwork): "artwork:\(album):\(artwork.digest)"
      }
    try connection.run(
      """
      INSERT INTO covers (album, source, fingerprint, artwork, picture) SELECT ?1, ?2, ?3, ?4, ?5
      WHERE EXISTS (\(Self.isRecognisable("?1"))) ON CONFLICT (source) DO NOTHING
      """,
      [
        .integer(album), .text(source), .blob(cover.fingerprint), Value(cover.artwork?.digest),
        Value(cover.picture),
      ])
  }

  /// Adds the reviews of an export. A review stays out if the database already has a review with
  /// the same key and language.
  package func restore(_ reviews: [ReviewRecord]) throws(StoreError) {
    try connection.transaction { (connection: borrowing Connection) throws(StoreError) in
      for record in reviews {
        let isThere =
          try connection.row(
            "SELECT 1 FROM reviews WHERE key = ? AND language = ?",
            [.text(record.key.text), .text(record.review.language)]
          ) { (_) in true } ?? false
        guard !isThere else { continue }
        try save(
          record.review, of: record.key, origin: record.origin, prompt: record.prompt,
          at: record.written)
        if let album = try albumID(of: record.key) { try markPages(of: album) }
      }
    }
  }

  /// Adds finds that the database does not have, as rows of the import `id`. A find whose album is
  /// missing is left out. `line` is the number of the find in the export. `reviewer` is the person who
  /// asks for reviews of albums without one. Returns the number of new finds.
  package func restore(
    _ finds: [(line: Int, record: FindRecord)], into id: Int64, reviewer: PersonID? = nil,
    at now: Timestamp
  ) throws(StoreError) -> Int {
    try connection.transaction { (connection: borrowing Connection) throws(StoreError) in
      var count = 0
      for (line, record) in finds where try !hasFind(record.id) {
        guard let album = try albumID(of: record.album) else { continue }
        let item = try insert(record, of: album)
        try insertCandidates(of: record, item)
        if record.item.isKnownCover { try insertCrop(of: record.id) }
        try queueWork(
          on: album, for: ImportedItem(id: item, person: record.person), reviewer: reviewer,
          at: now)
        try insertRow(
          ImportedRow(
            line: line, identity: "albumscan \(record.id)", find: record.id, raw: [],
            state: try importState(of: record.id) ?? ""), of: id)
        try renewImportStates(of: record.id)
        count += 1
      }
      let read = finds.last?.line ?? 0
      try connection.run(
        "UPDATE imports SET read = max(read, ?2) WHERE id = ?1", [.integer(id), Value(read)])
      return count
    }
  }

  private func insertCandidates(of record: FindRecord, _ item: Int64) throws(StoreError) {
    for (position, candidate) in record.candidates.enumerated() {
      guard let album = try albumID(of: candidate.album) else { continue }
      try connection.run(
        """
        INSERT INTO candidates (item, position, album, similarity, kind, reason)
        VALUES (?, ?, ?, ?, ?, ?)
        """,
        [
          .integer(item), Value(position), .integer(album), .real(candidate.similarity),
          .text(candidate.kind.rawValue), .text(candidate.reason),
        ])
    }
  }

  private func insertCrop(of find: FindID) throws(StoreError) {
    try connection.run(
      """
      INSERT INTO covers (album, source, fingerprint)
      SELECT finds.album, 'find:' || finds.id, fingerprint
      FROM finds JOIN items ON items.id = finds.item
      WHERE finds.id = ? AND fingerprint IS NOT NULL
        AND EXISTS (\(Self.isRecognisable("finds.album")))
      ON CONFLICT (source) DO NOTHING
      """, [.text(find.text)])
  }

  /// Adds an import from an export, unless the database has it. Returns its id in this database.
  package func restore(_ record: ImportRecord) throws(StoreError) -> Int64 {
    try connection.transaction { (connection: borrowing Connection) throws(StoreError) in
      let known = try connection.row(
        "SELECT id FROM imports WHERE digest = ? AND format = ? AND created = ? AND person = ?",
        [
          .blob(record.digest), .text(record.format.rawValue),
          .integer(record.created.milliseconds), .text(record.person.text),
        ]
      ) { (row) in row.integer(0) }
      if let known { return known }
      return try insert(record)
    }
  }

  /// Adds rows of an import. If the database has a row of the same line, that row stays. A row whose find
  /// is deleted here is left out: an undo removed the row, so that the table can be imported again.
  package func restore(_ rows: [ImportedRow], of id: Int64) throws(StoreError) {
    try connection.transaction { (_: borrowing Connection) throws(StoreError) in
      for row in rows where try !isDeleted(row.find) { try insertRow(row, of: id) }
    }
  }

  private func isDeleted(_ find: FindID) throws(StoreError) -> Bool {
    try connection.row(
      "SELECT 1 FROM finds WHERE id = ? AND deleted IS NOT NULL", [.text(find.text)]
    ) { (_) in true } ?? false
  }
}
