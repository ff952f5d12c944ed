// The user as whom root reads a control file: the first owner of its path who is not root.

import Glibc
import Host
import Support
import Testing

@Suite struct PathOwnerTests {
  private static let (web, other): (UInt32, UInt32) = (33, 65_534)
  private let folder: TemporaryFolder

  init() throws { folder = try TemporaryFolder() }

  /// Makes `records/etc/control`, whose parts have these owners and modes.
  private func makePath(_ parts: [(name: String, owner: UInt32, mode: UInt32)]) throws -> String {
    var path = folder.path
    for part in parts {
      path += "/\(part.name)"
      if part.name == parts.last?.name {
        try Files.replace(path, with: [], durably: false)
      } else {
        try Files.makeDirectories(path)
      }
      try #require(chown(path, part.owner, part.owner == 0 ? 0 : part.owner) == 0)
      try Files.setMode(part.mode, of: path)
    }
    return path
  }

  /// The owners and modes of two folders and of the file, and the owner of the path; nil for an error.
  @Test(
    arguments: [
      ([(0, 0o755), (0, 0o755), (0, 0o644)], 0),
      ([(web, 0o755), (web, 0o755), (web, 0o644)], web),
      ([(0, 0o755), (0, 0o755), (web, 0o600)], web),
      ([(web, 0o755), (web, 0o755), (0, 0o644)], web),
      ([(web, 0o755), (0, 0o755), (web, 0o644)], web),
      ([(web, 0o755), (web, 0o755), (other, 0o644)], nil),
      ([(other, 0o755), (web, 0o755), (web, 0o644)], nil),
      ([(0, 0o777), (0, 0o755), (0, 0o644)], nil),
      ([(0, 0o1777), (0, 0o755), (0, 0o644)], 0),
      ([(0, 0o1777), (web, 0o755), (web, 0o644)], web),
      ([(web, 0o777), (web, 0o755), (web, 0o644)], nil),
      ([(0, 0o755), (0, 0o775), (0, 0o644)], 0),
      ([(web, 0o775), (web, 0o775), (web, 0o664)], web),
      ([(web, 0o755), (web, 0o755), (web, 0o666)], nil),
    ] as [([(UInt32, UInt32)], UInt32?)])
  func `the first owner who is not root counts, and two owners or rights for all are an error`(
    parts: [(owner: UInt32, mode: UInt32)], owner: UInt32?
  ) throws {
    guard geteuid() == 0 else { return note("only root can give files away") }
    let names = ["records", "etc", "control"]
    let path = try makePath(
      zip(names, parts).map { (name: $0, owner: $1.owner, mode: $1.mode) })
    guard let owner else {
      let error = #expect(throws: PathOwnerError.self) { try PathOwner(of: path) }
      #expect(error?.description.contains("sudo ") == true, "\(error?.description ?? "")")
      return
    }
    let found = try PathOwner(of: path)
    #expect(found.user == owner && found.exists)
  }

  @Test func `a folder that another group can change is an error, and data of that group is not`()
    throws
  {
    guard geteuid() == 0 else { return note("only root can give files away") }
    let file = try folder.write("", to: "records/data/file")
    let data = Files.parent(of: file)
    try #require(chown(folder.file("records"), Self.web, Self.web) == 0)
    try #require(chown(data, Self.web, 4) == 0)
    try Files.setMode(0o770, of: data)
    #expect(try PathOwner(of: data).user == Self.web)
    let error = #expect(throws: PathOwnerError.self) { try PathOwner(of: file) }
    #expect(error?.description.contains("chmod g-w \(data)") == true)
  }

  @Test func `the owner of a link counts, wherever the link leads`() throws {
    guard geteuid() == 0 else { return note("only root can give files away") }
    let target = try folder.write("", to: "of-root/control")
    let link = folder.file("records/control")
    try Files.makeDirectories(folder.file("records"))
    try Files.makeLink(to: target, at: link)
    #expect(try PathOwner(of: link).user == 0)
    try #require(lchown(link, Self.web, Self.web) == 0)
    #expect(try PathOwner(of: link).user == Self.web)
    try #require(chown(target, Self.other, Self.other) == 0)
    #expect(throws: PathOwnerError.self) { try PathOwner(of: link) }
    try Files.makeLink(to: "../records/control", at: folder.file("of-root/relative"))
    #expect(throws: PathOwnerError.self) { try PathOwner(of: folder.file("of-root/relative")) }
    try Files.makeLink(to: "circle", at: folder.file("circle"))
    #expect(throws: PathOwnerError.self) { try PathOwner(of: folder.file("circle")) }
  }

  @Test func `the owner of a missing file is the owner of the folder in which it would be`() throws
  {
    guard geteuid() == 0 else { return note("only root can give files away") }
    try Files.makeDirectories(folder.file("records"))
    let missing = folder.file("records/data/albums.db")
    #expect(try PathOwner(of: missing).user == 0)
    try #require(chown(folder.file("records"), Self.web, Self.web) == 0)
    let found = try PathOwner(of: missing)
    #expect(found.user == Self.web && !found.exists)
  }
}
