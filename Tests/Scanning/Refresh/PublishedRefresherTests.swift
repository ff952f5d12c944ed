// The refresher of the published log with a real database: after any changes, the written files equal
// those of a full build, and the listed changes are enough to keep a copy.

import Albums
import Host
import Store
import Support
import Testing

@testable import Refresh
@testable import Site

@Suite struct PublishedRefresherTests {
  let folder: TemporaryFolder
  private var root: String { folder.file("published-log") }
  private var marker: String { folder.file("publishing") }

  init() throws {
    folder = try TemporaryFolder()
    try PublishedTemplates.write(into: folder.path)
    try Files.makeDirectories(folder.file("artwork"))
  }

  private func refresher(_ about: String = "") throws -> PageRefresher {
    let look = PublishedAppearance(
      title: "Records", author: "Ada", about: about, url: "https://records.example/x")
    let site = try Site(
      root: root, templates: "\(Checkout.root)/templates",
      publishedTemplates: [folder.file("published")], publicFiles: folder.file("public"),
      artwork: folder.file("artwork"),
      settings: SiteSettings(publishing: look, words: try Phrasebook.english()))
    return try PageRefresher(site: site, target: .published(folder: root, buildingMarker: marker))
  }

  @Test(arguments: [1, 2026, UInt64.random(in: 0...UInt64.max)])
  func `whatever happens to finds, the published log is what a build makes`(seed: UInt64) throws {
    note("seed \(seed)")
    let store = try Store.openUpgrading(folder.file("albums.db"))
    let refresher = try refresher()
    var log = RandomLog(seed: seed)
    var copy: [String: [UInt8]] = [:]
    try refresher.build(from: store, at: log.now)
    for step in 1...30 {
      try log.change(store)
      try refresher.refreshStalePages(in: store, at: log.now)
      guard step % 3 == 0 else { continue }
      try refresher.refreshSummaries(in: store)
      let refreshed = try files()
      for path in refresher.site.takeChanges() { copy[path] = refreshed[path] }
      let readers = refreshed.filter { Tree.isForReaders($0.key) }
      #expect(differing(copy, readers) == [], "seed \(seed), step \(step): the copy")
      try refresher.build(from: store, at: log.now)
      #expect(differing(refreshed, try files()) == [], "seed \(seed), step \(step)")
      #expect(!Files.exists("\(root)/scan"))
    }
  }

  @Test func `the feed of a tag and its page come and go together`() throws {
    let store = try Store.openUpgrading(folder.file("albums.db"))
    let refresher = try refresher()
    var log = RandomLog(seed: 7)
    try refresher.build(from: store, at: log.now)
    for _ in 1...60 { try log.change(store) }
    let find = try #require(try store.newestFinds(1).first)
    try edit(find.id, store, at: log.now) { $0.tags = Tag.list("Sea") }
    try refresher.refreshStalePages(in: store, at: log.now)
    #expect(!Files.exists("\(root)/tags/sea"), "it waits for the summary pages")
    try refresher.refreshSummaries(in: store)
    #expect(try text("tags/sea/feed.atom").contains("/album/\(find.id)/\""))
    #expect(try text("index.html").contains("./tags/sea/"))
    #expect(try text("sitemap.xml").contains("https://records.example/x/tags/sea/<"))
    _ = refresher.site.takeChanges()
    #expect(try store.delete(find.id, at: log.now))
    try refresher.refreshAll(in: store, at: log.now)
    #expect(!Files.exists("\(root)/tags/sea"))
    for (path, bytes) in try files() {
      #expect(!String(decoding: bytes, as: UTF8.self).contains(find.id.text), "\(path)")
    }
    let changes = refresher.site.takeChanges()
    #expect(changes.contains("tags/sea/feed.atom"))
    #expect(changes.contains("album/\(find.id)/index.html"))
  }

  @Test
  func `a change of the appearance builds the log again, and a build that was cut off is repeated`()
    throws
  {
    let store = try Store.openUpgrading(folder.file("albums.db"))
    let now = Timestamp(milliseconds: 1_795_262_400_000)
    let first = try refresher()
    try first.refreshAll(in: store, at: now)
    #expect(try !first.needsBuild(store) && !Files.exists(marker))
    try first.removeExpiredScans(in: store, at: now)
    let second = try refresher("Found *by the sea*.")
    #expect(try second.needsBuild(store))
    try second.refreshAll(in: store, at: now)
    #expect(try text("index.html").contains("<em>by the sea</em>"))
    #expect(try !second.needsBuild(store))
    try Files.replace(marker, with: [], durably: false)
    #expect(try second.needsBuild(store))
    try second.refreshAll(in: store, at: now)
    #expect(!Files.exists(marker))
    let names = try Files.entries(of: folder.path)
    #expect(!names.contains("pages") && !names.contains("messages"), "nothing for the CGI")
  }

  private func edit(
    _ find: FindID, _ store: borrowing Store, at now: Timestamp,
    _ change: (inout FindEdit) -> Void
  ) throws {
    var edit = FindEdit()
    change(&edit)
    let id = EditID(randomBytes: Array(repeating: 9, count: 17))
    _ = try store.edit([find], edit, as: id, by: .owner, at: now)
  }

  private func text(_ path: String) throws -> String {
    String(decoding: try Files.read("\(root)/\(path)"), as: UTF8.self)
  }

  private func differing(_ one: [String: [UInt8]], _ other: [String: [UInt8]]) -> [String] {
    Set(one.keys).union(other.keys).filter { one[$0] != other[$0] }.sorted()
  }

  private func files(_ path: String = "") throws -> [String: [UInt8]] {
    var all: [String: [UInt8]] = [:]
    for name in try Files.entries(of: path.isEmpty ? root : "\(root)/\(path)") {
      let inside = path.isEmpty ? name : "\(path)/\(name)"
      if Files.isDirectory("\(root)/\(inside)") {
        all.merge(try files(inside)) { one, _ in one }
      } else {
        all[inside] = try Files.read("\(root)/\(inside)")
      }
    }
    return all
  }
}
