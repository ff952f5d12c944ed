// Shelves as pages need them: the photo, its job and its items in one value.

package import Albums
import Host

extension Store {
  /// The shelf of a scan; nil if there is no such scan, or if it is no shelf.
  package func shelf(_ id: ScanID) throws(StoreError) -> Shelf? {
    let shelf = try connection.row(
      """
      SELECT scans.person, scans.key, scans.created, session, progress, revision, width, height,
        reading_since, hints, \(FailureColumns.columns("shelves.failure")), cleared, finished,
        undo, jobs.state, \(FailureColumns.columns("jobs.failure"))
      FROM shelves JOIN scans ON scans.id = shelves.scan
        LEFT JOIN jobs ON jobs.scan = scans.id AND jobs.kind = 'shelf'
      WHERE shelves.scan = ?
      """, [.text(id.text)]
    ) { (row) throws(StoreError) in try Self.shelf(id, row) }
    guard var shelf else { return nil }
    shelf.items = try items(of: shelf).withTwins
    try markRepeats(in: &shelf)
    return shelf
  }

  /// The photos of a session in their order, without those that show no item: photos that could not be
  /// used or have no box, and those whose items a person has cleared.
  package func photos(of session: ScanID) throws(StoreError) -> [SessionPhoto] {
    try connection.rows(
      """
      SELECT shelves.scan, (SELECT count(*) FROM items JOIN shelf_items ON item = items.id
          WHERE items.scan = shelves.scan AND NOT dismissed) AS shown
      FROM shelves JOIN scans ON scans.id = shelves.scan
      WHERE \(Self.isInSession) AND (shown > 0 OR progress NOT IN ('complete', 'cancelled'))
      ORDER BY \(Self.sessionOrder)
      """, [.text(session.text)]
    ) { (row) in
      SessionPhoto(id: ScanID(unchecked: row.text(0)), itemCount: Int(row.integer(1)))
    }
  }

  private static var isInSession: String {
    "session = ?1 AND cleared IS NULL AND shelves.progress <> 'failed'"
  }

  private static var sessionOrder: String { "scans.created, scans.id" }

  /// Marks items whose work an earlier box of the session has.
  private func markRepeats(in shelf: inout Shelf) throws(StoreError) {
    let photos = try photos(of: shelf.session)
    let works = try connection.rows(
      """
      SELECT shelves.scan, items.position, coalesce(finds.album, items.album),
        apart OR finds.id IS NOT NULL
      FROM shelves JOIN scans ON scans.id = shelves.scan JOIN items ON items.scan = shelves.scan
        JOIN shelf_items ON shelf_items.item = items.id
        LEFT JOIN finds ON finds.item = items.id AND finds.deleted IS NULL
      WHERE \(Self.isInSession) AND NOT dismissed
        AND coalesce(finds.album, items.album) IS NOT NULL
      ORDER BY \(Self.sessionOrder), items.position
      """, [.text(shelf.session.text)]
    ) { (row) in
      let scan = ScanID(unchecked: row.text(0))
      let photo = (photos.firstIndex { $0.id == scan } ?? 0) + 1
      return (
        work: row.integer(2), isApart: row.integer(3) == 1,
        box: ShelfItem.Original(scan: scan, photo: photo, number: Int(row.integer(1)))
      )
    }
    var first: [Int64: ShelfItem.Original] = [:]
    var originals: [Int: ShelfItem.Original] = [:]
    for (work, isApart, box) in works {
      if let earlier = first[work] {
        if !isApart, box.scan == shelf.id { originals[box.number] = earlier }
      } else {
        first[work] = box
      }
    }
    for index in shelf.items.indices {
      shelf.items[index].original = originals[shelf.items[index].number]
    }
  }

  /// The shelves whose lists are kept.
  package func shelves() throws(StoreError) -> [ScanID] {
    try connection.rows("SELECT scan FROM shelves ORDER BY scan") { (row) in
      ScanID(unchecked: row.text(0))
    }
  }

  /// The sender of a shelf's photo; nil if the scan is no shelf.
  package func sender(of id: ScanID) throws(StoreError) -> ShelfSender? {
    try connection.row(
      "SELECT person, key, digest FROM scans WHERE id = ? AND kind = 'shelf'", [.text(id.text)]
    ) { (row) in
      ShelfSender(person: PersonID(row.text(0)), key: row.textOrNil(1) ?? "", digest: row.blob(2))
    }
  }

