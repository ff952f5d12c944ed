// API tokens: a script or a phone's shortcut sends one in the header X-Albumscan-Token. A token is
// shown once, when it is made; only its hash is stored.

package import Albums
package import Host

/// An API token in the list of a person's tokens.
package struct KeptToken: Equatable, Sendable {
  package let id: Int64

  /// The purpose, in the words of the person who made the token.
  package let name: String
  package let created: Timestamp
}

extension Store {
  /// Makes a token and returns its text. Throws `.person(.unknown)` or `.person(.disabled)`.
  ///
  /// The token is committed before its file is made, so an error of the file must not lose the text.
  /// The next worker makes a missing file.
  package func makeToken(
    named name: String, for person: PersonID, files: SessionFiles, at now: Timestamp
  ) throws(StoreError) -> String {
    let token = APIToken(randomBytes: Randomness.bytes(SessionToken.randomByteCount))
    try connection.transaction { (connection: borrowing Connection) throws(StoreError) in
      try requireEnabled(person)
      try connection.run(
        "INSERT INTO tokens (hash, person, name, created) VALUES (?, ?, ?, ?)",
        [
          .blob(Self.hash(of: token.text)), .text(person.text),
          .text(Self.shownName(name)),
          .integer(now.milliseconds),
        ])
    }
    do { try addFile(ofAPIToken: token.text, files) } catch {}
    return token.text
  }

  /// In the order in which they were made.
  package func tokens(of person: PersonID) throws(StoreError) -> [KeptToken] {
    try connection.rows(
      "SELECT id, name, created FROM tokens WHERE person = ? ORDER BY id", [.text(person.text)]
    ) { (row) in
      KeptToken(
        id: row.integer(0), name: row.text(1),
        created: Timestamp(milliseconds: row.integer(2)))
    }
  }

  /// False if the person has no such token.
  package func revokeToken(
    _ id: Int64, of person: PersonID, files: SessionFiles
  ) throws(StoreError) -> Bool {
    let token = (
      condition: "id = ? AND person = ?", values: [Value.integer(id), .text(person.text)]
    )
    return try endSessions("0", [], files, tokens: token) == 1
  }

  /// The person of a token; nil for a text that is no token of an enabled person.
  package func person(withToken text: String) throws(StoreError) -> Person? {
    guard let token = APIToken(text) else { return nil }
    return try people(
      "disabled = 0 AND id = (SELECT person FROM tokens WHERE hash = ?)",
      [.blob(Self.hash(of: token.text))]
    ).first
  }
}
