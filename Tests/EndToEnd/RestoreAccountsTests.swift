// The accounts after `albumscan restore`: a person whom the replaced history has disabled stays disabled.
// Source: docs/decisions/110-signing-out.md.

import Albums
import Host
import Store
import Support
import Testing

@Suite struct RestoreAccountsTests {
  let installation: Installation
  let place: TemporaryFolder
  let token: String

  private var file: String { place.file("history.tar") }
  private static var now: Timestamp { Timestamp(milliseconds: Clock.wallMilliseconds()) }

  /// A backup with a find of Carl, the owner Anna with a passphrase and an API token, and the people Ben
  /// and Carl with passphrases.
  init() throws {
    installation = try Installation()
    place = try TemporaryFolder()
    try installation.copySampleFind()
    let store = try installation.store()
    let files = installation.sessionFiles
    for (name, plan) in [("Anna", Plan.owner), ("Ben", .base), ("Carl", .base)] {
      let person = try store.addPerson(
        name: try Household.name(name), plan: plan, files: files, at: Self.now)
      try store.setPassphraseHash("$y$hash", of: person.id)
    }
    token = try store.makeToken(named: "script", for: .owner, files: files, at: Self.now)
    try installation.sql("UPDATE finds SET person = (SELECT id FROM people WHERE name = 'Carl')")
    #expect(try installation.albumscan(["backup", place.file("history.tar")]).exitCode == 0)
  }

  /// The names of the people, with `-` after a disabled one and `*` after one with a passphrase.
  private func people(of installation: Installation) throws -> [String] {
    let store = try installation.store()
    return try store.people().map { (person) in
      let hasPassphrase = try store.passphraseHash(of: person.id) != nil
      return person.name.text + (person.isDisabled ? "-" : "") + (hasPassphrase ? "*" : "")
    }
  }

  private func restored(_ installation: Installation) throws -> String {
    let told = try installation.told(["restore", file, "--replace"])
    #expect(told.code == 0, "\(told.text)")
    return told.text
  }

  @Test func `disabled and removed people come back disabled, their finds stay, and tokens end`()
    throws
  {
    #expect(installation.sessionFiles.isLive(apiToken: token))
    #expect(try installation.albumscan(["person", "disable", "Ben"]).exitCode == 0)
    #expect(try installation.albumscan(["person", "remove", "Carl"]).exitCode == 0)
    let text = try restored(installation)
    #expect(try people(of: installation) == ["Anna*", "Ben-", "Carl-"])
    #expect(text.contains("does not have them: Ben, Carl."), "\(text)")
    #expect(text.contains("with the passphrase of the backup: Anna."), "\(text)")
    let store = try installation.store()
    let find = try #require(try store.newestFinds(1).first)
    let finder = try #require(try store.finder(of: find.id))
    #expect(try store.person(finder)?.name.text == "Carl")
    #expect(try store.person(withToken: token) == nil)
    #expect(!installation.sessionFiles.isLive(apiToken: token))
    #expect(try store.unmatchedFiles(installation.sessionFiles) == 0)
    #expect(installation.sessionFiles.requiresSender, "web servers go on refusing large bodies")
  }

  @Test func `into an empty history, the accounts come back as they were`() throws {
    let other = try Installation()
    #expect(try other.albumscan(["person", "add", "Zoe"]).exitCode == 0)
    let text = try restored(other)
    #expect(try people(of: other) == ["Anna*", "Ben*", "Carl*"])
    #expect(text.contains("with the passphrase of the backup: Anna, Ben, Carl."), "\(text)")
    #expect(!text.contains("are disabled"), "\(text)")
  }

  @Test func `a database that cannot be read is named, because it cannot say who was disabled`()
    throws
  {
    #expect(try installation.albumscan(["person", "disable", "Ben"]).exitCode == 0)
    for name in try Files.entries(of: installation.data, startingWith: "albums.db") {
      try Files.replace(
        "\(installation.data)/\(name)", with: Array(repeating: 7, count: 5000), durably: false)
    }
    let text = try restored(installation)
    #expect(text.contains("could not be read"), "\(text)")
    #expect(text.contains("albumscan person list"), "\(text)")
    #expect(try people(of: installation) == ["Anna*", "Ben*", "Carl*"])
  }

  @Test func `a log whose owner was disabled keeps this owner, without the passphrase`() throws {
    _ = try installation.store().addPerson(
      name: try Household.name("Olga"), plan: .owner, files: installation.sessionFiles,
      at: Self.now)
    #expect(try installation.albumscan(["person", "disable", "Anna"]).exitCode == 0)
    let text = try restored(installation)
    #expect(try people(of: installation) == ["Anna", "Ben*", "Carl*"])
    #expect(text.contains("Anna would be disabled, too"), "\(text)")
    #expect(try installation.albumscan(["person", "invite", "Anna"]).exitCode == 0)
  }
}
