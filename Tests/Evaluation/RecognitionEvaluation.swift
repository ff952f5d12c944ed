// Measures how often covers are recognised. The known covers are reproductions of drawn sleeves.
// The same sleeves are photographed in every condition, and the detector crops the photographs. Two
// kinds of photographs must never have a *sure* match: photographs of unknown covers, and
// photographs of another edition of a known cover.

import Covers
import Pictures
import Support

enum RecognitionEvaluation {
  /// The arguments are `recognition [COVERS] [STRANGERS]`: the numbers of known and of unknown
  /// covers (1,000 and 10,000 by default). Prints a row for each condition. Returns false if a
  /// target is missed.
  static func run(_ arguments: [String]) async throws -> Bool {
    let numbers = arguments.compactMap { Int($0) }.filter { $0 > 0 }
    let covers = numbers.first ?? 1_000
    let strangers = numbers.dropFirst().first ?? 10 * covers
    let known = try await KnownDrawings(covers)
    print("\(covers) covers known, five photographs of each")
    print("\(RecognitionTally.head)  pHash: first  sure  false")
    let own = try await photographs(covers, known)
    print("\(strangers) photographs of covers not known")
    let strange = try await unknown(strangers, known)
    let editions = try await EditionEvaluation.run(max(10, covers / 10), known)
    let targets = [
      ("first: \(own.percent(own.first)) % (>= 98)", own.share(own.first) >= 0.98),
      ("sure: \(own.percent(own.sure)) % (>= 90)", own.share(own.sure) >= 0.9),
      ("false sure: \(own.falseSure) (0)", own.falseSure == 0),
      ("strangers sure: \(strange.falseSure) (0)", strange.falseSure == 0),
      ("other editions sure: \(editions.falseSure) (0)", editions.falseSure == 0),
      (
        "other editions likely: \(editions.percent(editions.likely)) % (most)",
        editions.share(editions.likely) > 0.5
      ),
    ]
    for (text, isReached) in targets { print("\(isReached ? "reached" : "MISSED "): \(text)") }
    return targets.allSatisfy(\.1)
  }

  /// The results of one photograph: by fingerprints and by the perceptual hash.
  private struct Results: Sendable {
    let condition: Condition
    let ours: RecognitionTally.Found
    let plain: RecognitionTally.Found
  }

  private static func photographs(
    _ covers: Int, _ known: KnownDrawings
  ) async throws -> RecognitionTally {
    let results = try await Parallel.map(Array(1...covers), named: "photographs") { number in
      let cover = EvaluatedCover(number: number)
      let sleeve = cover.sleeve(side: 512)
      return try (0..<5).map { shot in
        let photo = try RecognitionShot(
          of: sleeve, cover.condition(ofShot: shot), seed: UInt64(5 * number + shot),
          width: 1_200, height: 900)
        return Results(
          condition: photo.condition, ours: known.matches(photo),
          plain: known.nearestHash(photo.crop))
      }
    }
    var all = (ours: RecognitionTally(), plain: RecognitionTally())
    for condition in Condition.allCases {
      var row = (ours: RecognitionTally(), plain: RecognitionTally())
      for (index, shots) in results.enumerated() {
        for shot in shots where shot.condition == condition {
          row.ours.count(shot.ours, for: index + 1)
          row.plain.count(shot.plain, for: index + 1)
        }
      }
      print("\(row.ours.row(condition.rawValue))  \(row.plain.short)")
      all.ours.add(row.ours)
      all.plain.add(row.plain)
    }
    print("\(all.ours.row("all"))  \(all.plain.short)")
    return all.ours
  }

  private static func unknown(
    _ strangers: Int, _ known: KnownDrawings
  ) async throws -> RecognitionTally {
    let numbers = Array(1_000_001...1_000_000 + strangers)
    let results = try await Parallel.map(numbers, named: "strangers") { number in
      let cover = EvaluatedCover(number: number)
      let photo = try RecognitionShot(
        of: cover.sleeve(side: 256), cover.condition(ofShot: 0), seed: UInt64(number),
        width: 640, height: 480)
      return Results(
        condition: photo.condition, ours: known.matches(photo), plain: known.nearestHash(photo.crop)
      )
    }
    var (ours, plain) = (RecognitionTally(), RecognitionTally())
    for (number, result) in zip(numbers, results) {
      ours.count(result.ours, for: number)
      plain.count(result.plain, for: number)
    }
    print("\(ours.row("strangers"))  \(plain.short)")
    return ours
  }
}

/// Measures covers with two editions: one has a banner, the other has none. One edition is known;
/// the other is photographed.
enum EditionEvaluation {
  /// The arguments are `editions [COVERS]`: the number of covers (100 by default). Returns false if
  /// a photograph of the other edition has a sure match.
  static func run(_ arguments: [String]) async throws -> Bool {
    let covers = arguments.compactMap { Int($0) }.first { $0 > 0 } ?? 100
    let tally = try await run(covers, KnownDrawings(covers))
    print("other editions sure: \(tally.falseSure) (0)")
    return tally.falseSure == 0
  }

  static func run(_ covers: Int, _ plain: KnownDrawings) async throws -> RecognitionTally {
    print("\(covers) covers, the edition with a banner and the one without")
    let banner = try await KnownDrawings(covers) { number, sleeve in
      sleeve.withBanner(seed: UInt64(number))
    }
    let results = try await Parallel.map(Array(1...covers), named: "editions") { number in
      let cover = EvaluatedCover(number: number)
      let sleeve = cover.sleeve(side: 512)
      func shot(_ sleeve: DrawnSleeve) throws -> RecognitionShot {
        try RecognitionShot(
          of: sleeve, cover.condition(ofShot: 0), seed: UInt64(7_000_000 + number), width: 1_200,
          height: 900)
      }
      return (
        banner: plain.matches(try shot(sleeve.withBanner(seed: UInt64(number)))),
        none: banner.matches(try shot(sleeve))
      )
    }
    var (withBanner, without) = (RecognitionTally(), RecognitionTally())
    for (index, result) in results.enumerated() {
      withBanner.count(result.banner, ofOtherEditionOf: index + 1)
      without.count(result.none, ofOtherEditionOf: index + 1)
      for (edition, found) in [("banner", result.banner), ("no banner", result.none)] {
        let sure = found.answers.filter(\.isSure)
        if !sure.isEmpty { print("sure: cover \(index + 1) photographed with \(edition)") }
      }
    }
    print(withBanner.row("banner"))
    print(without.row("no banner"))
    withBanner.add(without)
    return withBanner
  }
}
