// Keeps data/sessions equal to the sessions and API tokens of the database. Files are added and
// removed only inside a write transaction, so no other process changes the rows meanwhile. A file
// is removed before the removal of its row is committed, and added after its row was committed. A
// process that dies in between leaves a session without a file, which `reconcile` repairs.

package import Albums
package import Host

extension Store {
  /// Ends the sessions that meet a condition, with `change` in the same transaction. `change` receives
  /// the number of sessions and may refuse: then neither rows nor files change. `tokens` is the
  /// condition of the API tokens that end with them. Returns the number of ended sessions and tokens.
  ///
  /// The files are removed before the commit, so that a web server never admits an ended session. If
  /// the commit fails, they are put back.
  @discardableResult
  func endSessions(
    _ condition: String, _ values: [Value], _ files: SessionFiles,
    tokens: (condition: String, values: [Value]) = ("0", []),
    with change: (_ count: Int) throws(StoreError) -> Void = { (_) throws(StoreError) in }
  ) throws(StoreError) -> Int {
    var removed: [String] = []
    do throws(StoreError) {
      try connection.transaction { (connection: borrowing Connection) throws(StoreError) in
        let names = try connection.rows("SELECT file FROM sessions WHERE \(condition)", values) {
          (row) in row.text(0)
        }
        let tokenNames = try connection.rows(
          "SELECT lower(hex(hash)) FROM tokens WHERE \(tokens.condition)", tokens.values
        ) { (row) in row.text(0) }
        try change(names.count)
        try connection.run("DELETE FROM sessions WHERE \(condition)", values)
        try connection.run("DELETE FROM tokens WHERE \(tokens.condition)", tokens.values)
        removed = names + tokenNames
        try removeFiles(removed, files)
        Failpoint.pass("session-end:before")
      }
    } catch {
      // If this fails, too, `reconcile` makes the files.
      do throws(StoreError) { try addFiles(removed, files) } catch {}
      throw error
    }
    Failpoint.pass("session-end:after")
    return removed.count
  }

  /// Adds the file of a new API token, unless the token was revoked meanwhile.
  func addFile(ofAPIToken text: String, _ files: SessionFiles) throws(StoreError) {
    try addFiles([SessionFiles.name(ofAPIToken: text)], files)
  }

  /// Adds the file of a new session, unless the session was ended meanwhile.
  func addFile(of signIn: SignIn, _ files: SessionFiles) throws(StoreError) {
    Failpoint.pass("sign-in:after")
    try addFiles([SessionFiles.name(ofToken: signIn.token.text)], files)
  }

  /// Ends the sessions that were not used for 180 days, and makes the files equal to the sessions and
  /// API tokens. Removes old codes and guesses too. Does nothing in an installation without people.
  package func reconcile(_ files: SessionFiles, at now: Timestamp) throws(StoreError) {
    let isNeeded = if try hasPeople() { true } else { try !names(of: files).isEmpty }
    guard isNeeded else { return }
    try connection.transaction { (_: borrowing Connection) throws(StoreError) in
      try removeOutdated(at: now)
      let (live, names) = (Set(try sessionFileNames()), Set(try names(of: files)))
      try removeFiles(names.subtracting(live).sorted(), files)
      try makeFiles(live.subtracting(names).sorted(), files)
    }
  }

  /// Ends the sessions and codes that are too old. After the clock was set back, the last use of a
  /// session and the creation of a code may lie in the future. Such a session gets the present as
  /// its last use, and such a code is removed, because both would otherwise last too long.
  private func removeOutdated(at now: Timestamp) throws(StoreError) {
    let time = Value.integer(now.milliseconds)
    try connection.run("UPDATE sessions SET used = ?1 WHERE used > ?1", [time])
    try connection.run("DELETE FROM sessions WHERE used <= ?", [Self.oldestUse(at: now)])
    try connection.run(
      "DELETE FROM codes WHERE expires <= ?1 OR created > ?1 + ?2",
      [time, .integer(Self.codeFutureMilliseconds)])
    try removeOldGuesses(at: now)
  }

