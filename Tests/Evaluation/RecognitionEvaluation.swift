// Is a cover known again? Drawn covers are known by another reproduction of their artwork, then
// photographed in every condition and cropped by the detector; others are not known at all, or in
// another edition only. Issue 4 has the targets.

import Covers
import Glibc
import Pictures
import Support

enum RecognitionEvaluation {
  /// `recognition [COVERS] [STRANGERS]`: 1,000 and 10,000 unless said otherwise. Prints a row a
  /// condition; false when a target is missed.
  static func run(_ arguments: [String]) throws -> Bool {
    let numbers = arguments.compactMap { Int($0) }.filter { $0 > 0 }
    let covers = numbers.first ?? 1_000
    let strangers = numbers.dropFirst().first ?? 10 * covers
    let known = KnownDrawings(covers)
    print("\(covers) covers known, five photographs of each")
    print("\(RecognitionTally.head)  pHash: first  sure  false")
    let own = try photographs(covers, known)
    print("\(strangers) photographs of covers not known")
    let strange = try unknown(strangers, known)
    let editions = try EditionEvaluation.run(max(10, covers / 10), known)
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

  private static func photographs(_ covers: Int, _ known: KnownDrawings) throws -> RecognitionTally
  {
    var rows: [Condition: (ours: RecognitionTally, plain: RecognitionTally)] = [:]
    for number in 1...covers {
      let cover = EvaluatedCover(number: number)
      let sleeve = cover.sleeve(side: 512)
      for shot in 0..<5 {
        let photo = try RecognitionShot(
          of: sleeve, cover.condition(ofShot: shot), seed: UInt64(5 * number + shot),
          width: 1_200, height: 900)
        var row = rows[photo.condition] ?? (RecognitionTally(), RecognitionTally())
        row.ours.count(known.matches(photo), for: number)
        row.plain.count(known.nearestHash(photo.crop), for: number)
        rows[photo.condition] = row
      }
    }
    var all = (ours: RecognitionTally(), plain: RecognitionTally())
    for condition in Condition.allCases {
      guard let row = rows[condition] else { continue }
      print("\(row.ours.row(condition.rawValue))  \(row.plain.short)")
      all.ours.add(row.ours)
      all.plain.add(row.plain)
    }
    print("\(all.ours.row("all"))  \(all.plain.short)")
    return all.ours
  }

  private static func unknown(_ strangers: Int, _ known: KnownDrawings) throws -> RecognitionTally {
    var (ours, plain) = (RecognitionTally(), RecognitionTally())
    for number in 1_000_001...1_000_000 + strangers {
      let cover = EvaluatedCover(number: number)
      let photo = try RecognitionShot(
        of: cover.sleeve(side: 256), cover.condition(ofShot: 0), seed: UInt64(number),
        width: 640, height: 480)
      ours.count(known.matches(photo), for: number)
      plain.count(known.nearestHash(photo.crop), for: number)
    }
    print("\(ours.row("strangers"))  \(plain.short)")
    return ours
  }
}

/// Editions that differ in a banner: the one is known, the other photographed.
enum EditionEvaluation {
  static func run(_ covers: Int, _ plain: KnownDrawings) throws -> RecognitionTally {
    print("\(covers) covers, the edition with a banner and the one without")
    let banner = KnownDrawings(covers) { number, sleeve in sleeve.withBanner(seed: UInt64(number)) }
    var (withBanner, without) = (RecognitionTally(), RecognitionTally())
    for number in 1...covers {
      let cover = EvaluatedCover(number: number)
      let sleeve = cover.sleeve(side: 512)
      let condition = cover.condition(ofShot: 0)
      func shot(_ sleeve: DrawnSleeve) throws -> RecognitionShot {
        try RecognitionShot(
          of: sleeve, condition, seed: UInt64(7_000_000 + number), width: 1_200, height: 900
        )
      }
      withBanner.count(
        plain.matches(try shot(sleeve.withBanner(seed: UInt64(number)))), ofOtherEditionOf: number)
      without.count(banner.matches(try shot(sleeve)), ofOtherEditionOf: number)
    }
    print(withBanner.row("banner"))
    print(without.row("no banner"))
    withBanner.add(without)
    return withBanner
  }
}
