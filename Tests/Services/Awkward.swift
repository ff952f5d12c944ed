// Albums whose names, dates or editions often cause errors in programs. The facts are printed on
// the records; MBIDs, sleeves and reviews are invented.

package enum Awkward {
  /// Twelve albums with different difficulties. The played model knows all of them.
  package static let albums: [KnownAlbum] = [
    backInBlack, brackets, loudenUpNow, firstLove, raisingSand, pulpFiction, weezer, philosophy,
    letItBe, rumoursDeluxe, morningGlory, hiHowAreYou,
  ]

  /// The catalogue of the played MusicBrainz: the twelve albums, albums that are easily confused
  /// with them, and a few more.
  package static let catalogue: [KnownAlbum] =
    albums.filter { $0.saidTitle == nil }
    + [rumours, letItBeNaked, weezerGreen, weezerRed, bridge, heroes]

  /// The artist's name contains a slash.
  package static let backInBlack = album(
    1, "Back in Black", [credit(1, "AC/DC")], "1980-07-25", genres: ["hard rock", "rock"],
    [release(1, "Back in Black", "1980-07-25", "US", "Atlantic", "SD 16018", tracks: 10)])

  /// The title contains no letter.
  package static let brackets = album(
    2, "( )", [credit(2, "Sigur Rós", aliases: ["Sigur Ros"])], "2002-10-28",
    genres: ["post-rock", "ambient"],
    [
      release(
        2, "( )", "2002-10-28", "GB", "FatCat Records", "FATCD22", format: "CD", tracks: 8)
    ])

  /// The artist's name contains no letter.
  package static let loudenUpNow = album(
    3, "Louden Up Now", [credit(3, "!!!", aliases: ["chk chk chk"])], "2004-06-08",
    genres: ["dance-punk"],
    [
      release(
        3, "Louden Up Now", "2004-06-08", "US", "Touch and Go Records", nil, format: "CD",
        tracks: 10)
    ])

  /// The artist's name contains no Latin letter.
  package static let firstLove = album(
    4, "First Love", [credit(4, "宇多田ヒカル", aliases: ["Utada Hikaru", "Hikaru Utada"])],
    "1999-03-10", genres: ["j-pop", "r&b"],
    [
      release(
        4, "First Love", "1999-03-10", "JP", "EASTWORLD", "TOCT-24067", format: "CD", tracks: 12)
    ])

  /// The album has two artists with a joining phrase.
  package static let raisingSand = album(
    5, "Raising Sand", [credit(5, "Robert Plant", join: " & "), credit(6, "Alison Krauss")],
    "2007-10-23", genres: ["americana", "folk"],
    [
      release(
        5, "Raising Sand", "2007-10-23", "US", "Rounder Records", "11661-9075-2", format: "CD",
        tracks: 13)
    ])

  /// The artist is Various Artists, with its real MBID.
  package static let pulpFiction: KnownAlbum = {
    var album = Self.album(
      6, "Pulp Fiction: Music From the Motion Picture",
      [
        KnownAlbum.Credit("Various Artists", mbid: "89ad4ac3-39f7-470e-963a-56509c546377")
      ], "1994-09-27", genres: ["soundtrack"],
      [
        release(
          6, "Pulp Fiction: Music From the Motion Picture", "1994-09-27", "US", "MCA Records",
          "MCAD-11103", format: "CD", tracks: 16)
      ])
    album.secondaryTypes = ["Compilation", "Soundtrack"]
    return album
  }()

  /// The album has its artist's name, like two other albums. Its MBID has changed.
  package static let weezer: KnownAlbum = {
    var album = Self.album(
      7, "Weezer", [credit(7, "Weezer")], "1994-05-10", genres: ["alternative rock", "power pop"],
      [release(7, "Weezer", "1994-05-10", "US", "DGC", "DGCD-24629", format: "CD", tracks: 10)])
    album.disambiguation = "Blue Album"
    album.formerMBIDs = [mbid(2, 907)]
    album.releases[0].formerMBIDs = [mbid(3, 907)]
    return album
  }()

  /// The archive has no picture of the album.
  package static let philosophy: KnownAlbum = {
    var album = Self.album(
      8, "Philosophy of the World", [credit(8, "The Shaggs", aliases: ["Shaggs"])], "1969",
      genres: ["outsider music"],
      [
        release(
          8, "Philosophy of the World", "1969", "US", "Third World Recordings", "TWR 3001",
          tracks: 12)
      ])
    album.releases[0].hasFront = false
    return album
  }()

  /// The album is the second search result, because `letItBeNaked` has a better score.
  package static let letItBe = album(
    9, "Let It Be", [credit(9, "The Beatles", aliases: ["Beatles"])], "1970-05-08",
    genres: ["rock", "pop rock"],
    [release(9, "Let It Be", "1970-05-08", "GB", "Apple Records", "PCS 7096", tracks: 12)])

  /// The deluxe edition of `rumours`. Both editions share a release group and a review.
  package static let rumoursDeluxe: KnownAlbum = {
    var album = rumours
    album.saidTitle = "Rumours (Deluxe Edition)"
    return album
  }()

  /// The title contains brackets, an apostrophe and a question mark.
  package static let morningGlory = album(
    11, "(What’s the Story) Morning Glory?", [credit(11, "Oasis")], "1995-10-02",
    genres: ["britpop", "rock"],
    [
      release(
        11, "(What’s the Story) Morning Glory?", "1995-10-02", "GB", "Creation Records",
        "CRE CD 189", format: "CD", tracks: 12)
    ])

  /// The date is only a year, and the record label is null.
  package static let hiHowAreYou = album(
    12, "Hi, How Are You", [credit(12, "Daniel Johnston")], "1983",
    genres: ["lo-fi", "outsider music"],
    [release(12, "Hi, How Are You", "1983", nil, nil, nil, format: "Cassette", tracks: 15)])

  package static let rumours = album(
    10, "Rumours", [credit(10, "Fleetwood Mac")], "1977-02-04", genres: ["soft rock", "pop rock"],
    [
      release(
        10, "Rumours", "1977-02-04", "US", "Warner Bros. Records", "BSK 3010", tracks: 11),
      {
        var deluxe = release(
          20, "Rumours (Deluxe Edition)", "2013-01-29", "US", "Rhino", nil, format: "CD",
          tracks: 40)
        deluxe.disambiguation = "35th anniversary deluxe edition"
        return deluxe
      }(),
    ])

  /// The wrong album for `letItBe`, with the better score.
  package static let letItBeNaked: KnownAlbum = {
    var album = Self.album(
      21, "Let It Be… Naked", [credit(9, "The Beatles", aliases: ["Beatles"])], "2003-11-17",
      genres: ["rock"],
      [
        release(
          21, "Let It Be… Naked", "2003-11-17", "GB", "Apple Records", "07243 595713 2 4",
          format: "CD", tracks: 11)
      ])
    album.searchBoost = 4
    return album
  }()

  package static let weezerGreen: KnownAlbum = {
    var album = Self.album(
      22, "Weezer", [credit(7, "Weezer")], "2001-05-15", genres: ["power pop"],
      [
        release(
          22, "Weezer", "2001-05-15", "US", "Geffen Records", "0694930452", format: "CD",
          tracks: 10)
      ])
    album.disambiguation = "Green Album"
    return album
  }()

  package static let weezerRed: KnownAlbum = {
    var album = Self.album(
      25, "Weezer", [credit(7, "Weezer")], "2008-06-03", genres: ["power pop"],
      [
        release(
          25, "Weezer", "2008-06-03", "US", "DGC", "B0011135-02", format: "CD", tracks: 10)
      ])
    album.disambiguation = "Red Album"
    return album
  }()

  /// The name of one artist contains an ampersand.
  package static let bridge = album(
    23, "Bridge Over Troubled Water", [credit(23, "Simon & Garfunkel")], "1970-01-26",
    genres: ["folk rock"],
    [
      release(
        23, "Bridge Over Troubled Water", "1970-01-26", "US", "Columbia", "KCS 9914", tracks: 11)
    ])

  /// The title contains quotation marks.
  package static let heroes = album(
    24, "“Heroes”", [credit(24, "David Bowie")], "1977-10-14", genres: ["art rock"],
    [release(24, "“Heroes”", "1977-10-14", "GB", "RCA Victor", "PL 12522", tracks: 10)])

  /// The names stand on the sleeve in letters that a text reader can read.
  package static let lettered: KnownAlbum = {
    var album = Self.album(
      41, "Blue Melodies", [credit(41, "Nora Cinders")], "1974-05-01", genres: ["folk"],
      [release(41, "Blue Melodies", "1974-05-01", "GB", "Dunes", "DUN 1025", tracks: 9)])
    album.lettering = ["NORA CINDERS", "BLUE MELODIES"]
    return album
  }()

  /// Another album of the artist of `lettered`.
  package static let otherLettered: KnownAlbum = {
    var album = Self.album(
      42, "Sundial Roads", [credit(41, "Nora Cinders")], "1976-09-01", genres: ["folk"],
      [release(42, "Sundial Roads", "1976-09-01", "GB", "Dunes", "DUN 1026", tracks: 10)])
    album.lettering = ["NORA CINDERS", "SUNDIAL ROADS"]
    return album
  }()
}

