// The tracks of an edition: sides, durations, bounds, and the stored text.

import Support
import Testing

@testable import Tracks

@Suite struct TrackListTests {
  private static func medium(_ title: String? = nil, _ numbers: String...) -> TrackList.Medium {
    TrackList.Medium(
      title: title, tracks: numbers.map { TrackList.Track(number: $0, title: "T\($0)") })
  }

  /// Media, and the names of their sides with the numbers of the tracks.
  static let sides: [(media: [TrackList.Medium], sides: [(TrackList.Side.Name, [String])])] = [
    ([medium(nil, "A1", "A2", "B1")], [(.side("A"), ["A1", "A2"]), (.side("B"), ["B1"])]),
    ([medium(nil, "A", "B")], [(.side("A"), ["A"]), (.side("B"), ["B"])]),
    (
      [medium(nil, "A1", "B1"), medium(nil, "C1", "D1a", "D1b")],
      [
        (.side("A"), ["A1"]), (.side("B"), ["B1"]), (.side("C"), ["C1"]),
        (.side("D"), ["D1a", "D1b"]),
      ]
    ),
    ([medium(nil, "A1", "AA1")], [(.side("A"), ["A1"]), (.side("AA"), ["AA1"])]),
    ([medium(nil, "0", "1", "2")], [(.all, ["0", "1", "2"])]),
    (
      [medium(nil, "1", "2"), medium("Live", "1")],
      [(.medium(1, title: nil), ["1", "2"]), (.medium(2, title: "Live"), ["1"])]
    ),
    ([medium("The Demos", "1")], [(.medium(1, title: "The Demos"), ["1"])]),
    // Not each number has a letter.
    ([medium(nil, "A1", "2", "")], [(.all, ["A1", "2", ""])]),
    ([medium(nil, "A.1", "B.1")], [(.all, ["A.1", "B.1"])]),
    // An empty medium is left out.
    ([medium(), medium(nil, "1")], [(.all, ["1"])]),
  ]

  @Test(arguments: sides.indices)
  func `tracks are grouped by the letters that are printed, or by medium`(index: Int) throws {
    let (media, expected) = Self.sides[index]
    let list = try #require(TrackList(release: "r", media: media))
    #expect(list.sides.map(\.name) == expected.map(\.0))
    #expect(list.sides.map { $0.tracks.map(\.number) } == expected.map(\.1))
  }

  @Test func `a side has a length only if each of its tracks has one`() throws {
    let whole = [
      TrackList.Track(number: "A1", title: "a", milliseconds: 61_000),
      TrackList.Track(number: "A2", title: "b", milliseconds: 1_500),
    ]
    let list = try #require(
      TrackList(
        release: "r",
        media: [
          TrackList.Medium(tracks: whole + [TrackList.Track(number: "B1", title: "c")])
        ]))
    #expect(list.sides.map(\.milliseconds) == [62_500, nil])
  }

  @Test func `a list keeps a thousand tracks, and none without a track`() throws {
    let tracks = (1...700).map { TrackList.Track(number: "\($0)", title: "t") }
    let medium = TrackList.Medium(tracks: tracks)
    let list = try #require(TrackList(release: "r", media: [medium, medium, medium]))
    #expect(list.trackCount == 1_000 && list.media.map(\.tracks.count) == [700, 300])
    #expect(TrackList(release: "r", media: []) == nil)
    #expect(TrackList(release: "r", media: [TrackList.Medium(tracks: [])]) == nil)
  }

  @Test(arguments: [1, 2026, UInt64.random(in: 0...UInt64.max)])
  func `the stored text gives the same list`(seed: UInt64) throws {
    print("note: \(#fileID): seed \(seed)")
    var random = SeededGenerator(seed: seed)
    let texts = ["a", "=", "\t", "\n", "宇多田", "\u{200F}عربي", " ", "é", "\r\n", "=\t1\t"]
    func text(_ random: inout SeededGenerator) -> String {
      (0..<Int.random(in: 1...4, using: &random)).map { _ in
        texts.randomElement(using: &random) ?? ""
      }.joined()
    }
    for _ in 0..<200 {
      let media = (0..<Int.random(in: 1...3, using: &random)).map { _ in
        TrackList.Medium(
          title: Bool.random(using: &random) ? text(&random) : nil,
          tracks: (0..<Int.random(in: 1...4, using: &random)).map { _ in
            TrackList.Track(
              number: text(&random), title: text(&random),
              milliseconds: Bool.random(using: &random) ? 1_000 : nil)
          })
      }
      let list = try #require(TrackList(release: "r", media: media))
      let again = try #require(TrackList(release: "r", stored: list.stored), "seed \(seed)")
      // Control characters become spaces, so the second text is final.
      #expect(again.stored == list.stored, "seed \(seed): \(list.stored.debugDescription)")
      #expect(again.media.map(\.tracks.count) == list.media.map(\.tracks.count), "seed \(seed)")
      #expect(TrackList(release: "r", stored: again.stored) == again, "seed \(seed)")
    }
  }

  @Test(arguments: ["", "A1\t\tTitle\n", "=\nA1\tx\tTitle\n", "=\nA1\n", "=\n"])
  func `a damaged text is no list`(text: String) {
    #expect(TrackList(release: "r", stored: text) == nil)
  }

  // MARK: Names in reviews

  /// Names that a review may use, and the title of the track; nil: the record has no such track.
  static let named: [(name: String, title: String?)] = [
    ("Paperhouse", "Paperhouse"), ("paper-house", nil), ("PAPERHOUSE", "Paperhouse"),
    ("A1. Paperhouse", "Paperhouse"), ("1 – Paperhouse", "Paperhouse"),
    ("Mushroom", "Mushroom (Head)"), ("Mushroom (live)", "Mushroom (Head)"),
    ("Halleluhwah!", "Halleluhwah"), ("Halleluwah", nil), ("99 Problems", "99 Problems"),
    ("Problems", nil), ("Peking O", nil), ("", nil), ("()", nil), ("Song", "Song"),
    ("Song (Demo)", "Song (Demo)"), ("Song (Mix)", "Song"), ("宇多田", "宇多田"),
  ]

  @Test func `the names of a review lead to the tracks of the record`() throws {
    let titles = [
      "Paperhouse", "Mushroom (Head)", "Halleluhwah", "99 Problems", "Song", "Song (Demo)", "宇多田",
    ]
    let list = try #require(
      TrackList(
        release: "r",
        media: [
          TrackList.Medium(tracks: titles.map { TrackList.Track(number: "", title: $0) })
        ]))
    for (name, title) in Self.named {
      let index = list.indexes(ofTracksNamed: [name])[0]
      #expect(index.map { list.tracks[$0].title } == title, "\(name)")
    }
  }
}
