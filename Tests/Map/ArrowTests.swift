// Compares the imports in the sources with the arrows of ARCHITECTURE.md. The compiler refuses
// imports that Package.swift does not name; this test refuses imports that the table below does not
// allow.

import Host
import Support
import Testing

@Suite struct ArrowTests {
  /// A module of ours: its layer in the table of ARCHITECTURE.md, and all that it may import.
  struct Module: CustomStringConvertible, Sendable {
    let name: String
    let layer: Int
    let imports: Set<String>

    init(_ name: String, _ layer: Int, _ imports: Set<String> = []) {
      self.name = name
      self.layer = layer
      self.imports = imports
    }

    var description: String { name }
  }

  /// The modules from the lowest layer to the highest. An additional import between modules needs a
  /// decision and an entry here.
  static let modules: [Module] = [
    Module("Text", 1),
    Module("Albums", 2, ["Text"]),
    Module("Pictures", 2, ["CPixels"]),
    Module("CGI", 2, ["Text", "Glibc"]),
    Module("Host", 2, ["Text", "CHost", "CMD", "Glibc", "Synchronization"]),
    Module("Store", 3, ["Text", "Albums", "Host", "CSQLite", "Glibc"]),
    Module("JPEG", 3, ["Pictures", "CPixels", "CTurboJPEG", "Glibc"]),
    Module("Covers", 3, ["Pictures", "CHamming", "CPixels", "Glibc"]),
    Module("HTTP", 3, ["Text", "Host", "CCurl", "Glibc", "Synchronization"]),
    Module("Installing", 3, ["Pictures", "Host"]),
    Module("Lettering", 3, ["Pictures", "COnnx", "CPixels", "Glibc"]),
    Module("Sleeves", 3, ["Text", "Albums"]),
    Module("Tracks", 3, ["Albums"]),
    Module("Words", 3, ["Albums", "Host"]),
    Module(
      "Site", 4,
      ["Text", "Albums", "Tracks", "Host", "CCmark", "Dispatch", "Glibc", "Synchronization"]),
    Module("Serving", 4, ["Host", "HTTP"]),
    Module(
      "Models", 4, ["Text", "Albums", "Host", "HTTP", "FoundationEssentials", "Synchronization"]),
    Module("MusicBrainz", 4, ["Text", "Albums", "Sleeves", "Tracks", "Host", "HTTP"]),
    Module("Books", 4, ["Text", "Albums", "Host", "HTTP"]),
    Module(
      "Photos", 4,
      ["Text", "Albums", "Pictures", "Host", "Covers", "Dispatch", "Synchronization"]),
    Module("Refresh", 5, ["Albums", "Host", "Store", "Site"]),
    Module(
      "Scanning", 6,
      [
        "Text", "Albums", "Pictures", "Host", "Store", "Covers", "HTTP", "Models", "MusicBrainz",
        "Books", "Photos", "Refresh", "Sleeves", "Tracks",
      ]),
    Module(
      "Exchange", 6,
      [
        "Text", "Albums", "Tracks", "Host", "Store", "Covers", "MusicBrainz", "Photos",
        "FoundationEssentials",
      ]),
    Module(
      "Publishing", 7, ["Albums", "Host", "Store", "Site", "Refresh", "Exchange", "Dispatch"]),
    Module("Routes", 8, ["Text", "Albums", "Pictures", "Host", "CGI", "Store", "Glibc"]),
    Module("PhotoCommands", 8, ["Pictures", "Host", "JPEG", "Covers", "Glibc"]),
    Module("ReadCommands", 8, ["Text", "Pictures", "Host", "Lettering", "Glibc"]),
    Module(
      "Commands", 8,
      [
        "Text", "Albums", "Pictures", "Host", "Store", "HTTP", "Words", "Site", "Models", "Photos",
        "Refresh", "Scanning", "Exchange", "Publishing", "Serving", "Installing",
        "ArgumentParser",
        "FoundationEssentials", "Glibc", "Synchronization",
      ]),
    Module("albumscan-cgi", 9, ["Host", "Routes"]),
    Module("albumscan-photo", 9, ["PhotoCommands"]),
    Module("albumscan-read", 9, ["ReadCommands"]),
    Module("albumscan", 9, ["Commands"]),
  ]

