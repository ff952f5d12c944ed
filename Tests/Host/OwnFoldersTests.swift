// Folders with files of others are never taken as data or pages.

import Host
import Support
import Testing

@Suite struct OwnFoldersTests {
  private let folder: TemporaryFolder

  init() throws { folder = try TemporaryFolder() }

  /// The files of a folder, and the entry for which it is refused as `data`.
  @Test(
    arguments: [
      ([], nil), (["lost+found/x"], nil), (["keys/openai"], nil),
      (["keys/openai", "photos/a.jpg"], nil),
      (["albums.db", "notes.txt"], nil), (["artwork/a.jpg", "worker.lock", "log.1"], nil),
      (["albums.db.v9-2026-11-22"], nil), (["letter"], "letter"), ([".ssh/id"], ".ssh"),
      (["keys/openai", "music/a.flac"], "music"),
    ] as [([String], String?)])
  func `a data folder is empty, has a database, or only entries of AlbumScan`(
    files: [String], entry: String?
  ) throws {
    let data = folder.file("data")
    for file in files { try folder.write("x", to: "data/\(file)") }
    let foreign = try OwnFolders.foreign(data: data)
    #expect(foreign?.entry == entry.map { "\(data)/\($0)" })
  }

  /// The files of a folder, and the entry for which it is refused as `site`.
  @Test(
    arguments: [
      ([], nil), (["site/.well-known/acme-challenge/x"], nil),
      (["site/assets.txt", "site/index.html", "site/robots.txt"], nil),
      (["site/index.html"], "index.html"), (["site/index.html", "data/building"], nil),
      (["site/scan/x/index.html"], "scan"),
    ] as [([String], String?)])
  func `a folder of pages is empty, or a build has ended or begun in it`(
    files: [String], entry: String?
  ) throws {
    let site = folder.file("site")
    for file in files { try folder.write("x", to: file) }
    let foreign = try OwnFolders.foreign(site: site, data: folder.file("data"))
    #expect(foreign?.entry == entry.map { "\(site)/\($0)" })
  }
}
