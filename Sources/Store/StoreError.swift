// What the database refused, with the SQL and SQLite's own words; never a bound value.

import CSQLite

/// An error of the database.
package enum StoreError: Error, Equatable, Sendable, CustomStringConvertible {
  /// SQLite said no. `code` is extended, <https://www.sqlite.org/rescode.html>.
  case sqlite(code: Int32, message: String, sql: String)
  /// There is no database yet: `albumscan init` makes it.
  case missing(path: String)
  /// Written by a later version of AlbumScan; it is left untouched.
  case newer(version: Int, known: Int)
  /// Written by an earlier version; `albumscan` upgrades it, the CGI does not.
  case older(version: Int, known: Int)
  /// The job was withdrawn, or another worker has claimed it; nothing was written.
  case stale

  /// The copy of the database before an upgrade could not be kept. The errno of the failed call.
  case copy(path: String, errorNumber: Int32)
  /// A stored value no version of ours writes.
  case damaged(String)

  package var description: String {
    switch self {
    case .sqlite(let code, let message, let sql): "SQLite \(code): \(message) [\(sql)]"
    case .missing(let path): "there is no database at \(path); run albumscan init"
    case .newer(let version, let known):
      "the database has version \(version), this program knows \(known); use the newer program"
    case .older(let version, let known):
      "the database has version \(version), this program wants \(known); run albumscan init"
    case .stale: "the job was withdrawn or is run by another worker"
    case .copy(let path, let number):
      "the database was not upgraded, because \(path) could not be written (errno \(number))"
    case .damaged(let what): "the database holds what it should not: \(what)"
    }
  }

  /// Another process used the database for longer than we wait.
  package var isBusy: Bool { primaryCode == SQLITE_BUSY || primaryCode == SQLITE_LOCKED }

  package var isDiskFull: Bool { primaryCode == SQLITE_FULL }

  /// Whether the file, its folder or the file system is read-only for this user.
  package var isNotWritable: Bool {
    primaryCode == SQLITE_READONLY || primaryCode == SQLITE_CANTOPEN || primaryCode == SQLITE_PERM
  }

  /// <https://www.sqlite.org/rescode.html#extrc>: the low eight bits.
  private var primaryCode: Int32? {
    if case .sqlite(let code, _, _) = self { return code & 0xFF }
    return nil
  }
}
