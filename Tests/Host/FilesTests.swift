// Files, on a real file system.

import Glibc
import Host
import Support
import Testing

@Suite struct FilesTests {
  let folder: TemporaryFolder

  init() throws { folder = try TemporaryFolder() }

  @Test func `a replaced file holds the new bytes and leaves nothing beside it`() throws {
    let path = folder.file("page.html")
    try Files.replace(path, with: Array("old".utf8), durably: false)
    try Files.replace(path, with: Array("new".utf8), durably: true)
    #expect(try folder.text("page.html") == "new")
    #expect(try Files.entries(of: folder.path) == ["page.html"])
  }

  @Test func `a file that cannot be replaced stays, and its temporary file goes`() throws {
    try Files.makeDirectories(folder.file("page.html/full"))
    #expect(throws: HostError.self) {
      try Files.replace(folder.file("page.html"), with: [1], durably: false)
    }
    #expect(try Files.entries(of: folder.path) == ["page.html"])
  }

  @Test func `reading stops at the limit`() throws {
    try folder.write("12345", to: "five")
    #expect(try Files.read(folder.file("five"), limit: 5).count == 5)
    #expect(throws: HostError.tooLarge(path: folder.file("five"), limit: 4)) {
      try Files.read(folder.file("five"), limit: 4)
    }
  }

  @Test func `a pipe in place of a file is an error, and a pipe of the shell is read`() throws {
    let pipe = folder.file("key")
    try #require(mkfifo(pipe, 0o600) == 0)
    #expect(throws: HostError.notRegular(path: pipe)) { try Files.read(pipe) }
    LogFile(path: pipe).write("t", "site", "no reader")
    var ends: [Int32] = [0, 0]
    try #require(Glibc.pipe(&ends) == 0)
    try FileDescriptor(taking: ends[1], path: "pipe").write(Array("text".utf8))
    #expect(try Files.read("/dev/fd/\(ends[0])") == Array("text".utf8))
    close(ends[0])
  }

  @Test(arguments: [
    ("/a", "/a", true), ("/a/b", "/a", true), ("/a", "/a/b", false), ("/ab", "/a", false),
    ("/a", "/", true), ("/", "/", true), ("/", "/a", false),
  ])
  func `a folder contains itself and the paths below it`(
    path: String, folder: String, isInside: Bool
  ) {
    #expect(Files.isInside(path, folder) == isInside)
  }

  @Test func `a tree is removed without following links`() throws {
    try folder.write("keep", to: "outside/file")
    try folder.write("go", to: "tree/deep/file")
    #expect(symlinkFolder(folder.file("outside"), folder.file("tree/link")))
    try Files.removeTree(folder.file("tree"))
    #expect(!Files.exists(folder.file("tree")))
    #expect(try folder.text("outside/file") == "keep")
  }

  @Test(arguments: [
    ("a/b", "/base", "/base/a/b"), ("/a/../b", "/base", "/b"), ("./a/./b", "/base", "/base/a/b"),
    ("../../..", "/base", "/"), ("", "/base", "/base"),
  ])
  func `a path is made absolute from its text alone`(path: String, base: String, expected: String) {
    #expect(Files.absolutePath(path, from: base) == expected)
  }

  @Test func `a lock has one holder, and is free when the holder lets go`() throws {
    let path = folder.file("lock")
    #expect(!Lock.isHeld(path))
    do {
      let first = try Lock.take(path)
      let second = try Lock.take(path)
      let (isFirstTaken, isSecondTaken) = (first != nil, second != nil)
      #expect(isFirstTaken)
      #expect(!isSecondTaken)
      #expect(Lock.isHeld(path))
      _ = consume first
    }
    #expect(!Lock.isHeld(path))
  }
}
