// The import of a complete export. An empty history gets everything; another history gets only the
// missing rows. A damaged export adds nothing.

import Albums
import Host
import Support
import Testing
import Text

@testable import Exchange
@testable import Store

@Suite struct HistoryExportTests {
  static var seeds: [UInt64] {
    let seed = testSeed()
    print("ALBUMSCAN_SEED=\(seed)")
    return (0..<12).map { seed &+ $0 }
  }

  private func filled(_ seed: UInt64 = 1) async throws -> ExchangeHouse {
    let house = try ExchangeHouse()
    var log = FilledLog(seed: seed, in: house)
    try await log.fill()
    return house
  }

  @Test func `an export imported into an empty log gives the same export again`() async throws {
    for seed in Self.seeds {
      let house = try await filled(seed)
      let first = try house.export()
      #expect(try house.export() == first, "seed \(seed): the same log, other bytes")
      let other = try ExchangeHouse()
      let path = try other.write(first, to: "in.zip")
      let count = try await other.take(path)
      #expect(try count == house.finds().count, "seed \(seed)")
      #expect(try other.export() == first, "seed \(seed)")
      #expect(try await other.take(path) == 0, "seed \(seed): a second import adds finds")
      #expect(try other.export() == first, "seed \(seed)")
      #expect(try other.store().damage() == nil)
    }
  }

  @Test func `a folder has the same files as the archive, and is imported like it`() async throws {
    let house = try await filled()
    let first = try house.export()
    let folder = house.folder.file("out/")
    _ = try HistoryExport(artworkFolder: house.artwork).write(try house.store(), to: folder)
    for path in [String(folder.dropLast()), "\(folder)log.json"] {
      let other = try ExchangeHouse()
      try await other.take(path)
      #expect(try other.export() == first)
    }
  }

