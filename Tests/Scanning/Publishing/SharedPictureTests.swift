// The pictures to share of a published log, drawn by the real `vips`.

import Albums
import Host
import Support
import Testing

@testable import Publishing
@testable import Site

@Suite struct SharedPictureTests {
  let house: PublishHouse

  init() throws { house = try PublishHouse(drawsPictures: true) }

  private static func cover(_ name: String) throws -> [UInt8] {
    try Files.read("\(Checkout.root)/sample/catalogue/\(name).jpg")
  }

  /// The pictures to share of finds in the folder.
  private func pictures() throws -> [String] {
    try house.tree().keys.filter { SharePicture.isPath($0) && $0.hasPrefix("album/") }.sorted()
  }

  /// The pictures to share in the folder that are not of finds, each with its size.
  private func summaryPictures() throws -> [String: [Int]] {
    try house.tree().filter { SharePicture.isPath($0.key) && !$0.key.hasPrefix("album/") }
      .mapValues { Self.size(of: $0) ?? [] }
  }

  private func page(of find: FindID) throws -> String {
    String(decoding: try #require(try house.tree()["album/\(find)/index.html"]), as: UTF8.self)
  }

  /// The width and the height in a baseline JPEG.
  private static func size(of jpeg: [UInt8]) -> [Int]? {
    let start = jpeg.indices.dropLast(9).first { jpeg[$0] == 0xFF && jpeg[$0 + 1] == 0xC0 }
    return start.map { place in
      [7, 5].map { Int(jpeg[place + $0]) << 8 | Int(jpeg[place + $0 + 1]) }
    }
  }

  @Test func `a page names its picture, which is sent and not drawn again, and no archive has it`()
    throws
  {
    let find = try house.addFind(1, cover: try Self.cover("Adele - 21"))
    try house.publish()
    let picture = try #require(try pictures().first)
    #expect(picture.hasPrefix("album/\(find)/share-"))
    let tree = try house.tree()
    #expect(Self.size(of: tree[picture] ?? []) == [1200, 630])
    for line in [
      "og:image\" content=\"\(PublishHouse.address)/\(picture)\">",
      "og:image:width\" content=\"1200\"",
      "og:image:height\" content=\"630\"", "og:image:alt\" content=\"Title 1",
      "twitter:card\" content=\"summary_large_image\"",
    ] {
      #expect(try page(of: find).contains(line), "\(line)")
    }
    #expect(try house.remote() == tree)
    let archive = String(decoding: try #require(tree["archive.zip"]), as: UTF8.self)
    #expect(!archive.replacing("\(PublishHouse.address)/\(picture)", with: "").contains(picture))
    #expect(PictureQueue(house.configuration.pictureQueue).isEmpty)
    _ = try house.runs()
    try house.publish(PublishHouse.all)
    #expect(try !house.runs().contains { $0.contains("share-") })
    #expect(try house.tree() == tree)
  }

  @Test func `the front page and each year name a wide picture and lead to a tall one`() throws {
    try house.addFind(1, cover: try Self.cover("Adele - 21"))
    try house.publish()
    let pictures = try summaryPictures()
    let tree = try house.tree()
    let year = try #require(
      pictures.keys.first { $0.hasPrefix("statistics/") }?.split(separator: "/"))
    for folder in ["", "statistics/\(year[1])/"] {
      let own = pictures.filter { $0.key.dropFirst(folder.count).hasPrefix("share-") }
      #expect(Set(own.values) == [[1200, 630], [1080, 1350]], "\(folder)")
      let page = String(decoding: try #require(tree["\(folder)index.html"]), as: UTF8.self)
      for (path, size) in own {
        let address = "\(PublishHouse.address)/\(path)"
        let preview = "og:image\" content=\"\(address)\">"
        let link = "<a class=\"button\" href=\"\(address)\" download>"
        let line = size[0] == 1200 ? preview : link
        #expect(page.contains(line), "\(line)")
      }
    }
    #expect(pictures.count == 4)
    #expect(try house.remote() == tree)
    // A new find replaces all four pictures.
    try house.addFind(2, cover: try Self.cover("AC-DC - Black Ice"))
    try house.publish()
    let changed = try summaryPictures()
    #expect(changed.count == 4 && Set(changed.keys).isDisjoint(with: pictures.keys))
    #expect(try house.remote() == house.tree())
    _ = try house.publisher(draws: false).publish(from: try house.store(), at: PublishHouse.now)
    #expect(try summaryPictures().isEmpty)
  }

  @Test func `a change draws the picture anew, and the folder equals that of a first publish`()
    throws
  {
    let find = try house.addFind(1, cover: try Self.cover("Adele - 21"))
    let other = try house.addFind(2, cover: try Self.cover("Drake - Certified Lover Boy"))
    try house.publish()
    let before = try pictures()
    let archive = try house.tree()["archive.zip"]
    try house.replacePicture(of: find, by: try Self.cover("AC-DC - Black Ice"))
    try house.publish()
    let after = try pictures()
    #expect(before.count == 2 && after.count == 2)
    #expect(Set(before).intersection(after).map { $0.contains(other.text) } == [true])
    #expect(try house.remote() == house.tree())
    // The replaced cover leaves the archive at once.
    #expect(try house.tree()["archive.zip"] != archive)
    try house.setPublic(other, false)
    try house.publish()
    #expect(try pictures().count == 1 && house.remote() == house.tree())
    let copy = try house.copy()
    try copy.publish()
    var (tree, clean) = (try house.tree(), try copy.tree())
    for path in ["feed.atom", "feed.json", "archive.zip"] {
      tree[path] = nil
      clean[path] = nil
    }
    #expect(tree.keys.sorted() == clean.keys.sorted())
    #expect(tree.filter { clean[$0.key] != $0.value }.keys.sorted() == [])
  }

  @Test func `with a character that no font has, or without vips, the page keeps the bare cover`()
    throws
  {
    let queue = PictureQueue(house.configuration.pictureQueue)
    let find = try house.addFind(
      1, title: "Odd \u{10FFFD}", cover: try Self.cover("Adele - 21"))
    try house.publish()
    #expect(try pictures().isEmpty && queue.isEmpty)
    #expect(
      try page(of: find).contains(
        "-1000.jpg\">\n<meta property=\"og:image:width\" content=\"1000\""))
    let remedy = try PictureFailures(in: queue).remedy ?? ""
    #expect(remedy.contains("1 could not be drawn: no font has") && remedy.contains("U+10FFFD"))
    // The next publish of all pages tries again.
    try house.publish(PublishHouse.all)
    #expect(try PictureFailures(in: queue).remedy == remedy)

    let plain = try house.addFind(2, cover: try Self.cover("AC-DC - Black Ice"))
    try house.publish()
    #expect(try pictures().count == 1)
    _ = try house.publisher(draws: false).publish(from: try house.store(), at: PublishHouse.now)
    #expect(try pictures().isEmpty && !Files.exists(house.configuration.pictureQueue))
    #expect(try page(of: plain).contains("og:image:width\" content=\"1000\""))
    #expect(try PictureFailures(in: queue).remedy == nil)
  }

  @Test func `a job draws for a limited time, and what waits makes it continue`() throws {
    for number in 1...3 {
      try house.addFind(number, cover: try Self.cover("Adele - 21") + [UInt8(number)])
    }
    var options = PublishOptions()
    options.drawMilliseconds = 0
    let state = PublishState(house.configuration)
    try house.publish(options)
    #expect(try pictures().isEmpty && state.isBehind(house.store()))
    #expect(try house.remote() == house.tree())
    try house.publish()
    #expect(try pictures().count == 3 && !state.isBehind(house.store()))
    #expect(try house.remote() == house.tree())
  }

  @Test func `after a kill between drawing and linking, the next publish names the drawn picture`()
    throws
  {
    let find = try house.addFind(1, cover: try Self.cover("Adele - 21"))
    var options = PublishOptions()
    options.drawMilliseconds = 0
    try house.publish(options)
    let copy = try house.copy()
    try copy.publish()
    let picture = try #require(
      try copy.tree().keys.first { SharePicture.isPath($0) && $0.hasPrefix("album/") })
    // The state after the kill: the file and the marker file of an interrupted publish exist, the page names the
    // bare cover, and the document waits.
    try Files.replace(house.configuration.unsentMarker, with: [], durably: false)
    let drawn = Array("drawn before the kill".utf8)
    try Files.replace("\(house.folder.path)/public-log/\(picture)", with: drawn, durably: false)
    #expect(try page(of: find).contains("og:image:width\" content=\"1000\""))
    try house.publish()
    #expect(try page(of: find).contains("og:image\" content=\"\(PublishHouse.address)/\(picture)"))
    #expect(try house.tree()[picture] == drawn, "it is not drawn again")
    #expect(PictureQueue(house.configuration.pictureQueue).isEmpty)
    #expect(try house.remote() == house.tree())
  }

  @Test func `the program that draws reaches no network, changes no file and starts no process`()
    throws
  {
    let place = try TemporaryFolder()
    let program = try place.write(
      """
      #!/usr/bin/python3
      import errno, os, socket, threading
      refusals = [errno.EPERM, errno.EACCES, errno.ENOSYS]
      thread = threading.Thread(target=lambda: print("thread"))
      thread.start(); thread.join()
      for attempt in [socket.socket, lambda: open("\(place.file("made"))", "w"), os.fork,
          lambda: os.unlink("\(place.file("vips"))")]:
        try: attempt(); print("done")
        except OSError as error: print("refused" if error.errno in refusals else error)
      """, to: "vips")
    try Files.setMode(0o755, of: program)
    let output = try Programs.run(
      "\(Checkout.debugPrograms)/albumscan-photo", ["draw", program], input: "/dev/null",
      limit: 1 << 16, timeoutMilliseconds: 10_000)
    let text = String(decoding: output.bytes, as: UTF8.self)
    #expect(text == "thread\nrefused\nrefused\nrefused\nrefused\n", "\(text)")
    #expect(output.exitCode == 0 && !Files.exists(place.file("made")))
  }
}
