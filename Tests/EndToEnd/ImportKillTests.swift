// kill −9 at every commit and rename of an import and of its undo. The same command, run once more,
// ends with the history of an undisturbed import: nothing is doubled, and nothing is missing.

import Albums
import Host
import Services
import Store
import Support
import Testing

@Suite(.serialized) struct ImportKillTests {
  /// The columns and rows of a table of each service. The row keys do not depend on times.
  static let tables: [(name: String, text: String)] = [
    (
      "wantlist",
      "Artist,Title,Released,release_id,Notes\r\n"
        + rows(6) { "Artist \($0 % 4),Title \($0),0,\($0 % 5),\"note, \($0)\"" }
    ),
    (
      "rateyourmusic",
      "RYM Album,First Name,Last Name,Title,Release_Date,Rating,Ownership,Purchase Date\r\n"
        + rows(6) { "\($0),,Artist \($0),Title \($0),1977,8,o,2020-03-04" }
    ),
  ]

  private static func rows(_ count: Int, _ row: (Int) -> String) -> String {
    (0..<count).map { row($0) + "\r\n" }.joined()
  }

  /// A collection with more rows than one commit takes. Some rows are copies of other rows.
  static let collection =
    "Artist,Title,Released,release_id,CollectionFolder,Date Added,Collection Notes\r\n"
    + rows(210) {
      "Artist \($0 % 150) (2),Title \($0 % 200),1970,\($0 % 200),Shelf,2020-01-02 03:04:05,n\($0)"
    }

  /// The history without the ids and times that differ between two imports of the same file. Times
  /// before 2025 come from the file.
  private func state(of installation: Installation) throws -> String {
    try installation.sqlite(
      """
      SELECT rows.import, line, identity, raw, state, artist, title, year, record_label,
        release_group, items.evidence, items.sure, finds.deleted IS NOT NULL,
        CASE WHEN finds.found < 1735689600000 THEN finds.found END
      FROM import_rows AS rows JOIN finds ON finds.id = rows.find
        JOIN albums ON albums.id = finds.album JOIN items ON items.id = finds.item ORDER BY 1, 2;
      SELECT id, format, name, read, ended IS NOT NULL, undone IS NOT NULL FROM imports ORDER BY id;
      SELECT kind, state, count(*) FROM jobs GROUP BY 1, 2 ORDER BY 1, 2;
      SELECT (SELECT count(*) FROM finds WHERE deleted IS NULL), (SELECT count(*) FROM finds),
        (SELECT count(*) FROM albums), (SELECT count(*) FROM items), (SELECT count(*) FROM covers);
      """)
  }

  /// Kills the command at its points and runs it once more. `isWhole` says whether a kill can leave
  /// a number of finds; a commit adds all of its finds or none.
  private func expectCompleted(
    _ course: KillCourse, _ count: Int, of what: String,
    isWhole: (Int) -> Bool = { _ in true }
  ) throws {
    let points = try course.sample(count, of: what)
    let installation = course.installation
    let undisturbed = try state(of: installation)
    let artwork = try installation.listing(of: "\(installation.data)/artwork")
    try installation.expectWholeSite("\(what), undisturbed")
    for point in points {
      try course.kill(at: point)
      let mark = "\(what), \(point)"
      #expect(try installation.store().damage() == nil, "\(mark)")
      #expect(isWhole(try installation.store().countFinds()), "\(mark)")
      try course.repeatCommand(after: point)
      #expect(try state(of: installation) == undisturbed, "\(mark)")
      #expect(try installation.listing(of: "\(installation.data)/artwork") == artwork, "\(mark)")
      try installation.expectWholeSite(mark)
    }
  }

  @Test func `a collection of several commits is completed, and nothing is doubled`() throws {
    let installation = try Installation()
    let file = try installation.folder.write(Self.collection, to: "collection.csv")
    try expectCompleted(
      try KillCourse(installation, ["import", file]), 2, of: "an import of a collection",
      isWhole: [0, 200, 210].contains)
  }

  @Test(arguments: tables.indices)
  func `a table of any service is completed, and nothing is doubled`(index: Int) throws {
    let (name, text) = Self.tables[index]
    let installation = try Installation()
    let file = try installation.folder.write(text, to: "\(name).csv")
    try expectCompleted(
      try KillCourse(installation, ["import", file]), 2, of: "an import of \(name)",
      isWhole: [0, 6].contains)
  }

  @Test func `a collection of MusicBrainz is completed, and nothing is doubled`() throws {
    let service = try MusicBrainzService(Array(Awkward.catalogue.prefix(6)))
    let installation = try Installation(
      settings: "musicbrainz-url: \(service.url)\ncontact: host@records.example")
    try expectCompleted(
      try KillCourse(installation, ["import", MusicBrainzService.collection]), 2,
      of: "an import of a MusicBrainz collection", isWhole: [0, 6].contains)
    extendLifetime(service)
  }

  @Test func `an undo is completed, and the edited find stays`() throws {
    let installation = try Installation()
    let file = try installation.folder.write(Self.collection, to: "collection.csv")
    #expect(try installation.albumscan(["import", file]).exitCode == 0)
    let find = try #require(try installation.store().newestFinds(1).first).id
    #expect(try installation.albumscan(["edit", find.text, "--notes", "mine"]).exitCode == 0)
    let course = try KillCourse(installation, ["import", "--undo", "1"])
    try expectCompleted(course, 2, of: "an undo of an import") { (1...210).contains($0) }
    #expect(try installation.store().newestFinds(9).map(\.id) == [find])
    #expect(try installation.albumscan(["import", "--undo", "9"]).exitCode == 1)
  }

  @Test func `an import of covers is completed, and each cover is known once`() throws {
    let installation = try Installation()
    let folder = installation.folder.file("covers")
    try Files.makeDirectories(folder)
    for name in ["Adele - 21.jpg", "Nick Drake - Pink Moon.jpg"] {
      let picture = try Files.read("\(Checkout.root)/sample/catalogue/\(name)")
      try Files.replace("\(folder)/\(name)", with: picture, durably: false)
    }
    try expectCompleted(
      try KillCourse(installation, ["catalogue", "import", folder]), 1, of: "an import of covers")
    #expect(try installation.store().countCovers() == 2)
  }
}
