// Albums of one artist and one title in imported tables, with a played MusicBrainz: what the year, the edition or the
// MBID distinguishes has a row of its own, and the rest is not sure.

import Albums
import Host
import Services
import Store
import Support
import Testing

@Suite struct AlbumsOfOneNameTests {
  private static func mbid(_ number: Int) -> String {
    "00000000-0000-4000-8000-0000000\(70000 + number)"
  }

  private static func known(
    _ number: Int, _ artist: String, _ title: String, _ date: String, aliases: [String] = []
  ) -> KnownAlbum {
    KnownAlbum(
      mbid(number), title, by: [.init(artist, mbid: mbid(500 + number), aliases: aliases)],
      first: date,
      releases: [
        {
          var release = KnownAlbum.Release(mbid(900 + number), title)
          release.date = date
          release.hasFront = false
          return release
        }()
      ])
  }

  static let groups = [
    known(1, "Boris", "Heavy Rocks", "2002-05-03"), known(2, "Boris", "Heavy Rocks", "2011-05-24"),
    known(3, "Boris", "Heavy Rocks", "2022-08-12"),
    known(4, "Killing Joke", "Killing Joke", "1980"),
    known(5, "Killing Joke", "Killing Joke", "2003"),
    known(6, "Various Artists", "No New York", "1978"),
    known(7, "Кино", "Группа крови", "1988", aliases: ["Kino"]),
    known(8, "파란노을", "To See the Next Part of the Dream", "2021-02-23", aliases: ["Parannoul"]),
    known(9, "파란노을", "White Ceiling / Black Dots Wandering Around", "2022", aliases: ["Parannoul"]),
    known(10, "Weezer", "Weezer", "1994-05-10"), known(11, "Weezer", "Weezer", "2001-05-15"),
    known(12, "Miles Davis", "Kind of Blue", "1959-08-17"),
    known(13, "坂本龍一", "千のナイフ", "1978-10-25"),
  ]

  static let rateYourMusic =
    "RYM Album, First Name,Last Name,First Name localized, Last Name localized,Title,Release_Date,Rating,Ownership,"
    + "Purchase Date,Media Type,Review\r\n"
  static let discogs = "Artist,Title,Released,release_id,CollectionFolder\r\n"

  private static func rated(_ id: Int, _ artist: String, _ title: String, _ year: Int) -> String {
    "\"\(id)\",\"\",\"\(artist)\",\"\",\"\",\"\(title)\",\"\(year)\",\"8\",\"o\",\"\",\"\",\"\"\r\n"
  }

  /// Imports the tables one after the other, and runs the lookups after each of them.
  private func imported(_ tables: [String]) throws -> Realm {
    let realm = try Realm(catalogue: Self.groups)
    for (index, table) in tables.enumerated() {
      let file = try realm.installation.folder.write(table, to: "\(index).csv")
      let told = try realm.installation.told(["import", file])
      #expect(told.code == 0, "\(told.text)")
      #expect(try realm.installation.told(["work"]).code == 0)
    }
    #expect(try realm.installation.told(["check"]).code == 0)
    return realm
  }

  /// A find as its page tells it: the year of the album, whether it is sure, and the number of its release group.
  private struct Seen: Hashable, CustomStringConvertible {
    let year: Int?
    let isSure: Bool
    let group: Int?
    var description: String {
      "\(year.map(String.init) ?? "–") \(isSure ? "sure" : "unsure") \(group ?? 0)"
    }
  }

  private func seen(_ realm: Realm, titled title: String? = nil) throws -> [Seen] {
    let store = try realm.installation.store()
    return try store.newestFinds(100).reversed().filter {
      title ?? $0.album.title == $0.album.title
    }.map { find in
      let album = try #require(try store.albumID(of: find.id))
      let group = try store.sources(of: album)?.releaseGroup
      return Seen(
        year: find.album.year, isSure: find.isSure, group: group.flatMap { Int($0.suffix(4)) })
    }
  }

  private func albums(_ realm: Realm) throws -> Int {
    let store = try realm.installation.store()
    return Set(try store.newestFinds(100).compactMap { try store.albumID(of: $0.id) }).count
  }

  @Test func `two rated albums of one name are two albums, each with its year`() throws {
    let table =
      Self.rateYourMusic + Self.rated(43, "Boris", "Heavy Rocks", 2002)
      + Self.rated(44, "Boris", "Heavy Rocks", 2011)
      + Self.rated(45, "Killing Joke", "Killing Joke", 1980)
      + Self.rated(46, "Killing Joke", "Killing Joke", 2003)
    let realm = try imported([table, table])
    let all = [(2002, 1), (2011, 2), (1980, 4), (2003, 5)].map {
      Seen(year: $0.0, isSure: true, group: $0.1)
    }
    #expect(Set(try seen(realm)) == Set(all))
    #expect(try realm.installation.store().countFinds() == 4)
  }

