// Every page and state of the household site and of the published log at five sizes, in turn in
// English and German, light and dark. `make tour` checks all of them and keeps their pictures in
// .build/pictures. `make test` takes a sample: one language, twelve combinations of page and size
// of the household site, and three of the published log. It also takes pages with longer texts on
// the narrowest phone: eight of the household site and three of the published log.

import Host
import Support
import Testing

@Suite(.serialized) struct TourTests {
  @Test func `every page passes all checks in every size, in both languages, light and dark`()
    throws
  {
    for language in sampled(TourLook.languages, 1, of: "languages", whole: .tour, name: \.self) {
      let house = try TourHouse(language: language)
      try look(at: house.stops(), of: house, drawing: 12, in: language)
    }
  }

  @Test func `every page of the published log passes them, too`() throws {
    for language in sampled(TourLook.languages, 1, of: "languages", whole: .tour, name: \.self) {
      let house = try PublishedHouse(language: language)
      try look(at: house.stops(), of: house, drawing: 3, in: language)
    }
  }

  private func look(
    at stops: [TourStop], of site: any TouredSite, drawing count: Int, in language: String
  ) throws {
    let cases = stops.enumerated().flatMap { place, stop in
      TourLook.all(of: place, in: language).map { (stop, $0) }
    }
    let drawn = sampled(cases, count, of: "pages and sizes", whole: .tour) {
      "\($0.0.name) \($0.1.name)"
    }
    let tour = try Tour(of: site, pictures: Self.pictures(language))
    for (stop, look) in drawn {
      let problems = try tour.look(at: stop, look)
      let place = "\(language) \(stop.name) \(look.name)"
      #expect(problems.isEmpty, "\(place): \(problems.joined(separator: "\n"))")
    }
  }

  @Test func `texts that are 40 % longer fit on the narrowest phone`() throws {
    let house = try TourHouse(language: "qps")
    try lookAtLongerTexts(of: house, try house.stops(), drawing: 8)
  }

  @Test func `texts of the published log that are 40 % longer fit there, too`() throws {
    let house = try PublishedHouse(language: "qps")
    try lookAtLongerTexts(of: house, try house.stops(), drawing: 3)
  }

  private func lookAtLongerTexts(
    of site: any TouredSite, _ stops: [TourStop], drawing count: Int
  ) throws {
    let drawn = sampled(
      stops, count, of: "pages with longer texts", whole: .tour, name: \.name)
    let tour = try Tour(of: site, pictures: Self.pictures("longer"))
    let look = TourLook(width: 320, height: 568, appearance: .light)
    for stop in drawn {
      let problems = try tour.look(at: stop, look, check: PageAudit.layoutProblems)
      #expect(problems.isEmpty, "\(stop.name): \(problems.joined(separator: "\n"))")
    }
  }

  /// The folder for pictures: only `make tour` keeps them, or a run with `PICTURES=FOLDER`.
  private static func pictures(_ name: String) -> String? {
    (Environment.pictures ?? (Environment.isTour ? "\(Checkout.root)/.build/pictures" : nil)).map {
      "\($0)/\(name)"
    }
  }
}
