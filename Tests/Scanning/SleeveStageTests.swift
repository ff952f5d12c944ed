// Which album of a search by words is sure, and which ones are offered.

import Albums
import Photos
import Sleeves
import Testing

@testable import MusicBrainz
@testable import Scanning

extension ReaderProgram {
  /// A text reader that is not installed.
  static let missing = ReaderProgram(path: "/nonexistent/reader", folder: "/nonexistent")
}

@Suite struct SleeveStageTests {
  /// A candidate whose names stand on the sleeve as far as `words` says.
  private static func candidate(
    _ id: String, words: [String] = ["HARBOUR", "LIGHTS", "MONA", "WELLER"],
    hasOwnCode: Bool = false
  ) -> SleeveCandidate {
    let lines = words.enumerated().compactMap { index, word in
      SleeveLine(word, confidence: 1, height: 0.1, x: 0.5, y: 0.1 * Double(index + 1))
    }
    let (artist, title) = ("Mona Weller", "Harbour Lights")
    let match = SleeveMatch(
      artists: [artist], title: title, on: SleeveText(SleeveReading(lines: lines)))
    return SleeveCandidate(
      group: ReleaseGroup(
        id: id, artist: artist, title: title, year: nil, isAlbum: true, likeness: 1),
      match: match, hasOwnCode: hasOwnCode, hasNumber: hasOwnCode, isCollection: false)
  }

  /// Fronts by candidate, whether one has its own code, and the candidate that is sure.
  static let sureRows:
    [(name: String, fronts: [String: ArtworkMatch], codeOf: String?, sure: String?, byCode: Bool)] =
      [
        ("no front was compared", [:], nil, nil, false),
        ("a front shows the same cover", ["b": .same], nil, "b", false),
        (
          "other matches are not enough", ["a": .alike, "b": .unclear, "c": .different], nil, nil,
          false
        ),
        (
          "two albums of the same names have the same cover", ["a": .same, "b": .same], nil, nil,
          false
        ),
        ("the names decide between two equal covers", ["a": .same, "c": .same], nil, "a", false),
        ("a code decides", [:], "b", "b", true),
        ("another front does not speak against a code", ["b": .different], "b", "b", true),
        ("a front of the same scan speaks against a code", ["a": .same], "b", "a", false),
        ("two equal covers leave a code undecided", ["a": .same, "b": .same], "d", nil, false),
      ]

  @Test(arguments: sureRows.indices)
  func `an album is sure by its picture, or by a code of its own`(index: Int) {
    let row = Self.sureRows[index]
    let candidates = ["a", "b", "c", "d"].map { id in
      id == "c"
        ? Self.candidate(id, words: ["MONA", "OTHER", "PICTURES"])
        : Self.candidate(id, hasOwnCode: row.codeOf == id)
    }
    let sure = SleeveStage.sure(candidates, row.fronts)
    #expect(sure?.group.id == row.sure, "\(row.name)")
    #expect(sure?.evidence.isSure ?? true, "\(row.name)")
    #expect((sure?.evidence.origin == .sleeve(hasCode: true)) == row.byCode, "\(row.name)")
  }

  @Test
  func `a sure code of one album among equal covers of others is decided by that album's cover`() {
    let candidates = [Self.candidate("a"), Self.candidate("b", hasOwnCode: true)]
    let sure = SleeveStage.sure(
      candidates.sorted { $0.score > $1.score }, ["a": .same, "b": .same])
    #expect(sure?.group.id == "b" && sure?.evidence.picture == .same)
  }

  @Test
  func `similar fronts are offered first, other fronts last, and albums without their names never`()
  {
    let candidates =
      ["a", "b", "c"].map { Self.candidate($0) } + [Self.candidate("d", words: ["PICTURES"])]
    let offered = SleeveStage.offered(candidates, ["a": .different, "c": .alike])
    #expect(offered.map(\.group.id) == ["c", "b", "a"])
    let similar = SleeveStage.offered([candidates[3]], ["d": .alike])
    #expect(similar.map(\.group.id) == ["d"])
  }

  @Test func `an album with another front is still offered before albums with half of its names`() {
    let words = ["MONA", "WELLER", "HARBOUR", "PICTURES"]
    let half = ["a", "b", "c"].map { Self.candidate($0, words: words) }
    let whole = Self.candidate("d")
    let offered = SleeveStage.offered([whole] + half, ["d": .different, "c": .alike])
    #expect(offered.map(\.group.id) == ["c", "d", "a"])
  }

  @Test func `a sleeve is read upright and upside down`() {
    #expect(SleeveReader.options.turns == [0, 180])
  }
}
