// How the job of a shelf stores its results: boxes, sheets, names and works. Every function checks the
// claim of the job, so that a cancelled attempt writes nothing.

package import Albums

/// A task that a shelf's job still has with an item.
package struct ShelfTask: Equatable, Sendable {
  package enum Kind: String, Sendable {
    /// The box has to be read, by its words or by a model.
    case read
    /// The services are asked about the names.
    case ground
  }

  package let number: Int
  package let kind: Kind
  package let box: ShelfBox

  /// The sheet with which the item is read; nil if it is in no sheet.
  package let sheet: Int?
  package let reading: SpineReading?
  package let isTyped: Bool
}

extension Store {
  /// The most items in one sheet. Source: docs/limits.md.
  package static var itemsInSheet: Int { 10 }

  /// Records that the search for boxes begins.
  package func beginFinding(_ job: Job, at now: Timestamp) throws(StoreError) {
    // No work is done yet, so the attempt counts: a photo that kills the worker is given up.
    try connection.transaction { (_: borrowing Connection) throws(StoreError) in
      try update(job, "failure_code = NULL, failure_arguments = NULL", at: now)
      try connection.run(
        """
        UPDATE shelves SET progress = 'finding', revision = revision + 1
        WHERE scan = ? AND width IS NULL
        """, [Value(job.scan?.text)])
    }
  }

  /// Whether the boxes of the shelf were found.
  package func hasBoxes(_ job: Job) throws(StoreError) -> Bool {
    try connection.row(
      "SELECT width IS NOT NULL FROM shelves WHERE scan = ?", [Value(job.scan?.text)]
    ) { (row) in row.integer(0) == 1 } ?? false
  }

  /// Stores the boxes. Their numbers begin with 1, in the order of `boxes`. Corners outside the picture
  /// move to its edge.
  package func record(
    _ boxes: [ShelfBox], width: Int, height: Int, advice: [PhotoAdvice], of job: Job,
    at now: Timestamp
  ) throws(StoreError) {
    try changeShelf(of: job, at: now) { (store, scan) throws(StoreError) in
      try connection.run(
        """
        UPDATE shelves SET progress = 'reading', width = ?2, height = ?3, hints = ?4,
          reading_since = ?5 WHERE scan = ?1
        """,
        [
          .text(scan), Value(width), Value(height), .text(advice.stored),
          .integer(now.milliseconds),
        ])
      for (index, box) in boxes.prefix(ShelfItem.mostInPhoto).enumerated() {
        try store.insert(
          box.inside(width: width, height: height), number: index + 1, into: scan, at: now)
      }
    }
  }

  /// The items with a task, in the order of their numbers.
  package func shelfTasks(of job: Job) throws(StoreError) -> [ShelfTask] {
    let tasks = try connection.rows(
      """
      SELECT items.position, task, box, items.quad, rotation, box_confidence, sheet, title, creator,
        publisher, kind, certainty, shelf_items.year, typed
      FROM items JOIN shelf_items ON shelf_items.item = items.id
      WHERE items.scan = ? AND task IS NOT NULL AND NOT dismissed ORDER BY items.position
      """, [Value(job.scan?.text)]
    ) { (row) throws(StoreError) in
      (
        ShelfTask.Kind(rawValue: row.text(1)), Int(row.integer(0)), try Self.box(row, from: 2),
        row.integerOrNil(6).map { Int($0) }, Self.reading(row, from: 7), row.integer(13) == 1
      )
    }
    return tasks.compactMap { item in
      item.0.map {
        ShelfTask(
          number: item.1, kind: $0, box: item.2, sheet: item.3, reading: item.4, isTyped: item.5)
      }
    }
  }

