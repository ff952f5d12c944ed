// Shelves as pages need them: the photo, its job and its items in one value.

package import Albums

extension Store {
  /// The shelf of a scan; nil if there is no such scan, or if it is no shelf.
  package func shelf(_ id: ScanID) throws(StoreError) -> Shelf? {
    let shelf = try connection.row(
      """
      SELECT scans.person, scans.key, scans.created, progress, revision, width, height,
        reading_since, hints, \(FailureColumns.columns("shelves.failure")), cleared, finished,
        undo, jobs.state, \(FailureColumns.columns("jobs.failure"))
      FROM shelves JOIN scans ON scans.id = shelves.scan
        LEFT JOIN jobs ON jobs.scan = scans.id AND jobs.kind = 'shelf'
      WHERE shelves.scan = ?
      """, [.text(id.text)]
    ) { (row) throws(StoreError) in try Self.shelf(id, row) }
    guard var shelf else { return nil }
    shelf.items = try items(of: shelf).withTwins
    return shelf
  }

  /// The person and the key of a shelf's upload; nil if the scan is no shelf.
  package func sender(
    of id: ScanID
  ) throws(StoreError) -> (person: PersonID, key: String?)? {
    try connection.row(
      "SELECT person, key FROM scans WHERE id = ? AND kind = 'shelf'", [.text(id.text)]
    ) { (row) in (PersonID(row.text(0)), row.textOrNil(1)) }
  }

  /// Whether the scan is a shelf.
  package func isShelf(_ id: ScanID) throws(StoreError) -> Bool {
    try connection.row("SELECT 1 FROM shelves WHERE scan = ?", [.text(id.text)]) { (_) in true }
      ?? false
  }

  /// A job that waits for a service makes the shelf wait, whatever it has reached.
  private static func shelf(_ id: ScanID, _ row: Row) throws(StoreError) -> Shelf {
    guard let progress = ShelfState(rawValue: row.text(3)) else {
      throw .damaged("a shelf with the progress \(row.text(3))")
    }
    let waitsFor =
      row.text(14) == JobState.queued.rawValue ? FailureColumns.failure(row, from: 15) : nil
    func time(_ column: Int32) -> Timestamp? {
      row.integerOrNil(column).map(Timestamp.init(milliseconds:))
    }
    return Shelf(
      id: id, person: PersonID(row.text(0)), key: row.textOrNil(1),
      created: Timestamp(milliseconds: row.integer(2)),
      state: waitsFor == nil ? progress : .waiting, revision: Int(row.integer(4)),
      size: row.isNull(5) ? nil : (width: Int(row.integer(5)), height: Int(row.integer(6))),
      readingSince: time(7), hints: [PhotoAdvice](stored: row.text(8)),
      failure: waitsFor ?? FailureColumns.failure(row, from: 9), cleared: time(11),
      finished: time(12), undo: row.textOrNil(13).flatMap { ShelfUndo(stored: $0) })
  }

  private func items(of shelf: Shelf) throws(StoreError) -> [ShelfItem] {
    try connection.rows(
      """
      SELECT items.position, box, items.quad, rotation, box_confidence, shelf_items.title, creator,
        publisher, shelf_items.kind, certainty, shelf_items.year, confidence, typed, dismissed, finds.id,
        (SELECT person FROM finds other WHERE other.album = coalesce(finds.album, items.album)
          AND other.deleted IS NULL AND other.item <> items.id
          ORDER BY other.person <> ?2 LIMIT 1),
        \(Self.findAlbumColumns)
      FROM items JOIN shelf_items ON shelf_items.item = items.id
        LEFT JOIN finds ON finds.item = items.id AND finds.deleted IS NULL
        LEFT JOIN albums ON albums.id = coalesce(finds.album, items.album)
      WHERE items.scan = ?1 ORDER BY items.position
      """, [.text(shelf.id.text), .text(shelf.person.text)]
    ) { (row) throws(StoreError) in try item(row, of: shelf) }
  }

  private func item(_ row: Row, of shelf: Shelf) throws(StoreError) -> ShelfItem {
    let work: ShelfItem.Work? =
      row.isNull(16) ? nil : ShelfItem.Work(id: row.integer(16), album: try album(row, from: 16))
    return ShelfItem(
      number: Int(row.integer(0)), box: try Self.box(row, from: 1),
      reading: Self.reading(row, from: 5), work: work, confidence: row.real(11),
      find: row.textOrNil(14).map { FindID(unchecked: $0) },
      holder: try row.textOrNil(15).map { (person) throws(StoreError) in
        try holder(PersonID(person), shelf)
      }, isTyped: row.integer(12) == 1, isDismissed: row.integer(13) == 1)
  }

  private func holder(
    _ id: PersonID, _ shelf: Shelf
  ) throws(StoreError) -> ShelfItem.Holder {
    id == shelf.person ? .person : .other(try person(id)?.name)
  }

  /// Reads a box from the columns `box`, `quad`, `rotation` and `box_confidence`.
  static func box(_ row: Row, from column: Int32) throws(StoreError) -> ShelfBox {
    let corners = row.text(column + 1).split(separator: ",").compactMap { Double($0) }
    guard let source = ShelfBox.Source(rawValue: row.text(column)), corners.count == 8 else {
      throw .damaged("a box at \(row.text(column + 1))")
    }
    return ShelfBox(
      source: source, corners: corners, rotation: Int(row.integer(column + 2)),
      confidence: row.real(column + 3))
  }

  /// Reads the names from the columns `title`, `creator`, `publisher`, `kind`, `certainty` and `year`; nil
  /// for an item that was not read.
  static func reading(_ row: Row, from column: Int32) -> SpineReading? {
    SpineReading.Kind(rawValue: row.text(column + 3)).map {
      SpineReading(
        title: row.textOrNil(column), creator: row.textOrNil(column + 1),
        publisher: row.textOrNil(column + 2), kind: $0, confidence: row.real(column + 4),
        year: row.integerOrNil(column + 5).map { Int($0) })
    }
  }
}

extension ShelfBox {
  /// The box with its corners inside a picture of this size.
  func inside(width: Int, height: Int) -> ShelfBox {
    let inside = corners.enumerated().map { index, value in
      value.isFinite ? min(max(0, value), Double(index.isMultiple(of: 2) ? width : height)) : 0
    }
    return ShelfBox(
      source: source, corners: inside, rotation: rotation, confidence: confidence)
  }

  /// The corners as `items.quad` stores them: `x,y` four times.
  package var storedCorners: String { corners.map { "\($0)" }.joined(separator: ",") }
}
