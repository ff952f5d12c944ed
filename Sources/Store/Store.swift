// The database: opened, hardened, of the right version. Upgrade.swift brings older versions up to date.

package import Albums

/// An open database. One connection a process, opened after any spawn (FAULTS G8).
package struct Store: ~Copyable {
  let connection: Connection

  /// The months of finds and of spending are the host's.
  package let zone: Zone

  init(_ connection: consuming Connection, zone: Zone = .utc) {
    self.connection = connection
    self.zone = zone
  }

  /// Opens a database of exactly this program's version; changes nothing.
  ///
  /// A statement waits `waitMilliseconds` for the locks of other processes, such as a slow backup, before
  /// it fails as busy.
  package static func open(
    _ path: String, zone: Zone = .utc, waitMilliseconds: Int32 = 10_000
  ) throws(StoreError) -> Store {
    let connection = try Connection.open(path, creates: false)
    connection.setBusyTimeout(milliseconds: waitMilliseconds)
    let version = try version(of: connection)
    if version > Schema.version { throw .newer(version: version, known: Schema.version) }
    if version < Schema.version { throw .older(version: version, known: Schema.version) }
    return Store(connection, zone: zone)
  }

  /// SQLite's own opinion of the file: nil when it is whole.
  package func damage() throws(StoreError) -> String? {
    let lines = try connection.rows("PRAGMA quick_check") { (row) in row.text(0) }
    if lines != ["ok"] { return lines.joined(separator: "; ") }
    let orphans = try connection.rows("PRAGMA foreign_key_check") { (row) in row.text(0) }
    return orphans.isEmpty ? nil : "rows of \(orphans.joined(separator: ", ")) point nowhere"
  }
}