  @Test func `an import that stops after any commit is completed by the next one`() async throws {
    struct Stop: Error {}
    let house = try ExchangeHouse()
    let rows = (0..<450).map { "Artist \($0),Title \($0),\($0)\r\n" }.joined()
    try await house.take(table: "Artist,Title,release_id\r\n" + rows)
    let first = try house.export()
    for stop in 1...3 {
      let other = try ExchangeHouse()
      let path = try other.write(first, to: "in.zip")
      var commits = 0
      await #expect(throws: Stop.self) {
        try await other.take(path) { _ in
          commits += 1
          if commits == stop { throw Stop() }
        }
      }
      #expect(try other.finds().count == min(450, stop * 200))
      try await other.take(path)
      #expect(try other.export() == first)
      #expect(try other.store().damage() == nil)
    }
  }

  @Test func `local data stays, and only missing facts and finds come`() async throws {
    let house = try await filled()
    let path = try house.write(try house.export(), to: "in.zip")
    let other = try ExchangeHouse()
    try await other.take(path)
    let store = try other.store()
    let id = try #require(try other.finds().first?.id)
    let edit = EditID(randomBytes: Randomness.bytes(17))
    let note = try FindEdit(status: "heard", note: "mine")
    _ = try store.edit([id], note, as: edit, by: .owner, at: ExchangeHouse.now)
    let deleted = try #require(try other.finds().last?.id)
    _ = try store.delete(deleted, at: ExchangeHouse.now)
    #expect(try await other.take(path) == 0)
    #expect(try other.store().find(id)?.details.note == "mine")
    #expect(try other.store().find(deleted) == nil)
  }

  @Test func `a damaged export is refused, and nothing is imported`() async throws {
    let house = try await filled()
    let folder = house.folder.file("out")
    _ = try HistoryExport(artworkFolder: house.artwork).write(try house.store(), to: "\(folder)/")
    let finds = "\(folder)/finds-0001.json"
    let whole = try Files.read(finds)
    for change in [Array(whole.dropLast(3)), whole + [0x20], []] {
      try Files.replace(finds, with: change, durably: false)
      let other = try ExchangeHouse()
      await #expect(throws: ImportError.dataFile("finds-0001.json", reason: "checksum")) {
        try await other.take(folder)
      }
      #expect(try other.finds().isEmpty)
      #expect(try other.store().albumRecords(after: nil, count: 1).isEmpty)
    }
    try Files.remove(finds)
    await #expect(throws: ImportError.self) { try await ExchangeHouse().take(folder) }
  }

  /// Rows with one wrong member. The digests of the data files are right, so only the row is wrong.
  @Test(arguments: ["parts", "pictures"])
  func `an export that lists a file twice is refused before a file is read`(
    member: String
  ) async throws {
    let house = try await filled()
    let folder = house.folder.file("out/")
    _ = try HistoryExport(artworkFolder: house.artwork).write(try house.store(), to: folder)
    let path = "\(folder)log.json"
    let bytes = try Files.read(path)
    let first = try #require(JSON(bytes)?[member].items.first)
    let list = "\"\(member)\":["
    let twice = String(decoding: bytes, as: UTF8.self)
      .replacing(list, with: "\(list)\(first.written()),")
    #expect(JSON(Array(twice.utf8))?[member].items.dropFirst().first == first)
    try Files.replace(path, with: Array(twice.utf8), durably: false)
    try Files.remove("\(folder)\(try #require(first["name"].text))")
    let other = try ExchangeHouse()
    await #expect(throws: ImportError.dataFile("log.json", reason: member)) {
      try await other.take(path)
    }
    #expect(try other.finds().isEmpty)
  }

  @Test func `a row with an invalid member is refused with its data file and member`() async throws
  {
    let house = try await filled()
    let folder = house.folder.file("out")
    _ = try HistoryExport(artworkFolder: house.artwork).write(try house.store(), to: "\(folder)/")
    // The error names the wrong member, except for a row that is no object.
    let cases: [(member: String, value: JSON)] = [
      ("id", "../../etc"), ("found", 1e300), ("status", "sold"), ("tags", ["a,b"]),
      ("note", ""), ("person", "../x"), ("album", ""), ("public", 1), ("item", nil),
      ("candidates", 7),
    ]
    for (member, value) in cases {
      let name = "finds-0001.json"
      let whole = try Files.read("\(folder)/\(name)")
      guard let json = JSON(whole), case .array(var rows) = json["finds"] else {
        Issue.record("no finds")
        return
      }
      rows[0] = rows[0].setting(member, to: value)
      let changed = JSON.object([JSON.Member("finds", .array(rows))]).bytes()
      let other = try ExchangeHouse()
      let copy = other.folder.file("copy")
      try Files.makeDirectories("\(copy)/pictures")
      for file in try Files.entries(of: folder) where file != "pictures" {
        try Files.replace(
          "\(copy)/\(file)", with: try Files.read("\(folder)/\(file)"), durably: false)
      }
      try Files.replace("\(copy)/\(name)", with: changed, durably: false)
      try Files.replace(
        "\(copy)/log.json",
        with: try index(of: folder, digest: hexadecimal(SHA256.digest(of: changed)), of: name),
        durably: false)
      let reason = "1: \(member == "item" ? "object" : member)"
      await #expect(throws: ImportError.dataFile(name, reason: reason)) {
        try await other.take(copy)
      }
      #expect(try other.finds().isEmpty, "\(member)")
    }
  }

  /// `log.json` with another digest of a data file.
  private func index(of folder: String, digest: String, of name: String) throws -> [UInt8] {
    let json = try #require(JSON(try Files.read("\(folder)/log.json")))
    let dataFiles = json["parts"].items.map { dataFile in
      dataFile["name"].text == name ? dataFile.setting("sha256", to: .string(digest)) : dataFile
    }
    return json.setting("parts", to: .array(dataFiles)).bytes()
  }

  /// Changes the rows of a data file of the export in `folder`, also in the list of `log.json`.
  private func edit(
    _ member: String, in folder: String, _ change: ([JSON.Member]) -> [JSON.Member]
  ) throws {
    let name = "\(member)-0001.json"
    let json = try #require(JSON(try Files.read("\(folder)/\(name)")))
    let rows = json[member].items.map { row -> JSON in
      if case .object(let members) = row { .object(change(members)) } else { row }
    }
    let changed = JSON.object([JSON.Member(member, .array(rows))]).bytes()
    let digest = hexadecimal(SHA256.digest(of: changed))
    let index = try index(of: folder, digest: digest, of: name)
    try Files.replace("\(folder)/\(name)", with: changed, durably: false)
    try Files.replace("\(folder)/log.json", with: index, durably: false)
  }

  /// Makes an export of a version before 10: without the choice and the own pictures of finds, and
  /// with states of imported rows that are the same for a "no" and for undecided.
  private func olden(_ folder: String) throws {
    try edit("finds", in: folder) { members in
      members.filter { !["publicChoice", "ownArtwork"].contains($0.name) }
    }
    try edit("import-rows", in: folder) { members in
      members.map { member in
        guard member.name == "state" else { return member }
        return JSON.Member("state", .string(String((member.value.text ?? "").dropFirst(2))))
      }
    }
  }

  @Test(arguments: [(true, PublicChoice.yes), (false, .no)])
  func `an export without choices imports its boolean as a person's word`(
    isPublic: Bool, choice: PublicChoice
  ) async throws {
    for isNull in [true, false] {
      let house = try ExchangeHouse()
      try await house.take(table: "Artist,Title,release_id\r\nCan,Landed,1\r\n")
      let folder = house.folder.file("out")
      _ = try HistoryExport(artworkFolder: house.artwork).write(try house.store(), to: "\(folder)/")
      try edit("finds", in: folder) { members in
        members.compactMap { member in
          switch member.name {
          case "publicChoice": isNull ? JSON.Member(member.name, .null) : nil
          case "public": JSON.Member(member.name, .bool(isPublic))
          default: member
          }
        }
      }
      let other = try ExchangeHouse()
      try await other.take(folder)
      #expect(try other.finds().map(\.details.publicChoice) == [choice], "null: \(isNull)")
    }
  }

  @Test(arguments: 1...2)
  func `the albums of an export with earlier rules for names get their present keys`(
    rules: Int
  ) async throws {
    let house = try ExchangeHouse()
    try await house.take(
      table: "Artist,Title,release_id\r\nThe The,Infected,1\r\nКий,Один,2\r\n")
    let folder = house.folder.file("out")
    _ = try HistoryExport(artworkFolder: house.artwork).write(try house.store(), to: "\(folder)/")
    let former = ["the the / infected": "the / infected", "кий / один": "кии\u{306} / один"]
    func older(_ members: [JSON.Member], _ name: String) -> [JSON.Member] {
      members.map { member in
        if member.name == "keyRules" { return JSON.Member("keyRules", .integer(rules)) }
        guard member.name == name, let key = member.value.text else { return member }
        return JSON.Member(name, .string(former[key] ?? key))
      }
    }
    try edit("albums", in: folder) { older($0, "key") }
    try edit("finds", in: folder) { older($0, "album") }
    let other = try ExchangeHouse()
    try await other.take(table: "Artist,Title,release_id\r\nКий,Один,9\r\n")
    try await other.take(folder)
    let store = try other.store()
    #expect(try other.finds().count == 3 && store.damage() == nil)
    #expect(try store.albumID(of: AlbumKey(stored: "the the / infected")) != nil)
    let albums = try store.albumRecords(after: nil, count: 9)
    #expect(albums.map(\.keyRules) == [3, 3])
    #expect(try await other.take(folder) == 0)
  }

  @Test func `an import in an export of an earlier version can be undone`() async throws {
    let house = try ExchangeHouse()
    try await house.take(table: "Artist,Title,release_id\r\nCan,Landed,1\r\nCan,Flow Motion,2\r\n")
    let folder = house.folder.file("out")
    _ = try HistoryExport(artworkFolder: house.artwork).write(try house.store(), to: "\(folder)/")
    try olden(folder)
    let other = try ExchangeHouse()
    try await other.take(folder)
    let store = try other.store()
    let imported = try #require(try store.importRecords().first).id
    let undone = try store.undoImport(imported, after: Int.min, count: 9, at: ExchangeHouse.now)
    #expect(undone.removed == 2 && undone.kept.isEmpty)
  }

  @Test func `an own picture of an earlier version's export stays in the household`() async throws {
    let house = try ExchangeHouse()
    try await house.take(table: "Artist,Title,release_id\r\nCan,Landed,1\r\n")
    let folder = house.folder.file("out")
    _ = try HistoryExport(artworkFolder: house.artwork).write(try house.store(), to: "\(folder)/")
    try olden(folder)
    let digest = String(repeating: "a", count: 64)
    try edit("albums", in: folder) { members in
      members.map { $0.name == "ownArtwork" ? JSON.Member($0.name, .string(digest)) : $0 }
    }
    let other = try ExchangeHouse()
    try await other.take(folder)
    #expect(try other.store().unownedPictures().map(\.artwork.digest) == [digest])
    #expect(try other.finds().map(\.album.artwork?.digest) == [digest])
  }

  @Test func `an export has no secret, no path and no deleted find`() async throws {
    let house = try await filled()
    let store = try house.store()
    let deleted = try #require(try house.finds().first?.id)
    _ = try store.delete(deleted, at: ExchangeHouse.now)
    let text = String(decoding: try house.export(), as: UTF8.self)
    for word in [house.folder.path, deleted.text, "passphrase", "\"hash\"", "token"] {
      #expect(!text.contains(word), "\(word)")
    }
  }

  @Test func `accounts come into an empty log only, and need an owner`() async throws {
    let house = try ExchangeHouse()
    let files = SessionFiles(folder: house.folder.file("sessions"))
    let name = try #require(PersonName("Ada"))
    _ = try house.store().addPerson(name: name, plan: nil, files: files, at: ExchangeHouse.now)
    let path = try house.write(try house.export(), to: "in.zip")
    let empty = try ExchangeHouse()
    try await empty.take(path)
    #expect(try empty.store().people().map(\.name) == [name])
    let filled = try await filled(2)
    let before = try filled.store().people()
    try await filled.take(path)
    #expect(try filled.store().people() == before)
    let third = try ExchangeHouse()
    #expect(throws: StoreError.person(.lastOwner)) {
      try third.store().restore([
        Person(id: PersonID("x"), name: name, plan: .base, created: ExchangeHouse.now)
      ])
    }
  }

  @Test func `every file of an export matches docs/export.schema.json`() async throws {
    let schema = try SchemaCheck(
      try Files.read("\(Checkout.root)/docs/export.schema.json"))
    for seed in Self.seeds.prefix(4) {
      let house = try await filled(seed)
      let folder = house.folder.file("out")
      _ = try HistoryExport(artworkFolder: house.artwork).write(try house.store(), to: "\(folder)/")
      for name in try Files.entries(of: folder) where name.hasSuffix(".json") {
        let json = try #require(JSON(try Files.read("\(folder)/\(name)")))
        #expect(schema.problems(of: json) == [], "seed \(seed), \(name)")
      }
    }
    let wrong: JSON = ["finds": [["id": 7]]]
    #expect(!schema.problems(of: wrong).isEmpty)
    #expect(!schema.problems(of: ["unknown": []]).isEmpty)
  }
}
