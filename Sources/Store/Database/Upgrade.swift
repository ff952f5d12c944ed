// Creates a database, or upgrades one of an earlier version: first a safety copy, then all
// migrations in one transaction. If the process dies at any point, the database has the old version
// or the new version. Databases of versions before `Schema.firstVersion` are refused.

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
  /// A missing or empty database is new only if `trace` returns nil: a path that only a log has. Otherwise, and for the
  /// database of another program, the function throws and changes nothing.
  ///
  /// Before an upgrade the function makes a complete copy, `albums.db.v4-2026-11-22` (old version,
  /// UTC day). Source: docs/faults.md G5.
  package static func openUpgrading(
    _ path: String, zone: Zone = .utc, reviewLanguage: String = Review.english,
    reviewsBooks: Bool = false, showsFinder: Bool = false,
    trace: () throws(StoreError) -> String? = { nil },
    reached: (UpgradeMoment) -> Void = { _ in }
  ) throws(StoreError) -> Store {
    let isMissing = !Files.exists(path)
    if isMissing, let trace = try trace() { throw .lost(path: path, trace: trace) }
    let connection = try Connection.open(path, creates: true)
    let version = try version(of: connection)
    try refuseUnknown(version)
    let tables = try tables(of: connection)
    if !isMissing, tables.isEmpty, let trace = try trace() { throw .lost(path: path, trace: trace) }
    guard tables.isEmpty ? version == 0 : version > 0 && tables.contains("finds") else {
      throw .foreign(path: path)
    }
    if version < Schema.version {
      if version > 0 {
        reached(.copyBegun)
        try keepCopy(of: connection, version: version, beside: path, reached)
      }
      try upgrade(connection, reached)
      reached(.committed)
    }
    return Store(
      connection, zone: zone, reviewLanguage: reviewLanguage, reviewsBooks: reviewsBooks,
      showsFinder: showsFinder)
  }

  /// Runs the migrations with foreign keys off, because dropping a table would otherwise delete the
  /// rows that refer to it. The function checks all references before the commit. Source:
  /// <https://www.sqlite.org/lang_altertable.html#otheralter>.
  private static func upgrade(
    _ connection: borrowing Connection, _ reached: (UpgradeMoment) -> Void
  ) throws(StoreError) {
    try connection.script("PRAGMA foreign_keys=OFF")
    try connection.transaction { (connection: borrowing Connection) throws(StoreError) in
      // Read the version again under the lock: another process may have upgraded the database
      // meanwhile.
      let version = try version(of: connection)
      guard version < Schema.version else { return }
      if version == 0 { try connection.script(Schema.tables) }
      let done = max(0, version - Schema.firstVersion)
      for migration in Schema.migrations[done...] { try connection.script(migration) }
      try refuseDanglingReferences(connection)
      try connection.script("PRAGMA user_version = \(Schema.version)")
      reached(.stepsMade)
    }
    try connection.script("PRAGMA foreign_keys=ON")
  }

  private static func refuseDanglingReferences(
    _ connection: borrowing Connection
  ) throws(StoreError) {
    let tables = try connection.rows("PRAGMA foreign_key_check") { (row) in row.text(0) }
    if let table = tables.first {
      throw .damaged("\(tables.count) rows, the first in \(table), name rows that do not exist")
    }
  }

  /// Refuses versions that this program neither opens nor upgrades. Version 0 is a new database.
  package static func refuseUnknown(_ version: Int) throws(StoreError) {
    if version > Schema.version { throw .newer(version: version, known: Schema.version) }
    if 1..<Schema.firstVersion ~= version { throw .tooOld(version: version) }
  }

  static func tables(of connection: borrowing Connection) throws(StoreError) -> [String] {
    try connection.rows("SELECT name FROM sqlite_master WHERE type = 'table'") { $0.text(0) }
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
