// The pace of the played MusicBrainz.

import Services
import Testing

@Suite struct ArrivalPaceTests {
  /// Arrivals in milliseconds, and the number of the first one that is refused.
  static let courses: [(arrivals: [Int64], refused: Int?)] = [
    ([0, 1000, 2000, 3000], nil), ([0, 1100, 2200, 3300], nil),
    // One arrival was measured 150 ms late.
    ([150, 1100, 2200, 3300], nil), ([0, 1250, 2200, 3300], nil),
    ([0, 790], 1), ([0, 100], 1), ([0, 0], 1),
    // Each gap is slightly too short.
    ([0, 950, 1900, 2850, 3800, 4700], 5), ([0, 850, 1700], 2),
    // The server read the later request first.
    ([1100, 0, 2200], nil), ([1000, 500], 1),
    // After a long pause, a client may still not send several requests at once.
    ([0, 60_000, 60_500], 2),
  ]

  @Test(arguments: courses)
  func `one late arrival is admitted, and a pace that is too fast is not`(
    arrivals: [Int64], refused: Int?
  ) {
    var pace = ArrivalPace(spacing: 1_000_000)
    let first = arrivals.firstIndex { pace.earliness(of: $0 * 1000) != nil }
    #expect(first == refused)
  }
}
