// The size of a published log and the limits of hosting services; the archive.

import Host
import Support
import Testing

@testable import Exchange
@testable import Publishing

@Suite struct TreeSizeTests {
  static let cases: [(host: String, size: TreeSize, exceeded: [String])] = [
    ("Cloudflare Pages (free)", TreeSize(files: 20_000, bytes: 1), []),
    ("Cloudflare Pages (free)", TreeSize(files: 20_001, bytes: 1), ["more than 20000 files"]),
    (
      "Cloudflare Pages (free)",
      TreeSize(files: 2, bytes: 1, largest: "archive.zip", largestBytes: 25 << 20), []
    ),
    (
      "Cloudflare Pages (free)",
      TreeSize(files: 2, bytes: 1, largest: "archive.zip", largestBytes: (25 << 20) + 1),
      ["archive.zip has more than 25 MiB"]
    ),
    ("GitHub Pages", TreeSize(files: 9, bytes: 1_000_000_000), []),
    ("GitHub Pages", TreeSize(files: 9, bytes: 1_000_000_001), ["more than 1000 MB"]),
    ("Netlify", TreeSize(files: 90_000, bytes: 1, mostInFolder: 54_000), []),
    (
      "Netlify", TreeSize(files: 90_000, bytes: 1, mostInFolder: 54_001),
      ["more than 54000 files in a folder"]
    ),
    ("GitLab Pages", TreeSize(files: 200_001, bytes: 1), ["more than 200000 files"]),
  ]

  @Test(arguments: cases)
  func `a log is compared with both sides of each limit`(
    host: String, size: TreeSize, exceeded: [String]
  ) throws {
    let limits = try #require(HostLimits.all.first { $0.name == host })
    #expect(limits.exceeded(by: size) == exceeded)
  }

  @Test func `a log is measured by its files, its largest file and its fullest folder`() throws {
    let house = try PublishHouse(remote: nil)
    for number in 1...3 { try house.addFind(number) }
    try house.publish()
    let tree = try house.tree()
    let size = try TreeSize(
      of: try house.site(), in: PublishedFolder(try house.settings.folder))
    #expect(size.files == tree.count)
    #expect(size.bytes == tree.values.map(\.count).reduce(0, +))
    #expect(tree[size.largest]?.count == size.largestBytes)
    #expect(size.largestBytes == tree.values.map(\.count).max())
    #expect(size.mostInFolder > 3)
  }

  @Test func `the archive has every other file, and the same files give the same bytes`() throws {
    let house = try PublishHouse(remote: nil)
    try house.addFind(1)
    try house.publish()
    let tree = try house.tree()
    let archive = try #require(tree["archive.zip"])
    let zip = try ZipReader("\(try house.settings.folder)/archive.zip")
    #expect(Set(zip.names) == Set(tree.keys).subtracting(["archive.zip"]))
    for name in zip.names {
      #expect(try zip.bytes(of: name, limit: 1 << 20) == tree[name], "\(name)")
    }
    try house.publish(PublishHouse.all)
    #expect(try house.tree()["archive.zip"] == archive)
  }
}
