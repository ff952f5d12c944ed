// The tar files of backups: the program and tar(1) read every file that the program writes. The
// program accepts no other form.

import Host
import Support
import Testing

@testable import Exchange

@Suite struct TarTests {
  /// Sizes around a block of 512 bytes, and one above a chunk of 1 MiB.
  static let sizes = [0, 1, 511, 512, 513, 10_240, (1 << 20) + 7]

  private func write(_ files: [(name: String, bytes: [UInt8])], to path: String) throws {
    _ = try Files.remove(path)
    var tar = TarWriter(try FileDescriptor.creating(path), seconds: 1_795_000_000)
    for file in files {
      try tar.begin(TarHeader(name: file.name, size: file.bytes.count))
      try tar.append(file.bytes[...])
      try tar.end()
    }
    try tar.finish()
  }

  private func read(_ path: String) throws -> [(name: String, bytes: [UInt8])] {
    var tar = try TarReader(path)
    var files: [(String, [UInt8])] = []
    while let header = try tar.next() {
      var bytes: [UInt8] = []
      while true {
        let chunk = try tar.read()
        if chunk.isEmpty { break }
        bytes += chunk
      }
      files.append((header.name, bytes))
    }
    return files
  }

  @Test func `files of all sizes come back as they were, and tar lists and unpacks them`() throws {
    let folder = try TemporaryFolder()
    let files = Self.sizes.map { size in
      (name: "f\(size)", bytes: (0..<size).map { UInt8(truncatingIfNeeded: $0 &* 31 &+ size) })
    }
    let path = folder.file("a.tar")
    try write(files, to: path)
    let found = try read(path)
    #expect(found.map(\.name) == files.map(\.name))
    #expect(found.map(\.bytes) == files.map(\.bytes))
    #expect(try Files.read(path).count % TarHeader.recordBytes == 0)
    let listed = try Programs.run(
      "/bin/tar", ["tf", path], input: "/dev/null", limit: 1 << 16, timeoutMilliseconds: 10_000)
    #expect(
      String(decoding: listed.bytes, as: UTF8.self).split(separator: "\n").map(String.init)
        == files.map(\.name))
    let unpacked = try Programs.run(
      "/bin/tar", ["xOf", path, "f513"], input: "/dev/null", limit: 1 << 16,
      timeoutMilliseconds: 10_000)
    #expect(unpacked.bytes == files[4].bytes)
  }

  /// Headers that `TarHeader.block` never writes.
  static let hostile: [(what: String, change: @Sendable (inout [UInt8]) -> Void)] = [
    ("a folder", { $0[156] = UInt8(ascii: "5") }),
    ("a symbolic link", { $0[156] = UInt8(ascii: "2") }),
    ("a hard link", { $0[156] = UInt8(ascii: "1") }),
    ("a device", { $0[156] = UInt8(ascii: "3") }),
    ("an extended header", { $0[156] = UInt8(ascii: "x") }),
    ("a long name of GNU tar", { $0[156] = UInt8(ascii: "L") }),
    ("a target of a link", { $0[157] = UInt8(ascii: "/") }),
    ("a prefix", { $0[345] = UInt8(ascii: "a") }),
    ("no name", { $0[0] = 0 }),
    ("text after the name", { $0[99] = UInt8(ascii: "x") }),
    ("a space in the name", { $0[1] = 0x20 }),
    ("a byte above ASCII in the name", { $0[1] = 0xC3 }),
    ("a size in base 256", { $0[124] = 0x80 }),
    ("a size with a sign", { $0[124] = UInt8(ascii: "-") }),
    ("a size of 12 digits", { $0.replaceSubrange(124..<136, with: Array("777777777777".utf8)) }),
    ("another magic", { $0[257] = UInt8(ascii: "U") }),
    ("the version of GNU tar", { $0.replaceSubrange(257..<265, with: Array("ustar  \0".utf8)) }),
  ]

  @Test(arguments: hostile.indices)
  func `a header that a backup does not have is refused`(index: Int) throws {
    let (what, change) = Self.hostile[index]
    var block = try #require(TarHeader(name: "name", size: 3).block(seconds: 0))
    #expect(try TarHeader(block[...]) == TarHeader(name: "name", size: 3))
    change(&block)
    // The test corrects the checksum after the change, so that the change itself is refused and not
    // the checksum.
    block.replaceSubrange(148..<156, with: Array("        ".utf8))
    let sum = String(block.reduce(0) { $0 + Int($1) }, radix: 8)
    let digits = Array((String(repeating: "0", count: 6 - sum.utf8.count) + sum).utf8)
    block.replaceSubrange(148..<156, with: digits + [0, 0x20])
    #expect(throws: BackupError.self, "\(what)") { try TarHeader(block[...]) }
  }

  @Test func `a header with another sum is refused`() throws {
    var block = try #require(TarHeader(name: "name", size: 3).block(seconds: 0))
    block[0] ^= 1
    #expect(throws: BackupError.self) { try TarHeader(block[...]) }
  }

  @Test func `a name or a size that has no room makes no header`() {
    #expect(TarHeader(name: String(repeating: "a", count: 100), size: 0).block(seconds: 0) != nil)
    #expect(TarHeader(name: String(repeating: "a", count: 101), size: 0).block(seconds: 0) == nil)
    #expect(TarHeader(name: "a", size: TarHeader.largestFile).block(seconds: 0) != nil)
    #expect(TarHeader(name: "a", size: TarHeader.largestFile + 1).block(seconds: 0) == nil)
  }

  @Test func `a file that is cut off at any block is refused`() throws {
    let folder = try TemporaryFolder()
    let path = folder.file("a.tar")
    try write([("one", [1, 2, 3]), ("two", [UInt8](repeating: 7, count: 600))], to: path)
    let whole = try Files.read(path)
    let contents = 2 * 512 + 3 * 512 + 1024
    for end in stride(from: 0, to: contents, by: 256) {
      try Files.replace(path, with: Array(whole[..<end]), durably: false)
      #expect(throws: BackupError.self, "cut at \(end)") { try read(path) }
    }
  }

  @Test func `bytes in the padding or after the end are refused`() throws {
    let folder = try TemporaryFolder()
    let path = folder.file("a.tar")
    try write([("one", [1, 2, 3])], to: path)
    let whole = try Files.read(path)
    for offset in [512 + 3, 1023, 1024 + 512, whole.count - 1] {
      var changed = whole
      changed[offset] = 1
      try Files.replace(path, with: changed, durably: false)
      #expect(throws: BackupError.self, "byte \(offset)") { try read(path) }
    }
    try Files.replace(path, with: whole + whole, durably: false)
    #expect(throws: BackupError.self) { try read(path) }
  }

  @Test func `a byte string never crashes the reader`() throws {
    let folder = try TemporaryFolder()
    let path = folder.file("a.tar")
    try write([("albums.db", [1, 2, 3]), ("manifest.json", Array("{}".utf8))], to: path)
    let whole = try Files.read(path)
    let seed = testSeed()
    print("tar: ALBUMSCAN_SEED=\(seed)")
    var state = seed | 1
    func random(_ count: Int) -> Int {
      state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
      return Int(state >> 33) % count
    }
    for _ in 0..<Environment.fuzzCount(orElse: 300) {
      var changed = whole
      for _ in 0...random(4) { changed[random(3 * 512)] = UInt8(random(256)) }
      try Files.replace(path, with: changed, durably: false)
      _ = try? read(path)
      var nothing = NoReceiver()
      _ = try? BackupFile.read(path, into: &nothing)
    }
  }
}
