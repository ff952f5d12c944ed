// The drawn sleeves with real lettering that `evaluate fronts` and `evaluate backs` photograph. The tests run where
// `./setup evaluate` has installed the fonts; `make test` installs none, because fonts may change the pages in a browser.

import Support
import Testing

@testable import Covers

@Suite(.enabled(if: LetteringFont.missingFiles.isEmpty, "./setup evaluate installs the fonts"))
struct LetteredSleeveTests {
  /// A front that is 96 pixels wide.
  private static func front(
    picture: UInt64 = 1, layout: UInt64 = 1, names: [String] = ["Mona Weller", "Harbour Lights"]
  ) throws -> LetteredFront {
    try LetteredFront(
      FrontDesign(picture: picture, layout: layout, names: names, notes: ["STEREO"]), side: 96)
  }

  @Test func `three fonts are scripts and one is Japanese`() {
    #expect(LetteringFont.latin.count >= 12)
    #expect(LetteringFont.latin.count { $0.kind == .script } == 3)
    #expect(LetteringFont.japanese.kind == .japanese)
  }

  @Test func `each font draws other letters`() throws {
    let shapes = try LetteredFront.inks(of: "Harbour", in: LetteringFont.latin)
    #expect(Set(shapes).count == LetteringFont.latin.count)
    #expect(shapes.allSatisfy { !$0.isEmpty })
    let japanese = try LetteredFront.inks(of: "ミナト", in: [.japanese, LetteringFont.latin[0]])
    #expect(Set(japanese).count == 2)
  }

  @Test func `a design gives the same front twice, and another design gives another one`() throws {
    let front = try Self.front().sleeve.pixels
    #expect(try Self.front().sleeve.pixels == front)
    #expect(try Self.front(picture: 2).sleeve.pixels != front)
    #expect(try Self.front(layout: 2).sleeve.pixels != front)
    #expect(try Self.front(names: ["Mona Weller", "Other Lights"]).sleeve.pixels != front)
    #expect(try Self.front(names: []).sleeve.pixels != front)
  }

  @Test func `the lettering of a name is at most 12 % of the side high`() throws {
    for layout in UInt64(0)..<200 {
      let look = FrontLook(
        FrontDesign(picture: 1, layout: layout, names: ["Mona", "Lights"], notes: []))
      #expect((0.02...0.12).contains(look.height))
    }
    #expect(try Self.front().letterHeight <= 0.12)
  }

  @Test(arguments: ["5012345678900", "0747599414176"])
  func `the product code of a drawn back is that of its design`(digits: String) throws {
    let design = LetteredBack.Design(
      seed: 2, names: ["Mona Weller"], tracks: ["1. Harbour Lights"], notes: [], code: digits)
    let back = try LetteredBack(design, side: 1_000).sleeve.pixels
    let read = Covers.findCodes(in: back).map { $0.digits.map(String.init).joined() }
    #expect(read.count == 1 && read.allSatisfy { digits.hasSuffix($0) })
  }
}
