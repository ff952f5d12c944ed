// Albums of one name after an upgrade: the questions on the status page, the doctor, and the undo of a join.
// Source: docs/names.md "After an upgrade".

import Albums
import Host
import Store
import Support
import Testing

@Suite(.serialized) struct AlbumNamesTests {
  let household: Household
  private let owner: [String]
  private var house: Installation { household.installation }

  /// Two albums of an earlier version whose names are one name now, with a find each.
  init() throws {
    let household = try Household(settings: "pages: open")
    let house = household.installation
    try house.copySample()
    let anna = try house.store().addPerson(
      name: try Household.name("Anna"), plan: .owner, files: house.sessionFiles, at: Household.now)
    owner = household.browser(try Household.session(of: anna, in: house))
    self.household = household
    for (number, artist) in [(901, "Кий"), (902, "Кии\u{306}")] {
      try house.sql(
        """
        INSERT INTO albums (id, key, artist, title, key_rules)
          VALUES (\(number), lower('\(artist) / x'), '\(artist)', 'X', 2);
        INSERT INTO items (id, position, album, progress, created, updated)
          VALUES (\(number), 0, \(number), 'reviewing', \(number), \(number));
        INSERT INTO finds (id, item, person, album, found)
          VALUES ('\(Self.find(number))', \(number), '\(anna.id)', \(number), \(number))
        """)
    }
  }

  private static func find(_ number: Int) -> FindID {
    FindID(randomBytes: Array(repeating: UInt8(number - 900), count: FindID.randomByteCount))
  }

  private func albums() throws -> [Int64?] {
    try [901, 902].map { try house.store().albumID(of: Self.find($0)) }
  }

  private func status() throws -> String {
    let page = try household.get("/status", owner)
    #expect(page.status == 200)
    return page.body.replacing("&#47;", with: "/").replacing("&#46;", with: ".")
  }

  private func answer(_ fields: [(String, String)]) throws -> Int {
    try household.post("/status", fields, owner).status
  }

  @Test func `a join of the upgrade is on the status page and can be undone there`() throws {
    #expect(try !status().contains("Albums with the same name"))
    #expect(try house.told(["init"]).code == 0)
    #expect(try albums() == [901, 901])
    let page = try status()
    #expect(page.contains("Albums with the same name"))
    #expect(page.contains("1 find was joined with this album."))
    let undo = try #require(page.firstMatch(of: #/action="/cgi-bin/albumscan(/edits/[^"]+/undo)"/#))
    #expect(try household.post(String(undo.1), [], owner).status == 303)
    #expect(try albums() == [901, 902] && !status().contains("Albums with the same name"))
    #expect(try house.told(["init"]).code == 0)
    #expect(try albums() == [901, 902])
  }

  @Test func `an owner joins albums with other numbers at MusicBrainz, or keeps them apart`() throws
  {
    try house.sql("UPDATE albums SET release_group = 'group ' || id WHERE id > 900")
    #expect(try house.told(["init"]).code == 0)
    #expect(try albums() == [901, 902])
    let page = try status()
    for number in [901, 902] { #expect(page.contains("/album/\(Self.find(number))/")) }
    #expect(page.contains(#"name="album" value="902""#))
    let doctor = try house.told(["doctor", "--offline"])
    #expect(doctor.text.contains("albums of one name: 1"))
    for fields in [
      [("album", "902"), ("do", "other")], [("album", "x"), ("do", "join")], [("do", "join")],
    ] {
      #expect(try answer(fields) == 400, "\(fields)")
    }
    #expect(try answer([("album", "902"), ("do", "join")]) == 303)
    #expect(try albums() == [901, 901])
    // A second press of the button.
    #expect(try answer([("album", "902"), ("do", "join")]) == 303)
    #expect(try house.told(["work"]).code == 0)
    #expect(try !house.told(["doctor", "--offline"]).text.contains("albums of one name"))
    let undo = try #require(
      try status().firstMatch(of: #/action="/cgi-bin/albumscan(/edits/[^"]+/undo)"/#))
    #expect(try household.post(String(undo.1), [], owner).status == 303)
    #expect(try albums() == [901, 902] && !status().contains("Albums with the same name"))
  }

  @Test func `albums that an owner keeps apart stay apart`() throws {
    try house.sql("UPDATE albums SET release_group = 'group ' || id WHERE id > 900")
    #expect(try house.told(["init"]).code == 0)
    #expect(try answer([("album", "902"), ("do", "keep")]) == 303)
    #expect(try !status().contains("Albums with the same name"))
    #expect(try house.told(["init"]).code == 0)
    #expect(try albums() == [901, 902] && !status().contains("Albums with the same name"))
  }
}
