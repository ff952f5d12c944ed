// Reads the rows of an export in an order that depends only on their content. Each function returns
// a page of rows, so that an export of a large history needs little memory.

package import Albums
import Text

extension Store {
  /// The next `count` albums in the order of their keys, with their known covers. A work that only the
  /// list of a shelf names is left out, because the list belongs to one person.
  package func albumRecords(
    after key: AlbumKey?, count: Int
  ) throws(StoreError) -> [AlbumRecord] {
    try connection.rows(
      """
      SELECT id, artist, title, year, record_label, artwork, NULL, kind, isbn, pages, tint, key, key_rules,
        (SELECT picture.artwork FROM unowned_pictures AS picture WHERE picture.album = albums.id),
        release_group, release, artwork_source, edition_facts
      FROM albums WHERE key > ?1 AND NOT \(Self.isOnlyInShelves) ORDER BY key LIMIT ?2
      """, [.text(key?.text ?? ""), Value(count)]
    ) { (row) throws(StoreError) in
      var sources = AlbumSources(
        releaseGroup: row.textOrNil(14), release: row.textOrNil(15), artwork: row.textOrNil(16))
      sources.areFactsOfEdition = row.integer(17) == 1
      return AlbumRecord(
        key: AlbumKey(stored: row.text(11)), keyRules: Int(row.integer(12)),
        album: try album(row, from: 0),
        unownedArtwork: row.textOrNil(13).flatMap { Artwork(digest: $0) }, sources: sources,
        covers: try coverRecords(of: row.integer(0)), tracks: try tracks(of: row.integer(0)))
    }
  }

  private func coverRecords(of album: Int64) throws(StoreError) -> [AlbumRecord.Cover] {
    try connection.rows(
      """
      SELECT source, artwork, picture, fingerprint FROM covers
      WHERE album = ? AND (source LIKE 'catalogue:%' OR source LIKE 'artwork:%') ORDER BY
        CASE WHEN source LIKE 'artwork:%' THEN 'artwork:' || artwork ELSE source END
      """, [.integer(album)]
    ) { (row) -> AlbumRecord.Cover? in
      let artwork = row.textOrNil(1).flatMap { Artwork(digest: $0) }
      let source: AlbumRecord.Cover.Source
      if row.text(0).hasPrefix("catalogue:") {
        source = .catalogue(String(row.text(0).dropFirst("catalogue:".count)))
      } else if let artwork {
        source = .artwork(artwork)
      } else {
        return nil
      }
      return AlbumRecord.Cover(
        source: source, artwork: artwork, picture: row.isNull(2) ? nil : row.blob(2),
        fingerprint: row.blob(3))
    }.compactMap(\.self)
  }

  /// The next `count` reviews in the order of their keys and languages.
  package func reviewRecords(
    after last: (key: AlbumKey, language: String)?, count: Int
  ) throws(StoreError) -> [ReviewRecord] {
    try connection.rows(
      """
      SELECT \(Self.reviewColumns), key, prompt FROM reviews
      WHERE (key, language) > (?, ?) ORDER BY key, language LIMIT ?
      """, [.text(last?.key.text ?? ""), .text(last?.language ?? ""), Value(count)]
    ) { (row) throws(StoreError) in
      let key = AlbumKey(stored: row.text(6))
      return ReviewRecord(
        key: key, review: try review(row, of: key), origin: row.text(4), prompt: row.text(7),
        written: Timestamp(milliseconds: row.integer(5)))
    }
  }

  /// The next `count` finds of the history, oldest first. Deleted finds are not among them.
  package func findRecords(
    after last: (found: Timestamp, id: FindID)?, count: Int
  ) throws(StoreError) -> [FindRecord] {
    try connection.rows(
      """
      SELECT finds.id, finds.person, albums.key, finds.found, finds.feed_id,
        \(FailureColumns.columns("finds.unreviewed")), items.id, items.recognised, items.evidence,
        items.hints, items.crop, items.quad,
        EXISTS (SELECT 1 FROM covers WHERE source = 'find:' || finds.id),
        finds.public_choice IS NULL AND finds.id IN (SELECT find FROM unconfirmed_finds),
        finds.own_artwork, finds.moved, items.codes, \(Self.detailColumns)
      FROM finds JOIN items ON items.id = finds.item JOIN albums ON albums.id = finds.album
      WHERE finds.deleted IS NULL AND (finds.found, finds.id) > (?, ?)
      ORDER BY finds.found, finds.id LIMIT ?
      """,
      [.integer(last?.found.milliseconds ?? Int64.min), .text(last?.id.text ?? ""), Value(count)]
    ) { (row) throws(StoreError) in try findRecord(row) }
  }

