// Errors of the database, with the SQL and SQLite's message, but never with a bound value.

package import Albums
import CSQLite
import Glibc
package import Host

/// An error of the database.
package enum StoreError: Error, Equatable, Sendable, CustomStringConvertible {
  /// SQLite returned an error. `code` is the extended code, <https://www.sqlite.org/rescode.html>.
  case sqlite(code: Int32, message: String, sql: String)
  /// The database does not exist yet: `albumscan init` creates it.
  case missing(path: String)
  /// The file of the database has no tables: it was made or emptied by something else.
  case empty(path: String)
  /// The database is missing or empty, but `trace` belongs to a log.
  case lost(path: String, trace: String)
  /// The file has tables, but not those of a log.
  case foreign(path: String)
  /// A later version of AlbumScan wrote the database. This version leaves it unchanged.
  case newer(version: Int, known: Int)
  /// An earlier version wrote the database. `albumscan` upgrades it, the CGI does not.
  case older(version: Int, known: Int)
  /// A version before the first release wrote the database. An intermediate revision upgrades it.
  case tooOld(version: Int)
  /// The job was withdrawn, or another worker has claimed it; nothing was written.
  case stale

  /// Copying the database before an upgrade failed. `errorNumber` is the errno of the failed call.
  case copy(path: String, errorNumber: Int32)
  /// A rule for accounts refused the change; nothing was written.
  case person(PersonError)
  /// The file of a session, of a database or of a copy could not be made or removed.
  case file(HostError)
  /// A stored value that no version of AlbumScan writes.
  case damaged(String)

  package var description: String {
    switch self {
    case .sqlite(let code, let message, let sql): "SQLite \(code): \(message) [\(sql)]"
    case .missing(let path):
      "there is no database at \(path); for a new log: albumscan init. Otherwise restore a backup: "
        + "albumscan restore FILE (docs/backups.md)"
    case .empty(let path):
      "the database \(path) is empty; restore a backup: albumscan restore --replace FILE (docs/backups.md). "
        + "For a new log: albumscan init"
    case .lost(let path, let trace):
      "the database \(path) is missing or empty, but \(trace) is part of a log, so nothing was changed; "
        + "restore a backup: albumscan restore --replace FILE (docs/backups.md). For a new log, move the data folder away first"
    case .foreign(let path):
      "\(path) is not a database of AlbumScan, so nothing was changed; restore a backup: "
        + "albumscan restore --replace FILE (docs/backups.md)"
    case .newer(let version, let known):
      "the database has version \(version), this program knows \(known); use the newer program"
    case .older(let version, let known):
      "the database has version \(version), this program wants \(known); run albumscan init"
    case .tooOld(let version):
      "the database has version \(version), from before AlbumScan 1.0; run albumscan init of revision "
        + "75aa5e5 once, which upgrades it to version \(Schema.firstVersion), then this program"
    case .stale: "the job was withdrawn or is run by another worker"
    case .copy(let path, let number):
      "the database was not upgraded, because \(path) could not be written (errno \(number))"
    case .person(let error): "the account was not changed: \(error.rawValue)"
    case .file(let error): "\(error)"
    case .damaged(let what): "the database holds what it should not: \(what)"
    }
  }

  /// Whether another process locked the database for longer than the maximum wait.
  package var isBusy: Bool { primaryCode == SQLITE_BUSY || primaryCode == SQLITE_LOCKED }

  package var isDiskFull: Bool {
    switch self {
    case .copy(_, let number): number == ENOSPC || number == EDQUOT
    case .file(let error): error.isDiskFull
    default: primaryCode == SQLITE_FULL
    }
  }

  /// Whether the file, its folder or the file system is read-only for this user.
  package var isNotWritable: Bool {
    primaryCode == SQLITE_READONLY || primaryCode == SQLITE_CANTOPEN || primaryCode == SQLITE_PERM
  }

  /// Whether no request can succeed before the host acts. A database of an earlier version is not among them: its
  /// upgrade runs, or the next command starts it.
  package var isUnreadable: Bool {
    switch self {
    case .missing, .empty, .lost, .foreign, .newer, .tooOld, .damaged: true
    default: isDamage || isWrongSchema
    }
  }

  /// Whether the file is no database, or a damaged one.
  package var isDamage: Bool { primaryCode == SQLITE_CORRUPT || primaryCode == SQLITE_NOTADB }

  /// Whether the database lacks a table or a column that a statement names.
  var isWrongSchema: Bool { primaryCode == SQLITE_ERROR }

  /// The low eight bits of the extended code. Source: <https://www.sqlite.org/rescode.html#extrc>.
  private var primaryCode: Int32? {
    if case .sqlite(let code, _, _) = self { return code & 0xFF }
    return nil
  }
}
