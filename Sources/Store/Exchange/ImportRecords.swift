// Imports the rows of a table, in batches: each batch is one transaction, so an import that was
// killed continues where it stopped. A row that was imported before is never imported again.

package import Albums

/// A row of a table that becomes a find.
package struct ImportedFind: Sendable {
  package let line: Int

  /// Identifies the row: the same row has the same value in another file of this format.
  package let identity: String

  /// The cells as the file has them.
  package let raw: [String]
  package let find: FindID
  package let album: Album

  /// MBID of the album's release group; nil if the file does not name it.
  package let releaseGroup: String?

  /// Whether year and record label are those of an edition (`AlbumSources.areFactsOfEdition`).
  package let hasFactsOfEdition: Bool
  package let found: Timestamp
  package let details: FindDetails

  /// The facts that tell the album apart from others of its name.
  var marks: AlbumMarks {
    AlbumMarks(
      year: album.year, isYearOfEdition: hasFactsOfEdition, releaseGroup: releaseGroup)
  }

  package init(
    line: Int, identity: String, raw: [String], find: FindID, album: Album,
    releaseGroup: String? = nil, hasFactsOfEdition: Bool, found: Timestamp, details: FindDetails
  ) {
    self.line = line
    self.identity = identity
    self.raw = raw
    self.find = find
    self.album = album
    self.releaseGroup = releaseGroup
    self.hasFactsOfEdition = hasFactsOfEdition
    self.found = found
    self.details = details
  }
}

extension Store {
  /// The import with this id; nil if the database has no such import.
  package func importRecord(_ id: Int64) throws(StoreError) -> ImportRecord? {
    try connection.row(
      "SELECT \(Self.importColumns) FROM imports WHERE id = ?", [.integer(id)]
    ) { (row) throws(StoreError) in try Self.importRecord(row) }
  }

  /// The id of an import of the same file that was interrupted; else the id of a new import.
  package func beginImport(_ record: ImportRecord) throws(StoreError) -> Int64 {
    try connection.transaction { (connection: borrowing Connection) throws(StoreError) in
      let interrupted = try connection.row(
        """
        SELECT id FROM imports WHERE digest = ? AND format = ? AND ended IS NULL AND undone IS NULL
        ORDER BY id LIMIT 1
        """, [.blob(record.digest), .text(record.format.rawValue)]
      ) { (row) in row.integer(0) }
      if let interrupted { return interrupted }
      return try insert(record)
    }
  }

  /// Inserts an import and returns its id. Call it inside a transaction.
  func insert(_ record: ImportRecord) throws(StoreError) -> Int64 {
    let id = try connection.row(
      """
      INSERT INTO imports (person, format, name, digest, header, read, created, ended, undone)
      VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?) RETURNING id
      """,
      [
        .text(record.person.text), .text(record.format.rawValue), .text(record.name),
        .blob(record.digest), Value(record.header.map(Self.stored(cells:))), Value(record.read),
        .integer(record.created.milliseconds), Value(record.ended?.milliseconds),
        Value(record.undone?.milliseconds),
      ]
    ) { (row) in row.integer(0) }
    guard let id else { throw .damaged("an insert returned no row") }
    return id
  }

  /// Ends the imports of a file. An import that was killed after its last row ends here, too.
  package func endImports(
    of digest: [UInt8], _ format: ImportFormat, at now: Timestamp
  ) throws(StoreError) {
    try connection.run(
      """
      UPDATE imports SET ended = ?3
      WHERE digest = ?1 AND format = ?2 AND ended IS NULL AND undone IS NULL
      """, [.blob(digest), .text(format.rawValue), .integer(now.milliseconds)])
  }

  /// Whether a row with this row key was imported before, and the import was not undone. The result
  /// is also true if a person has deleted the find.
  package func isImported(_ identity: String) throws(StoreError) -> Bool {
    try connection.row(
      "SELECT 1 FROM import_rows WHERE identity = ?", [.text(identity)]
    ) { (_) in true } ?? false
  }

  /// The number of finds of an album that come from no imported table.
  package func countOwnFinds(of key: AlbumKey) throws(StoreError) -> Int {
    guard let album = try albumID(of: key) else { return 0 }
    return try connection.row(
      """
      SELECT count(*) FROM finds WHERE album = ? AND deleted IS NULL AND NOT EXISTS (
        SELECT 1 FROM import_rows JOIN imports ON imports.id = import_rows.import
        WHERE find = finds.id AND format <> 'albumscan')
      """, [.integer(album)]
    ) { (row) in Int(row.integer(0)) } ?? 0
  }

  /// Whether the album lacks its release group or its artwork, so that a job has to look the album up. A
  /// book needs no lookup at MusicBrainz.
  package func needsLookup(_ key: AlbumKey) throws(StoreError) -> Bool {
    guard let id = try albumID(of: key) else { return !key.isOfBook }
    return try needsLookup(id)
  }

