// The published database: a cache with what strangers may see, in the schema of albums.db. All pages
// of the published log are written from it, by the same queries as the pages of the household.

package import Albums
import Host

extension Store {
  /// Opens the published database `path`. Makes it anew and empty if it is missing or damaged, or if
  /// it was made by another version of the schema, by another rule or with another id of the feed.
  /// Then `project` fills it. The lists of sent files are in a file of their own beside it, so they
  /// stay.
  ///
  /// `log` is the path of albums.db, and `feedID` the id that `preparePublishing` returned. With
  /// `isChecked`, the whole file is read and checked. The caller holds the lock `publish.lock`.
  package static func openPublished(
    _ path: String, log: String, rule: PublishRule, feedID: String, zone: Zone = .utc,
    reviewLanguage: String = Review.english, isChecked: Bool = false
  ) throws(StoreError) -> Store {
    let digest = rule.digest(feedID: feedID)
    if try !isUsable(path, digest, isChecked: isChecked) {
      try makePublished(path, digest, feedID: feedID)
    }
    let connection = try Connection.open(path, creates: false, attaches: true)
    // SQLite overwrites removed rows, so the file keeps no bytes of withdrawn finds.
    try connection.script("PRAGMA secure_delete=ON")
    return Store(
      connection, zone: zone, reviewLanguage: reviewLanguage,
      source: PublishedSource(log: log, sent: sentLists(beside: path), rule: rule))
  }

  /// The file with the lists of sent files, beside the published database `path`.
  private static func sentLists(beside path: String) -> String {
    "\(path.hasSuffix(".db") ? String(path.dropLast(3)) : path)-sent.db"
  }

  private static func isUsable(
    _ path: String, _ digest: String, isChecked: Bool
  ) throws(StoreError) -> Bool {
    do {
      let connection = try Connection.open(path, creates: false)
      guard try version(of: connection) == Schema.version else { return false }
      let isSame = try connection.row(
        "SELECT 1 FROM published WHERE digest = ?", [.text(digest)]
      ) { (_) in true }
      guard isSame == true, isChecked else { return isSame == true }
      return try Store(connection).damage() == nil
    } catch {
      switch error {
      case .missing: return false
      case _ where error.isDamage || error.isWrongSchema: return false
      default: throw error
      }
    }
  }

  /// Removes a published database with its journal, so that `openPublished` makes it anew. Use it
  /// after an error with `StoreError.isDamage`.
  package static func removePublished(_ path: String) throws(StoreError) {
    // The database first: SQLite removes a journal without a database.
    for file in [path, "\(path)-journal"] {
      do { try Files.remove(file) } catch { throw .file(error) }
    }
  }

  /// Removes a published database and the lists of sent files when publishing ends. The host may then
  /// remove the files at the remote, and the lists would still name them.
  package static func forgetPublished(_ path: String) throws(StoreError) {
    try removePublished(sentLists(beside: path))
    try removePublished(path)
  }

  private static func makePublished(
    _ path: String, _ digest: String, feedID: String
  ) throws(StoreError) {
    let former = formerFeeds(path)
    try removePublished(path)
    let store = try openUpgrading(path)
    try store.connection.transaction { (connection: borrowing Connection) throws(StoreError) in
      try connection.run(
        "UPDATE sites SET feed_id = ?2 WHERE name = ?1",
        [.text(SiteName.household.rawValue), .text(feedID)])
      // is_whole: whether the rows of all chosen finds are here
      try connection.run("CREATE TABLE published (digest TEXT NOT NULL, is_whole INTEGER NOT NULL)")
      try connection.run("INSERT INTO published VALUES (?, 0)", [.text(digest)])
      for (tag, changed) in former {
        try connection.run(
          "INSERT INTO feeds (tag, changed) VALUES (?, ?)", [.text(tag), .integer(changed)])
      }
    }
  }

  /// The times of the feeds of a database that is made anew, so that no feed becomes older. Empty without a database, or if
  /// it cannot be read.
  private static func formerFeeds(_ path: String) -> [(tag: String, changed: Int64)] {
    do {
      return try Connection.open(path, creates: false).rows("SELECT tag, changed FROM feeds") {
        (row) in (row.text(0), row.integer(1))
      }
    } catch {
      return []
    }
  }

  func isWholePublished() throws(StoreError) -> Bool {
    try connection.row("SELECT is_whole FROM published") { (row) in row.integer(0) == 1 } ?? false
  }
}
