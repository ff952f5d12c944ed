// Sign-in codes and sessions: a code is used up by one sign-in, which makes a session. Only hashes of
// codes and tokens are stored, so a copy of the database does not suffice to sign in.

package import Albums
package import Host

/// The result of a sign-in. The token is shown once, as the cookie of the browser.
package struct SignIn: Equatable, Sendable {
  package let token: SessionToken
  package let person: Person

  /// The id of the new session.
  package let session: Int64

  /// Whether the session's file was made. The next worker makes a missing file.
  package internal(set) var hasFile = true
}

/// A request of a signed-in browser.
package struct SignedIn: Equatable, Sendable {
  package let person: Person
  package let session: Int64

  /// Whether the last stored use is a day old. The caller then stores the use and sends the cookie
  /// again, so that both last 180 days from now.
  package let isRenewed: Bool
}

/// A session in the list of a person's devices.
package struct DeviceSession: Equatable, Sendable {
  package let id: Int64

  /// The name of the browser at the sign-in.
  package let device: String
  package let created: Timestamp

  /// The last use, to the day.
  package let lastUsed: Timestamp
}

extension Store {
  /// The maximum length of a device's name; a longer name is cut. Source: docs/limits.md "People".
  package static var longestDeviceName: Int { 120 }

  // MARK: Sign-in codes

  /// The maker of a code.
  package enum CodeMaker: Sendable {
    /// A page of the program. The thief of a session can open the page, so a code of the page does
    /// not prove the person who signs in with the code. The code does prove a person who has neither
    /// a session nor a passphrase, because a thief could steal nothing from this person.
    case page

    /// The command line. Its code always proves the person.
    case host
  }

  /// Makes a code, which voids the person's older codes of the same kind. An invitation and an
  /// owner's code are both for the first sign-in, so they void each other. Throws
  /// `.person(.unknown)` or `.person(.disabled)`.
  package func makeCode(
    _ kind: CodeKind, for person: PersonID, by maker: CodeMaker = .page, at now: Timestamp
  ) throws(StoreError) -> SignInCode {
    let code = SignInCode(randomBytes: Randomness.bytes(SignInCode.randomByteCount))
    let expires = now.advanced(byMilliseconds: kind.lifetimeMilliseconds)
    try connection.transaction { (connection: borrowing Connection) throws(StoreError) in
      try requireEnabled(person)
      let proves = maker == .host ? true : try !hasWayIn(person)
      try connection.run(
        """
        DELETE FROM codes WHERE expires <= ?3
          OR (person = ?1 AND (kind = 'device') = (?2 = 'device'))
        """,
        [.text(person.text), .text(kind.rawValue), .integer(now.milliseconds)])
      try connection.run(
        "INSERT INTO codes (hash, person, kind, created, expires, proves) VALUES (?, ?, ?, ?, ?, ?)",
        [
          .blob(Self.hash(of: code)), .text(person.text), .text(kind.rawValue),
          .integer(now.milliseconds), .integer(expires.milliseconds), Value(proves),
        ])
    }
    return code
  }

  /// Whether the person has a session or a passphrase. A session counts even if it is too old. A person
  /// without both has never signed in, or has signed out all devices.
  private func hasWayIn(_ person: PersonID) throws(StoreError) -> Bool {
    try connection.row(
      """
      SELECT EXISTS (SELECT 1 FROM sessions WHERE person = ?1)
        OR EXISTS (SELECT 1 FROM people WHERE id = ?1 AND passphrase IS NOT NULL)
      """, [.text(person.text)]
    ) { (row) in row.integer(0) == 1 } ?? true
  }

  /// The person for whom a code was made, and its kind; nil for a code that is unknown, used or too
  /// old. Does not use the code up, so that a page can name the person before the sign-in.
  package func person(
    behind code: SignInCode, at now: Timestamp
  ) throws(StoreError) -> (person: Person, kind: CodeKind)? {
    try connection.row(
      """
      SELECT \(Self.personColumns), codes.kind FROM codes JOIN people ON people.id = codes.person
      WHERE codes.hash = ? AND codes.expires > ? AND people.disabled = 0
      """, [.blob(Self.hash(of: code)), .integer(now.milliseconds)]
    ) { (row) throws(StoreError) in
      guard let kind = CodeKind(rawValue: row.text(6)) else {
        throw .damaged("a code has the kind \(row.text(6))")
      }
      return (person: try Self.person(row, from: 0), kind: kind)
    }
  }

  /// Uses the code up and makes a session; nil for a code that is unknown, used or too old. The row of
  /// the code is removed in the same transaction, so only one of two devices with the same code signs in.
  package func signIn(
    with code: SignInCode, device: String, files: SessionFiles, at now: Timestamp
  ) throws(StoreError) -> SignIn? {
    let signIn = try connection.transaction {
      (connection: borrowing Connection) throws(StoreError) -> SignIn? in
      guard let (person, _) = try self.person(behind: code, at: now) else { return nil }
      let proves = try connection.row(
        "DELETE FROM codes WHERE hash = ? RETURNING proves", [.blob(Self.hash(of: code))]
      ) { (row) in row.integer(0) == 1 }
      return try insertSession(of: person, device, proves: proves == true, at: now)
    }
    return signIn.map { withFile($0, files) }
  }