  /// Whether the album has a review in any language.
  package func hasReview(of key: AlbumKey) throws(StoreError) -> Bool {
    try connection.row("SELECT 1 FROM reviews WHERE key = ?", [.text(key.text)]) { (_) in true }
      ?? false
  }

  /// Imports a batch of rows in one transaction. A row that was imported meanwhile is left out. `read` is
  /// the number of rows of the file that are done after this batch. `reviewer` is the person who asks for
  /// reviews of albums without one; nil without such a request. Returns the number of new finds.
  package func importFinds(
    _ finds: [ImportedFind], by person: PersonID, into id: Int64, read: Int,
    reviewer: PersonID? = nil, at now: Timestamp
  ) throws(StoreError) -> Int {
    try connection.transaction { (connection: borrowing Connection) throws(StoreError) in
      var count = 0
      for find in finds where try !isImported(find.identity) {
        try insert(find, by: person, reviewer: reviewer, at: now)
        try insertRow(
          ImportedRow(
            line: find.line, identity: find.identity, find: find.find, raw: find.raw,
            state: try importState(of: find.find) ?? ""), of: id)
        count += 1
      }
      try connection.run(
        "UPDATE imports SET read = max(read, ?2) WHERE id = ?1", [.integer(id), Value(read)])
      return count
    }
  }

  // MARK: Inside a transaction

  private func insert(
    _ find: ImportedFind, by person: PersonID, reviewer: PersonID?, at now: Timestamp
  ) throws(StoreError) {
    let album = try album(of: find)
    var record = FindRecord(
      id: find.find, person: person, album: find.album.key, found: find.found,
      details: find.details)
    record.item.evidence = Evidence(.imported)
    let item = try insert(record, of: album)
    try queueWork(
      on: album, for: ImportedItem(id: item, person: person), reviewer: reviewer, at: now)
  }

  /// The row of the find's album. An existing row stays as it is.
  private func album(of find: ImportedFind) throws(StoreError) -> Int64 {
    let (known, key) = try row(of: find.album, find.marks)
    if let known { return known }
    var album = find.album
    album.storedKey = key
    let id = try save(album)
    try connection.run(
      "UPDATE albums SET edition_facts = ?2, release_group = ?3 WHERE id = ?1",
      [.integer(id), Value(find.hasFactsOfEdition), Value(find.releaseGroup)])
    return id
  }

  /// Inserts a find with its item, which has no scan, and marks the pages that change. Returns the id
  /// of the item.
  func insert(_ record: FindRecord, of album: Int64) throws(StoreError) -> Int64 {
    let item = try insertItem(of: record, album)
    try connection.run(
      """
      INSERT INTO finds
        (id, item, person, album, found, feed_id, own_artwork, moved, unreviewed_code,
          unreviewed_arguments)
      VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?)
      """,
      [
        .text(record.id.text), .integer(item), .text(record.person.text), .integer(album),
        .integer(record.found.milliseconds), Value(record.feedID),
        Value(record.ownArtwork?.digest), Value(record.isMoved),
      ] + FailureColumns.values(record.unreviewed))
    if record.details != FindDetails() { try write(record.details, of: record.id, at: nil) }
    try markStale("find", record.id.text)
    try markPagesNaming(record.id)
    return item
  }

  private func insertItem(of record: FindRecord, _ album: Int64) throws(StoreError) -> Int64 {
    let facts = record.item
    let id = try connection.row(
      """
      INSERT INTO items (position, album, recognised, sure, evidence, progress, created, updated,
        hints, crop, quad, text_read, description, text_confidence, fingerprint, codes)
      VALUES (0, ?, ?, ?, ?, 'reviewing', ?5, ?5, ?, ?, ?, ?, ?, ?, ?, ?) RETURNING id
      """,
      [
        .integer(album), Value(facts.isRecognised), Value(facts.evidence?.isSure ?? false),
        Value(facts.evidence?.stored), .integer(record.found.milliseconds),
        .text(facts.advice.stored), Value(facts.crop), Value(facts.quad),
        Value(facts.observation?.text), Value(facts.observation?.description),
        Value(facts.observation?.textConfidence.rawValue), Value(facts.fingerprint),
        Value(facts.codes.stored),
      ]
    ) { (row) in row.integer(0) }
    guard let id else { throw .damaged("an insert returned no row") }
    return id
  }

  func insertRow(_ row: ImportedRow, of id: Int64) throws(StoreError) {
    try connection.run(
      """
      INSERT INTO import_rows (import, line, identity, find, raw, state)
      VALUES (?, ?, ?, ?, ?, ?) ON CONFLICT DO NOTHING
      """,
      [
        .integer(id), Value(row.line), .text(row.identity), .text(row.find.text),
        .text(Self.stored(cells: row.raw)), .text(row.state),
      ])
  }
}
