// The projection: copies the finds that strangers may see from albums.db to the published database,
// and marks the public pages that change. A transaction makes the published rows of the changed
// finds, and of their albums, equal to those of the household database. It marks nothing if they
// were equal before.
//
// SQLite does not reorder the tables of a CROSS JOIN, so a projection of one find reads few rows.
// Source: <https://www.sqlite.org/optoverview.html#crossjoin>.
//
// A find that strangers may no longer see leaves a row without content, marked as deleted, until its
// page is removed (`removeWithdrawn`).

package import Albums

extension Store {
  /// Takes over finds that changed, or all finds if the database is new. Returns the number of finds
  /// whose public pages became stale. Repeating the call changes nothing more. Throws an error with
  /// `isDamage` if the published database is damaged.
  @discardableResult
  package func project(
    _ changes: PublishedChanges, at now: Timestamp
  ) throws(StoreError) -> Int {
    guard let source else { throw .damaged("a database of the log has nothing to project from") }
    let isNew = try !isWholePublished()
    if !isNew, changes == .finds([]) { return 0 }
    return try connection.attaching(source.log, as: "log") {
      (connection: borrowing Connection) throws(StoreError) in
      try connection.script(Self.workspace)
      return try withoutForeignKeys { () throws(StoreError) in
        try connection.transaction { (_: borrowing Connection) throws(StoreError) in
          try beginProjection(of: isNew ? .all : changes, by: source.rule)
          try projectFinds(by: source.rule, isNew: isNew, at: now)
          try projectAlbums(isNew: isNew)
          return try markProjectedPages()
        }
      }
    }
  }

  /// Runs `body` without checks of references. Between two steps of a projection, a row may refer
  /// to a missing row. The checks would also read the whole table `items` for each album. The
  /// pragma has no effect inside a transaction.
  private func withoutForeignKeys<Result>(
    _ body: () throws(StoreError) -> Result
  ) throws(StoreError) -> Result {
    try connection.script("PRAGMA foreign_keys=OFF")
    let result: Result
    do {
      result = try body()
    } catch {
      try connection.script("PRAGMA foreign_keys=ON")
      throw error
    }
    try connection.script("PRAGMA foreign_keys=ON")
    return result
  }

  /// The tables of one projection, in memory.
  ///   due_finds    the finds that may have changed. album: the album of the find in the published
  ///                database; NULL if the find is not there. is_chosen: strangers may see the
  ///                find. is_named: pages of later finds of the album change with the find
  ///   due_albums   their albums. is_wanted: the album has a public find
  ///   tag_keys     the spellings of the rule's tag
  ///   former_tags  the tags of the changed finds before the projection
  ///   due_pages    the finds whose pages change; they are written in the order of `rank`
  private static let workspace = """
    CREATE TEMP TABLE IF NOT EXISTS due_finds (
      id TEXT PRIMARY KEY, album INTEGER, is_chosen INTEGER NOT NULL DEFAULT 0,
      is_changed INTEGER NOT NULL DEFAULT 0, is_named INTEGER NOT NULL DEFAULT 0) WITHOUT ROWID;
    CREATE TEMP TABLE IF NOT EXISTS due_albums (
      id INTEGER PRIMARY KEY, is_wanted INTEGER NOT NULL DEFAULT 0,
      is_changed INTEGER NOT NULL DEFAULT 0);
    CREATE TEMP TABLE IF NOT EXISTS tag_keys (key TEXT PRIMARY KEY) WITHOUT ROWID;
    CREATE TEMP TABLE IF NOT EXISTS due_pages (
      id TEXT PRIMARY KEY, rank INTEGER NOT NULL) WITHOUT ROWID;
    CREATE TEMP TABLE IF NOT EXISTS former_tags (
      find TEXT NOT NULL, key TEXT NOT NULL, PRIMARY KEY (find, key)) WITHOUT ROWID;
    DELETE FROM temp.former_tags;
    DELETE FROM temp.due_finds; DELETE FROM temp.due_albums;
    DELETE FROM temp.tag_keys; DELETE FROM temp.due_pages;
    """

