// The real program imports a host's folder of pictures, with valid files, with invalid files, and a
// second time.

import Albums
import Host
import Store
import Support
import Testing

@Suite struct CatalogueTests {
  let installation: Installation
  let folder: String

  init() throws {
    installation = try Installation()
    folder = installation.folder.file("covers")
    for (name, sleeve) in [
      ("Nick Drake - Pink Moon.jpg", "Nick Drake - Pink Moon"), ("S/Adele - 21.JPEG", "Adele - 21"),
      ("no dash.jpg", "Adele - 21"),
    ] {
      try Files.makeDirectories(Files.parent(of: "\(folder)/\(name)"))
      try Files.replace("\(folder)/\(name)", with: try picture(sleeve), durably: false)
    }
  }

  private func picture(_ sleeve: String) throws -> [UInt8] {
    try Files.read("\(Checkout.root)/sample/catalogue/\(sleeve).jpg")
  }

  private func run(_ arguments: String...) throws -> (code: Int32, answer: String) {
    let output = try installation.albumscan(arguments)
    return (output.exitCode, String(decoding: output.bytes, as: UTF8.self))
  }

  @Test func `importing a folder again reads only changed pictures`() throws {
    let first = try run("catalogue", "import", folder)
    #expect(first.code == 0)
    #expect(first.answer.contains("2 covers imported (2 new, 0 changed, 0 as they were)"))
    let again = try run("catalogue", "import", folder)
    #expect(again.answer.contains("2 covers imported (0 new, 0 changed, 2 as they were); 2 are"))
    let before = try installation.store().knownCovers()
    try Files.replace(
      "\(folder)/S/Adele - 21.JPEG", with: try picture("Elton John - Leather Jackets"),
      durably: false)
    let changed = try run("catalogue", "import", folder)
    #expect(changed.answer.contains("(0 new, 1 changed, 1 as they were); 2 are known"))
    let after = try installation.store().knownCovers()
    #expect(after.first == before.first)
    #expect(after.last?.fingerprint != before.last?.fingerprint)
    #expect(try run("check").code == 0)
  }

  // MARK: One picture under several names

  /// Writes a table with these rows, whose titles differ from the names of the files.
  private func table(_ rows: String...) throws -> String {
    try installation.folder.write(
      "file,artist,title,year\n" + rows.map { "\($0)\n" }.joined(), to: "covers/catalogue.csv")
  }

  /// The titles of the albums with known covers, after a worker has run.
  private func knownTitles() throws -> [String] {
    #expect(try run("work").code == 0)
    let store = try installation.store()
    return try store.knownCovers().compactMap { try store.album($0.album)?.title }.sorted()
  }

  @Test(arguments: [true, false])
  func `a folder and its table make one album of one cover, in either order`(isFolderFirst: Bool)
    throws
  {
    let table = try table("Nick Drake - Pink Moon.jpg,Nick Drake,Pink Moons,1972")
    for source in isFolderFirst ? [folder, table] : [table, folder] {
      let outcome = try installation.told(["catalogue", "import", source])
      #expect(outcome.code == 0, "\(outcome.text)")
      let isOffered = outcome.text.contains(
        "Nick Drake - Pink Moon.jpg is the same picture as Nick Drake – Pink Moons, which stays")
      #expect(isOffered == (source == folder && !isFolderFirst), "\(outcome.text)")
      #expect(outcome.text.contains("catalogue.csv may have more facts") == (source == folder))
    }
    #expect(try knownTitles() == ["21", "Pink Moons"], "the table is more exact")
    let match = try run("recognise", "\(folder)/Nick Drake - Pink Moon.jpg")
    #expect(match.answer.contains(#""sure":true,"title":"Pink Moons"}"#), "\(match.answer)")
  }