  /// Whether the scan is a shelf.
  package func isShelf(_ id: ScanID) throws(StoreError) -> Bool {
    try connection.row("SELECT 1 FROM shelves WHERE scan = ?", [.text(id.text)]) { (_) in true }
      ?? false
  }

  /// While the job waits for a service, the state of the shelf is `waiting`, whatever its progress.
  private static func shelf(_ id: ScanID, _ row: Row) throws(StoreError) -> Shelf {
    guard let progress = ShelfState(rawValue: row.text(4)) else {
      throw .damaged("a shelf with the progress \(row.text(4))")
    }
    let waitsFor =
      row.text(15) == JobState.queued.rawValue ? FailureColumns.failure(row, from: 16) : nil
    func time(_ column: Int32) -> Timestamp? {
      row.integerOrNil(column).map(Timestamp.init(milliseconds:))
    }
    return Shelf(
      id: id, person: PersonID(row.text(0)), key: row.textOrNil(1),
      session: ScanID(unchecked: row.text(3)), created: Timestamp(milliseconds: row.integer(2)),
      state: waitsFor == nil ? progress : .waiting, revision: Int(row.integer(5)),
      size: row.isNull(6) ? nil : (width: Int(row.integer(6)), height: Int(row.integer(7))),
      readingSince: time(8), advice: [PhotoAdvice](stored: row.text(9)),
      failure: waitsFor ?? FailureColumns.failure(row, from: 10), cleared: time(12),
      finished: time(13), undo: row.textOrNil(14).flatMap { ShelfUndo(stored: $0) })
  }

  private func items(of shelf: Shelf) throws(StoreError) -> [ShelfItem] {
    try connection.rows(
      """
      SELECT items.position, box, items.quad, rotation, box_confidence, shelf_items.title, creator,
        publisher, shelf_items.kind, certainty, shelf_items.year, confidence, typed, dismissed, finds.id,
        (SELECT person FROM finds other WHERE other.album = coalesce(finds.album, items.album)
          AND other.deleted IS NULL AND other.item <> items.id AND other.status IS NOT 'want'
          ORDER BY other.person <> ?2 LIMIT 1),
        (SELECT person FROM finds other WHERE other.album = coalesce(finds.album, items.album)
          AND other.deleted IS NULL AND other.item <> items.id AND other.status IS 'want'
          AND NOT EXISTS (SELECT 1 FROM finds had WHERE had.album = other.album
            AND had.deleted IS NULL AND had.status = 'have' AND had.person = other.person)
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
      row.isNull(17) ? nil : ShelfItem.Work(id: row.integer(17), album: try album(row, from: 17))
    func person(_ column: Int32) throws(StoreError) -> ShelfItem.Holder? {
      try row.textOrNil(column).map { (id) throws(StoreError) in try holder(PersonID(id), shelf) }
    }
    return ShelfItem(
      number: Int(row.integer(0)), box: try Self.box(row, from: 1),
      reading: Self.reading(row, from: 5), work: work, confidence: row.real(11),
      find: row.textOrNil(14).map { FindID(unchecked: $0) },
      holder: try person(15), wisher: try person(16), isTyped: row.integer(12) == 1,
      isDismissed: row.integer(13) == 1)
  }

  private func holder(
    _ id: PersonID, _ shelf: Shelf
  ) throws(StoreError) -> ShelfItem.Holder {
    id == shelf.person ? .person : .other(showsFinder ? try person(id)?.name : nil)
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

/// The person who sent the photo of a shelf, and the secret by which the browser is known without people.
package struct ShelfSender: Equatable, Sendable {
  package let person: PersonID

  /// 32 hexadecimal digits. A client chooses the key of its upload, which may be easy to guess. So the secret
  /// depends on the photo, too, which only its sender has.
  package let secret: String

  /// The key, if it is long enough for a secret: the cookie of a shelf in version 1.0.
  private let formerSecret: String?

  init(person: PersonID, key: String, digest: [UInt8]) {
    self.person = person
    secret = hexadecimal(Array(SHA256.digest(of: Array("shelf \(key) ".utf8) + digest).prefix(16)))
    formerSecret = key.utf8.count >= 32 ? key : nil
  }

  package func has(secret text: String) -> Bool { text == secret || text == formerSecret }
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