  @Test
  func
    `the year of an edition excludes later albums, and what stays open is not sure and has no year`()
    throws
  {
    let realm = try imported([
      Self.discogs
        + "Boris,Heavy Rocks,2011,11,\r\nBoris,Heavy Rocks,2002,12,\r\nBoris,Heavy Rocks,2011,13,\r\n"
    ])
    let open = Seen(year: nil, isSure: false, group: nil)
    let found = try seen(realm)
    #expect(found.filter { $0 == open }.count == 2, "\(found)")
    #expect(found.contains(Seen(year: 2002, isSure: true, group: 1)), "\(found)")
    #expect(try albums(realm) == 2)
    // A later import of the same file changes nothing, and a further copy joins its edition.
    let file = try realm.installation.folder.write(
      Self.discogs + "Boris,Heavy Rocks,2002,99,\r\n", to: "more.csv")
    #expect(try realm.installation.told(["import", file]).code == 0)
    #expect(try realm.installation.told(["work"]).code == 0)
    #expect(try albums(realm) == 2)
  }

  @Test
  func `editions of an album without rivals are one album with the year of its first release`()
    throws
  {
    let realm = try imported([
      Self.discogs + "Miles Davis,Kind of Blue,1987,21,\r\nMiles Davis,Kind of Blue,2009,22,\r\n",
      Self.discogs + "Miles Davis,Kind of Blue,2015,23,\r\n",
    ])
    #expect(
      try seen(realm) == Array(repeating: Seen(year: 1959, isSure: true, group: 12), count: 3))
    #expect(try albums(realm) == 1)
  }

  @Test func `an edition of a self-titled album belongs to the only album that existed then`()
    throws
  {
    let realm = try imported([
      Self.discogs + "Weezer,Weezer,1994,31,\r\nWeezer,Weezer,2019,32,\r\n"
        + "Killing Joke,Killing Joke,1985,33,\r\nWeezer,Weezer,1995,34,\r\n"
    ])
    let found = try seen(realm, titled: "Weezer")
    #expect(found.filter { $0 == Seen(year: 1994, isSure: true, group: 10) }.count == 2, "\(found)")
    #expect(
      found.filter { $0 == Seen(year: nil, isSure: false, group: nil) }.count == 1, "\(found)")
    #expect(try seen(realm, titled: "Killing Joke") == [Seen(year: 1980, isSure: true, group: 4)])
  }

  @Test func `a row without a year is no album that only its year distinguishes`() throws {
    let realm = try imported([
      Self.rateYourMusic + Self.rated(1, "Weezer", "Weezer", 1994)
        + Self.rated(2, "Weezer", "Weezer", 2001)
        + "\"3\",\"\",\"Weezer\",\"\",\"\",\"Weezer\",\"\",\"8\",\"o\",\"\",\"\",\"\"\r\n"
    ])
    let open = Seen(year: nil, isSure: false, group: nil)
    let dated = [(1994, 10), (2001, 11)].map { Seen(year: $0.0, isSure: true, group: $0.1) }
    #expect(Set(try seen(realm)) == Set(dated + [open]))
  }

  @Test func `names of other services find their album`() throws {
    let realm = try imported([
      Self.discogs + "Various,No New York,2005,1,\r\nКино,Группа Крови = Blood Type,2019,4,\r\n"
        + "坂本龍一,千のナイフ [Thousand Knives],2016,5,\r\n",
      Self.rateYourMusic
        + Self.rated(1, "파란노을 [Parannoul]", "To See the Next Part of the Dream", 2021)
        + Self.rated(2, "파란노을", "White Ceiling / Black Dots Wandering Around", 2022)
        + Self.rated(3, "Weezer", "Weezer [Blue Album]", 1994),
    ])
    let groups = [6, 7, 13, 8, 9, 10]
    #expect(Set(try seen(realm).map(\.group)) == Set(groups.map(Optional.some)))
    #expect(try seen(realm).allSatisfy(\.isSure))
    let artists = Set(try realm.installation.store().newestFinds(10).map(\.album.artist))
    #expect(artists == ["Various Artists", "Кино", "坂本龍一", "파란노을", "Weezer"])
  }

  @Test func `a pasted link to another album of the name leaves the first one as it is`() throws {
    let realm = try imported([Self.rateYourMusic + Self.rated(43, "Boris", "Heavy Rocks", 2002)])
    let store = try realm.installation.store()
    let first = try #require(try store.newestFinds(1).first)
    let table = try realm.installation.folder.write(
      Self.rateYourMusic + Self.rated(60, "Boris", "Heavy Rocks (Live)", 2010), to: "live.csv")
    #expect(try realm.installation.told(["import", table]).code == 0)
    let other = try #require(try store.newestFinds(2).first { $0.id != first.id })
    let link = "https://musicbrainz.org/release-group/\(Self.mbid(2))"
    let told = try realm.installation.told(["correct", other.id.text, "--musicbrainz", link])
    #expect(told.code == 0, "\(told.text)")
    #expect(try realm.installation.told(["work"]).code == 0)
    let ids = try [first.id, other.id].map { try store.albumID(of: $0) }
    #expect(ids[0] != ids[1])
    #expect(
      try store.find(first.id)?.album.year == 2002 && store.find(other.id)?.album.year == 2011)
    #expect(try store.sources(of: try #require(ids[0]))?.releaseGroup == Self.mbid(1))
  }
}
