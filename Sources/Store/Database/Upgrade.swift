// Upgrades a database of an earlier version: first a safety copy, then all steps in one
// transaction. If the process dies at any point, the database has the old version or the new
// version.

package import Albums
import Glibc
import Host

extension Store {
  /// The moments of an upgrade at which a test can kill the process.
  package enum UpgradeMoment: String, CaseIterable, Sendable {
    case copyBegun, copyWritten, copyKept, stepsMade, committed
  }

  /// Opens a database, and creates or upgrades it first. The caller holds the worker's lock.
  ///
  /// Before an upgrade the function makes a complete copy, `albums.db.v4-2026-11-22` (old version,
  /// UTC day). Source: docs/faults.md G5.
  ///
  /// `baseURL` is the address of the site before the upgrade. Versions before 6 published feed
  /// entries whose ids contain this address. It is nil if no feed was published.
  package static func openUpgrading(
    _ path: String, zone: Zone = .utc, reviewLanguage: String = Review.english,
    showsFinder: Bool = false, baseURL: String? = nil, reached: (UpgradeMoment) -> Void = { _ in }
  ) throws(StoreError) -> Store {
    let connection = try Connection.open(path, creates: true)
    let version = try version(of: connection)
    if version > Schema.version { throw .newer(version: version, known: Schema.version) }
    if version < Schema.version {
      if version > 0 {
        reached(.copyBegun)
        try keepCopy(of: connection, version: version, beside: path, reached)
      }
      try upgrade(connection, baseURL, reached)
      reached(.committed)
    }
    return Store(
      connection, zone: zone, reviewLanguage: reviewLanguage, showsFinder: showsFinder)
  }

  /// Runs the steps with foreign keys off, because dropping a table would otherwise delete the rows
  /// that refer to it. The function checks all references before the commit.
  /// Source: <https://www.sqlite.org/lang_altertable.html#otheralter>.
  private static func upgrade(
    _ connection: borrowing Connection, _ baseURL: String?, _ reached: (UpgradeMoment) -> Void
  ) throws(StoreError) {
    try connection.script("PRAGMA foreign_keys=OFF")
    try connection.transaction { (connection: borrowing Connection) throws(StoreError) in
      // Read the version again under the lock: another process may have upgraded the database
      // meanwhile.
      let version = try version(of: connection)
      guard version < Schema.version else { return }
      let first = try completedVersion(version, of: connection)
      for step in Schema.steps[first...] { try connection.script(step) }
      if let baseURL, version < 6 { try Schema.keepFeedIDs(below: baseURL, connection) }
      try refuseDanglingReferences(connection)
      try connection.script("PRAGMA user_version = \(Schema.version)")
      reached(.stepsMade)
    }
    try connection.script("PRAGMA foreign_keys=ON")
  }

  /// Versions 3 and 4 existed in several forms before they were final. Adds the columns that an
  /// early form lacks, and returns the version from which the steps continue.
  private static func completedVersion(
    _ version: Int, of connection: borrowing Connection
  ) throws(StoreError) -> Int {
    // An early version 3 is version 2 with other ids for covers, so step 3 also works for it.
    if version == 3, try !has("artwork", in: "covers", connection) { return 2 }
    guard version == 4 else { return version }
    for late in Schema.lateColumns4 where try !has(late.column, in: late.table, connection) {
      try connection.script(late.sql)
    }
    return version
  }

  private static func has(
    _ column: String, in table: String, _ connection: borrowing Connection
  ) throws(StoreError) -> Bool {
    try connection.row(
      "SELECT 1 FROM pragma_table_info(?) WHERE name = ?", [.text(table), .text(column)]
    ) { (_) in true } ?? false
  }

  private static func refuseDanglingReferences(
    _ connection: borrowing Connection
  ) throws(StoreError) {
    let tables = try connection.rows("PRAGMA foreign_key_check") { (row) in row.text(0) }
    if let table = tables.first {
      throw .damaged("\(tables.count) rows, the first in \(table), name rows that do not exist")
    }
  }

  static func version(of connection: borrowing Connection) throws(StoreError) -> Int {
    try connection.row("PRAGMA user_version") { (row) in Int(row.integer(0)) } ?? 0
  }
}

extension Store {
  /// Writes the copy under a temporary name, forces it to the disk and renames it, so a file with
  /// the final name is always complete. A second upgrade on the same day replaces the first copy.
  /// `VACUUM INTO` does not force the file to the disk:
  /// <https://www.sqlite.org/lang_vacuum.html#vacuuminto>.
  private static func keepCopy(
    of connection: borrowing Connection, version: Int, beside path: String,
    _ reached: (UpgradeMoment) -> Void
  ) throws(StoreError) {
    let folder = path.lastIndex(of: "/").map { String(path[..<$0]) } ?? "."
    let temporary = "\(folder)/.tmp-albums.db.v\(version)"
    let day = try connection.row("SELECT date('now')") { (row) in row.text(0) } ?? ""
    // A process that died during an earlier copy has left an incomplete file.
    unlink(temporary)
    try createPrivateFile(temporary)
    try connection.run("VACUUM INTO ?", [.text(temporary)])
    reached(.copyWritten)
    try synchronise(temporary)
    let kept = "\(path).v\(version)-\(day)"
    Failpoint.pass("rename:before", kept)
    guard Glibc.rename(temporary, kept) == 0 else {
      throw .copy(path: temporary, errorNumber: errno)
    }
    Failpoint.pass("rename:after", kept)
    try synchronise(folder)
    reached(.copyKept)
  }

  /// Forces a file or a folder to the disk.
  static func synchronise(_ path: String) throws(StoreError) {
    let file = Glibc.open(path, O_RDONLY | O_CLOEXEC)
    guard file >= 0 else { throw .copy(path: path, errorNumber: errno) }
    let result = fsync(file)
    let number = errno
    close(file)
    guard result == 0 else { throw .copy(path: path, errorNumber: number) }
  }
}
