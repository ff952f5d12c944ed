// The accounts of a database that a restore replaces. A person who was disabled or removed after the
// backup was made must not come back with the backup. Source: docs/decisions/110-signing-out.md.

package import Albums

/// The accounts of a replaced database, of any version.
package struct ReplacedAccounts: Equatable, Sendable {
  /// The people, by id, and whether each of them is disabled.
  let people: [String: Bool]
  let hasFinds: Bool

  /// Whether the accounts of this database decide who may sign in after the restore. A database
  /// without finds is a new installation, which gets the accounts of the backup. A database without
  /// people would disable everybody.
  var decides: Bool { hasFinds && !people.isEmpty }
}

extension ReplacedAccounts {
  /// Nil if the database has no accounts because its version is too old.
  package init?(reading path: String) throws(StoreError) {
    let connection = try Connection.open(path, creates: false)
    let hasTables = try connection.row(
      "SELECT count(*) = 2 FROM sqlite_schema WHERE type = 'table' AND name IN ('people', 'finds')"
    ) { (row) in row.integer(0) == 1 }
    guard hasTables == true else { return nil }
    let rows = try connection.rows("SELECT id, disabled FROM people") { (row) in
      (row.text(0), row.integer(1) == 1)
    }
    people = Dictionary(rows) { (first, _) in first }
    hasFinds =
      try connection.row("SELECT EXISTS (SELECT 1 FROM finds)") { (row) in row.integer(0) == 1 }
      ?? false
  }
}

/// The accounts after a restore.
package struct RestoredAccounts: Equatable, Sendable {
  /// The people whom the restore has disabled.
  package var disabled: [Person] = []

  /// The reason why the accounts of the replaced database could not be read; nil if they were read, or
  /// if there was no database. People who were disabled after the backup then come back enabled.
  package var unread: String?

  /// The owner who stays enabled or is enabled again, because no other owner would be enabled. The
  /// restore has removed the passphrase of this person.
  package var spared: Person?

  /// The people who can sign in with the passphrase of the backup.
  package var withPassphrase: [Person] = []

  package init() {}
}

extension Store {
  /// Disables the people whom `replaced` has disabled or does not have. Their finds stay. If no
  /// enabled owner is left, enables one owner without a passphrase.
  package func takeOver(
    _ replaced: ReplacedAccounts?
  ) throws(StoreError) -> RestoredAccounts {
    try connection.transaction { (connection: borrowing Connection) throws(StoreError) in
      var result = RestoredAccounts()
      let host = try host()
      var gone: [Person] = []
      if let replaced, replaced.decides {
        gone = try people().filter { !$0.isDisabled && replaced.people[$0.id.text] ?? true }
      }
      for person in gone {
        try removePassphrase(of: person.id)
        try connection.run("UPDATE people SET disabled = 1 WHERE id = ?", [.text(person.id.text)])
      }
      result.spared = try enableOwner(before: host)
      result.disabled = gone.filter { $0.id != result.spared?.id }
      result.withPassphrase = try people(
        "passphrase IS NOT NULL AND disabled = 0 ORDER BY created, name")
      return result
    }
  }

  /// Enables an owner if none is enabled: the host, else the owner who was added first. Returns this
  /// person. A history without people needs no owner.
  private func enableOwner(before host: PersonID) throws(StoreError) -> Person? {
    let owners = try people("plan = 'owner' ORDER BY id <> ?, created, name", [.text(host.text)])
    guard let owner = owners.first, owners.allSatisfy(\.isDisabled) else { return nil }
    try removePassphrase(of: owner.id)
    try connection.run("UPDATE people SET disabled = 0 WHERE id = ?", [.text(owner.id.text)])
    return try person(owner.id)
  }
}