  /// Puts the items that have to be read and are in no sheet into new sheets. A sheet never changes,
  /// so a second attempt asks the same question, and the ledger answers it without a second payment.
  package func makeSheets(of job: Job, at now: Timestamp) throws(StoreError) {
    let loose = try shelfTasks(of: job).filter { $0.kind == .read && $0.sheet == nil }
    guard !loose.isEmpty else { return }
    try changeShelf(of: job, at: now) { (_, scan) throws(StoreError) in
      // The ledger knows the calls of sheets by their numbers, so a number is never used again.
      let last = try connection.row(
        """
        SELECT max(
          (SELECT coalesce(max(sheet), 0) FROM shelf_items JOIN items ON items.id = item
            WHERE items.scan = ?1),
          (SELECT coalesce(max(part), 0) FROM calls WHERE scan = ?1 AND stage = 'shelf'))
        """, [.text(scan)]
      ) { (row) in Int(row.integer(0)) }
      for (index, task) in loose.enumerated() {
        try change(
          task.number, of: scan, "sheet = ?3",
          [Value((last ?? 0) + 1 + index / Self.itemsInSheet)])
      }
    }
  }

  /// Stores the names that were read. `isLookedUp` is false for names about which no service is asked. Does nothing if
  /// a person has changed the item meanwhile.
  package func record(
    _ reading: SpineReading, of task: ShelfTask, _ job: Job, isLookedUp: Bool = true,
    at now: Timestamp
  ) throws(StoreError) {
    try changeShelf(of: job, at: now) { (_, scan) throws(StoreError) in
      try change(
        task.number, of: scan,
        """
        title = ?4, creator = ?5, publisher = ?6, kind = ?7, certainty = ?8,
          task = CASE WHEN ?9 AND ?4 IS NOT NULL AND ?7 <> 'other' THEN 'ground' END
        """,
        [
          Value(task.sheet), Value(reading.title), Value(reading.creator),
          Value(reading.publisher), .text(reading.kind.rawValue), .real(reading.confidence),
          .integer(isLookedUp ? 1 : 0),
        ], where: "task = 'read' AND sheet IS ?3")
    }
  }

  /// Records that the items are not read, because there is no model, no money or no answer. The items
  /// stay without names.
  package func leaveUnread(
    _ tasks: [ShelfTask], because failure: Failure?, of job: Job, at now: Timestamp
  ) throws(StoreError) {
    try changeShelf(of: job, at: now) { (_, scan) throws(StoreError) in
      for task in tasks {
        try change(
          task.number, of: scan, "task = NULL", [Value(task.sheet)],
          where: "task = 'read' AND sheet IS ?3")
      }
      guard let failure else { return }
      try connection.run(
        "UPDATE shelves SET failure_code = ?2, failure_arguments = ?3 WHERE scan = ?1",
        [.text(scan)] + FailureColumns.values(failure))
    }
  }

  /// Stores the work of an item, and the confidence in it. `work` is nil if no service knows the
  /// names. Does nothing if a person has changed the names meanwhile.
  package func record(
    work: Int64?, confidence: Double, of task: ShelfTask, _ job: Job, at now: Timestamp
  ) throws(StoreError) {
    try changeShelf(of: job, at: now) { (_, scan) throws(StoreError) in
      let names = [
        Value(task.reading?.title), Value(task.reading?.creator),
        Value(task.reading?.kind.rawValue),
      ]
      let isSame = "task = 'ground' AND title IS ?3 AND creator IS ?4 AND shelf_items.kind IS ?5"
      let row = try connection.row(
        """
        SELECT items.id FROM items JOIN shelf_items ON shelf_items.item = items.id
        WHERE scan = ?1 AND position = ?2 AND \(isSame)
        """, [.text(scan), Value(task.number)] + names
      ) { (row) in row.integer(0) }
      guard let row else { return }
      try connection.run(
        "UPDATE items SET album = coalesce(?2, album), updated = ?3 WHERE id = ?1",
        [.integer(row), Value(work), .integer(now.milliseconds)])
      try connection.run(
        "UPDATE shelf_items SET confidence = ?2, task = NULL WHERE item = ?1",
        [.integer(row), .real(confidence)])
      // The find got the names before the service had a work for them.
      if task.isTyped, let work, let find = try find(ofItem: row), try isInLog(find),
        try albumID(of: find) != work
      {
        try enqueue(.album(work), for: row, by: job.person, next: now, at: now)
      }
    }
  }

