// The table of the kinds of jobs.

import Albums
import Testing

@Suite struct JobRulesTests {
  /// A request of each kind that a person makes on the page of a find, and one of each other kind.
  static let requests: [JobRequest] = [
    .scan, .album(1), .musicBrainz("x"), .hint("x"), .back(file: "x"),
    .named(album: 1, evidence: Evidence(.person), hint: "x"), .review, .artwork(file: "x"),
    .refreshArtwork, .refill, .importedReview, .publish,
    .export(ExportOrder(.own, as: UploadID(unchecked: ""))),
  ]

  @Test func `the page of a find shows exactly the kinds whose requests have a topic`() {
    for request in Self.requests {
      #expect(request.kind.rules.isShown == (request.topic != nil), "\(request)")
    }
  }

  @Test func `only a find's own jobs change it, and a person never waits for a background job`() {
    #expect(
      JobKind.afterScan == [.correct, .review, .artwork, .refill, .importedReview])
    for kind in JobKind.allCases where kind.lane == .background {
      #expect(!kind.rules.isShown, "\(kind)")
    }
  }

  @Test func `each kind but the scan has one slot`() {
    for kind in JobKind.allCases { #expect(kind.rules.slots == (kind == .scan ? nil : 1)) }
  }
}
