// The database: opened, hardened, of the right version. Verbs by subject are in the files beside.

package import Albums

/// An open database. One connection a process, opened after any spawn (FAULTS G8).
package struct Store: ~Copyable {
  let connection: Connection

  /// The months of finds and of spending are the host's.
  package let zone: Zone

  private init(_ connection: consuming Connection, zone: Zone) {
    self.connection = connection
    self.zone = zone
  }

  /// Opens a database of exactly this program's version; changes nothing.
  package static func open(_ path: String, zone: Zone = .utc) throws(StoreError) -> Store {
    let connection = try Connection.open(path, creates: false)
    let version = try version(of: connection)
    if version > Schema.version { throw .newer(version: version, known: Schema.version) }
    if version < Schema.version { throw .older(version: version, known: Schema.version) }
    return Store(connection, zone: zone)
  }

  /// Opens a database, making or upgrading it first. The caller holds the worker's lock.
  ///
  /// All steps and the version are one transaction: after a crash it is old or new, never between
  /// (FAULTS G5). Before an upgrade a copy is left beside it as `albums.db.v<old version>`.
  package static func openUpgrading(
    _ path: String, zone: Zone = .utc
  ) throws(StoreError) -> Store {
    let connection = try Connection.open(path, creates: true)
    let version = try version(of: connection)
    if version > Schema.version { throw .newer(version: version, known: Schema.version) }
    if version < Schema.version {
      if version > 0 { try keepCopy(of: connection, at: "\(path).v\(version)") }
      try upgrade(connection)
    }
    return Store(connection, zone: zone)
  }

  private static func upgrade(_ connection: borrowing Connection) throws(StoreError) {
    try connection.transaction { (connection: borrowing Connection) throws(StoreError) in
      // Read again under the lock: another process may have upgraded meanwhile.
      let version = try version(of: connection)
      guard version < Schema.version else { return }
      for step in Schema.steps[version...] { try connection.script(step) }
      try connection.script("PRAGMA user_version = \(Schema.version)")
    }
  }

  private static func version(of connection: borrowing Connection) throws(StoreError) -> Int {
    try connection.row("PRAGMA user_version") { (row) in Int(row.integer(0)) } ?? 0
  }

  /// <https://www.sqlite.org/lang_vacuum.html#vacuuminto>: a consistent copy while others write.
  private static func keepCopy(
    of connection: borrowing Connection, at path: String
  ) throws(StoreError) {
    do {
      try connection.run("VACUUM INTO ?", [.text(path)])
    } catch {
      // The copy of an earlier attempt at the same upgrade is as good.
      if case .sqlite(_, let message, _) = error, message.hasSuffix("already exists") { return }
      throw error
    }
  }

  /// SQLite's own opinion of the file: nil when it is whole.
  package func damage() throws(StoreError) -> String? {
    let lines = try connection.rows("PRAGMA quick_check") { (row) in row.text(0) }
    if lines != ["ok"] { return lines.joined(separator: "; ") }
    let orphans = try connection.rows("PRAGMA foreign_key_check") { (row) in row.text(0) }
    return orphans.isEmpty ? nil : "rows of \(orphans.joined(separator: ", ")) point nowhere"
  }
}
