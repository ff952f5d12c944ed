// Publishing with real pages and a script in the place of rclone: the sent files and their order,
// and the effects of a takedown, a failure, a kill, or a loss of files.

import Albums
import Exchange
import Host
import Publishing
import Store
import Support
import Testing

@Suite struct LogPublisherTests {
  let house: PublishHouse

  init() throws { house = try PublishHouse() }

  @Test func `the first publish makes the folder, and the remote gets exactly its files`() throws {
    try house.addFind(1)
    try house.addFind(2, isPublic: false)
    let report = try house.publish()
    #expect(report.finds == 1 && report.changed == 1)
    let tree = try house.tree()
    #expect(tree["index.html"] != nil && tree["feed.atom"] != nil && tree["sitemap.xml"] != nil)
    #expect(tree.keys.filter { $0.hasPrefix("album/") && $0.hasSuffix(".html") }.count == 1)
    #expect(try house.remote() == tree)
    #expect(report.sent?.sent == tree.count && report.sent?.removed == 0)
    #expect(report.sent?.bytes == tree.values.map(\.count).reduce(0, +))
    #expect(Files.exists("\(try house.settings.folder)/.albumscan"))
    #expect(!Files.exists(house.configuration.unsentMarker))
    #expect(!Files.exists(house.configuration.waitingMarker))
  }

  @Test func `a second publish without a change writes and sends nothing`() throws {
    try house.addFind(1)
    try house.publish()
    _ = try house.runs()
    let report = try house.publish()
    #expect(report.changed == 0 && report.files == 0)
    #expect(report.sent?.sent == 0 && report.sent?.removed == 0)
    #expect(try house.runs().isEmpty, "rclone is not even started")
  }

  @Test func `a new find sends new files first, and entrances last`() throws {
    try house.addFind(1)
    try house.publish()
    _ = try house.runs()
    let find = try house.addFind(2)
    try house.publish()
    let runs = try house.runs()
    let page = try #require(runs.firstIndex(of: "put album/\(find)/index.html"))
    let pictures = runs.indices.filter { runs[$0].hasSuffix(".jpg") }
    #expect(pictures.count == Artwork.sides.count && pictures.allSatisfy { $0 < page })
    for entrance in ["history/index.html", "index.html", "feed.atom", "search/index.json"] {
      let place = try #require(runs.firstIndex(of: "put \(entrance)"), "\(entrance)")
      #expect(place > page, "\(entrance)")
    }
    #expect(!runs.contains { $0.hasPrefix("list") || $0.hasSuffix("archive.zip") })
    #expect(try house.remote() == house.tree())
  }

  @Test func `a find that is no longer public leaves folder, archive and remote, its page first`()
    throws
  {
    let find = try house.addFind(1)
    try house.addFind(2)
    try house.publish()
    _ = try house.runs()
    try house.setPublic(find, false)
    let report = try house.publish()
    #expect(report.finds == 1 && (report.sent?.removed ?? 0) >= 4)
    let tree = try house.tree()
    #expect(try house.remote() == tree)
    for (path, bytes) in tree {
      #expect(!path.contains(find.text), "\(path)")
      #expect(!contains(bytes, find.text) && !contains(bytes, "Title 1<"), "\(path)")
    }
    let runs = try house.runs()
    let page = try #require(runs.firstIndex(of: "delete album/\(find)/index.html"))
    let lastPut = try #require(runs.lastIndex { $0.hasPrefix("put ") })
    let pictures = runs.indices.filter {
      runs[$0].hasPrefix("delete album/\(find)/") && runs[$0].hasSuffix(".jpg")
    }
    #expect(lastPut < page && !pictures.isEmpty && pictures.allSatisfy { $0 > page })
    #expect(runs.contains("put archive.zip"))
  }

  private func contains(_ bytes: [UInt8], _ text: String) -> Bool {
    let text = Array(text.utf8)
    return bytes.indices.contains { bytes[$0...].starts(with: text) }
  }

