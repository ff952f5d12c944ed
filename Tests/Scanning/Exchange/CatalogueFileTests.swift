// A host's catalogue: its valid forms. Every error names the line or the file.

import Albums
import Exchange
import Host
import Support
import Testing

@Suite struct CatalogueFileTests {
  let folder: TemporaryFolder

  init() throws { folder = try TemporaryFolder() }

  private static let header = "file,artist,title,year,genres,label,review\n"

  @Test func `a folder of pictures gives artist and title by name`() throws {
    for name in [
      "Can - Tago Mago.jpg", "A - B - C.JPEG", "no dash.jpg", "Can - Notes.txt", " - .jpg",
    ] { try folder.write("x", to: name) }
    let list = try catalogueList(at: folder.path)
    #expect(list.entries.map(\.album.artist) == ["A", "Can"])
    #expect(list.entries.map(\.album.title) == ["B - C", "Tago Mago"])
    #expect(list.passedOver.map(\.name) == [" - .jpg", "no dash.jpg"])
  }

  @Test func `folders in the folder count, one deep, and hidden files do not`() throws {
    for name in [
      "Krautrock/Can - Tago Mago.jpg", "Krautrock/more/Neu! - Neu!.jpg", ".hidden/A - B.jpg",
      ".A - B.jpg", "Krautrock/.trash - x.jpg", "notes.txt",
    ] { try folder.write("x", to: name) }
    let list = try catalogueList(at: folder.path)
    #expect(list.entries.map(\.name) == ["Krautrock/Can - Tago Mago.jpg"])
    #expect(list.entries.map(\.picture) == [folder.file("Krautrock/Can - Tago Mago.jpg")])
    #expect(list.passedOver.isEmpty)
  }

  @Test(arguments: [
    ("Can.jpg", "its name is not \"Artist - Title.jpg\""),
    ("Can -Tago Mago.jpg", "its name is not \"Artist - Title.jpg\""),
    ("  - Tago Mago.jpg", "its name is not \"Artist - Title.jpg\": one of them is empty"),
    ("Can -  .jpg", "its name is not \"Artist - Title.jpg\": one of them is empty"),
    ("Can - Tago Mago.png", "it is no JPEG; save it as one"),
    ("Can - Tago Mago.HEIC", "it is no JPEG; save it as one"),
  ])
  func `a picture that cannot be imported has a reason`(name: String, reason: String) throws {
    try folder.write("x", to: name)
    let list = try catalogueList(at: folder.path)
    #expect(list.entries.isEmpty)
    #expect(list.passedOver.map(\.name) == [name])
    #expect(list.passedOver.map(\.reason) == [reason])
  }

  /// macOS stores decomposed characters in file names. The catalogue must treat both forms as one
  /// album.
  @Test func `names are kept composed, with single spaces`() throws {
    try folder.write("x", to: "Sigur Ro\u{301}s  -  A\u{301}gætis  byrjun.JPeG")
    let entry = try #require(try catalogueList(at: folder.path).entries.first)
    #expect(Array(entry.album.artist.utf8) == Array("Sigur R\u{F3}s".utf8))
    #expect(Array(entry.album.title.utf8) == Array("\u{C1}gætis byrjun".utf8))
    #expect(Files.exists(entry.picture))
  }

  @Test func `a CSV gives all known facts`() throws {
    try folder.write(
      """
      {"summary":"S.","bullets":["a","b","c"],"rating":8.5,"recommendation":"Deep Cut",
       "keyTracks":["x","y","z"]}
      """, to: "reviews/r.json")
    let file = try folder.write(
      Self.header
        + "a.jpg,Can,\"Tago, Mago\",1971,Krautrock; Art Rock,United Artists,reviews/r.json\n",
      to: "c.csv")
    let entry = try #require(try catalogueList(at: file).entries.first)
    #expect(entry.picture == folder.file("a.jpg"))
    #expect(entry.album.title == "Tago, Mago")
    #expect(entry.album.genres == ["Krautrock", "Art Rock"])
    #expect(entry.album.recordLabel == "United Artists")
    #expect(entry.review?.rating.tenths == 85)
    #expect(entry.review?.recommendation == .deepCut)
  }

  @Test(arguments: [
    ("a,b\n", "the first line must name the columns"),
    (header + "a.jpg,Can\n", "line 2: 2 fields where the header names 7"),
    (header + "\"a.jpg,A,T\n", "line 2: the quote that opens here is never closed"),
  ])
  func `a file that is not a catalogue is refused with the line`(text: String, message: String)
    throws
  {
    let file = try folder.write(text, to: "c.csv")
    do throws(CatalogueError) {
      _ = try catalogueList(at: file)
      Issue.record("accepted")
    } catch {
      #expect(error.description.contains(message), "\(error)")
    }
  }

  @Test(arguments: [
    ("a.jpg,,T,,,,\n", "line 2: artist must not be empty"),
    ("a.jpg,A,T,soon,,,\n", "line 2: \"soon\" is not a year"),
    ("a.jpg,A,T,1770,,,\n", "line 2: \"1770\" is not a year"),
    ("a.jpg,A,T,,,,none.json\n", "none.json"),
  ])
  func `a line with an error is named, and the lines after it are imported`(
    line: String, message: String
  ) throws {
    let file = try folder.write(
      Self.header + line + "b.jpg,Can,Landed,1975,,,\n", to: "c.csv")
    let list = try catalogueList(at: file)
    #expect(list.entries.map(\.name) == ["b.jpg"])
    #expect(list.passedOver.map(\.name) == ["a.jpg"])
    #expect(list.passedOver.allSatisfy { $0.isError && $0.reason.contains(message) })
  }

  @Test(arguments: [
    (
      #"{"summary":"S.","bullets":["a"],"rating":8.5,"recommendation":"Deep Cut","keyTracks":["x","y","z"]}"#,
      "bullets"
    ),
    (
      #"{"summary":"S.","bullets":["a","b","c"],"rating":11,"recommendation":"Deep Cut","keyTracks":["x","y","z"]}"#,
      "rating"
    ),
    (
      #"{"summary":"S.","bullets":["a","b","c"],"rating":1e999,"recommendation":"Deep Cut","keyTracks":["x","y","z"]}"#,
      "r.json"
    ),
    (
      #"{"summary":"S.","bullets":["a","b","c"],"rating":5,"recommendation":"Great","keyTracks":["x","y","z"]}"#,
      "none of the labels"
    ),
    ("[]", "r.json"), ("", "r.json"),
  ])
  func `an invalid review is refused with its file's name`(text: String, message: String) throws {
    try folder.write(text, to: "r.json")
    let file = try folder.write(Self.header + "a.jpg,A,T,,,,r.json\n", to: "c.csv")
    let list = try catalogueList(at: file)
    #expect(list.entries.isEmpty)
    #expect(list.passedOver.first?.reason.contains(message) == true, "\(list.passedOver)")
  }

  @Test func `the sample catalogue is whole, with every label once`() throws {
    let entries = try catalogueList(
      at: "\(Checkout.root)/sample/catalogue/catalogue.csv"
    ).entries
    #expect(entries.count == 24)
    #expect(Set(entries.compactMap { $0.review?.recommendation }).count == 24)
    #expect(Set(entries.map(\.album.key)).count == 24)
    #expect(entries.allSatisfy { Files.exists($0.picture) })
  }
}