  private func findRecord(_ row: Row) throws(StoreError) -> FindRecord {
    var record = FindRecord(
      id: FindID(unchecked: row.text(0)), person: PersonID(row.text(1)),
      album: AlbumKey(stored: row.text(2)), found: Timestamp(milliseconds: row.integer(3)),
      details: try details(row, from: 18))
    record.feedID = row.textOrNil(4)
    record.unreviewed = FailureColumns.failure(row, from: 5)
    let item = row.integer(7)
    record.item.isRecognised = row.integer(8) == 1
    record.item.evidence = Evidence(stored: row.text(9))
    record.item.advice = [PhotoAdvice](stored: row.text(10))
    record.item.crop = row.textOrNil(11)
    record.item.quad = row.textOrNil(12)
    record.item.observation = try observation(of: item)
    record.item.fingerprint =
      try connection.row(
        "SELECT fingerprint FROM items WHERE id = ?", [.integer(item)]
      ) { (row) in row.isNull(0) ? nil : row.blob(0) } ?? nil
    record.item.isKnownCover = row.integer(13) == 1
    record.isUnconfirmed = row.integer(14) == 1
    record.ownArtwork = row.textOrNil(15).flatMap { Artwork(digest: $0) }
    record.isMoved = row.integer(16) == 1
    record.item.codes = [ProductCode](stored: row.textOrNil(17))
    record.candidates = try candidateRecords(of: item)
    return record
  }

  private func candidateRecords(of item: Int64) throws(StoreError) -> [FindRecord.Candidate] {
    try connection.rows(
      """
      SELECT albums.key, candidates.kind, similarity, reason FROM candidates
        JOIN albums ON albums.id = candidates.album
      WHERE item = ? ORDER BY position
      """, [.integer(item)]
    ) { (row) throws(StoreError) in
      guard let kind = CandidateKind(rawValue: row.text(1)) else {
        throw .damaged("a candidate of kind \(row.text(1))")
      }
      return FindRecord.Candidate(
        album: AlbumKey(stored: row.text(0)), kind: kind, similarity: row.real(2),
        reason: row.text(3))
    }
  }

  /// The imported files with their ids, oldest first. Exports of AlbumScan are not among them,
  /// because the finds of an export need no record of their rows.
  package func importRecords() throws(StoreError) -> [(id: Int64, record: ImportRecord)] {
    try connection.rows(
      """
      SELECT \(Self.importColumns) FROM imports WHERE format <> 'albumscan'
      ORDER BY created, format, digest, id
      """
    ) { (row) throws(StoreError) in (row.integer(0), try Self.importRecord(row)) }
  }

  /// The columns that `importRecord` reads.
  static let importColumns =
    "id, person, format, name, digest, header, read, created, ended, undone"

  static func importRecord(_ row: Row) throws(StoreError) -> ImportRecord {
    guard let format = ImportFormat(rawValue: row.text(2)) else {
      throw .damaged("an import of \(row.text(2))")
    }
    let header = try row.textOrNil(5).map { (text) throws(StoreError) in try cells(text) }
    return ImportRecord(
      person: PersonID(row.text(1)), format: format, name: row.text(3), digest: row.blob(4),
      header: header, read: Int(row.integer(6)),
      created: Timestamp(milliseconds: row.integer(7)),
      ended: row.integerOrNil(8).map { Timestamp(milliseconds: $0) },
      undone: row.integerOrNil(9).map { Timestamp(milliseconds: $0) })
  }

  /// The next `count` rows of an import, in the order of their lines.
  package func importedRows(
    of id: Int64, after line: Int, count: Int
  ) throws(StoreError) -> [ImportedRow] {
    try connection.rows(
      """
      SELECT line, identity, find, raw, state FROM import_rows WHERE import = ? AND line > ?
      ORDER BY line LIMIT ?
      """, [.integer(id), Value(line), Value(count)]
    ) { (row) throws(StoreError) in try Self.importedRow(row) }
  }

  /// The columns: line, identity, find, raw, state.
  static func importedRow(_ row: Row) throws(StoreError) -> ImportedRow {
    ImportedRow(
      line: Int(row.integer(0)), identity: row.text(1), find: FindID(unchecked: row.text(2)),
      raw: try Self.cells(row.text(3)), state: row.text(4))
  }

  /// The newest imported row of a find and the columns of its file; nil for a find of a scan.
  package func importedRow(
    of find: FindID, format: ImportFormat
  ) throws(StoreError) -> (header: [String], raw: [String])? {
    try connection.row(
      """
      SELECT header, raw FROM import_rows JOIN imports ON imports.id = import_rows.import
      WHERE find = ? AND format = ? AND header IS NOT NULL ORDER BY import DESC, line LIMIT 1
      """, [.text(find.text), .text(format.rawValue)]
    ) { (row) throws(StoreError) in (try Self.cells(row.text(0)), try Self.cells(row.text(1))) }
  }

  /// The cells of a JSON array of texts.
  static func cells(_ text: String) throws(StoreError) -> [String] {
    guard let json = JSON(Array(text.utf8)), case .array(let items) = json else {
      throw .damaged("an imported row that is no JSON array")
    }
    return items.map { if case .string(let text) = $0 { text } else { "" } }
  }

  static func stored(cells: [String]) -> String {
    JSON.array(cells.map { .string($0) }).written()
  }
}