  @Test func `files with a digest in their names may be stored for ever, pages for 5 minutes`()
    throws
  {
    try house.addFind(1)
    try house.publish()
    var headers = ""
    for line in try house.runs() {
      if line.hasPrefix("run ") {
        headers = String(line.dropFirst(4))
      } else if line.hasPrefix("put ") {
        let isLasting =
          line.hasPrefix("put assets/") || line.hasSuffix(".jpg")
          || line.hasPrefix("put search/") && line != "put search/index.json"
            && line.hasSuffix(".json")
        #expect(headers.contains(isLasting ? "immutable" : "max-age=300"), "\(line): \(headers)")
      }
    }
  }

  @Test(arguments: 1...6, PlayedRclone.Deed.allCases)
  func `after a failure at any run, the next publish sends the rest and nothing twice`(
    run: Int, deed: PlayedRclone.Deed
  ) throws {
    try house.addFind(1)
    try house.folder.write("\(run) \(deed.rawValue)", to: "fail")
    var sent: [String] = []
    if let error = try house.failure(patience: deed == .hangs ? 2000 : .max) {
      #expect("\(error)".contains(deed.reason), "\(error)")
      #expect(error.failure.code == .publish && !error.isFinal)
      #expect(PublishState(house.configuration).waiting != nil)
      #expect(try PublishState(house.configuration).isBehind(house.store()))
    }
    sent += try house.runs().filter { $0.hasPrefix("put ") }
    try Files.remove(house.folder.file("fail"))
    try house.publish()
    sent += try house.runs().filter { $0.hasPrefix("put ") }
    #expect(Set(sent).count == sent.count, "a file was sent twice")
    #expect(try house.remote() == house.tree())
    #expect(try !PublishState(house.configuration).isBehind(house.store()))
  }

  @Test func `files that a killed process wrote without a list are found by their digests`() throws
  {
    try house.addFind(1)
    try house.publish()
    let root = try house.settings.folder
    try Files.replace("\(root)/index.html", with: Array("half".utf8), durably: false)
    try house.publish()
    #expect(try house.remote() != house.tree(), "without the mark, nothing looks at the file")
    try Files.replace(house.configuration.unsentMarker, with: [], durably: false)
    try house.publish()
    #expect(try house.remote() == house.tree())
  }

  @Test func `with all, a remote gets back what it lost, and loses pages that it should not have`()
    throws
  {
    let find = try house.addFind(1)
    try house.publish()
    try Files.remove(house.folder.file("remote/album/\(find)/index.html"))
    try house.folder.write("cut off", to: "remote/history/index.html")
    try house.folder.write("of a lost list", to: "remote/album/unknown/index.html")
    try house.folder.write("the host's", to: "remote/CNAME")
    try house.folder.write("the host's", to: "remote/photos/me.jpg")
    try house.publish(PublishHouse.all)
    var expected = try house.tree()
    for name in ["CNAME", "photos/me.jpg"] { expected[name] = Array("the host's".utf8) }
    #expect(try house.remote() == expected)
  }

  @Test func `with all, two files with equal names in different bytes are two files`() throws {
    try house.publish()
    let (one, two) = ("album/\u{AC00}.txt", "album/\u{1100}\u{1161}.txt")
    try house.folder.write("same", to: "public-log/\(two)")
    try house.folder.write("same", to: "remote/\(one)")
    try house.publish(PublishHouse.all)
    #expect(Files.exists(house.folder.file("remote/\(two)")))
    #expect(!Files.exists(house.folder.file("remote/\(one)")))
    #expect(try house.remote() == house.tree())
  }

  @Test func `another remote gets everything`() throws {
    try house.addFind(1)
    try house.publish()
    try Files.removeTree(house.folder.file("remote"))
    let store = try Store.openPublished(
      house.configuration.publishedDatabase, log: house.configuration.database,
      rule: PublishRule(choice: .chosen, showsNotes: false),
      feedID: try house.store().preparePublishing())
    try store.prepareSending(to: "elsewhere:log")
    #expect(try house.publish().sent?.sent == house.tree().count)
    #expect(try house.remote() == house.tree())
  }

