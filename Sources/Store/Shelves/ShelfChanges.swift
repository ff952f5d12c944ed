// The changes of a person to a shelf. Each change is one transaction, which also stores the undo if
// the change has one.

package import Albums
import Host

extension Store {
  /// Makes a change. The caller has checked the person's right.
  package func change(
    _ id: ScanID, _ change: ShelfChange, by person: PersonID, at now: Timestamp
  ) throws(StoreError) -> ShelfResult {
    try connection.transaction { (_: borrowing Connection) throws(StoreError) in
      guard let shelf = try shelf(id) else { return .unknown }
      let change = ShelfChanging(shelf: shelf, person: person, now: now, change: change)
      let result = try make(change)
      if case .done = result {
        try connection.run(
          "UPDATE shelves SET revision = revision + 1 WHERE scan = ?", [.text(id.text)])
      }
      return result
    }
  }

  private func make(_ changing: ShelfChanging) throws(StoreError) -> ShelfResult {
    let shelf = changing.shelf
    guard shelf.cleared == nil || changing.change == .undo || changing.change == .finish else {
      return .unknown
    }
    switch changing.change {
    case .add(let numbers, let isMine): return try add(numbers, isMine: isMine, changing)
    case .remove(let numbers): return try remove(numbers, changing)
    case .dismiss(let numbers): return try dismiss(numbers, true, changing)
    case .restore(let numbers): return try dismiss(numbers, false, changing)
    case .separate(let number): return try separate(number, true, changing)
    case .name(let number, let reading): return try name(number, reading, changing)
    case .move(let number, let corners): return try move(number, corners, changing)
    case .draw(let corners): return try draw(corners, changing)
    case .review(let numbers): return try review(numbers, changing)
    case .cancel:
      guard !shelf.state.isFinal else { return .done(needsWorker: false) }
      try withdraw(changing)
      // A worker deletes the photo if no box was found in it.
      return .done(needsWorker: true)
    case .clear:
      try withdraw(changing)
      try set("cleared = ?2", .integer(changing.now.milliseconds), of: shelf)
      try keep(.unclear, of: shelf)
      return .done(needsWorker: true)
    case .finish:
      try withdraw(changing)
      // The worker may still read other photos of the session. It deletes their pictures afterwards.
      try connection.run(
        "UPDATE shelves SET finished = ?2, revision = revision + (scan <> ?3) WHERE session = ?1",
        [
          .text(shelf.session.text), .integer(changing.now.milliseconds), .text(shelf.id.text),
        ])
      return .done(needsWorker: true)
    case .undo: return try undo(changing)
    }
  }

  private func set(_ change: String, _ value: Value, of shelf: Shelf) throws(StoreError) {
    try connection.run(
      "UPDATE shelves SET \(change) WHERE scan = ?1", [.text(shelf.id.text), value])
  }

  func keep(_ undo: ShelfUndo?, of shelf: Shelf) throws(StoreError) {
    try set("undo = ?2", Value(undo?.stored), of: shelf)
  }

  // MARK: Finds

  /// Items that were added already stay as they are.
  private func add(
    _ numbers: [Int], isMine: Bool, _ changing: ShelfChanging
  ) throws(StoreError) -> ShelfResult {
    let known = try changing.items(numbers)
    guard !known.isEmpty else { return .unknown }
    let items = known.filter { $0.find == nil }
    guard items.allSatisfy({ $0.names != nil }) else { return .refused(.unnamed) }
    guard !items.isEmpty else { return .done(needsWorker: false) }
    for item in items { try add(item, isMine: isMine, changing) }
    try keep(.remove(items.map(\.number)), of: changing.shelf)
    return .done(needsWorker: true)
  }