  // MARK: Finds

  private static let changedFinds = "SELECT id FROM temp.due_finds WHERE is_changed"

  private static let withdrawnFinds = """
    SELECT id FROM temp.due_finds WHERE NOT is_chosen AND album IS NOT NULL
    """

  private func beginProjection(
    of changes: PublishedChanges, by rule: PublishRule
  ) throws(StoreError) {
    switch changes {
    case .all:
      try connection.run(
        "INSERT INTO temp.due_finds (id) SELECT id FROM log.finds UNION SELECT id FROM main.finds")
    case .finds(let ids):
      for id in ids {
        try connection.run("INSERT OR IGNORE INTO temp.due_finds (id) VALUES (?)", [.text(id.text)])
      }
    }
    if case .tag(let key) = rule.choice { try findSpellings(of: key) }
    try connection.run(
      """
      UPDATE temp.due_finds SET
        album = (SELECT album FROM main.finds WHERE finds.id = due_finds.id AND deleted IS NULL),
        is_chosen = EXISTS (SELECT 1 FROM log.finds AS finds
          WHERE finds.id = due_finds.id AND \(rule.condition))
      """)
  }

  /// Two keys may be the same tag although their bytes differ, such as "é" in one or in two scalars.
  private func findSpellings(of key: String) throws(StoreError) {
    let keys = try connection.rows(
      """
      SELECT DISTINCT key FROM log.find_tags WHERE find IN (SELECT id FROM temp.due_finds)
      """
    ) { (row) in row.text(0) }
    for spelling in keys where spelling == key {
      try connection.run("INSERT INTO temp.tag_keys VALUES (?)", [.text(spelling)])
    }
  }

  private func projectFinds(
    by rule: PublishRule, isNew: Bool, at now: Timestamp
  ) throws(StoreError) {
    let tables = PublishedTable.ofFinds(rule)
    try noteChangedFinds(tables)
    try noteMovedFinds()
    try noteAlbumsOfFinds()
    try connection.run(
      """
      INSERT INTO temp.due_pages SELECT id, CASE WHEN album IS NULL THEN 0 WHEN is_chosen THEN 1
        ELSE 2 END FROM temp.due_finds WHERE is_changed OR NOT is_chosen AND album IS NOT NULL
      """)
    // In a new database, all pages are stale already.
    if !isNew { try notePagesNamingFinds() }
    try noteFormerTags()
    try withdrawFinds(at: now)
    try connection.run(
      """
      DELETE FROM main.items WHERE id IN
        (SELECT item FROM main.finds WHERE id IN (\(Self.changedFinds)))
      """)
    try connection.run("DELETE FROM main.finds WHERE id IN (\(Self.changedFinds))")
    try connection.run("DELETE FROM main.find_tags WHERE find IN (\(Self.changedFinds))")
    for table in tables { try connection.run(table.insertion(of: Self.changedFinds)) }
    if !isNew { try noteFeedChanges(at: now) }
    try noteAlbumsOfFinds()
    if !isNew { try notePagesNamingFinds() }
  }

  private func noteChangedFinds(_ tables: [PublishedTable]) throws(StoreError) {
    let kept = "SELECT id FROM temp.due_finds WHERE is_chosen AND album IS NOT NULL"
    try connection.run(
      "UPDATE temp.due_finds SET is_changed = 1 WHERE is_chosen AND album IS NULL")
    for table in tables {
      try connection.run(
        """
        UPDATE temp.due_finds SET is_changed = 1 WHERE id IN (\(table.difference(among: kept)))
        """)
    }
    try connection.run(
      """
      UPDATE temp.due_finds SET is_named = 1
      WHERE is_chosen <> (album IS NOT NULL) OR is_changed AND EXISTS (
        SELECT 1 FROM log.finds AS new JOIN main.finds AS old ON old.id = new.id
        WHERE new.id = due_finds.id
          AND (new.album, new.found, new.status) IS NOT (old.album, old.found, old.status))
      """)
  }

