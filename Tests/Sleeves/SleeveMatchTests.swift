// How well names agree with a sleeve, and when a sleeve contradicts an answer. The lines are those that a reader read
// on sleeves of made-up albums, with its typical errors.

import Support
import Testing

@testable import Sleeves

@Suite struct SleeveMatchTests {
  /// A sleeve of lines with the heights of their lettering, from the top.
  static func reading(_ lines: [(String, Double)], confidence: Double = 0.97) -> SleeveReading {
    SleeveReading(
      lines: lines.enumerated().compactMap { index, line in
        SleeveLine(
          line.0, confidence: confidence, height: line.1, x: 0.5, y: 0.1 + Double(index) / 50)
      })
  }

  /// The shares of artist and title that must stand on the sleeve.
  static let matches:
    [(lines: [(String, Double)], artist: String, title: String, shares: (Double, Double))] = [
      ([("HARBOUR LIGHTS", 0.1), ("Mona Weller", 0.05)], "Mona Weller", "Harbour Lights", (1, 1)),
      (
        [("Mona Weller", 0.1), ("HARBOUR", 0.1), ("LIGHTS", 0.1)], "Mona Weller", "Harbour Lights",
        (1, 1)
      ),
      // One wrong letter in a long word.
      (
        [("HARB0UR LIGHTS", 0.1), ("Mona Weiler", 0.05)], "Mona Weller", "Harbour Lights",
        (0.8, 0.8)
      ),
      // Joined and torn words.
      ([("HARBOURLIGHTS", 0.1), ("MonaWeller", 0.05)], "Mona Weller", "Harbour Lights", (1, 1)),
      ([("HARB OUR LIG HTS", 0.1)], "Mona Weller", "Harbour Lights", (0, 1)),
      // Marks and apostrophes.
      ([("CAFE DE LETE", 0.1), ("René Dubois", 0.05)], "Rene Dubois", "Café de l'Été", (1, 1)),
      // Other scripts.
      ([("夢の港", 0.1), ("山本リカ", 0.05)], "山本リカ", "夢の港", (1, 1)),
      ([("ТИХИЙ ОКЕАН", 0.1), ("Анна Лунина", 0.05)], "Анна Лунина", "Тихий океан", (1, 1)),
      ([("ΦΩΣ ΚΑΙ ΣΚΙΑ", 0.1)], "Νίκος Αλεξίου", "Φως και σκιά", (0, 1)),
      // Nothing.
      ([("STEREO", 0.03)], "Mona Weller", "Harbour Lights", (0, 0)),
      ([], "Mona Weller", "Harbour Lights", (0, 0)),
    ]

  @Test(arguments: matches.indices)
  func `the share of a name on the sleeve`(index: Int) {
    let row = Self.matches[index]
    let match = SleeveMatch(
      artists: [row.artist], title: row.title, on: SleeveText(Self.reading(row.lines)))
    #expect(abs(match.artist - row.shares.0) < 0.15, "\(row): \(match)")
    #expect(abs(match.title - row.shares.1) < 0.15, "\(row): \(match)")
  }

  /// Sleeves with the right album first, then albums that must have a lower score.
  static let orders: [(lines: [(String, Double)], albums: [(artist: String, title: String)])] = [
    (
      [("HARBOUR LIGHTS", 0.1), ("MONA WELLER", 0.06), ("STEREO", 0.02)],
      [
        ("Mona Weller", "Harbour Lights"), ("Mona Weller", "Harbour Lights Live"),
        ("Mona Weller", "Mona Weller"), ("The Quiet Four", "Harbour Lights"),
        ("Various Artists", "A Tribute to Mona Weller"), ("Mona", "Lights"),
      ]
    ),
    // A track in small lettering is not the title.
    (
      [("THE QUIET FOUR", 0.12), ("Paper Moon", 0.02), ("Stay Awhile", 0.02), ("Willow", 0.02)],
      [("The Quiet Four", "The Quiet Four"), ("Willow", "Paper Moon"), ("Stay", "Willow")]
    ),
    // A self-titled album explains only a part of the sleeve of another album.
    (
      [("GAM", 0.1), ("ZUS", 0.08)],
      [("Zus", "Gam"), ("Gam", "Gam"), ("Zus", "Zus"), ("Various Artists", "Gam")]
    ),
    // Only the title stands on the sleeve.
    ([("VELVET HOUR", 0.1)], [("Rosa Finch", "Velvet Hour"), ("Rosa Finch", "Velvet")]),
  ]