  /// A find that was removed comes back with its details. If the item got other names meanwhile, the find
  /// gets the work with these names.
  private func add(
    _ item: ShelfItem, isMine: Bool, _ changing: ShelfChanging
  ) throws(StoreError) {
    let row = try itemRow(of: item.number, changing.shelf)
    guard let album = try workRow(of: item) else { return }
    let removed = try find(ofItem: row)
    let find = removed ?? FindID(randomBytes: Randomness.bytes(FindID.randomByteCount))
    if let removed {
      _ = try markRestored(removed, at: changing.now)
      if try albumID(of: removed) != album { try correct(row, to: album, changing) }
    } else {
      try insert(find, of: row, album, nil, by: changing.person)
      try connection.run(
        "UPDATE items SET album = ?2 WHERE id = ?1", [.integer(row), .integer(album)])
      try write(
        Evidence(item.isTyped ? .person : .shelf(isSure: item.sureness == .sure)), of: row)
      let isRecord = item.reading?.kind == .record
      if isRecord, item.work?.album.artwork == nil {
        try addRefill(for: find, by: changing.person, at: changing.now)
      }
      try markStale("find", find.text)
      try markPagesNaming(find)
    }
    try connection.run(
      "UPDATE finds SET shelf = ?2, added = ?3 WHERE id = ?1",
      [
        .text(find.text), .text(ShelfKey(of: changing.shelf.session).text),
        .integer(changing.now.milliseconds),
      ])
    if isMine {
      try connection.run(
        "UPDATE finds SET status = ?2 WHERE id = ?1",
        [.text(find.text), .text(FindStatus.have.rawValue)])
    }
  }

  /// Queues the job that gives the item's find another work.
  private func correct(
    _ row: Int64, to album: Int64, _ changing: ShelfChanging
  ) throws(StoreError) {
    try enqueue(.album(album), for: row, by: changing.person, next: changing.now, at: changing.now)
  }

  /// The row of the item's work. A work that no service knows gets a row with the names alone.
  private func workRow(of item: ShelfItem) throws(StoreError) -> Int64? {
    if let work = item.work { return work.id }
    guard let album = item.reading?.album else { return nil }
    return try knownOrSaved(album)
  }

  private func remove(
    _ numbers: [Int], _ changing: ShelfChanging
  ) throws(StoreError) -> ShelfResult {
    let items = try changing.items(numbers).filter { $0.find != nil }
    guard !items.isEmpty else { return .unknown }
    for item in items {
      if let find = item.find { _ = try markDeleted(find, at: changing.now) }
    }
    try keep(.add(items.map(\.number)), of: changing.shelf)
    return .done(needsWorker: true)
  }

  // MARK: Items

  private func dismiss(
    _ numbers: [Int], _ isDismissed: Bool, _ changing: ShelfChanging
  ) throws(StoreError) -> ShelfResult {
    let items = try changing.items(numbers)
    guard !items.isEmpty else { return .unknown }
    for item in items {
      try change(
        item.number, of: changing.shelf.id.text, "dismissed = ?3", [Value(isDismissed)])
      if isDismissed, let find = item.find { _ = try markDeleted(find, at: changing.now) }
    }
    let all = items.map(\.number)
    let finds = items.filter { $0.find != nil }.map(\.number)
    try keep(isDismissed ? .restore(all, finds: finds) : .dismiss(all), of: changing.shelf)
    // A box that was dismissed before it was read is read after all.
    if !isDismissed, try hasTasks(changing.shelf) { try queueShelf(changing) }
    return .done(needsWorker: true)
  }

  private func separate(
    _ number: Int, _ isApart: Bool, _ changing: ShelfChanging
  ) throws(StoreError) -> ShelfResult {
    guard try !changing.items([number]).isEmpty else { return .unknown }
    try change(number, of: changing.shelf.id.text, "apart = ?3", [Value(isApart)])
    if isApart { try keep(.join(number), of: changing.shelf) }
    return .done(needsWorker: false)
  }