  /// Ends the job. False if an item has a task again, because a person has changed it meanwhile.
  package func endShelf(_ job: Job, at now: Timestamp) throws(StoreError) -> Bool {
    try connection.transaction { (_: borrowing Connection) throws(StoreError) in
      guard try shelfTasks(of: job).isEmpty else { return false }
      try releaseUnbegun(of: job.scan?.text ?? "", at: now)
      try update(job, "state = 'done', failure_code = NULL, failure_arguments = NULL", at: now)
      try connection.run(
        "UPDATE shelves SET progress = 'complete', revision = revision + 1 WHERE scan = ?",
        [Value(job.scan?.text)])
      return true
    }
  }

  /// Ends the job of a photo that cannot be used. With boxes, the shelf is complete: its items stay, and
  /// those that were not read have no names.
  package func failShelf(_ job: Job, _ failure: Failure, at now: Timestamp) throws(StoreError) {
    try connection.transaction { (_: borrowing Connection) throws(StoreError) in
      try update(
        job, "state = 'failed', failure_code = ?4, failure_arguments = ?5",
        FailureColumns.values(failure), at: now)
      try releaseUnbegun(of: job.scan?.text ?? "", at: now)
      try connection.run(
        """
        UPDATE shelves SET progress = iif(width IS NULL, 'failed', 'complete'),
          revision = revision + 1, failure_code = ?2, failure_arguments = ?3 WHERE scan = ?1
        """, [Value(job.scan?.text)] + FailureColumns.values(failure))
      try connection.run(
        """
        UPDATE shelf_items SET task = NULL
        WHERE item IN (SELECT id FROM items WHERE scan = ?)
        """, [Value(job.scan?.text)])
    }
  }

  /// Records that a known cover was recognised in the box. Its album needs no paid call.
  package func recognise(
    _ task: ShelfTask, as album: Int64, isCertain: Bool, _ job: Job, at now: Timestamp
  ) throws(StoreError) {
    guard let known = try self.album(album) else { return }
    try changeShelf(of: job, at: now) { (_, scan) throws(StoreError) in
      try connection.run(
        """
        UPDATE items SET album = ?3, recognised = 1, updated = ?4 WHERE scan = ?1 AND position = ?2
          AND id IN (SELECT item FROM shelf_items WHERE task = 'read' AND box = 'cover')
        """,
        [.text(scan), Value(task.number), .integer(album), .integer(now.milliseconds)])
      try change(
        task.number, of: scan,
        "title = ?3, creator = ?4, kind = 'record', certainty = 1, confidence = ?5, task = NULL",
        [.text(known.title), .text(known.artist), .real(isCertain ? 1 : 0.6)],
        where: "task = 'read' AND box = 'cover'")
    }
  }

  /// Records that the picture of a shelf is deleted.
  package func notePictureDeleted(of scan: ScanID) throws(StoreError) {
    try connection.transaction { (connection: borrowing Connection) throws(StoreError) in
      _ = try connection.run(
        "UPDATE shelves SET pictured = 0, revision = revision + 1 WHERE scan = ? AND pictured",
        [.text(scan.text)])
    }
  }

  /// The shelves whose pictures may be in data/photos.
  package func picturedShelves() throws(StoreError) -> [ScanID] {
    try connection.rows("SELECT scan FROM shelves WHERE pictured") { (row) in
      ScanID(unchecked: row.text(0))
    }
  }

  /// Whether the claim of the job is still valid: a person has not cancelled the work meanwhile.
  package func isClaimed(_ job: Job) throws(StoreError) -> Bool {
    try connection.row(
      "SELECT 1 FROM jobs WHERE id = ? AND epoch = ? AND state = 'queued'",
      [.integer(job.id), .integer(job.epoch)]
    ) { (_) in true } ?? false
  }

  /// Whether a row of `albums` is a work that only items of shelves name.
  static var isOnlyInShelves: String {
    """
    (albums.id IN (SELECT items.album FROM shelf_items JOIN items ON items.id = shelf_items.item)
      AND albums.id NOT IN (SELECT album FROM finds)
      AND albums.id NOT IN (SELECT album FROM covers)
      AND albums.id NOT IN (SELECT album FROM candidates)
      AND albums.id NOT IN (SELECT album FROM items
        WHERE album IS NOT NULL AND id NOT IN (SELECT item FROM shelf_items)))
    """
  }