  @Test(arguments: orders.indices)
  func `the right album has the highest score`(index: Int) throws {
    let text = SleeveText(Self.reading(Self.orders[index].lines))
    let scores = Self.orders[index].albums.map { album in
      SleeveMatch(
        artists: [album.artist], title: album.title, on: text,
        mayLackArtist: album.artist == "Various Artists"
      ).score
    }
    let first = try #require(scores.first)
    #expect(scores.dropFirst().allSatisfy { $0 < first }, "\(scores)")
  }

  @Test func `an album is complete if nothing else is printed large`() {
    let lines = [("HARBOUR LIGHTS", 0.1), ("Mona Weller", 0.06), ("RCA VICTOR", 0.04)]
    func isComplete(_ lines: [(String, Double)]) -> Bool {
      SleeveMatch(
        artists: ["Mona Weller"], title: "Harbour Lights", on: SleeveText(Self.reading(lines))
      ).isComplete
    }
    #expect(isComplete(lines))
    #expect(!isComplete(lines + [("VOLUME TWO", 0.08)]))
    #expect(!isComplete([lines[0]]))
  }

  static let doubts:
    [(
      lines: [(String, Double)], confidence: Double, artist: String, title: String, isDoubtful: Bool
    )] =
      [
        // Clearly read, and neither name stands there.
        (
          [("HARBOUR LIGHTS", 0.1), ("MONA WELLER", 0.06)], 0.97, "Rosa Finch", "Velvet Hour", true
        ),
        // One of both names is enough.
        (
          [("HARBOUR LIGHTS", 0.1), ("MONA WELLER", 0.06)], 0.97, "Rosa Finch", "Harbour Lights",
          false
        ),
        (
          [("HARBOUR LIGHTS", 0.1), ("MONA WELLER", 0.06)], 0.97, "Mona Weller", "Velvet Hour",
          false
        ),
        // Joined or misread, but there.
        ([("MONAWELLER", 0.1), ("HARB0UR LIGHTS", 0.1)], 0.97, "Mona Weller", "Velvet", false),
        // Not read clearly.
        (
          [("HARBOUR LIGHTS", 0.1), ("MONA WELLER", 0.06)], 0.7, "Rosa Finch", "Velvet Hour", false
        ),
        // Too small, too little, or only notes about the record.
        (
          [("HARBOUR LIGHTS", 0.02), ("MONA WELLER", 0.02)], 0.97, "Rosa Finch", "Velvet Hour",
          false
        ),
        ([("LIGHTS", 0.1)], 0.97, "Rosa Finch", "Velvet Hour", false),
        (
          [("STEREO RECORDING", 0.1), ("COLUMBIA", 0.06)], 0.97, "Rosa Finch", "Velvet Hour", false
        ),
        ([], 0.97, "Rosa Finch", "Velvet Hour", false),
        // Another script may be a transcription.
        ([("夢の港の夜明けに", 0.1), ("山本リカ", 0.06)], 0.97, "Rika Yamamoto", "Yume no Minato", false),
        // The forms of a name in two scripts.
        (
          [("YUME NO MINATO", 0.1), ("RIKA YAMAMOTO", 0.06)], 0.97, "山本リカ [Rika Yamamoto]", "夢の港",
          false
        ),
      ]

  @Test(arguments: doubts.indices)
  func `an answer whose names stand nowhere on a clearly read sleeve is doubtful`(index: Int) {
    let row = Self.doubts[index]
    let reading = Self.reading(row.lines, confidence: row.confidence)
    #expect(
      reading.contradicts(artist: row.artist, title: row.title) == row.isDoubtful, "\(row)")
  }
}
