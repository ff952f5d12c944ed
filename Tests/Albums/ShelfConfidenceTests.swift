// The confidence of an item of a shelf, and the neighbours with the same title.

import Albums
import Testing

@Suite struct ShelfConfidenceTests {
  static let known = Grounding.known(title: 1, creator: 1)

  /// Title and creator tell whether they were read. `confidence` is rounded to hundredths.
  static let table:
    [(
      title: Bool, creator: Bool, own: Double, grounding: Grounding, twin: Bool, confidence: Double
    )] = [
      (true, true, 1, known, false, 1),
      (true, true, 0.95, known, false, 0.95),
      (true, true, 0.95, .known(title: 0.8, creator: 0.9), false, 0.76),
      (true, true, 0.6, known, false, 0.6),
      (true, true, 1, known, true, 0.6),
      (true, true, 1, .unknown, false, 0.6),
      (true, true, 1, .notAsked, false, 0.65),
      (true, true, 1, .known(title: 1, creator: 0.6), false, 0.7),
      (true, true, 0.95, .known(title: 1, creator: 0.6), false, 0.67),
      (true, true, 1, .known(title: 1, creator: 0.2), false, 0.4),
      (true, false, 1, .known(title: 1, creator: nil), false, 0.65),
      (true, false, 1, .unknown, false, 0.39),
      (false, true, 0.9, .notAsked, false, 0.18),
      (false, false, 0, .notAsked, false, 0),
      (true, true, 7, .known(title: 7, creator: 1), false, 1),
      (true, true, .nan, known, false, 0),
      (true, true, -1, known, false, 0),
    ]

  @Test(arguments: table)
  func `confidence is reading times grounding times agreement`(
    title: Bool, creator: Bool, own: Double, grounding: Grounding, twin: Bool, confidence: Double
  ) {
    let reading = SpineReading(
      title: title ? "Dune" : nil, creator: creator ? "Frank Herbert" : nil, kind: .book,
      confidence: own)
    let found = ShelfConfidence.confidence(in: reading, grounding, hasTwin: twin)
    #expect(abs(found - confidence) < 0.006, "\(found)")
  }

  @Test(arguments: [Grounding.unknown, .notAsked])
  func `no item is sure without a service that knows it`(grounding: Grounding) {
    for own in [0, 0.5, 0.9, 1] {
      let reading = SpineReading(title: "A", creator: "B", kind: .record, confidence: own)
      let confidence = ShelfConfidence.confidence(in: reading, grounding)
      #expect(Sureness(confidence: confidence) != .sure)
    }
    #expect(Sureness(confidence: ShelfConfidence.confirmed) == .sure)
  }

  static let twins: [(titles: [String?], twins: Set<Int>)] = [
    ([], []), (["Dune"], []), (["Dune", "Dune"], [1, 2]), (["Dune", "DUNE!", "Emma"], [1, 2]),
    (["Dune", "Emma", "Dune"], []), ([nil, nil], []), (["", "!"], []),
    (["A", "B", "B", "B", "C"], [2, 3, 4]),
  ]

  @Test(arguments: twins)
  func `items beside each other with one title are twins`(titles: [String?], twins: Set<Int>) {
    let items = titles.enumerated().map { (number: $0.offset + 1, title: $0.element) }
    #expect(ShelfConfidence.twins(among: items) == twins)
  }
}