  @Test func `another file with the same picture adds no album, and can join it`() throws {
    #expect(try run("catalogue", "import", folder).code == 0)
    try Files.replace(
      "\(folder)/1.jpg", with: try picture("Nick Drake - Pink Moon"), durably: false)
    let other = try table("1.jpg,Nick Drake,Moon of Pink,1972")
    let offered = try installation.told(["catalogue", "import", other])
    #expect(offered.code == 0 && offered.text.contains("same picture as Nick Drake – Pink Moon,"))
    #expect(offered.text.contains("--join"))
    #expect(try knownTitles() == ["21", "Pink Moon"])
    #expect(try year(of: "Pink Moon") == nil)
    let joined = try installation.told(["catalogue", "import", "--join", other])
    #expect(joined.code == 0 && !joined.text.contains("same picture"), "\(joined.text)")
    #expect(try knownTitles() == ["21", "Pink Moon"])
    #expect(try year(of: "Pink Moon") == 1972)
  }

  @Test func `another spelling of the same album needs no question`() throws {
    #expect(try run("catalogue", "import", folder).code == 0)
    try Files.replace(
      "\(folder)/1.jpg", with: try picture("Nick Drake - Pink Moon"), durably: false)
    let told = try installation.told(
      ["catalogue", "import", try table("1.jpg,NICK DRAKE,Pink Moon (Remastered),1972")])
    #expect(told.code == 0 && !told.text.contains("same picture"), "\(told.text)")
    #expect(try installation.store().knownCovers().count == 2)
    #expect(try run("catalogue", "import", folder).code == 0)
    #expect(try knownTitles() == ["21", "Pink Moon (Remastered)"], "the table is more exact")
    #expect(try year(of: "Pink Moon (Remastered)") == 1972)
  }

  @Test func `an album with a find keeps its names, so that its finds and its cover agree`() throws
  {
    #expect(try run("catalogue", "import", folder).code == 0)
    #expect(try run("scan", "\(folder)/Nick Drake - Pink Moon.jpg").code == 0)
    let told = try installation.told(
      ["catalogue", "import", try table("Nick Drake - Pink Moon.jpg,Nick Drake,Pink Moons,1972")])
    #expect(told.code == 0 && told.text.contains("same picture"), "\(told.text)")
    let match = try run("recognise", "\(folder)/Nick Drake - Pink Moon.jpg")
    #expect(match.answer.contains(#""sure":true,"title":"Pink Moon"}"#), "\(match.answer)")
  }

  private func year(of title: String) throws -> Int? {
    let store = try installation.store()
    return try store.knownCovers().compactMap { try store.album($0.album) }
      .first { $0.title == title }?.year
  }

  @Test func `unreadable pictures are counted, and the others become known covers`() throws {
    try Files.replace("\(folder)/A - Cut.jpg", with: [0xFF, 0xD8, 0xFF, 0xE0], durably: false)
    try Files.replace(
      "\(folder)/A - Liar.jpg", with: [0x89, 0x50, 0x4E, 0x47, 13, 10, 26, 10], durably: false)
    let outcome = try run("catalogue", "import", folder)
    #expect(outcome.code == 3)
    #expect(outcome.answer.contains("2 covers imported (2 new"))
    #expect(try installation.store().countCovers() == 2)
  }

  @Test func `a folder without a picture that fits is unusable`() throws {
    let empty = installation.folder.file("empty")
    try Files.makeDirectories(empty)
    #expect(try run("catalogue", "import", empty).code == 3)
    #expect(try run("catalogue", "import", "\(empty)/none.csv").code == 3)
  }

  @Test func `a photo is recognised by name, and its covers are found`() throws {
    #expect(try run("catalogue", "import", folder).code == 0)
    let photo = "\(folder)/Nick Drake - Pink Moon.jpg"
    let match = try run("recognise", photo)
    #expect(match.code == 0, "\(match.answer)")
    #expect(match.answer.hasPrefix(#"{"matches":[{"artist":"Nick Drake","similarity":"#))
    #expect(match.answer.contains(#""sure":true,"title":"Pink Moon"}"#))
    let unknown = try run("recognise", Sample.other)
    #expect(unknown.code == 1 && unknown.answer.hasPrefix(#"{"matches":["#))
    let out = installation.folder.file("crops")
    let covers = try run("covers", Sample.photo, "--output", out)
    #expect(covers.code == 0 && covers.answer.hasPrefix(#"{"covers":[{"confidence":"#))
    #expect(try Files.entries(of: out).contains("1.jpg"))
    #expect(try run("covers", "\(folder)/none.jpg").code != 0)
  }
}
