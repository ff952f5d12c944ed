// Takedowns: after a restore, of pictures and notes in the archive, and at the end of publishing.
// Unusual files of the host, and paths that are equal as strings but differ in bytes, must not stop
// a takedown.

import Albums
import Glibc
import Host
import Store
import Support
import Testing

@testable import Exchange
@testable import Publishing

@Suite struct TakedownTests {
  let house: PublishHouse

  init() throws { house = try PublishHouse() }

  private func archive() throws -> ZipReader {
    try ZipReader("\(try house.settings.folder)/archive.zip")
  }

  @Test func `after a restore, a find that the backup does not show leaves the remote`() throws {
    try house.addFind(1)
    let find = try house.addFind(2)
    try house.publish()
    // The test imitates a restored data folder: it has neither the published database nor the
    // lists, and its database records no change of the find.
    try Store.forgetPublished(house.configuration.publishedDatabase)
    try house.setPublic(find, false)
    if let serial = try house.store().publishedChanges().serial {
      try house.store().markProjected(upTo: serial)
    }
    #expect(try PublishState(house.configuration).isBehind(house.store()))
    try house.publish()
    let tree = try house.tree()
    #expect(!tree.keys.contains { $0.contains(find.text) })
    #expect(try house.remote() == tree)
    #expect(try !PublishState(house.configuration).isBehind(house.store()))
  }

  @Test func `a build of all pages also writes the archive`() throws {
    try house.addFind(1)
    try house.publish()
    _ = try house.publisher(title: "Another title").publish(
      from: try house.store(), at: PublishHouse.now)
    let tree = try house.tree()
    let zip = try archive()
    #expect(try zip.bytes(of: "index.html", limit: 1 << 20) == tree["index.html"])
  }

  @Test func `a picture that was replaced leaves the archive`() throws {
    let find = try house.addFind(1)
    try house.publish()
    let old = try archive().names.filter { $0.hasSuffix(".jpg") }
    try house.replacePicture(of: find)
    try house.publish()
    let tree = try house.tree()
    #expect(!old.isEmpty && old.allSatisfy { tree[$0] == nil })
    #expect(Set(try archive().names) == Set(tree.keys).subtracting(["archive.zip"]))
  }

  @Test(.timeLimit(.minutes(2)))
  func `links and pipes that the host puts into the folder are left out`() throws {
    try house.addFind(1)
    try house.publish()
    let root = try house.settings.folder
    try house.folder.write("mine", to: "other/file.txt")
    #expect(symlink(house.folder.file("other"), "\(root)/folder") == 0)
    #expect(symlink(house.folder.file("other/file.txt"), "\(root)/linked.txt") == 0)
    #expect(symlink("/nowhere/at/all", "\(root)/dangling") == 0)
    #expect(mkfifo("\(root)/pipe", 0o600) == 0)
    try Files.replace("\(root)/plain.txt", with: Array("plain".utf8), durably: false)
    try house.publish(PublishHouse.all)
    #expect(try house.remote() == house.tree())
    let names = try archive().names
    #expect(names.contains("plain.txt"))
    for name in ["folder", "linked.txt", "dangling", "pipe"] { #expect(!names.contains(name)) }
  }

  /// Files and folders of the published log that the host replaces by a link; `ID` is the id of the
  /// find.
  @Test(arguments: ["album/ID", "album/ID/index.html", "album", "history", "index.html"])
  func `a link in the place of our own file is replaced, and its target stays as it is`(
    name: String
  ) throws {
    let find = try house.addFind(1)
    try house.publish()
    let before = try house.folderFiles().keys
    let path = "\(try house.settings.folder)/\(name.replacing("ID", with: find.text))"
    try house.folder.write("mine", to: "other/index.html")
    let isFolder = Files.isDirectory(path)
    if isFolder { try Files.removeTree(path) } else { _ = try Files.remove(path) }
    #expect(symlink(house.folder.file(isFolder ? "other" : "other/index.html"), path) == 0)
    try house.replacePicture(of: find)
    try house.publish()
    #expect(!Files.isLink(path))
    #expect(try Files.entries(of: house.folder.file("other")) == ["index.html"])
    #expect(try house.folder.text("other/index.html") == "mine")
    let after = try house.folderFiles().keys
    // Pictures and parts of the search have a digest in their names.
    let lasting = before.filter { !$0.hasSuffix(".jpg") && !$0.hasPrefix("search/") }
    #expect(lasting.allSatisfy { after.contains($0) })
    #expect(try house.remote() == house.tree())
  }

  @Test(.enabled(if: geteuid() != 0, "root reads every file"))
  func `a page of our own that cannot be read is written again`() throws {
    let find = try house.addFind(1)
    try house.publish()
    let folder = "\(try house.settings.folder)/album/\(find)"
    for mode in [UInt32(0o000), 0o200] {
      try Files.setMode(mode, of: "\(folder)/index.html")
      try house.publish(PublishHouse.all)
      #expect(Files.allows(.read, "\(folder)/index.html"))
    }
    try Files.setMode(0o000, of: folder)
    try house.publish(PublishHouse.all)
    #expect(try house.remote() == house.tree())
  }

  @Test(.enabled(if: geteuid() != 0, "root reads every file"))
  func `a file of the host that cannot be read is left out`() throws {
    try house.addFind(1)
    try house.publish()
    let path = "\(try house.settings.folder)/secret.txt"
    try Files.replace(path, with: [1], mode: 0o000, durably: false)
    try house.publish(PublishHouse.all)
    #expect(try !archive().names.contains("secret.txt"))
    #expect(try house.remote()["secret.txt"] == nil)
    try Files.setMode(0o644, of: path)
    try house.publish(PublishHouse.all)
    #expect(try house.remote() == house.tree())
  }

  @Test func `a log that is set up again sends everything`() throws {
    try house.addFind(1)
    try house.publish()
    let file = try house.folder.write(
      "data: data\nsite: site\ntemplates: \(Checkout.root)/templates\n", to: "plain")
    try PublishState(try Configuration(reading: file, installation: Checkout.root)).end(
      in: try house.store())
    // The host removes the files at the remote manually, as docs/publishing.md says.
    try Files.removeTree(house.folder.file("remote"))
    try house.publish()
    #expect(try house.remote() == house.tree())
  }

  @Test func `two paths that only differ in the composition of a character are two files`() throws {
    try house.addFind(1)
    try house.publish()
    let root = try house.settings.folder
    // The syllable GA, in two parts and as one character.
    for (name, text) in [("\u{1100}\u{1161}.txt", "parts"), ("\u{AC00}.txt", "one character")] {
      try Files.replace("\(root)/\(name)", with: Array(text.utf8), durably: false)
    }
    #expect(try house.publish(PublishHouse.all).sent?.sent ?? 0 >= 2)
    let names = try Files.entries(of: house.folder.file("remote")).filter { name in
      name.utf8.elementsEqual("\u{1100}\u{1161}.txt".utf8)
        || name.utf8.elementsEqual("\u{AC00}.txt".utf8)
    }
    #expect(names.count == 2)
    #expect(try house.publish(PublishHouse.all).sent?.sent == 0, "both are there")
  }
}