  @Test func `without a remote, nothing is sent, and a later remote gets everything`() throws {
    let house = try PublishHouse(remote: nil)
    try house.addFind(1)
    let report = try house.publish()
    #expect(report.sent == nil && report.files > 0)
    #expect(try house.runs().isEmpty)
    #expect(try !PublishState(house.configuration).isBehind(house.store()))
  }

  @Test func `without sending, the files wait`() throws {
    try house.addFind(1)
    var options = PublishOptions()
    options.sends = false
    #expect(try house.publish(options).sent == nil)
    #expect(try house.runs().isEmpty)
    #expect(try PublishState(house.configuration).waiting == house.tree().count)
    try house.publish()
    #expect(try house.remote() == house.tree())
  }

  @Test func `a limit of time ends sending between two runs, and the next publish continues`()
    throws
  {
    try house.addFind(1)
    var options = PublishOptions()
    options.sendMilliseconds = 0
    let report = try house.publish(options)
    #expect(report.sent?.sent == 0 && (report.sent?.waiting ?? 0) > 0)
    #expect(PublishState(house.configuration).waiting == report.sent?.waiting)
    try house.publish()
    #expect(try house.remote() == house.tree())
  }

  @Test func `a folder with other files is refused, and stays as it is`() throws {
    let root = try house.settings.folder
    try Files.makeDirectories(root)
    try Files.replace("\(root)/thesis.tex", with: [1], durably: false)
    let error = try #require(try house.failure())
    #expect("\(error)".contains("thesis.tex") && "\(error)".contains("an empty folder"))
    #expect(error.isFinal)
    #expect(try Files.entries(of: root) == ["thesis.tex"])
  }

  @Test func `two processes do not publish at the same time`() throws {
    guard let lock = try Lock.take(house.configuration.publishLock) else {
      Issue.record("the lock is already held")
      return
    }
    #expect(try house.failure() == .busy)
    #expect(PublishError.busy.failure == .busy)
    _ = consume lock
    try house.publish()
  }

  @Test func `a damaged projection is made anew`() throws {
    try house.addFind(1)
    try house.publish()
    try Files.replace(
      house.configuration.publishedDatabase, with: Array("no database".utf8), durably: false)
    try house.addFind(2)
    #expect(try house.publish().finds == 2)
    #expect(try house.remote() == house.tree())
  }

  @Test func `the same finds give the same files, in any order of publishing`() throws {
    try house.addFind(1)
    try house.publish()
    let taken = try house.addFind(2)
    try house.publish()
    try house.addFind(3)
    try house.setPublic(taken, false)
    try house.publish()
    try house.publish(PublishHouse.all)
    let whole = try house.tree().withoutFeedTimes
    try Files.removeTree(try house.settings.folder)
    try Store.removePublished(house.configuration.publishedDatabase)
    try house.publish()
    let fresh = try house.tree().withoutFeedTimes
    #expect(Set(fresh.keys) == Set(whole.keys))
    for (path, bytes) in fresh { #expect(whole[path] == bytes, "\(path)") }
  }

  @Test func `without the setting, an installation forgets its published log and keeps its feed`()
    throws
  {
    try house.addFind(1)
    try house.publish()
    let feed = try house.store().preparePublishing()
    let file = try house.folder.write(
      "data: data\nsite: site\ntemplates: \(Checkout.root)/templates\n", to: "plain")
    let plain = try Configuration(reading: file, installation: Checkout.root)
    try PublishState(plain).end(in: try house.store())
    #expect(!Files.exists(plain.publishedDatabase))
    try house.addFind(2)
    #expect(try !house.store().hasChangesToPublish())
    #expect(try !PublishState(plain).isBehind(house.store()))
    #expect(try house.store().preparePublishing() == feed)
    #expect(try house.publish().finds == 2)
  }
}