  @Test(arguments: modules)
  func `a module imports only what its row of the table names`(module: Module) throws {
    for file in try ModuleFolders.sources(of: module.name) {
      let extra = imports(in: try ModuleFolders.text(of: file)).subtracting(module.imports)
      #expect(extra.isEmpty, "\(file) imports \(extra.sorted())")
    }
  }

  @Test(arguments: modules)
  func `a module may import lower layers only, so neighbours do not import each other`(
    module: Module
  ) {
    for other in Self.modules where module.imports.contains(other.name) {
      #expect(other.layer < module.layer, "\(module) may import \(other)")
    }
  }

  @Test func `every module is in the table`() throws {
    let folders = try Files.entries(of: "\(Checkout.root)/Sources")
    let known = Set(
      Self.modules.map(\.name) + [
        "CHamming", "CHost", "CMD", "COnnx", "CPixels", "CSQLite", "CStart", "CTurboJPEG", "CCmark",
        "CCurl",
      ])
    #expect(Set(folders) == known)
  }

  @Test func `ARCHITECTURE.md has each module with its layer, the lowest first`() throws {
    let bytes = try Files.read("\(Checkout.root)/ARCHITECTURE.md")
    let rows = String(decoding: bytes, as: UTF8.self).matches(
      of: #/\n\| (\d|program) \| `([\w-]+)` \|/#)
    let listed = rows.map { "\($0.output.1) \($0.output.2)" }
    let names = Self.modules.map { "\($0.layer == 9 ? "program" : String($0.layer)) \($0.name)" }
    #expect(Set(listed) == Set(names))
    #expect(listed.map { $0.prefix(1) } == listed.map { $0.prefix(1) }.sorted())
  }

  /// The modules of the project that wrap one C library or contain C code.
  private static let wrappers = [
    "CSQLite", "CTurboJPEG", "CCmark", "CMD", "CCurl", "CHost", "COnnx", "CPixels", "CHamming",
  ]

  @Test func `ARCHITECTURE.md has the imports of each module`() throws {
    let bytes = try Files.read("\(Checkout.root)/ARCHITECTURE.md")
    let rows = String(decoding: bytes, as: UTF8.self).matches(
      of: #/\n\| (\d|program) \| `([\w-]+)` \|.*\| (.+) \|/#)
    #expect(rows.count == Self.modules.count)
    for row in rows {
      let name = row.output.2
      let module = try #require(Self.modules.first { $0.name == name })
      let names = Set(row.output.3.matches(of: #/`([\w-]+)`/#).map { String($0.output.1) })
      let ours = Set(Self.modules.filter { $0.layer < module.layer }.map(\.name))
      let isAllBut = row.output.3.hasPrefix("all ")
      let known = isAllBut ? ours : ours.union(Self.wrappers)
      #expect(names.isSubset(of: known), "\(name): \(names.subtracting(known))")
      let stated = isAllBut ? ours.subtracting(names) : names
      #expect(stated == module.imports.intersection(known), "\(name)")
    }
  }

  @Test func `only Store has SQL`() throws {
    for module in Self.modules where module.name != "Store" {
      for file in try ModuleFolders.sources(of: module.name) {
        let text = try ModuleFolders.text(of: file)
        for word in ["SELECT ", "INSERT INTO", "UPDATE SET", "PRAGMA "] {
          #expect(!text.contains(word), "\(file) says \(word)")
        }
      }
    }
  }

  private func imports(in text: String) -> Set<String> {
    var found: Set<String> = []
    for line in text.split(separator: "\n") {
      let words = line.split(separator: " ")
      guard let index = words.firstIndex(of: "import"), index <= 1, words.count > index + 1 else {
        continue
      }
      if index == 1, !["package", "public", "internal", "private"].contains(words[0]) { continue }
      found.insert(String(words[index + 1].prefix { $0 != "." && $0 != ";" }))
    }
    return found
  }
}
