// Lettering survives the database.

import Sleeves
import Testing

@Suite struct StoredLinesTests {
  @Test func `lines are the same after the database`() throws {
    let lines = try [
      ("NORA \"C\" ÉÏ", 0.987, 0.1234, 0.5, 0.25), ("京都", 1, 0.0101, 0, 1),
    ].map { text, confidence, height, x, y in
      try #require(SleeveLine(text, confidence: confidence, height: height, x: x, y: y))
    }
    #expect([SleeveLine](stored: lines.stored) == lines)
    #expect([SleeveLine]().stored == nil && [SleeveLine](stored: nil).isEmpty)
  }

  @Test(arguments: [
    "", "[", "[1]", #"[["a",1,2,3]]"#, #"[["a","b",1,1,1]]"#, #"[["",1,1,1,1]]"#, "{}",
  ])
  func `a text that is no list of lines has none`(text: String) {
    #expect([SleeveLine](stored: text).isEmpty)
  }
}
