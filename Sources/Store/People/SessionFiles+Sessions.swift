// Keeps data/sessions equal to the sessions of the database: a file is added after the commit of its
// session and removed before it. A process that dies in between leaves a difference, which
// `reconcile` removes.

package import Albums
package import Host

extension Store {
  /// Ends the sessions that meet a condition, with `change` in the same transaction. Returns the
  /// number of ended sessions.
  ///
  /// The files are removed before the commit, so that a web server never admits an ended session.
  /// They are removed again after it: a sign-in that committed just before may add its file
  /// meanwhile. If the commit fails, `reconcile` makes the files again.
  @discardableResult
  func endSessions(
    _ condition: String, _ values: [Value], _ files: SessionFiles,
    with change: () throws(StoreError) -> Void = { () throws(StoreError) in }
  ) throws(StoreError) -> Int {
    let names = try connection.transaction {
      (connection: borrowing Connection) throws(StoreError) -> [String] in
      let names = try connection.rows("SELECT file FROM sessions WHERE \(condition)", values) {
        (row) in row.text(0)
      }
      try removeFiles(names, files)
      Failpoint.pass("session-end:before")
      try connection.run("DELETE FROM sessions WHERE \(condition)", values)
      try change()
      return names
    }
    Failpoint.pass("session-end:after")
    try removeFiles(names, files)
    return names.count
  }

  /// Adds the file of a new session. If the session was ended meanwhile, the file is removed again.
  func addFile(of signIn: SignIn, _ files: SessionFiles) throws(StoreError) {
    Failpoint.pass("sign-in:after")
    let name = SessionFiles.name(ofToken: signIn.token.text)
    try addFiles([name], files)
  }

  /// Ends the sessions that were not used for 180 days, and makes the files equal to the sessions.
  /// Removes old codes and guesses too. Does nothing in an installation without people.
  package func reconcile(_ files: SessionFiles, at now: Timestamp) throws(StoreError) {
    let names: [String]
    do { names = try files.names() } catch { throw .file(error) }
    guard try hasPeople() || !names.isEmpty else { return }
    try endSessions("used <= ?", [Self.oldestUse(at: now)], files) { () throws(StoreError) in
      try connection.run(
        "DELETE FROM codes WHERE expires <= ?", [.integer(now.milliseconds)])
      try removeOldGuesses(at: now)
    }
    // The folder was read before the rows: a file without a row belongs to no new session.
    let live = Set(try sessionFileNames())
    try removeFiles(names.filter { !live.contains($0) }, files)
    try addFiles(live.subtracting(names).sorted(), files)
  }

  /// The number of files without a session, and of sessions without a file.
  package func unmatchedFiles(_ files: SessionFiles) throws(StoreError) -> Int {
    let names: [String]
    do { names = try files.names() } catch { throw .file(error) }
    return Set(try sessionFileNames()).symmetricDifference(names).count
  }

  /// Makes the file `open` exist exactly while every client may open the pages. Source:
  /// `Configuration.pageAccess`.
  package func keepPageAccess(of configuration: Configuration) throws(StoreError) {
    let access = configuration.pageAccess(hasPeople: try hasPeople())
    try setOpen(access == .open, configuration.sessionFiles)
  }

  func setOpen(_ isOpen: Bool, _ files: SessionFiles) throws(StoreError) {
    do { try files.setOpen(isOpen) } catch { throw .file(error) }
  }

  private func sessionFileNames() throws(StoreError) -> [String] {
    try connection.rows("SELECT file FROM sessions") { (row) in row.text(0) }
  }

  /// Another process may end a session after its row was read here. Then the row is missing now.
  private func addFiles(_ names: [String], _ files: SessionFiles) throws(StoreError) {
    guard !names.isEmpty else { return }
    do { for name in names { try files.add(name) } } catch { throw .file(error) }
    let live = Set(try sessionFileNames())
    try removeFiles(names.filter { !live.contains($0) }, files)
  }

  private func removeFiles(_ names: [String], _ files: SessionFiles) throws(StoreError) {
    do { for name in names { try files.remove(name) } } catch { throw .file(error) }
  }
}
