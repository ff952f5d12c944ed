// The facts that tell albums of one name apart, and the keys of such albums.

import Albums
import Testing

@Suite struct AlbumMarksTests {
  private static func album(_ year: Int?, _ group: String? = nil) -> AlbumMarks {
    AlbumMarks(year: year, releaseGroup: group)
  }

  private static func edition(_ year: Int?, _ group: String? = nil) -> AlbumMarks {
    AlbumMarks(year: year, isYearOfEdition: true, releaseGroup: group)
  }

  static let pairs: [(name: String, one: AlbumMarks, other: AlbumMarks, fits: Bool)] = [
    ("two years", album(2002), album(2011), false), ("one year", album(2002), album(2002), true),
    ("a release around New Year", album(2002), album(2003), true),
    ("an unknown year", album(2002), album(nil), true),
    ("no years", album(nil), album(nil), true),
    ("two groups of one year", album(2019, "a"), album(2019, "b"), false),
    ("one group of two years", album(2002, "a"), album(2011, "a"), true),
    ("a group and a year", album(2002, "a"), album(2002), true),
    ("a group and another year", album(2002, "a"), album(2011), false),
    ("two editions", edition(1990), edition(2011), false),
    ("two copies of an edition", edition(1990), edition(1990), true),
    ("two editions of following years", edition(1990), edition(1991), false),
    ("the first edition of an album", album(2002), edition(2002), true),
    ("a later edition", album(2002), edition(2011), false),
    ("an edition without a year", album(2002), edition(nil), true),
  ]

  @Test func `a group decides, then the years, and an unknown fact decides nothing`() {
    for (name, one, other, fits) in Self.pairs {
      #expect(one.fits(other) == fits, "\(name)")
      #expect(other.fits(one) == fits, "\(name), the other way round")
    }
  }

  @Test func `keys of albums of one name name the year, the edition or the group`() {
    let key = AlbumKey(artist: "Boris", title: "Heavy Rocks")
    let group = "6e335887-60ba-38f0-95af-fae7774336bf"
    let told: [(marks: AlbumMarks, text: String?)] = [
      (Self.album(2011), "boris / heavy rocks / 2011"),
      (Self.edition(2011), "boris / heavy rocks / edition 2011"),
      (Self.album(nil, group), "boris / heavy rocks / \(group)"), (Self.album(nil), nil),
    ]
    for (marks, text) in told {
      let other = key.told(by: marks)
      #expect(other?.text == text)
      if let other { #expect(other.isTold(from: key) && !key.isTold(from: other)) }
    }
    #expect(
      key.edition(of: 2011).withoutEditionYear == key && key.edition(of: 2011).editionYear == 2011)
    #expect(key.withoutEditionYear == nil && key.told(by: 2011).withoutEditionYear == nil)
    #expect(!AlbumKey(artist: "Boris", title: "Heavy Rocks Live").isTold(from: key))
  }
}
