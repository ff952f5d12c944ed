// The files of a backup: their names, their order, their sizes and digests.

import Host
import Support
import Testing

@testable import Exchange

@Suite struct BackupFileTests {
  typealias Part = (name: String, bytes: [UInt8])

  static let database: Part = ("albums.db", Array("database".utf8))
  static let photo: Part = ("photos/\(String(repeating: "a", count: 26)).jpg", [1])
  static let picture: Part = ("artwork/\(String(repeating: "0", count: 32))-500.jpg", [2, 3])

  private func manifest(_ parts: [Part], version: Int = 1) -> Part {
    let list = BackupManifest(
      program: "0", schema: 9, created: "2026-11-22T00:00:00Z", finds: 0,
      files: parts.map {
        .init(
          name: $0.name, size: $0.bytes.count, digest: hexadecimal(SHA256.digest(of: $0.bytes)))
      }, missing: ["artwork/x", "a \"quoted\" name"])
    let text = String(decoding: list.bytes, as: UTF8.self)
      .split(separator: "\"version\":1").joined(separator: "\"version\":\(version)")
    return ("manifest.json", Array(text.utf8))
  }

  private func read(_ parts: [Part]) throws -> BackupManifest {
    let folder = try TemporaryFolder()
    let path = folder.file("b.tar")
    var tar = TarWriter(try FileDescriptor.creating(path), seconds: 0)
    for part in parts {
      try tar.begin(TarHeader(name: part.name, size: part.bytes.count))
      try tar.append(part.bytes[...])
      try tar.end()
    }
    try tar.finish()
    var nothing = NoReceiver()
    return try BackupFile.read(path, into: &nothing)
  }

  @Test func `a whole backup is accepted, and its list comes back`() throws {
    let parts = [Self.database, Self.photo, Self.picture]
    let read = try read(parts + [manifest(parts)])
    #expect(read.schema == 9 && read.files.map(\.size) == [8, 1, 2])
    #expect(read.missing == ["artwork/x", "a \"quoted\" name"])
  }

  @Test(arguments: [
    "../albums.db", "/etc/passwd", "artwork/../../x-500.jpg", "artwork/..", "photos/../keys/openai",
    "keys/openai", "tls/server.pem", "sessions/open", "photos/a/b.jpg", "photos/.jpg",
    "photos/a.png", "artwork/\(String(repeating: "g", count: 32))-500.jpg",
    "artwork/\(String(repeating: "0", count: 32))-501.jpg", "artwork//x", "ALBUMS.DB",
  ])
  func `a name that a backup does not have is refused`(name: String) throws {
    #expect(BackupEntry(name: name) == nil)
    let parts = [Self.database, Part(name, [1])]
    #expect(throws: BackupError.self) { try read(parts + [manifest(parts)]) }
  }

  @Test(arguments: [
    BackupEntry.database, .controlFile, .manifest, .photo("a.jpg"), .photo("b.artwork"),
    .artwork("\(String(repeating: "0", count: 32))-200.jpg"),
  ])
  func `the name of each file leads back to it`(entry: BackupEntry) {
    #expect(BackupEntry(name: entry.name) == entry)
  }

  @Test func `a backup that is not as its list says is refused`() throws {
    let parts = [Self.database, Self.photo]
    let list = manifest(parts)
    let other = Part(Self.photo.name, [9])
    let cases: [(what: String, parts: [Part])] = [
      ("no list", parts),
      ("nothing", []),
      ("only a list", [list]),
      ("a file less", [Self.database, list]),
      ("a file more", parts + [Self.picture, list]),
      ("another content", [Self.database, other, list]),
      ("another order", [Self.photo, Self.database, list]),
      ("a file twice", parts + [Self.photo, list]),
      ("a file after the list", parts + [list, Self.picture]),
      ("a list that is no JSON", parts + [Part("manifest.json", Array("{".utf8))]),
      ("a later version", parts + [manifest(parts, version: 2)]),
    ]
    for (what, parts) in cases {
      #expect(throws: BackupError.self, "\(what)") { try read(parts) }
    }
  }
}
