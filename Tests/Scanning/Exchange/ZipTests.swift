// ZIP archives: the same entries give the same bytes, other programs can read them, and no damaged
// archive is read.

import Host
import Support
import Testing

@testable import Exchange

@Suite struct ZipTests {
  let folder: TemporaryFolder

  init() throws { folder = try TemporaryFolder() }

  typealias Entries = [(name: String, bytes: [UInt8])]

  static let entries: Entries = [
    ("a.txt", Array("hello".utf8)), ("folder/empty", []),
    ("ü.bin", (0..<5000).map { UInt8($0 & 255) }),
  ]

  private func archive(_ entries: Entries = entries, most32: UInt64 = .init(UInt32.max)) throws
    -> String
  {
    let path = folder.file("\(hexadecimal(Randomness.bytes(6))).zip")
    try Files.replace(path, durably: false) { (file) throws(HostError) in
      var zip = ZipWriter()
      zip.most32 = most32
      for entry in entries { try zip.add(entry.name, entry.bytes, to: file) }
      try zip.finish(to: file)
    }
    return path
  }

  private func read(_ path: String) throws -> Entries {
    let zip = try ZipReader(path)
    return try zip.names.map { name in
      (name, try #require(try zip.bytes(of: name, limit: 1 << 20)))
    }
  }

  private func expectEntries(_ path: String, _ wanted: Entries = entries) throws {
    let found = try read(path)
    #expect(found.map(\.name) == wanted.map(\.name))
    #expect(found.map(\.bytes) == wanted.map(\.bytes))
  }

  @Test func `an archive has its entries, and the same entries give the same bytes`() throws {
    let (one, other) = (try archive(), try archive())
    try expectEntries(one)
    #expect(try Files.read(one) == Files.read(other))
    try expectEntries(try archive([]), [])
  }

  @Test func `Python's zipfile finds no fault in an archive, with and without ZIP64`() throws {
    for most32 in [UInt64(UInt32.max), 10] {
      let path = try archive(most32: most32)
      let output = try Programs.run(
        "/usr/bin/python3", ["-m", "zipfile", "-t", path], input: "/dev/null", limit: 1 << 16,
        timeoutMilliseconds: 60_000)
      #expect(output.exitCode == 0, "\(String(decoding: output.bytes, as: UTF8.self))")
    }
  }

  @Test func `fields of ZIP64 are read, for far entries and for many`() throws {
    try expectEntries(try archive(most32: 10))
    let many: Entries = (0..<66_000).map { ("\($0)", []) }
    #expect(try ZipReader(try archive(many)).names.count == 66_000)
  }

  @Test func `CRC-32 has the check value of the catalogue of CRCs`() {
    #expect(Checksum.crc32(Array("123456789".utf8)) == 0xCBF4_3926)
  }

  /// Each change of the bytes, and the error that it causes.
  static let damages: [(name: String, error: ZipError, change: @Sendable ([UInt8]) -> [UInt8])] = [
    ("cut off at the end", .damaged, { Array($0.dropLast()) }),
    ("something after the end", .damaged, { $0 + [0] }),
    ("something before the start", .damaged, { [0] + $0 }),
    ("no end record", .damaged, { Array($0.dropLast(22)) }),
    ("only the first half", .damaged, { Array($0.prefix($0.count / 2)) }),
    ("empty", .damaged, { _ in [] }),
    ("a compressed entry", .compressed, { changed($0, at: centre($0) + 10, to: 8) }),
    ("an encrypted entry", .compressed, { changed($0, at: centre($0) + 8, to: 1) }),
    ("another count of entries", .damaged, { changed($0, at: $0.count - 14, to: 2) }),
    ("another size in the directory", .damaged, { changed($0, at: centre($0) + 20, to: 9) }),
    ("a huge size", .damaged, { changed($0, at: centre($0) + 27, to: 0x7F) }),
    ("another name in the local header", .damaged, { changed($0, at: 30, to: 0x62) }),
    ("a name that is no UTF-8", .damaged, { changed($0, at: centre($0) + 46, to: 0xFF) }),
    ("an entry that begins elsewhere", .damaged, { changed($0, at: centre($0) + 42, to: 1) }),
  ]

  private static func changed(_ bytes: [UInt8], at index: Int, to byte: UInt8) -> [UInt8] {
    var bytes = bytes
    bytes[index] = byte
    return bytes
  }

  /// The offset of the central directory.
  private static func centre(_ bytes: [UInt8]) -> Int {
    let end = bytes.count - 22
    return (0..<4).reversed().reduce(0) { $0 << 8 | Int(bytes[end + 16 + $1]) }
  }

  @Test func `a damaged archive is refused with the reason`() throws {
    let whole = try Files.read(try archive())
    for damage in Self.damages {
      let path = folder.file("damaged.zip")
      try Files.replace(path, with: damage.change(whole), durably: false)
      #expect(throws: damage.error, "\(damage.name)") { _ = try read(path) }
    }
  }

  @Test func `two entries of one name are refused`() throws {
    let path = try archive([("a", [1]), ("a", [2])])
    #expect(throws: ZipError.repeated) { _ = try read(path) }
  }

  @Test func `a changed byte of the content fails the checksum`() throws {
    var bytes = try Files.read(try archive())
    bytes[35] ^= 1
    let path = folder.file("changed.zip")
    try Files.replace(path, with: bytes, durably: false)
    #expect(throws: ZipError.checksum) { _ = try read(path) }
  }

  @Test func `an entry above the limit is not read`() throws {
    let zip = try ZipReader(try archive())
    #expect(try zip.bytes(of: "a.txt", limit: 4) == nil)
    #expect(try zip.bytes(of: "a.txt", limit: 5) != nil)
    #expect(try zip.bytes(of: "b.txt", limit: 5) == nil)
  }

  @Test func `no damage crashes the reader`() throws {
    let seed = testSeed()
    print("ALBUMSCAN_SEED=\(seed)")
    var random = SeededGenerator(seed: seed)
    let whole = [try Files.read(try archive()), try Files.read(try archive(most32: 10))]
    let path = folder.file("random.zip")
    for round in 0..<2000 {
      var bytes = whole[round % 2]
      for _ in 0..<Int.random(in: 1...4, using: &random) {
        bytes[Int.random(in: 0..<bytes.count, using: &random)] =
          [0, 1, 0x7F, 0xFF, UInt8.random(in: 0...255, using: &random)].randomElement(
            using: &random) ?? 0
      }
      try Files.replace(path, with: bytes, durably: false)
      _ = try? read(path)
    }
  }
}
