// The real program imports and exports: the same bytes after a detour, and an import that is killed
// before or after a commit is completed by the same command.

import Albums
import Host
import Store
import Support
import Testing

@Suite struct ImportTests {
  private func table(_ count: Int, in installation: Installation) throws -> String {
    let header = "Artist,Title,release_id,CollectionFolder,Collection Media Condition\r\n"
    let rows = (0..<count).map { "Artist \($0),Title \($0),\($0),Shelf,Mint\r\n" }.joined()
    return try installation.folder.write(header + rows, to: "collection.csv")
  }

  @Test func `an import killed at a commit is completed, and nothing is doubled`() throws {
    for moment in ["import:before", "import:after"] {
      let installation = try Installation()
      let file = try table(250, in: installation)
      #expect(
        try installation.albumscan(["import", file], kill: moment).exitCode == 128 + 9, "\(moment)")
      #expect(try installation.store().countFinds() == (moment == "import:after" ? 200 : 0))
      let rest = try installation.told(["import", file])
      #expect(rest.code == 0, "\(rest.text)")
      let store = try installation.store()
      #expect(try store.countFinds() == 250 && !store.hasStalePages() && store.damage() == nil)
      #expect(try installation.albumscan(["import", file]).exitCode == 0)
      #expect(try installation.store().countFinds() == 250)
    }
  }

  @Test func `an undo killed at a commit is completed by the same command`() throws {
    let installation = try Installation()
    let file = try table(250, in: installation)
    #expect(try installation.albumscan(["import", file]).exitCode == 0)
    for moment in ["import-undo:before", "import-undo:after"] {
      let output = try installation.albumscan(["import", "--undo", "1"], kill: moment)
      #expect(output.exitCode == 128 + 9, "\(moment)")
    }
    #expect(try installation.albumscan(["import", "--undo", "1"]).exitCode == 0)
    #expect(try installation.store().countFinds() == 0)
    #expect(try installation.albumscan(["import", "--undo", "9"]).exitCode == 1)
  }

  @Test func `a dry run changes nothing, and its JSON has a verdict for each row`() throws {
    let installation = try Installation()
    let file = try table(3, in: installation)
    let before = try Files.read("\(installation.data)/albums.db")
    let output = try installation.albumscan(["import", file, "--dry-run", "--json"])
    let text = String(decoding: output.bytes, as: UTF8.self)
    #expect(output.exitCode == 0)
    #expect(text.contains(#""new":3"#) && text.contains(#""verdict":"new""#))
    #expect(try Files.read("\(installation.data)/albums.db") == before)
  }

  @Test func `an export imported elsewhere gives the same export and whole pages`() throws {
    let installation = try Installation()
    try installation.copySample()
    #expect(
      try installation.albumscan(["import", try table(5, in: installation)]).exitCode == 0)
    let first = installation.folder.file("first.zip")
    #expect(try installation.albumscan(["export", first]).exitCode == 0)
    #expect(Files.mode(of: first) == 0o600)
    let other = try Installation()
    let told = try other.told(["import", first])
    #expect(told.code == 0, "\(told.text)")
    let second = other.folder.file("second.zip")
    #expect(try other.albumscan(["export", second]).exitCode == 0)
    #expect(try Files.read(first) == Files.read(second))
    #expect(try other.albumscan(["check"]).exitCode == 0)
    for format in ["csv", "csv-safe", "discogs"] {
      let file = other.folder.file("\(format).csv")
      #expect(try other.albumscan(["export", file, "--format", format]).exitCode == 0)
      #expect(try csvLines(file) == 6)
    }
    #expect(try other.albumscan(["export", "x/", "--format", "csv"]).exitCode == 2)
  }

  private func csvLines(_ file: String) throws -> Int {
    try Files.read(file).count { $0 == UInt8(ascii: "\n") }
  }

  @Test func `no page shows price or condition of an imported row`() throws {
    let installation = try Installation()
    #expect(
      try installation.albumscan(["import", try table(1, in: installation)]).exitCode == 0)
    let id = try #require(try installation.store().newestFinds(1).first?.id)
    for page in ["album/\(id)/index.html", "history/index.html", "feed.json"] {
      #expect(try !installation.text(page).contains("Mint"), "\(page)")
    }
  }

  @Test func `files that cannot be imported end with exit code 3 and the reason`() throws {
    let installation = try Installation()
    for (text, reason) in [
      ("listing_id,artist,title,release_id,price\n", "inventory"), ("a,b\n", "no export"),
      ("Artist,Title,release_id\n\"A\n", "line 2"), ("PK\u{3}\u{4}", "damaged"),
    ] {
      let file = try installation.folder.write(text, to: "bad")
      let told = try installation.told(["import", file])
      #expect(told.code == 3 && told.text.contains(reason), "\(told.text)")
    }
    #expect(try installation.albumscan(["import", "nowhere.csv"]).exitCode == 3)
  }
}