  /// Makes a session for a person whose passphrase the caller has checked. Throws `.person(.unknown)` or
  /// `.person(.disabled)`.
  package func signIn(
    _ person: PersonID, device: String, files: SessionFiles, at now: Timestamp
  ) throws(StoreError) -> SignIn {
    let signIn = try connection.transaction {
      (_: borrowing Connection) throws(StoreError) -> SignIn in
      try insertSession(of: try requireEnabled(person), device, proves: true, at: now)
    }
    return withFile(signIn, files)
  }

  // MARK: Sessions

  /// The person of a session; nil for a token that is unknown or was not used for 180 days. Changes
  /// nothing; `noteUse` stores the use of a session whose last stored use is a day old (`isRenewed`).
  package func session(
    _ token: SessionToken, at now: Timestamp
  ) throws(StoreError) -> SignedIn? {
    let found = try connection.row(
      """
      SELECT \(Self.personColumns), sessions.id, sessions.used
      FROM sessions JOIN people ON people.id = sessions.person
      WHERE sessions.hash = ? AND sessions.used > ? AND people.disabled = 0
      """, [.blob(Self.hash(of: token.text)), Self.oldestUse(at: now)]
    ) { (row) throws(StoreError) in
      (
        person: try Self.person(row, from: 0), session: row.integer(6), used: row.integer(7)
      )
    }
    guard let found else { return nil }
    let isDue = now.milliseconds - found.used >= SessionToken.useIntervalMilliseconds
    return SignedIn(person: found.person, session: found.session, isRenewed: isDue)
  }

  /// Stores the use of a session. False if another process holds the lock for long, or if the disk
  /// is full or read-only. That is no error, because a later request stores the use.
  package func noteUse(of session: Int64, at now: Timestamp) throws(StoreError) -> Bool {
    do {
      return try connection.transaction { (connection: borrowing Connection) throws(StoreError) in
        try connection.run(
          "UPDATE sessions SET used = ?2 WHERE id = ?1 AND used < ?2",
          [.integer(session), .integer(now.milliseconds)]) == 1
      }
    } catch {
      guard error.isBusy || error.isDiskFull || error.isNotWritable else { throw error }
      return false
    }
  }

  /// The sessions of a person that have not ended, the last used one first.
  package func sessions(
    of person: PersonID, at now: Timestamp
  ) throws(StoreError) -> [DeviceSession] {
    try connection.rows(
      """
      SELECT id, device, created, used FROM sessions WHERE person = ? AND used > ?
      ORDER BY used DESC, id DESC
      """, [.text(person.text), Self.oldestUse(at: now)]
    ) { (row) in
      DeviceSession(
        id: row.integer(0), device: row.text(1),
        created: Timestamp(milliseconds: row.integer(2)),
        lastUsed: Timestamp(milliseconds: row.integer(3)))
    }
  }

  /// Whether any browser is signed in. While none is, the terminal shows the owner's code.
  package func hasSessions(at now: Timestamp) throws(StoreError) -> Bool {
    try connection.row(
      "SELECT EXISTS (SELECT 1 FROM sessions WHERE used > ?)", [Self.oldestUse(at: now)]
    ) { (row) in row.integer(0) == 1 } ?? false
  }

  /// Ends one session, and voids the person's open codes for further devices: the holder of a lost
  /// device may have read one. False if the person has no such session; then nothing changes.
  package func signOut(
    _ session: Int64, of person: PersonID, files: SessionFiles
  ) throws(StoreError) -> Bool {
    let values = [Value.integer(session), .text(person.text)]
    return try endSessions("id = ? AND person = ?", values, files) { (count) throws(StoreError) in
      guard count == 1 else { return }
      try connection.run(
        "DELETE FROM codes WHERE person = ? AND kind = 'device'", [.text(person.text)])
    } == 1
  }

  /// The ways of signing in that stay when all sessions of a person end.
  package struct KeptWays: OptionSet, Sendable {
    package let rawValue: Int

    package init(rawValue: Int) { self.rawValue = rawValue }

    package static let passphrase = KeptWays(rawValue: 1)
    package static let tokens = KeptWays(rawValue: 2)
  }

  /// Ends all sessions of a person and voids the codes that were not used. The passphrase and the API
  /// tokens end, too, unless `ways` contains them: the thief of a session may have set a passphrase
  /// or read a token.
  package func signOutAll(
    of person: PersonID, keeping ways: KeptWays = [], files: SessionFiles
  ) throws(StoreError) {
    try signOut(person, ways, files, except: nil) { () throws(StoreError) in }
  }

