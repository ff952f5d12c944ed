// The arrows of ARCHITECTURE.md, compared with the imports in the sources. The compiler refuses
// imports that Package.swift does not name; this test refuses a Package.swift that names too many.

import Host
import Support
import Testing

@Suite struct ArrowTests {
  /// Every module of ours, and all it may import. A new arrow is a decision, and is written here.
  static let rooms: [(room: String, mayImport: Set<String>)] = [
    ("Text", []),
    ("Albums", ["Text"]),
    ("Pictures", ["CPixels"]),
    ("CGI", ["Text"]),
    ("Host", ["Text", "CHost", "CMD", "Glibc"]),
    ("Store", ["Text", "Albums", "CSQLite", "Glibc"]),
    ("JPEG", ["Pictures", "CPixels", "CTurboJPEG", "Glibc"]),
    ("Covers", ["CHamming", "Pictures", "CPixels", "Glibc"]),
    ("HTTP", ["Text", "CCurl", "Host", "Glibc", "Synchronization"]),
    (
      "Site",
      ["Text", "Albums", "Host", "CCmark", "Mustache", "Pictures", "Dispatch", "Synchronization"]
    ),
    ("Models", ["Text", "Albums", "Host", "HTTP", "FoundationEssentials", "Synchronization"]),
    (
      "Scanning",
      [
        "Text", "Albums", "Pictures", "Host", "Store", "Covers", "Site", "HTTP", "Models",
        "FoundationEssentials",
      ]
    ),
    ("Words", ["Albums", "Host"]),
    ("albumscan-cgi", ["Text", "Albums", "Pictures", "Host", "CGI", "Store", "Glibc"]),
    ("albumscan-photo", ["Pictures", "Host", "JPEG", "Covers", "Glibc"]),
    (
      "albumscan",
      [
        "Albums", "Pictures", "Host", "Store", "Covers", "Site", "HTTP", "Models",
        "Scanning", "Words",
        "ArgumentParser",
        "FoundationEssentials", "Glibc",
      ]
    ),
  ]

  @Test(arguments: rooms)
  func `a room imports only what lies below it`(room: String, mayImport: Set<String>) throws {
    for file in try sources(of: "\(Checkout.root)/Sources/\(room)") {
      let text = String(decoding: try Files.read(file), as: UTF8.self)
      let extra = imports(in: text).subtracting(mayImport)
      #expect(extra.isEmpty, "\(file) imports \(extra.sorted())")
    }
  }

  @Test func `every room is on the map`() throws {
    let folders = try Files.entries(of: "\(Checkout.root)/Sources")
    let known = Set(
      Self.rooms.map(\.room) + [
        "CHamming", "CHost", "CMD", "CPixels", "CSQLite", "CTurboJPEG", "CCmark", "CCurl",
      ])
    #expect(Set(folders) == known)
  }

  @Test func `only one room speaks SQL`() throws {
    for (room, _) in Self.rooms where room != "Store" {
      for file in try sources(of: "\(Checkout.root)/Sources/\(room)") {
        let text = String(decoding: try Files.read(file), as: UTF8.self)
        for word in ["SELECT ", "INSERT INTO", "UPDATE SET", "PRAGMA "] {
          #expect(!text.contains(word), "\(file) says \(word)")
        }
      }
    }
  }

  /// The Swift files of a module. A large module has a folder for each of its stages.
  private func sources(of folder: String) throws -> [String] {
    try Files.entries(of: folder).flatMap { (name) throws -> [String] in
      let path = "\(folder)/\(name)"
      if Files.isDirectory(path) { return try sources(of: path) }
      return name.hasSuffix(".swift") ? [path] : []
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
