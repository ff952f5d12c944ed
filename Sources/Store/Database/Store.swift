// Opens the database, hardens the connection and checks the version. Upgrade.swift upgrades older
// versions.

package import Albums

/// An open database. A process opens a connection only after it has started its children
/// (docs/faults.md G8).
package struct Store: ~Copyable {
  let connection: Connection

  /// The host's time zone. It decides to which month a find or a call belongs.
  package let zone: Zone

  /// The language in which this installation writes reviews. Finds show a review in this language
  /// if there is one.
  package let reviewLanguage: String

  /// Whether this installation writes reviews of books (`book-reviews`).
  package let reviewsBooks: Bool

  /// Whether finds are read with the name of the person who found them. Without the names, no page
  /// can show a name by accident.
  package let showsFinder: Bool

  /// The source of a published database; nil for the household database itself.
  let source: PublishedSource?

  init(
    _ connection: consuming Connection, zone: Zone = .utc,
    reviewLanguage: String = Review.english, reviewsBooks: Bool = false,
    showsFinder: Bool = false, source: PublishedSource? = nil
  ) {
    self.connection = connection
    self.zone = zone
    self.reviewLanguage = reviewLanguage
    self.reviewsBooks = reviewsBooks
    self.showsFinder = showsFinder
    self.source = source
  }

  /// Opens a database of exactly this program's version. Changes nothing.
  ///
  /// A statement waits `waitMilliseconds` for the locks of other processes, for example a slow
  /// backup, before it fails as busy.
  package static func open(
    _ path: String, zone: Zone = .utc, reviewLanguage: String = Review.english,
    reviewsBooks: Bool = false, showsFinder: Bool = false, waitMilliseconds: Int32 = 10_000
  ) throws(StoreError) -> Store {
    let connection = try Connection.open(path, creates: false)
    connection.setBusyTimeout(milliseconds: waitMilliseconds)
    let version = try version(of: connection)
    try refuseUnknown(version)
    if version == 0 {
      throw try tables(of: connection).isEmpty ? .empty(path: path) : .foreign(path: path)
    }
    if version < Schema.version { throw .older(version: version, known: Schema.version) }
    return Store(
      connection, zone: zone, reviewLanguage: reviewLanguage, reviewsBooks: reviewsBooks,
      showsFinder: showsFinder)
  }

  /// Runs several reads on one state of the database. SQLite then takes its locks once, and not for
  /// each statement.
  package func reading<Result>(
    _ body: (borrowing Store) throws -> Result
  ) throws -> Result {
    try connection.script("BEGIN")
    do {
      let result = try body(self)
      try connection.script("COMMIT")
      return result
    } catch {
      try? connection.script("ROLLBACK")
      throw error
    }
  }

  /// Sets the maximum memory for pages of the database, in KiB: `usualCache`, or `buildCache` while a build reads all
  /// finds. Source: https://www.sqlite.org/pragma.html#pragma_cache_size
  package func setCache(kilobytes: Int) { connection.setCache(kilobytes: kilobytes) }

  package static let usualCache = 8000
  package static let buildCache = 64_000

  /// A number that changes when another connection commits, but not when this connection commits.
  /// Source: https://www.sqlite.org/pragma.html#pragma_data_version
  package func commitsOfOthers() throws(StoreError) -> Int64 {
    try connection.row("PRAGMA data_version") { (row) in row.integer(0) } ?? 0
  }

  /// The damage that SQLite's integrity checks report; nil if the file is intact.
  package func damage() throws(StoreError) -> String? {
    let lines = try connection.rows("PRAGMA quick_check") { (row) in row.text(0) }
    if lines != ["ok"] { return lines.joined(separator: "; ") }
    let orphans = try connection.rows("PRAGMA foreign_key_check") { (row) in row.text(0) }
    return orphans.isEmpty ? nil : "rows of \(orphans.joined(separator: ", ")) point nowhere"
  }
}

/// The source of the rows of a published database (`Store.openPublished`).
struct PublishedSource: Sendable {
  /// The path of the household database.
  let log: String

  /// The path of the file with the lists of sent files.
  let sent: String
  let rule: PublishRule
}
