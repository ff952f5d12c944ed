// The folder that installations share: made for its user alone, and not used if others can change
// it.

import Glibc
import Host
import Support
import Testing

@Suite struct SharedFolderTests {
  let folder: TemporaryFolder
  var expected: String { folder.file("albumscan-\(geteuid())") }

  init() throws { folder = try TemporaryFolder() }

  @Test func `the shared folder is made once, for its user alone`() throws {
    #expect(SharedFolder.path(under: folder.path) == expected)
    #expect(SharedFolder.path(under: folder.path) == expected)
    var facts = stat()
    #expect(stat(expected, &facts) == 0 && facts.st_mode & 0o777 == 0o700)
  }

  @Test func `a shared folder that others can write to is not used`() throws {
    try Files.makeDirectories(expected)
    chmod(expected, 0o777)
    #expect(SharedFolder.path(under: folder.path) == nil)
  }

  @Test func `a shared folder that is a link or a file, or cannot be made, is not used`() throws {
    try Files.makeDirectories(folder.file("elsewhere"))
    chmod(folder.file("elsewhere"), 0o700)
    #expect(symlink(folder.file("elsewhere"), expected) == 0)
    #expect(SharedFolder.path(under: folder.path) == nil)
    _ = try Files.remove(expected)
    try folder.write("", to: "albumscan-\(geteuid())")
    #expect(SharedFolder.path(under: folder.path) == nil)
    #expect(SharedFolder.path(under: folder.file("nowhere")) == nil)
  }
}
