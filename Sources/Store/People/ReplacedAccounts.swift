// The accounts of a database that a restore replaces. A person who was disabled or removed after the
// backup was made must not come back with it. Source: docs/decisions/110-signing-out.md.

package import Albums

/// The accounts of a replaced database, of any version.
package struct ReplacedAccounts: Equatable, Sendable {
  /// The people, by id, and whether each of them is disabled.
  let people: [String: Bool]
  let hasFinds: Bool

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

  /// Whether the database says who may sign in. An empty history is a new installation, which gets the
  /// accounts of the backup; and no database loses its last person.
  var decides: Bool { hasFinds && !people.isEmpty }
}

/// The accounts after a restore.
package struct RestoredAccounts: Equatable, Sendable {
  /// The people whom the restore has disabled.
  package var disabled: [Person] = []

  /// An owner who would have been disabled as the last one, and has lost the passphrase only.
  package var spared: Person?

  /// The people who can sign in with the passphrase of the backup.
  package var withPassphrase: [Person] = []

  package init() {}
}

extension Store {
  /// Disables the people whom `replaced` has disabled or does not have. Their finds stay. If no owner
  /// would be left, the host stays enabled without a passphrase.
  package func takeOver(
    _ replaced: ReplacedAccounts?
  ) throws(StoreError) -> RestoredAccounts {
    try connection.transaction { (connection: borrowing Connection) throws(StoreError) in
      var result = RestoredAccounts()
      if let replaced, replaced.decides {
        let host = try host()
        let isGone = { (person: Person) in replaced.people[person.id.text] ?? true }
        let enabled = try people().filter { !$0.isDisabled }
        let hasOwner = enabled.contains { $0.plan == .owner && !isGone($0) }
        for person in enabled where isGone(person) {
          try removePassphrase(of: person.id)
          if !hasOwner, person.id == host {
            result.spared = person
          } else {
            try connection.run(
              "UPDATE people SET disabled = 1 WHERE id = ?", [.text(person.id.text)])
            result.disabled.append(person)
          }
        }
      }
      result.withPassphrase = try people(
        "passphrase IS NOT NULL AND disabled = 0 ORDER BY created, name")
      return result
    }
  }
}