  /// Removes the lists of shelves from before `end`. Also removes the lists of removed people, after the
  /// pictures of these shelves. A work that only these lists name goes, too. A find that was added stays, with
  /// its item.
  package func removeShelves(before end: Timestamp) throws(StoreError) {
    try connection.transaction { (connection: borrowing Connection) throws(StoreError) in
      let old = """
        SELECT id FROM scans WHERE kind = 'shelf' AND (created < ?
          OR EXISTS (SELECT 1 FROM people) AND person NOT IN (SELECT id FROM people)
            AND id NOT IN (SELECT scan FROM shelves WHERE pictured))
        """
      let works = try connection.rows(
        """
        SELECT id FROM albums WHERE \(Self.isOnlyInShelves)
          AND id IN (SELECT album FROM items WHERE scan IN (\(old)))
        """, [.integer(end.milliseconds)]
      ) { (row) in row.integer(0) }
      try connection.run(
        """
        DELETE FROM items WHERE scan IN (\(old)) AND id NOT IN (SELECT item FROM finds)
          AND id NOT IN (SELECT item FROM jobs WHERE item IS NOT NULL)
        """, [.integer(end.milliseconds)])
      try connection.run(
        "DELETE FROM shelf_items WHERE item IN (SELECT id FROM items WHERE scan IN (\(old)))",
        [.integer(end.milliseconds)])
      try connection.run(
        "DELETE FROM shelves WHERE scan IN (\(old))", [.integer(end.milliseconds)])
      for work in works {
        try connection.run(
          """
          DELETE FROM albums WHERE id = ?1
            AND NOT EXISTS (SELECT 1 FROM items WHERE album = ?1 OR chosen = ?1)
          """, [.integer(work)])
      }
    }
  }

  // MARK: Inside a transaction

  /// Runs `body` with the id of the job's scan in one transaction that checks the claim. The attempt
  /// has made progress, so the count of attempts begins anew.
  func changeShelf(
    of job: Job, at now: Timestamp,
    _ body: (borrowing Store, String) throws(StoreError) -> Void
  ) throws(StoreError) {
    guard let scan = job.scan?.text else { throw .damaged("\(job.id): a shelf without a photo") }
    try connection.transaction { (_: borrowing Connection) throws(StoreError) in
      try update(
        job, "attempts = 1, failure_code = NULL, failure_arguments = NULL", at: now)
      try body(self, scan)
      try connection.run(
        "UPDATE shelves SET revision = revision + 1 WHERE scan = ?", [.text(scan)])
    }
  }

  /// Changes columns of `shelf_items`. The scan is ?1 and the number ?2; `values` begin with ?3.
  func change(
    _ number: Int, of scan: String, _ changes: String, _ values: [Value] = [],
    where condition: String = "1"
  ) throws(StoreError) {
    try connection.run(
      """
      UPDATE shelf_items SET \(changes)
      WHERE item = (SELECT id FROM items WHERE scan = ?1 AND position = ?2) AND \(condition)
      """, [.text(scan), Value(number)] + values)
  }

  func insert(
    _ box: ShelfBox, number: Int, into scan: String, at now: Timestamp
  ) throws(StoreError) {
    let item = try connection.row(
      """
      INSERT INTO items (scan, position, progress, quad, created, updated)
      SELECT ?1, ?2, 'identified', ?3, created, ?4 FROM scans WHERE id = ?1 RETURNING id
      """, [.text(scan), Value(number), .text(box.storedCorners), .integer(now.milliseconds)]
    ) { (row) in row.integer(0) }
    guard let item else { throw .damaged("an insert returned no row") }
    try connection.run(
      """
      INSERT INTO shelf_items (item, box, rotation, box_confidence, task)
      VALUES (?, ?, ?, ?, 'read')
      """,
      [
        .integer(item), .text(box.source.rawValue), Value(box.rotation), .real(box.confidence),
      ])
  }
}