  /// Adds to `due_pages` the public pages that list a changed find as an earlier find: the pages of the
  /// later finds of the same album.
  private func notePagesNamingFinds() throws(StoreError) {
    try connection.run(
      """
      INSERT OR IGNORE INTO temp.due_pages SELECT later.id, 1
      FROM temp.due_finds AS due CROSS JOIN main.finds AS this ON this.id = due.id
        CROSS JOIN main.finds AS later ON later.album = this.album
      WHERE due.is_named AND this.deleted IS NULL AND later.deleted IS NULL
        AND (later.found, later.id) > (this.found, this.id)
      """)
  }

  /// The value of `album` in the row of a withdrawn find, which has no content.
  private static let noAlbum: Int64 = 0

  private static let withoutDetails = Detail.all.filter(\.isPublishable)
    .map { ", \($0.column) = NULL" }.joined()

  private func withdrawFinds(at now: Timestamp) throws(StoreError) {
    let count = try connection.run(
      """
      UPDATE main.finds SET deleted = ?1, album = ?2, own_artwork = NULL, own_tint = NULL,
        shelf = NULL, added = NULL\(Self.withoutDetails)
      WHERE id IN (\(Self.withdrawnFinds))
      """, [.integer(now.milliseconds), .integer(Self.noAlbum)])
    guard count > 0 else { return }
    try connection.run("DELETE FROM main.find_tags WHERE find IN (\(Self.withdrawnFinds))")
    try connection.run(
      "INSERT OR IGNORE INTO main.albums (id, key, artist, title) VALUES (?, '', '', '')",
      [.integer(Self.noAlbum)])
  }

  // MARK: Feeds

  private static let changedOrWithdrawn = "\(changedFinds) UNION \(withdrawnFinds)"

  private func noteFormerTags() throws(StoreError) {
    try connection.run(
      """
      INSERT INTO temp.former_tags SELECT find, key FROM main.find_tags
      WHERE find IN (\(Self.changedOrWithdrawn))
      """)
  }

  /// Notes which feeds have entries that came or went: the feed of all finds if strangers see a find for the first time
  /// or no longer, and the feeds of the tags that finds got or lost.
  private func noteFeedChanges(at now: Timestamp) throws(StoreError) {
    let isOther = try connection.row(
      "SELECT EXISTS (SELECT 1 FROM temp.due_finds WHERE is_chosen <> (album IS NOT NULL))"
    ) { (row) in row.integer(0) == 1 }
    if isOther == true { try noteFeedChange(at: now) }
    let present = "SELECT find, key FROM main.find_tags WHERE find IN (\(Self.changedOrWithdrawn))"
    let former = "SELECT find, key FROM temp.former_tags"
    try connection.run(
      """
      INSERT INTO main.feeds (tag, changed) SELECT DISTINCT key, ?1 FROM (
        SELECT * FROM (\(present) EXCEPT \(former)) UNION ALL SELECT * FROM (\(former) EXCEPT \(present)))
      WHERE true ON CONFLICT (tag) DO UPDATE SET changed = max(changed, excluded.changed)
      """, [.integer(now.milliseconds)])
    // A tag without public finds has no feed, and the published database keeps no private tag.
    try connection.run(
      "DELETE FROM main.feeds WHERE tag <> '' AND tag NOT IN (SELECT key FROM main.find_tags)")
  }

  // MARK: Albums

  private static let changedAlbums = "SELECT id FROM temp.due_albums WHERE is_changed"

  /// Adds the present public albums of the finds.
  private func noteAlbumsOfFinds() throws(StoreError) {
    try connection.run(
      """
      INSERT OR IGNORE INTO temp.due_albums (id) SELECT finds.album
      FROM temp.due_finds AS due CROSS JOIN main.finds AS finds ON finds.id = due.id
      WHERE finds.deleted IS NULL
      """)
  }