  private func hasTasks(_ shelf: Shelf) throws(StoreError) -> Bool {
    try connection.row(
      """
      SELECT 1 FROM shelf_items JOIN items ON items.id = shelf_items.item
      WHERE items.scan = ? AND task IS NOT NULL AND NOT dismissed
      """, [.text(shelf.id.text)]
    ) { (_) in true } ?? false
  }

  /// The names that a person types are right. The services add the facts; a find that was added gets
  /// the new work at once.
  private func name(
    _ number: Int, _ reading: SpineReading, _ changing: ShelfChanging
  ) throws(StoreError) -> ShelfResult {
    guard let item = try changing.items([number]).first else { return .unknown }
    guard let typed = reading.album else { return .refused(.unnamed) }
    let row = try itemRow(of: number, changing.shelf)
    let former = try record(of: row)
    try change(
      number, of: changing.shelf.id.text,
      """
      title = ?3, creator = ?4, publisher = ?5, kind = ?6, year = ?7, certainty = 1,
        typed = 1, confidence = 1, task = CASE WHEN ?6 <> 'other' THEN 'ground' END
      """,
      [
        Value(reading.title), Value(reading.creator), Value(reading.publisher),
        .text(reading.kind.rawValue), Value(reading.year),
      ])
    if let work = item.work, work.album.key != typed.key {
      try connection.run("UPDATE items SET album = NULL WHERE id = ?", [.integer(row)])
      if item.find != nil { try correct(row, to: try knownOrSaved(typed), changing) }
    }
    try keep(.item(number, former: former, isMove: false), of: changing.shelf)
    try queueShelf(changing)
    return .done(needsWorker: true)
  }

  /// Moves a box. Removes the names of the item, unless a person typed them.
  private func move(
    _ number: Int, _ corners: [Double], _ changing: ShelfChanging
  ) throws(StoreError) -> ShelfResult {
    guard let item = try changing.items([number]).first else { return .unknown }
    guard changing.hasPicture else { return .refused(.noPicture) }
    let row = try itemRow(of: number, changing.shelf)
    let former = try record(of: row)
    let box = changing.box(corners)
    try connection.run(
      "UPDATE items SET quad = ?2, album = iif(?3, album, NULL) WHERE id = ?1",
      [.integer(row), .text(box.storedCorners), Value(item.isTyped || item.find != nil)])
    try change(
      number, of: changing.shelf.id.text,
      "box = 'drawn', rotation = ?3, box_confidence = 1, sheet = NULL", [Value(box.rotation)])
    try change(
      number, of: changing.shelf.id.text,
      """
      title = NULL, creator = NULL, publisher = NULL, kind = NULL, year = NULL, certainty = 0,
        confidence = 0, task = 'read'
      """, where: "NOT typed")
    try keep(.item(number, former: former, isMove: true), of: changing.shelf)
    try queueShelf(changing)
    return .done(needsWorker: true)
  }

  /// An item as it is now, for the undo of a change: a JSON object.
  private func record(of row: Int64) throws(StoreError) -> String {
    try connection.row(
      """
      SELECT json_object('quad', items.quad, 'album', items.album, 'box', box, 'rotation', rotation,
        'box_confidence', box_confidence, 'task', task, 'sheet', sheet, 'title', title,
        'creator', creator, 'publisher', publisher, 'kind', kind, 'year', year,
        'certainty', certainty, 'typed', typed, 'confidence', confidence)
      FROM items JOIN shelf_items ON shelf_items.item = items.id WHERE items.id = ?
      """, [.integer(row)]
    ) { (row) in row.text(0) } ?? "{}"
  }

