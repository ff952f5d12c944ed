// Ratings as people write them, and the steps to which services and pages round them.

import Testing

@testable import Albums

@Suite struct RatingTests {
  static let texts: [(text: String, tenths: Int?)] = [
    ("8.5", 85), ("8,5", 85), ("8", 80), ("10", 100), ("10.0", 100), ("0", 0), ("0.1", 1),
    (" 7.5 ", 75), ("10.1", nil), ("11", nil), ("8.55", nil), ("8.", nil), (".5", nil), ("-1", nil),
    ("+8", nil), ("8 5", nil), ("acht", nil), ("٨", nil), ("", nil), ("8.5.1", nil),
    ("99999999999999999999", nil),
  ]

  @Test(arguments: texts)
  func `a rating has at most one decimal and is at most 10`(text: String, tenths: Int?) {
    #expect(Rating(text)?.tenths == tenths)
  }

  @Test func `every rating reads its own text`() {
    for tenths in 0...100 {
      let rating = Rating(tenths: tenths)
      #expect(rating.flatMap { Rating($0.description) } == rating)
    }
  }

  static let steps: [(tenths: Int, stars: Int, half: String)] = [
    (0, 1, "0.0"), (29, 1, "2.5"), (30, 2, "3.0"), (85, 4, "8.5"), (89, 4, "8.5"), (90, 5, "9.0"),
    (100, 5, "10"),
  ]

  @Test(arguments: steps)
  func `a rating has its nearest stars, and the half point that it reaches`(
    tenths: Int, stars: Int, half: String
  ) throws {
    let rating = try #require(Rating(tenths: tenths))
    #expect(rating.stars == stars && rating.halfPoint.description == half)
  }
}