  private func projectAlbums(isNew: Bool) throws(StoreError) {
    try noteHoldersOfKeys()
    try connection.run(
      """
      UPDATE temp.due_albums SET is_wanted = EXISTS (SELECT 1 FROM main.finds
        WHERE finds.album = due_albums.id AND deleted IS NULL)
      """)
    if isNew {
      try connection.run("UPDATE temp.due_albums SET is_changed = is_wanted")
    } else {
      let wanted = "SELECT id FROM temp.due_albums WHERE is_wanted"
      for table in PublishedTable.ofAlbums {
        try connection.run(
          """
          UPDATE temp.due_albums SET is_changed = 1 WHERE id IN (\(table.difference(among: wanted)))
          """)
      }
    }
    try removeAlbums("SELECT id FROM temp.due_albums WHERE is_changed OR NOT is_wanted")
    for table in PublishedTable.ofAlbums {
      try connection.run(table.insertion(of: Self.changedAlbums))
    }
    try connection.run(
      """
      INSERT OR IGNORE INTO temp.due_pages SELECT id, 1 FROM main.finds
      WHERE album IN (\(Self.changedAlbums)) AND deleted IS NULL
      """)
  }

  /// Adds the published albums whose keys other albums have now in the household database. That database
  /// may have changed after its changes were read, so the changes need not name these albums.
  private func noteHoldersOfKeys() throws(StoreError) {
    while try connection.run(
      """
      INSERT OR IGNORE INTO temp.due_albums (id) SELECT holder.id
      FROM temp.due_albums AS due CROSS JOIN log.albums AS new ON new.id = due.id
        CROSS JOIN main.albums AS holder ON holder.key = new.key
      """) > 0
    {}
  }

  /// Removes albums with their reviews. `ids` is a query.
  private func removeAlbums(_ ids: String) throws(StoreError) {
    for (table, column) in [
      ("review_points", "review"), ("review_sources", "review"), ("reviews", "key"),
    ] {
      try connection.run(
        """
        DELETE FROM main.\(table) WHERE \(column) IN
          (SELECT key FROM main.albums WHERE id IN (\(ids)))
        """)
    }
    try connection.run("DELETE FROM main.album_genres WHERE album IN (\(ids))")
    try connection.run("DELETE FROM main.track_lists WHERE album IN (\(ids))")
    try connection.run("DELETE FROM main.albums WHERE id IN (\(ids))")
  }

  // MARK: Pages

  /// Marks the noted pages as stale: new pages first, because other pages link to them; withdrawn
  /// pages last. Returns their number.
  private func markProjectedPages() throws(StoreError) -> Int {
    try connection.run("UPDATE main.published SET is_whole = 1 WHERE NOT is_whole")
    return try connection.run(
      """
      INSERT OR REPLACE INTO main.stale_pages (kind, id) SELECT 'find', due.id
      FROM temp.due_pages AS due CROSS JOIN main.finds AS finds ON finds.id = due.id
      ORDER BY rank, finds.found, due.id
      """)
  }

  /// Removes the remaining rows of withdrawn finds whose pages have been removed. Call it after the pages
  /// are written.
  package func removeWithdrawn() throws(StoreError) {
    try connection.transaction { (connection: borrowing Connection) throws(StoreError) in
      let items = try connection.rows(
        """
        DELETE FROM finds WHERE deleted IS NOT NULL
          AND NOT EXISTS (SELECT 1 FROM stale_pages WHERE kind = 'find' AND stale_pages.id = finds.id)
          AND NOT EXISTS (SELECT 1 FROM facets WHERE facets.find = finds.id)
        RETURNING item
        """
      ) { (row) in row.integer(0) }
      for item in items { try connection.run("DELETE FROM items WHERE id = ?", [.integer(item)]) }
      try connection.run(
        "DELETE FROM albums WHERE id = ?1 AND NOT EXISTS (SELECT 1 FROM finds WHERE album = ?1)",
        [.integer(Self.noAlbum)])
    }
  }
}
