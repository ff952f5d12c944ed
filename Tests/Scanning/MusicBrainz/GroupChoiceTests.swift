// Several albums of one name: the decision by the year, the order of the albums, and undecided
// cases.

import Albums
import Models
import Support
import Testing
import Text

@testable import MusicBrainz

@Suite struct GroupChoiceTests {
  /// A release group with its name and year. `isAlbum` is false for a compilation, a live album and
  /// similar groups.
  static func group(
    _ name: String, _ year: Int?, isAlbum: Bool = true, likeness: Double = 1
  ) -> ReleaseGroup {
    ReleaseGroup(
      id: name, artist: "Weezer", title: "Weezer", year: year, isAlbum: isAlbum, likeness: likeness)
  }

  static let weezers = [
    group("red", 2008), group("blue", 1994), group("white", 2016), group("green", 2001),
    group("teal", 2019), group("black", 2019),
  ]
  static let gabriels = [
    group("car", 1977), group("scratch", 1978), group("melt", 1980), group("security", 1982),
  ]
  static let macs = [group("1975", 1975), group("1968", 1968)]
  static let single = group("single", 1977, isAlbum: false)
  static let live = group("live", 1980, isAlbum: false)
  static let studio = group("studio", 1977)

  /// The found groups and the year from the model; then the rivals that are left and the other
  /// groups, each in order.
  static let choices:
    [(name: String, groups: [ReleaseGroup], year: Int?, rivals: [String], others: [String])] = [
      ("the year", weezers, 2001, ["green"], ["blue", "red", "white", "black"]),
      ("a year more", weezers, 1995, ["blue"], ["green", "red", "white", "black"]),
      ("a year less", weezers, 2007, ["red"], ["green", "white", "black", "teal"]),
      ("two of one year", weezers, 2019, ["black", "teal"], ["teal", "white", "red", "green"]),
      (
        "no year", weezers, nil, ["blue", "green", "red", "white", "black", "teal"],
        ["green", "red", "white", "black"]
      ),
      (
        "nobody's year begins with the nearest", weezers, 2012,
        ["red", "white", "black", "teal", "green", "blue"], ["white", "black", "teal", "green"]
      ),
      (
        "two years next to each other", gabriels, 1977, ["car", "scratch"],
        ["scratch", "melt", "security"]
      ),
      ("four Peter Gabriels", gabriels, 1980, ["melt"], ["scratch", "security", "car"]),
      ("the older Fleetwood Mac", macs, 1968, ["1968"], ["1975"]),
      ("the younger Fleetwood Mac", macs, 1975, ["1975"], ["1968"]),
      ("either Fleetwood Mac", macs, nil, ["1968", "1975"], ["1975"]),
      ("an album before its single", [single, studio], nil, ["studio"], []),
      ("an album before its single of the year before", [single, studio], 1976, ["studio"], []),
      ("the live album of that year", [studio, live], 1980, ["live"], ["studio"]),
      ("an album, whatever the year of its reissue", [single, studio], 2013, ["studio"], []),
      ("no album among them", [live, single], nil, ["single", "live"], ["live"]),
      (
        "one without a date last", [group("undated", nil), studio], nil, ["studio", "undated"],
        ["undated"]
      ),
      (
        "one without a date, and a year", [group("undated", nil), studio], 1977, ["studio"],
        ["undated"]
      ),
      ("the likest only", [group("near", 1977, likeness: 0.9), studio], nil, ["studio"], []),
      ("one twice", [studio, studio], nil, ["studio"], []),
    ]

  @Test func `the year decides, then the album, then nothing`() throws {
    for (name, groups, year, rivals, others) in Self.choices {
      for groups in [groups, groups.reversed()] {
        let choice = try #require(GroupChoice(groups, year: year), "\(name)")
        #expect(choice.rivals.map(\.id) == rivals, "\(name)")
        #expect(choice.others(than: choice.first).map(\.id) == others, "\(name)")
        #expect(choice.isDecided == (rivals.count == 1), "\(name)")
      }
    }
  }

  @Test func `without a similar group there is no choice`() {
    #expect(GroupChoice([], year: 1977) == nil)
    #expect(GroupChoice([Self.group("far", 1977, likeness: 0.5)], year: 1977) == nil)
  }

  @Test func `a group that was named by its MBID has no rivals`() {
    let choice = GroupChoice(Self.live)
    #expect(choice.isDecided && choice.others(than: Self.live).isEmpty)
  }

  @Test(arguments: ["title", "name"]) func `a name of a megabyte is refused`(member: String) throws
  {
    let huge = String(repeating: "ab ", count: 350_000)
    let credit: JSON = [["name": .string(member == "name" ? huge : "Weezer")]]
    let json: JSON = [
      "id": "1", "title": .string(member == "title" ? huge : "Weezer"), "artist-credit": credit,
    ]
    let taken = processorTime {
      #expect(ReleaseGroup(json, like: Album(artist: "Weezer", title: "Weezer")) == nil)
    }
    #expect(taken < .seconds(1))
  }
}
