// The control file of a command without `--config`.

import Host
import Support
import Testing

@Suite struct ControlFileChoiceTests {
  private let folder: TemporaryFolder

  init() throws { folder = try TemporaryFolder() }

  private func choice() -> ControlFileChoice {
    ControlFileChoice(
      folder: folder.file("etc"), installed: folder.file("srv/albumscan.conf"),
      ofCheckout: folder.file("checkout"))
  }

  /// The files that exist, the value of the variable, whether the program belongs to a checkout, and
  /// the file that counts.
  @Test(
    arguments: [
      ([], nil, false, "checkout"), ([], nil, true, "checkout"),
      (["checkout"], nil, false, "checkout"),
      (["srv/albumscan.conf", "checkout"], nil, false, "srv/albumscan.conf"),
      (["srv/albumscan.conf", "checkout"], nil, true, "checkout"),
      (["etc/records.conf", "checkout"], nil, false, "etc/records.conf"),
      (["etc/records.conf"], nil, true, "etc/records.conf"),
      (["etc/records.conf", "etc/notes.txt", "etc/.old.conf"], nil, false, "etc/records.conf"),
      (["etc/records.conf", "srv/albumscan.conf"], "chosen", false, "chosen"),
      (["checkout"], "chosen", true, "chosen"), (["checkout"], "", true, "checkout"),
    ] as [([String], String?, Bool, String)])
  func `the variable counts first, then the program's own file, then the only installed file`(
    files: [String], named: String?, isOfCheckout: Bool, expected: String
  ) throws {
    for file in files { try folder.write("", to: file) }
    let named = named.map { $0.isEmpty ? "" : folder.file($0) }
    let file = try choice().file(named: named, isOfCheckout: isOfCheckout)
    #expect(file == folder.file(expected))
  }

  @Test func `for root, the working folder does not count`() throws {
    #expect(ControlFileChoice.checkout(of: "/home/a/albumscan/.build/debug") == "/home/a/albumscan")
    #expect(ControlFileChoice.checkout(of: "/usr/bin") == nil)
    let none = ControlFileChoice(
      folder: folder.file("etc"), installed: folder.file("srv/albumscan.conf"), ofCheckout: nil)
    let error = #expect(throws: ConfigurationError.self) {
      try none.file(named: nil, isOfCheckout: false)
    }
    #expect(error?.message.contains("--config FILE") == true)
    #expect(try none.file(named: "relative", isOfCheckout: false) == "relative")
    let installed = try folder.write("", to: "srv/albumscan.conf")
    #expect(try none.file(named: nil, isOfCheckout: false) == installed)
  }

  @Test func `several installed files without a choice are an error that lists them`() throws {
    for file in ["etc/b.conf", "etc/a.conf", "srv/albumscan.conf"] {
      try folder.write("", to: file)
    }
    let error = #expect(throws: ConfigurationError.self) {
      try choice().file(named: nil, isOfCheckout: false)
    }
    let files = ["etc/a.conf", "etc/b.conf", "srv/albumscan.conf"].map { folder.file($0) }
    #expect(error?.file == files.joined(separator: ", "))
    #expect(error?.message.contains("--config or ALBUMSCAN_CONFIG") == true)
  }

  @Test func `a file with two names counts once`() throws {
    try folder.write("", to: "srv/albumscan.conf")
    try Files.makeDirectories(folder.file("etc"))
    #expect(symlinkFolder(folder.file("srv/albumscan.conf"), folder.file("etc/records.conf")))
    #expect(
      try choice().file(named: nil, isOfCheckout: false) == folder.file("srv/albumscan.conf"))
  }

  @Test func `a link in the folder of the packages stands for the file of its installation`() throws
  {
    let file = try folder.write("", to: "srv/records/etc/albumscan.conf")
    try Files.makeDirectories(folder.file("etc"))
    try Files.makeLink(to: file, at: folder.file("etc/records.conf"))
    #expect(try choice().file(named: nil, isOfCheckout: false) == file)
    #expect(choice().resolved(folder.file("etc/records.conf")) == file)
    try Files.remove(folder.file("etc/records.conf"))
    try Files.makeLink(to: "../srv/records/etc/albumscan.conf", at: folder.file("etc/records.conf"))
    #expect(choice().resolved(folder.file("etc/records.conf")) == file)
    try Files.makeLink(to: file, at: folder.file("other"))
    #expect(choice().resolved(folder.file("other")) == folder.file("other"))
  }
}