  /// Restores an item to the state `former`. The item's find gets its former work again.
  private func takeBack(
    _ number: Int, _ former: String, _ changing: ShelfChanging
  ) throws(StoreError) -> ShelfResult {
    guard let item = try changing.items([number]).first else { return .unknown }
    let row = try itemRow(of: number, changing.shelf)
    let values = [Value.integer(row), .text(former)]
    try connection.run(
      "UPDATE items SET quad = ?2 ->> '$.quad', album = ?2 ->> '$.album' WHERE id = ?1", values)
    try connection.run(
      """
      UPDATE shelf_items SET box = ?2 ->> '$.box', rotation = ?2 ->> '$.rotation',
        box_confidence = ?2 ->> '$.box_confidence', task = ?2 ->> '$.task',
        sheet = ?2 ->> '$.sheet', title = ?2 ->> '$.title', creator = ?2 ->> '$.creator',
        publisher = ?2 ->> '$.publisher', kind = ?2 ->> '$.kind', year = ?2 ->> '$.year',
        certainty = ?2 ->> '$.certainty', typed = ?2 ->> '$.typed',
        confidence = ?2 ->> '$.confidence'
      WHERE item = ?1
      """, values)
    let album = try connection.row("SELECT album FROM items WHERE id = ?", [.integer(row)]) {
      (row) in row.integerOrNil(0)
    }
    if item.find != nil, let album, let album { try correct(row, to: album, changing) }
    if try hasTasks(changing.shelf) { try queueShelf(changing) }
    return .done(needsWorker: true)
  }

  private func draw(
    _ corners: [Double], _ changing: ShelfChanging
  ) throws(StoreError) -> ShelfResult {
    guard changing.hasPicture else { return .refused(.noPicture) }
    let number = (changing.shelf.items.map(\.number).max() ?? 0) + 1
    guard number <= ShelfItem.mostInPhoto else { return .refused(.full) }
    try insert(
      changing.box(corners), number: number, into: changing.shelf.id.text, at: changing.now)
    try keep(.erase(number), of: changing.shelf)
    try queueShelf(changing)
    return .done(needsWorker: true)
  }

  // MARK: The job

  /// Queues the shelf's job, unless it is queued already. A job that was removed is made again.
  private func queueShelf(_ changing: ShelfChanging) throws(StoreError) {
    let shelf = changing.shelf
    try connection.run(
      """
      UPDATE shelves SET progress = 'reading', reading_since = ?2, failure_code = NULL,
        failure_arguments = NULL WHERE scan = ?1 AND width IS NOT NULL
      """, [.text(shelf.id.text), .integer(changing.now.milliseconds)])
    let changed = try connection.run(
      """
      UPDATE jobs SET state = 'queued', next_attempt = ?2, created = ?2, updated = ?2, attempts = 0,
        waits = 0, failure_code = NULL, failure_arguments = NULL
      WHERE scan = ?1 AND kind = 'shelf' AND (state <> 'queued' OR next_attempt > ?2)
      """, [.text(shelf.id.text), .integer(changing.now.milliseconds)])
    guard changed == 0, try !hasShelfJob(shelf) else { return }
    try insertShelfJob(of: shelf.id, by: shelf.person, at: changing.now)
  }

  private func hasShelfJob(_ shelf: Shelf) throws(StoreError) -> Bool {
    try connection.row(
      "SELECT 1 FROM jobs WHERE scan = ? AND kind = 'shelf'", [.text(shelf.id.text)]
    ) { (_) in true } ?? false
  }

  func insertShelfJob(
    of scan: ScanID, by person: PersonID, at now: Timestamp
  ) throws(StoreError) {
    try insertJob(.shelf, for: nil, of: scan, by: person, next: now, at: now)
  }

  /// Ends the job, also a running one, which can then write nothing more. The items stay.
  private func withdraw(_ changing: ShelfChanging) throws(StoreError) {
    let scan = Value.text(changing.shelf.id.text)
    let changed = try connection.run(
      """
      UPDATE jobs SET state = 'done', epoch = epoch + 1, updated = ?2, failure_code = NULL,
        failure_arguments = NULL WHERE scan = ?1 AND kind = 'shelf' AND state = 'queued'
      """, [scan, .integer(changing.now.milliseconds)])
    guard changed > 0 else { return }
    try releaseUnbegun(of: changing.shelf.id.text, at: changing.now)
    try connection.run("UPDATE shelves SET progress = 'cancelled' WHERE scan = ?", [scan])
    try connection.run(
      """
      UPDATE shelf_items SET task = NULL WHERE item IN (SELECT id FROM items WHERE scan = ?)
      """, [scan])
  }

