// The owner of a folder and of a remote. Publishing and sending delete files, so they use only a
// folder or a remote that is empty or has the marker file of this published log.

import Albums
import Host
import Publishing
import Store
import Support
import Testing

@Suite struct RemoteClaimTests {
  let house: PublishHouse

  init() throws {
    house = try PublishHouse()
    try house.addFind(1)
  }

  private var feedID: String { get throws { try house.store().preparePublishing() } }
  private var folderMark: String { get throws { "\(try house.settings.folder)/.albumscan" } }

  private func text(_ path: String) throws -> String {
    String(decoding: try Files.read(path), as: UTF8.self)
  }

  @Test func `an empty remote gets the marker file of the log first`() throws {
    try house.publish()
    let first = try house.runs().first { $0.hasPrefix("put ") }
    #expect(first == "put .albumscan")
    #expect(try house.folder.text("remote/.albumscan").contains("log: \(try feedID)\n"))
  }

  @Test func `a remote with other files is refused, and keeps them`() throws {
    try house.folder.write("mine", to: "remote/assets/jquery.js")
    for options in [PublishOptions(), PublishHouse.all] {
      let error = try #require(try house.failure(options))
      #expect("\(error)".contains("assets/jquery.js") && "\(error)".contains("--take-over"))
      #expect(error.isFinal)
    }
    #expect(try house.remote() == ["assets/jquery.js": Array("mine".utf8)])
    #expect(try Files.entries(of: house.folder.file("remote")) == ["assets"])
  }

  @Test func `with take-over, a remote with other files is used`() throws {
    try house.folder.write("of a log", to: "remote/assets/old.js")
    try house.folder.write("mine", to: "remote/CNAME")
    try house.publish(PublishHouse.takeOver)
    var expected = try house.tree()
    expected["CNAME"] = Array("mine".utf8)
    #expect(try house.remote() == expected)
    try house.publish(PublishHouse.all)
  }

  @Test func `the remote of another log is refused when it is compared`() throws {
    try house.publish()
    let before = try house.remote()
    try house.folder.write("log: urn:uuid:other\n", to: "remote/.albumscan")
    let error = try #require(try house.failure(PublishHouse.all))
    #expect("\(error)".contains("another published log"), "\(error)")
    #expect(try house.remote() == before)
    try house.publish(PublishHouse.takeOver)
    #expect(try house.folder.text("remote/.albumscan").contains(try feedID))
  }

  @Test func `a remote that lost all files, also the marker file, is filled again`() throws {
    try house.publish()
    try Files.removeTree(house.folder.file("remote"))
    try house.publish(PublishHouse.all)
    #expect(try house.remote() == house.tree())
    #expect(Files.exists(house.folder.file("remote/.albumscan")))
  }

  @Test func `the folder of another log is refused, and stays as it is`() throws {
    try house.publish()
    let before = try house.tree()
    let find = try house.addFind(2)
    try Files.replace(try folderMark, with: Array("log: urn:other\n".utf8), durably: false)
    let error = try #require(try house.failure())
    #expect("\(error)".contains("another published log") && error.isFinal, "\(error)")
    #expect(try house.tree() == before)
    #expect(try PublishedFolder(house.settings.folder).objection(for: "urn:other") == nil)
    try house.publish(PublishHouse.takeOver)
    #expect(try house.tree()["album/\(find)/index.html"] != nil)
    #expect(try text(folderMark).contains(try feedID))
  }

  @Test(arguments: ["", "AlbumScan writes the published log into this folder.\n"])
  func `a marker file of an earlier version is taken over`(content: String) throws {
    try house.folder.write(content, to: "public-log/.albumscan")
    try house.publish()
    #expect(try text(folderMark).contains("log: \(try feedID)\n"))
  }

  @Test func `a folder with the name of the marker file is no marker file`() throws {
    try Files.makeDirectories(try folderMark)
    let error = try #require(try house.failure())
    #expect("\(error)".contains("is not empty"), "\(error)")
  }
}
