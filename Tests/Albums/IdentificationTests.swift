// A model's candidates without the album that the scan had before.

import Albums
import Testing

@Suite struct IdentificationTests {
  static let former = Album(artist: "Weezer", title: "Weezer", year: 1994)

  /// Artist, title and year of the candidates; the indices of the remaining candidates; whether the
  /// result needs picture evidence.
  static let cases:
    [(
      name: String, named: [(artist: String, title: String, year: Int?)], left: [Int],
      isTentative: Bool
    )] = [
      ("another one", [("Weezer", "Pinkerton", 1996)], [0], false),
      ("the same one", [("Weezer", "Weezer", 1994)], [], true),
      ("the same one in other letters", [("WEEZER", "weezer (Deluxe Edition)", 1994)], [], true),
      ("the same one without its year", [("Weezer", "Weezer", nil)], [], true),
      ("one of the same name", [("Weezer", "Weezer", 2001)], [0], false),
      ("the same one first", [("Weezer", "Weezer", 1994), ("Can", "Landed", 1975)], [1], true),
      ("the same one last", [("Can", "Landed", 1975), ("Weezer", "Weezer", 1994)], [0], false),
      ("nothing", [], [], false),
    ]

  @Test(arguments: cases)
  func `the identified album is not among the other albums`(
    name: String, named: [(artist: String, title: String, year: Int?)], left: [Int],
    isTentative: Bool
  ) {
    let candidates = named.enumerated().map { index, one in
      Candidate(
        artist: one.artist, title: one.title, year: one.year,
        confidence: index == 0 ? .high : .low)
    }
    let said = Identification(
      status: .identified, candidates: candidates,
      observation: Observation(text: "", description: "", textConfidence: .low),
      genres: ["rock"], recordLabel: "DGC")
    let without = said.without(Self.former)
    #expect(without.candidates == left.map { candidates[$0] }, "\(name)")
    #expect(Evidence(without).needsPicture == isTentative, "\(name)")
    // Genre and record label describe the first candidate.
    #expect(without.genres.isEmpty == (left.first != 0 && !named.isEmpty), "\(name)")
    #expect(said.without(nil) == said, "\(name)")
  }
}
