// Files that are read by mapping them.

import Host
import Support
import Testing

@Suite struct MappedFileTests {
  @Test(arguments: [0, 1, 4095, 4096, 4097, 100_000])
  func `a mapped file holds the file's bytes`(_ count: Int) throws {
    let folder = try TemporaryFolder()
    let path = folder.file("bytes")
    let bytes = (0..<count).map { UInt8(truncatingIfNeeded: $0 &* 31) }
    try Files.replace(path, with: bytes, durably: false)
    let file = try MappedFile(path)
    #expect(file.count == count)
    #expect(file.withBytes { Array($0) } == bytes)
  }

  @Test func `replacing a file does not change its mapping`() throws {
    let folder = try TemporaryFolder()
    let path = try folder.write("before", to: "file")
    let file = try MappedFile(path)
    try Files.replace(path, with: Array("after".utf8), durably: false)
    #expect(file.withBytes { String(decoding: $0, as: UTF8.self) } == "before")
    #expect(try MappedFile(path).withBytes { String(decoding: $0, as: UTF8.self) } == "after")
    try Files.remove(path)
    #expect(file.withBytes { String(decoding: $0, as: UTF8.self) } == "before")
  }

  @Test func `a path that is not a file is refused`() throws {
    let folder = try TemporaryFolder()
    #expect(throws: HostError.self) { _ = try MappedFile(folder.file("none")) }
    #expect(throws: HostError.self) { _ = try MappedFile(folder.path) }
    #expect(throws: HostError.self) { _ = try MappedFile("/dev/zero") }
  }

  @Test func `a file that is written in pieces appears completely or not at all`() throws {
    let folder = try TemporaryFolder()
    let path = try folder.write("before", to: "file")
    let mistake = HostError.tooLarge(path: path, limit: 0)
    #expect(throws: mistake) {
      try Files.replace(path, durably: true) { (file) throws(HostError) in
        try file.write(Array("half".utf8))
        throw mistake
      }
    }
    #expect(try folder.text("file") == "before")
    #expect(try Files.entries(of: folder.path) == ["file"])
    try Files.replace(path, durably: true) { (file) throws(HostError) in
      for part in ["af", "ter"] { try file.write(Array(part.utf8)) }
    }
    #expect(try folder.text("file") == "after")
  }
}
