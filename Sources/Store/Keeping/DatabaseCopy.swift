// Copies of the database for backups and exports: making a consistent copy, removing the sign-ins
// from it, and listing the files that it needs.

import Host

extension Store {
  /// Writes a complete copy of the database into the new file `path` with mode 0600, and forces it to
  /// the disk. Other processes can read meanwhile, and writers wait. Throws if the file exists.
  ///
  /// Source: <https://www.sqlite.org/lang_vacuum.html#vacuuminto>.
  package func copy(to path: String) throws(StoreError) {
    try Self.createPrivateFile(path)
    do {
      try connection.run("VACUUM INTO ?", [.text(path)])
      try Self.synchronise(path)
    } catch {
      _ = try? Files.remove(path)
      throw error
    }
  }

  /// Makes an empty file for a copy. SQLite would make it with a mode that lets other users read it.
  static func createPrivateFile(_ path: String) throws(StoreError) {
    do { _ = try FileDescriptor.creating(path) } catch { throw .file(error) }
  }

  /// Passes a copy of the database to `body`, and removes the copy afterwards. Writers wait only while
  /// the database is copied, not while `body` reads. `path` is the name of the copy, a file that does
  /// not exist.
  ///
  /// A process that is killed leaves the copy. The housekeeping of a worker removes it if its name
  /// begins with `.tmp-`.
  package func readingCopy<Result>(
    at path: String, _ body: (borrowing Store) throws -> Result
  ) throws -> Result {
    try copy(to: path)
    defer { _ = try? Files.remove(path) }
    return try body(
      try Store.open(
        path, zone: zone, reviewLanguage: reviewLanguage, showsFinder: showsFinder))
  }

  /// Removes the sessions, the API tokens, the sign-in codes and the counts of wrong passphrases. SQLite
  /// overwrites the removed rows with zeros. Accounts and passphrases stay.
  package func removeSignIns() throws(StoreError) {
    try connection.script("PRAGMA secure_delete = ON")
    try connection.transaction { (connection: borrowing Connection) throws(StoreError) in
      for table in ["sessions", "tokens", "codes", "guesses"] {
        try connection.run("DELETE FROM \(table)")
      }
    }
  }

  /// The files in data/photos that queued jobs need. A scan needs no photo after the user has chosen
  /// its album.
  package func neededPhotos() throws(StoreError) -> [String] {
    let photos = try connection.rows(
      """
      SELECT jobs.scan || '.jpg' FROM jobs JOIN items ON items.id = jobs.item
      WHERE jobs.state = 'queued' AND jobs.kind = 'scan' AND items.chosen IS NULL
      UNION ALL
      SELECT jobs.scan || '.jpg' FROM jobs JOIN shelves ON shelves.scan = jobs.scan
      WHERE jobs.state = 'queued' AND jobs.kind = 'shelf' AND (width IS NULL OR EXISTS (
        SELECT 1 FROM items JOIN shelf_items ON shelf_items.item = items.id
        WHERE items.scan = jobs.scan AND task = 'read'))
      """
    ) { (row) in row.text(0) }
    return (photos + (try jobFiles()).filter { !$0.isEmpty }).sorted()
  }

  /// Whether the database has no find, no scan and no person. It may have albums: every installation
  /// begins with the imported sample.
  package func isEmpty() throws(StoreError) -> Bool {
    try connection.row(
      """
      SELECT NOT EXISTS (SELECT 1 FROM finds) AND NOT EXISTS (SELECT 1 FROM scans)
        AND NOT EXISTS (SELECT 1 FROM people)
      """
    ) { (row) in row.integer(0) == 1 } ?? true
  }

  /// Whether all ids of finds and scans have the form that this program makes. Ids become names of
  /// folders and files, so a restored database must not contain other ids.
  package func hasOnlyOwnIDs() throws(StoreError) -> Bool {
    let foreign = "length(id) <> 26 OR id GLOB '*[^0-9a-z]*'"
    return try connection.row(
      """
      SELECT NOT EXISTS (SELECT 1 FROM finds WHERE \(foreign))
        AND NOT EXISTS (SELECT 1 FROM scans WHERE \(foreign))
      """
    ) { (row) in row.integer(0) == 1 } ?? false
  }

  /// The version of the schema that this program writes.
  package static var schemaVersion: Int { Schema.version }
}