  /// In milliseconds. A code whose creation lies further than this in the future was made before
  /// the clock was set back.
  private static var codeFutureMilliseconds: Int64 { 24 * 3600 * 1000 }

  /// The number of files without a session or API token, and of sessions and tokens without a file.
  package func unmatchedFiles(_ files: SessionFiles) throws(StoreError) -> Int {
    Set(try sessionFileNames()).symmetricDifference(try names(of: files)).count
  }

  /// Writes the marker files in `data/sessions` that say which clients may open the pages without a
  /// session. Writes the file `people` while a photo needs a session or an API token, and removes
  /// it otherwise. Source: `Configuration.pageReaders`.
  ///
  /// One write transaction reads the people and changes the file. Otherwise the first person could be
  /// added in between, and the pages would stay open.
  ///
  /// While pages on the disk may show notes, they are not opened to everybody: they stay closed until
  /// the next build has written them without notes.
  package func keepPageAccess(of configuration: Configuration) throws(StoreError) {
    try connection.transaction { (_: borrowing Connection) throws(StoreError) in
      let readers = configuration.pageReaders(hasPeople: try hasPeople())
      let showsNotes = try pagesShowNotes()
      let isTooEarly = readers == .everybody && showsNotes
      try admit(isTooEarly ? .signedIn : readers, configuration.sessionFiles)
      try setRequiresSender(of: configuration)
    }
  }

  /// Whether pages on the disk may show a note. The query reads the finds only if pages were written
  /// that may show notes, because each start of a worker runs it.
  private func pagesShowNotes() throws(StoreError) -> Bool {
    try connection.row(
      """
      SELECT CASE WHEN EXISTS (SELECT 1 FROM sites WHERE shows_notes = 1)
        THEN EXISTS (SELECT 1 FROM finds WHERE note IS NOT NULL) ELSE 0 END
      """
    ) { (row) in row.integer(0) == 1 } ?? false
  }

  /// Records whether the pages of a site may show notes. The caller records `true` before it writes
  /// the first page with a note, and `false` after it has written the last page without notes.
  package func keep(showsNotes: Bool, of site: SiteName) throws(StoreError) {
    try connection.transaction { (connection: borrowing Connection) throws(StoreError) in
      _ = try connection.run(
        """
        INSERT INTO sites (name, serial, shows_notes) VALUES (?1, 0, ?2)
        ON CONFLICT (name) DO UPDATE SET shows_notes = excluded.shows_notes
        """, [.text(site.rawValue), Value(showsNotes)])
    }
  }

  /// Call it inside a transaction.
  func admit(_ readers: PageReaders, _ files: SessionFiles) throws(StoreError) {
    do { try files.admit(readers) } catch { throw .file(error) }
  }

  /// Writes the file `people` while web servers must refuse large bodies without a session or an
  /// API token; removes it otherwise.
  private func setRequiresSender(of configuration: Configuration) throws(StoreError) {
    let isRequired = try hasPeople() && configuration.people.usesOnlySignIns
    do { try configuration.sessionFiles.setRequiresSender(isRequired) } catch { throw .file(error) }
  }

  /// Adds the files of those sessions and API tokens that still exist.
  func addFiles(_ names: [String], _ files: SessionFiles) throws(StoreError) {
    guard !names.isEmpty else { return }
    try connection.transaction { (_: borrowing Connection) throws(StoreError) in
      let live = Set(try sessionFileNames())
      try makeFiles(names.filter(live.contains), files)
    }
  }

  private func sessionFileNames() throws(StoreError) -> [String] {
    try connection.rows(
      "SELECT file FROM sessions UNION ALL SELECT lower(hex(hash)) FROM tokens"
    ) { (row) in row.text(0) }
  }

  private func names(of files: SessionFiles) throws(StoreError) -> [String] {
    do { return try files.names() } catch { throw .file(error) }
  }

  private func makeFiles(_ names: [String], _ files: SessionFiles) throws(StoreError) {
    do { for name in names { try files.add(name) } } catch { throw .file(error) }
  }

  private func removeFiles(_ names: [String], _ files: SessionFiles) throws(StoreError) {
    do { for name in names { try files.remove(name) } } catch { throw .file(error) }
  }
}
