// Scans behind lighttpd with played services, which answer with the times of `DemoPace.phone`. The
// critical path of a scan is call 1, call 2, and then the longer of artwork and review. The figures
// are the time of a scan compared with its critical path, the time to the first readable sentence
// of a review, and the time of twenty scans at once. A scan with a streamed identification is
// compared with the same path, and must be faster, because its later steps start early.

import Albums
import Host
import Services
import Support

struct ScanBench {
  /// The critical path: call 1 takes 3.0 s and the review 4.0 s. MusicBrainz and the archive take
  /// 1.9 s during the review.
  private let path = 7000.0

  /// The critical path with call 2, which takes 4.0 s more.
  private let searchedPath = 11_000.0

  /// The maximum time from the identification to the first checked sentence in `status.json`.
  private let firstSentence = 1500.0

  private let crowd = 20

  func figures() throws -> [Figure] {
    guard Files.exists("/usr/sbin/lighttpd") else {
      return [
        Figure(
          name: "scans with services", value: "lighttpd is not installed", target: "≤ 1.03",
          isMet: nil)
      ]
    }
    let plain = try Awkward.albums.prefix(3).map { try time($0, isSearched: false) }
    let searched = try Awkward.albums.prefix(2).map { try time($0, isSearched: true) }
    let sentence = Measure.median((plain + searched).map(\.firstSentence))
    let figures = [
      ratio(
        "one scan with services at the phone app's latencies / its critical path of 7.0 s",
        plain, path),
      ratio("one scan with call 2 / its critical path of 11.0 s", searched, searchedPath),
      Figure(
        name: "first checked sentence of the review in status.json after identification",
        value: "\(rounded(sentence)) ms", target: "≤ 1500 ms", isMet: sentence <= firstSentence),
    ]
    return figures + (try streamedFigures()) + [try crowdFigure()]
  }

  /// The first candidate is complete 1.2 s after the call, the whole answer 3.0 s after it.
  private let candidate = 1200.0

  /// The maximum time from the first candidate to the name in `status.json`.
  private let nameLimit = 350.0

  /// The critical path with a model that is silent for 2.6 s and then sends the whole answer.
  private let silentPath = 6600.0

  private func streamedFigures() throws -> [Figure] {
    let streamed = try Awkward.albums.prefix(3).map { try time($0, pace: .streamed) }
    let silent = try Awkward.albums.prefix(3).map { try time($0, pace: .silent) }
    let whole = try Awkward.albums.prefix(3).map {
      try time($0, provider: .unstreamed(.vLLM), pace: .phone)
    }
    let name = Measure.median(streamed.map(\.name)) - candidate
    return [
      Figure(
        name: "streamed identification: name in status.json after the first candidate",
        value: "\(rounded(name)) ms", target: "≤ 350 ms", isMet: name <= nameLimit),
      ratio("one scan with a streamed identification / the path of 7.0 s", streamed, path, 0.8),
      ratio(
        "one scan with a model that is silent for 2.6 s / its path of 6.6 s", silent, silentPath),
      ratio("one scan with a server that refuses to stream / the path of 7.0 s", whole, path),
    ]
  }

  private func ratio(
    _ name: String, _ times: [ScanTimes], _ path: Double, _ limit: Double = 1.03
  ) -> Figure {
    let median = Measure.median(times.map(\.total))
    return Figure(
      name: name, value: "\(thousandths(median / path)) (\(rounded(median)) ms)",
      target: limit == 1.03 ? "≤ 1.03" : "≤ 0.80", isMet: median / path <= limit)
  }

  private func time(
    _ album: KnownAlbum, provider: PlayedProvider = .openAI, pace: DemoPace
  ) throws -> ScanTimes {
    try ServicesHouse(.knowing(Awkward.albums), Awkward.catalogue, provider: provider, pace: pace)
      .time(album)
  }

  private func time(_ album: KnownAlbum, isSearched: Bool) throws -> ScanTimes {
    var answers = ModelAnswers.knowing(Awkward.albums)
    if isSearched {
      answers.identify(
        sleeve: album.sleeve, as: ModelAnswer(album.identification(status: "search_needed")),
        searched: ModelAnswer(album.identification), subject: album.subject)
    }
    return try ServicesHouse(answers, Awkward.catalogue).time(album)
  }

  /// Four scans can run at the same time, and MusicBrainz allows one request every 1.1 s. Each of
  /// these limits gives a minimum time; the expected time is the longer one.
  private func crowdFigure() throws -> Figure {
    let albums = BenchAlbums.invented(crowd)
    let house = try ServicesHouse(.knowing(albums), albums)
    let took = try house.time(albums)
    let turns = Double(house.musicBrainz.log.requests.count)
    let rounds = Double((crowd + 3) / 4) * path
    let allowed = max(rounds, 3000 + (turns - 1) * 1100 + 1900)
    return Figure(
      name: "\(crowd) scans at once / what 4 in flight and MusicBrainz' pace allow",
      value: "\(thousandths(took / allowed)) (\(rounded(took)) ms)", target: "≤ 1.15",
      isMet: took / allowed <= 1.15)
  }

  private func thousandths(_ value: Double) -> String {
    let whole = Int((value * 1000).rounded())
    let rest = String(whole % 1000)
    return "\(whole / 1000)." + String(repeating: "0", count: 3 - rest.utf8.count) + rest
  }
}

/// Invented albums that no installation knows, each with another sleeve.
enum BenchAlbums {
  private static let words = [
    "Amber", "Birch", "Cedar", "Delta", "Ember", "Fjord", "Grove", "Harbour", "Island", "Juniper",
    "Kestrel", "Lantern", "Meadow", "Nectar", "Orchard", "Pebble", "Quarry", "Raven", "Saffron",
    "Tundra",
  ]

  /// The first `count` albums; `count` is at most 400.
  static func invented(_ count: Int) -> [KnownAlbum] {
    (0..<count).map { number in
      let first = words[number % words.count]
      let word = number < words.count ? first : "\(first) \(words[number / words.count])"
      let digits = "00000000000\(number + 10)"
      let mbid = "00000000-0000-4000-8000-\(digits.suffix(12))"
      var release = KnownAlbum.Release("00000000-0000-4000-9000-\(digits.suffix(12))", word)
      release.date = "1999-01-01"
      release.label = "\(word) DatabaseActor"
      var album = KnownAlbum(
        mbid, word,
        by: [.init("\(word) Quartet", mbid: "00000000-0000-4000-a000-\(digits.suffix(12))")],
        first: "1999-01-01", releases: [release])
      album.genres = ["rock"]
      album.sleeveSeed = UInt64(9000 + number)
      return album
    }
  }
}
