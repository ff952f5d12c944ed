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