extension Awkward {
  /// A UUID of version 4 that everybody can see is invented. `kind` distinguishes artists, groups
  /// and releases.
  private static func mbid(_ kind: Int, _ number: Int) -> String {
    let digits = String(number)
    return
      "a1b0\(kind)ca7-0000-4000-8000-\(String(repeating: "0", count: 12 - digits.count))\(digits)"
  }

  private static func credit(
    _ number: Int, _ name: String, aliases: [String] = [], join: String = ""
  ) -> KnownAlbum.Credit {
    KnownAlbum.Credit(name, mbid: mbid(1, number), aliases: aliases, joinPhrase: join)
  }

  private static func release(
    _ number: Int, _ title: String, _ date: String, _ country: String?, _ label: String?,
    _ catalogNumber: String?, format: String = "12\" Vinyl", tracks: Int
  ) -> KnownAlbum.Release {
    var release = KnownAlbum.Release(mbid(3, number), title)
    release.date = date
    release.country = country
    release.label = label
    release.catalogNumber = catalogNumber
    release.format = format
    release.trackCount = tracks
    return release
  }

  private static func album(
    _ number: Int, _ title: String, _ credits: [KnownAlbum.Credit], _ date: String,
    genres: [String], _ releases: [KnownAlbum.Release]
  ) -> KnownAlbum {
    var album = KnownAlbum(mbid(2, number), title, by: credits, first: date, releases: releases)
    album.genres = genres
    album.sleeveSeed = 9000 + UInt64(number)
    return album
  }
}
