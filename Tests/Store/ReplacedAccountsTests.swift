// The accounts after a restore: the people who are disabled, and the rule that an enabled owner
// always remains.

import Albums
import Host
import Support
import Testing

@testable import Store

@Suite struct ReplacedAccountsTests {
  let fixture: StoreFixture

  init() throws { fixture = try StoreFixture() }

  /// The people of the backup by name, `owner` the first. A sign after the name: `-` disabled, `*` with a
  /// passphrase.
  private struct Row: Sendable {
    let backup: [String]

    /// The people of the replaced database, or nil without one. Anna and Olga are owners.
    let replaced: [String]?
    var hasFinds = true

    /// The people after the restore.
    let after: [String]
    var disabled: [String] = []
    var spared: String?
    var withPassphrase: [String] = []
  }

  private static let rows: [Row] = [
    Row(
      backup: ["Anna*", "Ben*"], replaced: nil, after: ["Anna*", "Ben*"],
      withPassphrase: ["Anna", "Ben"]),
    Row(
      backup: ["Anna*", "Ben*"], replaced: ["Anna", "Ben"], after: ["Anna*", "Ben*"],
      withPassphrase: ["Anna", "Ben"]),
    Row(
      backup: ["Anna*", "Ben*"], replaced: ["Anna", "Ben-"], after: ["Anna*", "Ben-"],
      disabled: ["Ben"], withPassphrase: ["Anna"]),
    Row(
      backup: ["Anna", "Ben*", "Carl"], replaced: ["Anna"], after: ["Anna", "Ben-", "Carl-"],
      disabled: ["Ben", "Carl"]),
    Row(backup: ["Anna", "Ben-"], replaced: ["Anna", "Ben"], after: ["Anna", "Ben-"]),
    Row(
      backup: ["Anna*", "Ben"], replaced: [], after: ["Anna*", "Ben"],
      withPassphrase: ["Anna"]),
    Row(
      backup: ["Anna*", "Ben"], replaced: ["Zoe"], hasFinds: false, after: ["Anna*", "Ben"],
      withPassphrase: ["Anna"]),
    Row(
      backup: ["Anna*", "Ben"], replaced: ["Zoe"], after: ["Anna", "Ben-"], disabled: ["Ben"],
      spared: "Anna"),
    Row(
      backup: ["Anna*", "Olga*"], replaced: ["Anna-", "Olga"], after: ["Anna-", "Olga*"],
      disabled: ["Anna"], withPassphrase: ["Olga"]),
    Row(
      backup: ["Anna-", "Olga*"], replaced: ["Anna", "Olga-"], after: ["Anna-", "Olga"],
      spared: "Olga"),
    Row(
      backup: ["Anna-", "Olga-"], replaced: ["Anna", "Olga"], after: ["Anna", "Olga-"],
      spared: "Anna"),
    Row(backup: [], replaced: ["Anna"], after: []),
  ]

  @Test(arguments: rows.indices)
  func `people whom the replaced database does not admit come back disabled, but an owner remains`(
    index: Int
  ) throws {
    let row = Self.rows[index]
    let store = try fixture.open()
    for (number, text) in row.backup.enumerated() {
      let name = String(text.prefix(while: \.isLetter))
      try store.connection.run(
        """
        INSERT INTO people (id, name, plan, created, disabled, passphrase)
        VALUES (?1, ?2, ?3, ?4, ?5, ?6)
        """,
        [
          .text(Self.id(name)), .text(name), .text(Self.isOwner(name) ? "owner" : "base"),
          .integer(Int64(number)), Value(text.hasSuffix("-")),
          text.hasSuffix("*") ? .text("$y$hash") : .null,
        ])
    }
    let people = row.replaced?.map { (text) in
      (Self.id(String(text.prefix(while: \.isLetter))), text.hasSuffix("-"))
    }
    let replaced = people.map {
      ReplacedAccounts(people: Dictionary(uniqueKeysWithValues: $0), hasFinds: row.hasFinds)
    }
    let result = try store.takeOver(replaced)
    let after = try store.people().map { (person) in
      let hasPassphrase = try store.passphraseHash(of: person.id) != nil
      return person.name.text + (person.isDisabled ? "-" : "") + (hasPassphrase ? "*" : "")
    }
    #expect(after == row.after)
    #expect(result.disabled.map(\.name.text) == row.disabled)
    #expect(result.spared?.name.text == row.spared)
    #expect(result.withPassphrase.map(\.name.text) == row.withPassphrase)
  }

  private static func id(_ name: String) -> String { name == "Anna" ? "owner" : name.lowercased() }

  private static func isOwner(_ name: String) -> Bool { ["Anna", "Olga"].contains(name) }
}