  /// Ends the other sessions of a person, as `signOutAll` does; the browser of `session` stays
  /// signed in. This browser gets a new token, because a thief may have the current one. Throws
  /// `.person(.unknown)` if the session has ended; then nothing changes.
  package func signOutOthers(
    of person: Person, than session: Int64, keeping ways: KeptWays = [], files: SessionFiles
  ) throws(StoreError) -> SignIn {
    let token = SessionToken(randomBytes: Randomness.bytes(SessionToken.randomByteCount))
    let file = SessionFiles.name(ofToken: token.text)
    var kept: Int64?
    try signOut(person.id, ways, files, except: file) { () throws(StoreError) in
      kept = try connection.row(
        """
        INSERT INTO sessions (hash, file, person, device, created, used, proven)
        SELECT ?1, ?2, person, device, created, used, proven FROM sessions
        WHERE id = ?3 AND person = ?4 RETURNING id
        """,
        [
          .blob(Self.hash(of: token.text)), .text(file), .integer(session), .text(person.id.text),
        ]
      ) { (row) in row.integer(0) }
      guard kept != nil else { throw .person(.unknown) }
    }
    guard let kept else { throw .person(.unknown) }
    return withFile(SignIn(token: token, person: person, session: kept), files)
  }

  private func signOut(
    _ person: PersonID, _ ways: KeptWays, _ files: SessionFiles, except file: String?,
    with change: () throws(StoreError) -> Void
  ) throws(StoreError) {
    let id = Value.text(person.text)
    try endSessions(
      "person = ?1 AND file IS NOT ?2", [id, Value(file)], files,
      tokens: ways.contains(.tokens) ? ("0", []) : ("person = ?1", [id])
    ) { (_) throws(StoreError) in
      try change()
      try removeCodes(of: person)
      if !ways.contains(.passphrase) { try removePassphrase(of: person) }
    }
  }

  /// The time after a sign-in in which the person may set a passphrase without the current one.
  package static var freshSignInMilliseconds: Int64 { 10 * 60 * 1000 }

  /// Whether the session began in the last 10 minutes with a passphrase, or with a code that proves the
  /// person. A time in the future does not count: the clock was set back.
  package func isFresh(_ session: Int64, at now: Timestamp) throws(StoreError) -> Bool {
    try connection.row(
      "SELECT EXISTS (SELECT 1 FROM sessions WHERE id = ?1 AND proven > ?2 AND proven <= ?3)",
      [
        .integer(session), .integer(now.milliseconds - Self.freshSignInMilliseconds),
        .integer(now.milliseconds),
      ]
    ) { (row) in row.integer(0) == 1 } ?? false
  }

  /// The session is committed and its code is used up, so an error must not lose the token.
  private func withFile(_ signIn: SignIn, _ files: SessionFiles) -> SignIn {
    var signIn = signIn
    do { try addFile(of: signIn, files) } catch { signIn.hasFile = false }
    return signIn
  }

  // MARK: Inside a transaction

  func removePassphrase(of person: PersonID) throws(StoreError) {
    try connection.run("UPDATE people SET passphrase = NULL WHERE id = ?", [.text(person.text)])
  }

  func removeCodes(of person: PersonID) throws(StoreError) {
    try connection.run("DELETE FROM codes WHERE person = ?", [.text(person.text)])
  }

  @discardableResult
  func requireEnabled(_ id: PersonID) throws(StoreError) -> Person {
    guard let person = try person(id) else { throw .person(.unknown) }
    guard !person.isDisabled else { throw .person(.disabled) }
    return person
  }

  /// `proves` says whether the sign-in proves that the person sits at the device.
  private func insertSession(
    of person: Person, _ device: String, proves: Bool, at now: Timestamp
  ) throws(StoreError) -> SignIn {
    let token = SessionToken(randomBytes: Randomness.bytes(SessionToken.randomByteCount))
    let id = try connection.row(
      """
      INSERT INTO sessions (hash, file, person, device, created, used, proven)
      VALUES (?1, ?2, ?3, ?4, ?5, ?5, ?6) RETURNING id
      """,
      [
        .blob(Self.hash(of: token.text)), .text(SessionFiles.name(ofToken: token.text)),
        .text(person.id.text), .text(Self.shownName(device)), .integer(now.milliseconds),
        proves ? .integer(now.milliseconds) : .null,
      ]
    ) { (row) in row.integer(0) }
    guard let id else { throw .damaged("an insert returned no row") }
    return SignIn(token: token, person: person, session: id)
  }

  /// A session lives if its last use is later than this time.
  static func oldestUse(at now: Timestamp) -> Value {
    .integer(now.milliseconds - SessionToken.lifetimeMilliseconds)
  }

  /// The name of a device or of a token, in the form in which lists show it.
  static func shownName(_ text: String) -> String {
    let scalars = plainWords(text).unicodeScalars.prefix(longestDeviceName)
    return String(String.UnicodeScalarView(scalars))
  }

  private static func hash(of code: SignInCode) -> [UInt8] { hash(of: code.letters) }

  static func hash(of text: String) -> [UInt8] { SHA256.digest(of: Array(text.utf8)) }
}
