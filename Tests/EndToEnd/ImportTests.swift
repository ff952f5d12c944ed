// The real program imports and exports: an export of an imported export has the same bytes. Also a
// dry run, and files and rows that cannot be imported.

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

  @Test
  func `each unusable row is named with its line and the remedy, and the others are imported`()
    throws
  {
    let installation = try Installation()
    let long = String(repeating: "x", count: 301)
    let file = try installation.folder.write(
      "Artist,Title,release_id,Notes,Date Added\r\nGood,\"One,\nor two\",1,n,\r\n,T,2,n,\r\nA,,3,n,\r\n"
        + "A,\(long),4,n,\r\nA,T,5,n,,,,x\r\nA,T,6,n\u{0},\r\n\r\nGood,Two,7,=1+1,\r\n",
      to: "collection.csv")
    let lines = [
      (4, "T", "the artist is missing"), (5, "A", "the title is missing"),
      (6, "A", "more than 300 characters"), (7, "T", "the row has 8 cells"),
      (8, "T", "NUL character"),
    ]
    for (command, code) in [(["import", file, "--dry-run"], 0 as Int32), (["import", file], 3)] {
      let told = try installation.told(command)
      #expect(told.code == code, "\(told.text)")
      let printed = told.text.split(separator: "\n")
      for (line, name, remedy) in lines {
        let isNamed = printed.contains {
          $0.hasPrefix("\(line)  unusable  ") && $0.contains(name) && $0.contains(remedy)
        }
        #expect(isNamed, "line \(line): \(told.text)")
      }
      #expect(told.text.contains("2 new, 0 existing, 0 ambiguous, 5 unusable"), "\(told.text)")
    }
    let titles = try installation.store().newestFinds(9).map(\.album.title)
    #expect(Set(titles) == ["One, or two", "Two"])
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
