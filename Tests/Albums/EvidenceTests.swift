// Whether evidence makes a find sure, with one grid of answers and pictures for each origin; and
// the stored form of evidence.

import Albums
import Testing

@Suite struct EvidenceTests {
  typealias Origin = Evidence.Origin

  static let pictures: [ArtworkMatch?] = [.same, .alike, .unclear, nil, .different]

  /// One row for each answer of MusicBrainz, one column for each of `pictures`.
  static let settled = """
    agrees    y y y y n
    ambiguous y n n n n
    differs   y n n n n
    unknown   y n n n n
    notAsked  y n n n n
    """
  static let open = """
    agrees    y n n n n
    ambiguous y n n n n
    differs   y n n n n
    unknown   y n n n n
    notAsked  y n n n n
    """
  static let always = """
    agrees    y y y y y
    ambiguous y y y y y
    differs   y y y y y
    unknown   y y y y y
    notAsked  y y y y y
    """

  /// A row names the album, unless MusicBrainz has several albums of its name.
  static let row = """
    agrees    y y y y y
    ambiguous y n n n n
    differs   y y y y y
    unknown   y y y y y
    notAsked  y y y y y
    """

  static let grids: [(origin: Origin, rivals: Int, grid: String)] =
    Confidence.allCases.flatMap { confidence in
      [
        (.model(confidence, isSettled: true), 0, settled),
        (.model(confidence, isSettled: true), 1, open),
        (.model(confidence, isSettled: false), 0, open),
        (.hint(confidence, isSettled: true), 0, settled),
        (.hint(confidence, isSettled: true), 2, open),
        (.hint(confidence, isSettled: false), 0, open),
      ]
    } + [
      (.person, 0, always), (.imported, 0, row),
      (.shelf(isSure: true), 0, always), (.shelf(isSure: false), 0, settled),
      (.sleeve(hasCode: true), 0, always), (.sleeve(hasCode: false), 0, open),
      (.recognised(isCertain: true), 0, always),
      (.recognised(isCertain: false), 0, open),
      (.legacy(isSure: true, needsPicture: false), 0, always),
      (.legacy(isSure: true, needsPicture: true), 0, always),
      (.legacy(isSure: false, needsPicture: false), 0, settled),
      (.legacy(isSure: false, needsPicture: true), 0, open),
    ]

  /// Every combination of `grids`, and whether it is sure.
  static var combinations: [(evidence: Evidence, isSure: Bool)] {
    grids.flatMap { origin, rivals, grid in
      grid.split(separator: "\n").flatMap { line -> [(Evidence, Bool)] in
        let words = line.split(separator: " ")
        let musicBrainz = Evidence.Registration(rawValue: String(words[0])) ?? .notAsked
        return zip(pictures, words.dropFirst()).map { picture, word in
          (
            Evidence(origin, musicBrainz: musicBrainz, picture: picture, rivals: rivals),
            word == "y"
          )
        }
      }
    }
  }

  @Test func `a sleeve without both names makes an answer unsure, unless a picture speaks for it`()
  {
    for picture in Self.pictures {
      let evidence = Evidence(
        .model(.high, isSettled: true), musicBrainz: .agrees, picture: picture, isContradicted: true
      )
      #expect(evidence.isSure == (picture != nil && picture != .different))
      #expect(Evidence(stored: evidence.stored) == evidence)
    }
    #expect(
      Evidence(stored: "person, rivals 0, musicbrainz agrees, picture none, sleeve agrees") == nil)
  }

  @Test func `evidence is sure exactly as in the grids`() {
    #expect(Self.combinations.count == 25 * Self.grids.count)
    #expect(
      Set(Self.combinations.map(\.evidence.musicBrainz)).count
        == Evidence.Registration.allCases.count)
    for (evidence, isSure) in Self.combinations {
      #expect(evidence.isSure == isSure, "\(evidence.stored)")
    }
  }

  @Test func `a model alone never makes a find sure`() {
    for (evidence, isSure) in Self.combinations where isSure {
      switch evidence.origin {
      case .model, .hint:
        #expect(evidence.musicBrainz == .agrees || evidence.picture == .same)
      case .person, .recognised, .imported, .shelf, .legacy, .sleeve: break
      }
    }
  }

  @Test func `stored evidence reads back as it was`() {
    for (evidence, _) in Self.combinations {
      #expect(Evidence(stored: evidence.stored) == evidence, "\(evidence.stored)")
    }
    #expect(
      Evidence(.model(.high, isSettled: true), musicBrainz: .agrees, picture: .same).stored
        == "model high settled, rivals 0, musicbrainz agrees, picture same")
  }

  @Test(arguments: [
    "", "model high settled", "person, rivals 0, musicbrainz agrees",
    "person, rivals -1, musicbrainz agrees, picture none",
    "person, rivals x, musicbrainz agrees, picture none",
    "person, rivals 0, musicbrainz maybe, picture none",
    "person, rivals 0, musicbrainz agrees, picture blue",
    "model sure settled, rivals 0, musicbrainz agrees, picture none",
    "recognised, rivals 0, musicbrainz agrees, picture none",
    "person, musicbrainz agrees, rivals 0, picture none",
    "person, rivals 0, musicbrainz agrees, picture none, more",
  ])
  func `text that is not evidence is refused`(text: String) {
    #expect(Evidence(stored: text) == nil)
  }

  @Test func `later evidence never makes a sure album unsure`() {
    let all = Self.combinations.map(\.evidence)
    for earlier in all where earlier.isSure {
      for later in all { #expect(earlier.replaced(by: later).isSure) }
    }
    for earlier in all where !earlier.isSure {
      for later in all { #expect(earlier.replaced(by: later) == later) }
    }
  }

  @Test func `a missing answer keeps the earlier one`() {
    let earlier = Evidence(
      .model(.low, isSettled: true), musicBrainz: .unknown, picture: .alike)
    #expect(earlier.supplemented(musicBrainz: .notAsked, picture: nil) == earlier)
    let later = earlier.supplemented(musicBrainz: .agrees, picture: nil)
    #expect(later.isSure && later.picture == .alike)
    #expect(!earlier.supplemented(musicBrainz: .agrees, picture: .different).isSure)
  }

  /// Confidences of the candidates, and the rivals of the first one.
  static let rivals: [(confidences: [Confidence], rivals: Int)] = [
    ([], 0), ([.high], 0), ([.high, .medium], 0), ([.high, .high], 1), ([.low, .low, .low], 2),
    ([.medium, .high, .low], 1), ([.high, .low, .high], 0),
  ]

  @Test func `rivals are the next candidates that are as likely as the first`() {
    for row in Self.rivals {
      let identification = Identification(
        status: .identified,
        candidates: row.confidences.map { Candidate(artist: "Can", title: "X", confidence: $0) },
        observation: Observation(text: "", description: "", textConfidence: .low))
      #expect(identification.rivals == row.rivals, "\(row)")
      #expect(Evidence(identification).rivals == row.rivals)
      #expect(
        identification.isConfident == (row.confidences.first == .high && row.rivals == 0))
    }
  }
}
