// The doctor's messages about a configured model.

import Albums
import Models
import Testing

@testable import Scanning

@Suite struct ModelCheckTests {
  static let day = Timestamp(milliseconds: 1_795_219_200_000)  // 2026-11-21

  static let cases: [(model: String, listed: [ListedModel], words: String?, isWarning: Bool)] = [
    ("gpt-6-luna", [ListedModel(id: "gpt-6-luna")], nil, false),
    ("gpt-6-luna", [], nil, false),
    ("gpt-6-luna", [ListedModel(id: "gpt-4o")], "does not list it", false),
    ("llava", [ListedModel(id: "llava:latest")], nil, false),
    ("llava", [ListedModel(id: "llavarious")], "does not list it", false),
    (
      "gpt-4o", [ListedModel(id: "gpt-4o", shutdown: "2027-01-14")], "stops on 2027-01-14", true
    ),
    ("gpt-4o", [ListedModel(id: "gpt-4o")], "stops on 2027-01-14", true),
    ("old", [ListedModel(id: "old", shutdown: "2026-07-23")], "it stopped on 2026-07-23", false),
    ("old", [ListedModel(id: "old", shutdown: "2026-11-21")], "it stopped", false),
    ("blind", [ListedModel(id: "blind", seesPictures: false)], "cannot see pictures", false),
  ]

  @Test(arguments: cases)
  func `a model exists, does not end, and can see`(
    model: String, listed: [ListedModel], words: String?, isWarning: Bool
  ) {
    let result = ModelCheck(model, listed: listed, today: Self.day).result(getsPictures: true)
    #expect(result.isWarning == isWarning)
    #expect((result.remedy == nil) == (words == nil))
    if let words { #expect(result.remedy?.contains(words) == true) }
  }

  @Test func `a model that only writes does not need to see`() {
    let listed = [ListedModel(id: "blind", seesPictures: false)]
    #expect(
      ModelCheck("blind", listed: listed, today: Self.day).result(getsPictures: false).remedy == nil
    )
  }
}
