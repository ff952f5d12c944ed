// Builds a sample site for inspection: run `SAMPLE_SITE=/tmp/look swift test --filter LookTests`,
// then serve /tmp/look/site. /tmp/look/pages gets the pages that the CGI fills, with their placeholders. With
// SAMPLE_PUBLISHED=1, the site is that of the published log; with SAMPLE_FINDS=300, the history has 300 finds. Other
// runs skip this test.

import Albums
import Glibc
import Host
import Site
import Testing

@Suite struct LookTests {
  static let place = getenv("SAMPLE_SITE").map { String(cString: $0) }

  @Test(.enabled(if: place != nil)) func `a sample site is built for inspection`() throws {
    let isOpen = getenv("SAMPLE_OPEN") != nil
    let isPublished = getenv("SAMPLE_PUBLISHED") != nil
    let settings =
      isPublished
      ? SiteSettings(publishing: Sample.appearance, words: Sample.words)
      : SiteSettings(baseURL: "http://127.0.0.1:8017", isOpenToLAN: isOpen, words: Sample.words)
    let sample = try SampleSite(at: Self.place, settings: settings)
    var log = SampleLog()
    if getenv("SAMPLE_EMPTY") == nil { log.finds = try finds(sample) }
    log.scans = try scans(sample)
    try sample.site.build(log.contents)
    if isPublished { return }
    try Files.makeDirectories("\(sample.folder)/pages")
    for page in try sample.site.filledPages() {
      try Files.replace("\(sample.folder)/pages/\(page.name)", with: page.bytes, durably: false)
    }
  }

  private func finds(_ sample: SampleSite) throws -> [Find] {
    let names: [(String, String, Int)] = [
      ("The Night Ferries", "Paper Moon Motel", 0), ("Odalys Verne", "Salt", 0),
      (
        "Brother Tin & the Sundays",
        "A Field Guide to Leaving Quietly, and Other Instructions for People Who Stay", 1
      ),
      ("*NSTATIC", "#1 Broadcast", 2), ("עמית לוי", "חורף בעיר", 3), ("森の電話", "夜行フェリー", 5),
      ("Kilo Kilo", "1. Outside", 8), ("Wren Ashdown", "Copper Sings", 12),
      ("Hollow Parade", "Live at the Old Swimming Baths", 17), ("M∅NA", "()", 25),
      ("Grand Tiller", "Harbour Songs", 33), ("The Pale Index", "Volume", 40),
      (
        "Llanfairpwllgwyngyllgogerychwyrndrobwllllantysiliogogogoch Male Voice Choir",
        "Donaudampfschifffahrtselektrizitätenhauptbetriebswerk", 41
      ),
    ]
    let labels = Recommendation.allCases
    let count = getenv("SAMPLE_FINDS").flatMap { Int(String(cString: $0)) } ?? names.count
    return try (0..<count).map { number in
      var name = names[number % names.count]
      let round = number / names.count
      if round > 0 { name = (name.0, "\(name.1) \(round + 1)", name.2 + 41 * round) }
      let artwork = number % 13 == 3 ? nil : try Sample.artwork(number % 40 + 1)
      let review =
        number % 13 == 1
        ? nil : try Sample.review(labels[number * 5 % 24], tenths: 97 - number * 6 % 98)
      var find = Sample.made(
        number + 10, daysBefore: name.2, artist: name.0, title: name.1, artwork: artwork,
        isSure: number % 13 != 2, review: review)
      find.details.tags = [Albums.Tag(stored: number % 3 == 0 ? "Night Music" : "Harbour")]
      find.details.isFavourite = [0, 4, 5, 7].contains(number)
      return find
    }
  }

  private func scans(_ sample: SampleSite) throws -> [Scan] {
    let at = Sample.moment(daysBefore: 0)
    let album = Album(
      artist: "The Night Ferries", title: "Paper Moon Motel", artwork: try Sample.artwork(1))
    return [
      Scan(id: Sample.scan(1), created: at, updated: at, state: .queued),
      Scan(id: Sample.scan(2), created: at, updated: at, state: .identified, album: album),
      Scan(
        id: Sample.scan(3), created: at, updated: at, state: .reviewing, album: album,
        reviewSoFar:
          "A patient record that turns one borrowed drum machine into a whole town at night."),
      Scan(
        id: Sample.scan(4), created: at, updated: at, state: .identificationFailed,
        failure: .notIdentified),
      Scan(
        id: Sample.scan(5), created: at, updated: at, state: .complete, album: album,
        find: Sample.find(10)),
    ]
  }
}