  // MARK: Undo

  private func undo(_ changing: ShelfChanging) throws(StoreError) -> ShelfResult {
    let shelf = changing.shelf
    guard let undo = shelf.undo else { return .refused(.nothingToUndo) }
    let result: ShelfResult
    switch undo {
    case .remove(let numbers): result = try remove(numbers, changing)
    case .add(let numbers): result = try add(numbers, isMine: false, changing)
    case .restore(let numbers, let finds):
      result = try dismiss(numbers, false, changing)
      for number in finds {
        let row = try itemRow(of: number, changing.shelf)
        if let find = try find(ofItem: row) { _ = try markRestored(find, at: changing.now) }
      }
    case .dismiss(let numbers): result = try dismiss(numbers, true, changing)
    case .join(let number): result = try separate(number, false, changing)
    case .erase(let number): result = try dismiss([number], true, changing)
    case .unreview(let numbers): result = try unreview(numbers, changing)
    case .item(let number, let former, _): result = try takeBack(number, former, changing)
    case .unclear:
      let age = changing.now.milliseconds - (shelf.cleared?.milliseconds ?? 0)
      guard age <= Shelf.clearedMilliseconds else { return .refused(.nothingToUndo) }
      try set("cleared = ?2", .null, of: shelf)
      result = .done(needsWorker: false)
    }
    if case .done = result { try keep(nil, of: shelf) }
    return result
  }

  private func itemRow(of number: Int, _ shelf: Shelf) throws(StoreError) -> Int64 {
    let row = try connection.row(
      "SELECT id FROM items WHERE scan = ? AND position = ?",
      [.text(shelf.id.text), Value(number)]
    ) { (row) in row.integer(0) }
    guard let row else { throw .damaged("a shelf without its item \(number)") }
    return row
  }
}

/// A change with everything that it needs.
struct ShelfChanging {
  let shelf: Shelf
  let person: PersonID
  let now: Timestamp
  let change: ShelfChange

  /// The items with these numbers; empty if one of them does not exist.
  func items(_ numbers: [Int]) throws(StoreError) -> [ShelfItem] {
    let wanted = Set(numbers)
    let items = shelf.items.filter { wanted.contains($0.number) }
    return items.count == wanted.count ? items : []
  }

  var hasPicture: Bool { shelf.size != nil && !shelf.pictureIsOver(at: now) }

  /// A box that a person drew, inside the picture. The lettering of a narrow box runs from top to
  /// bottom.
  func box(_ corners: [Double]) -> ShelfBox {
    let (width, height) = (Double(shelf.size?.width ?? 0), Double(shelf.size?.height ?? 0))
    let inside = corners.enumerated().map { index, value in
      min(max(0, value), index.isMultiple(of: 2) ? width : height)
    }
    let isUpright = abs(inside[5] - inside[1]) > abs(inside[4] - inside[0])
    return ShelfBox(
      source: .drawn, corners: inside, rotation: isUpright ? 270 : 0, confidence: 1)
  }
}

extension ShelfKey {
  /// The key of the finds of a shelf session: 32 hexadecimal digits of a digest of its id.
  package init(of session: ScanID) {
    let digest = SHA256.digest(of: Array("albumscan shelf \(session)".utf8))
    self.init(stored: String(hexadecimal(digest).prefix(32)))
  }
}

extension SpineReading {
  /// The album or book that the names mean; nil without a title.
  package var album: Album? {
    guard let title else { return nil }
    return Album(
      kind: kind == .record ? .album : .book, artist: creator ?? "", title: title, year: year,
      recordLabel: publisher)
  }
}
