// Every page and state at five sizes, in two languages, light and dark: `make tour` looks at all of them
// and keeps their pictures in .build/pictures; `make test` draws a few.

import Host
import Support
import Testing

@Suite(.serialized) struct TourTests {
  @Test func `every page passes all checks in every size, language and colour`() throws {
    for language in sampled(["en", "de"], 1, of: "languages", whole: .tour, name: \.self) {
      let house = try TourHouse(language: language)
      let cases = try house.stops().flatMap { stop in TourLook.all.map { (stop, $0) } }
      let drawn = sampled(cases, 12, of: "pages, sizes and colours", whole: .tour) {
        "\($0.0.name) \($0.1.name)"
      }
      let tour = try Tour(of: house, pictures: Self.pictures(language))
      for (stop, look) in drawn {
        let problems = try tour.look(at: stop, look)
        let place = "\(language) \(stop.name) \(look.name)"
        #expect(problems.isEmpty, "\(place): \(problems.joined(separator: "\n"))")
      }
    }
  }

  @Test func `texts that are 40 % longer fit on the narrowest phone`() throws {
    let house = try TourHouse(language: "qps")
    let stops = sampled(
      try house.stops(), 8, of: "pages with longer texts", whole: .tour, name: \.name)
    let tour = try Tour(of: house, pictures: Self.pictures("longer"))
    let look = TourLook(width: 320, height: 568, appearance: .light)
    for stop in stops {
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
