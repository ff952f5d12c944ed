// The known covers of an evaluation. The evaluation searches them for the cover of a drawn
// photograph: by its fingerprint and, for comparison, by a usual perceptual hash.

import Covers
import Glibc
import Pictures
import Support

struct KnownDrawings: Sendable {
  private let collection: CoverCollection
  private let hashes: [UInt64]

  /// Covers 1 to `count`. A known cover is a reproduction of the sleeve that is photographed.
  init(
    _ count: Int, _ edition: @escaping @Sendable (Int, DrawnSleeve) -> DrawnSleeve = { $1 }
  ) async throws {
    let covers = try await Parallel.map(Array(1...count), named: "known covers") { number in
      let sleeve = edition(number, EvaluatedCover(number: number).sleeve(side: 512))
      let artwork = sleeve.reproduced(seed: UInt64(number)).pixels
      return (fingerprint: Fingerprint(of: artwork), hash: PerceptualHash.hash(of: artwork))
    }
    collection = CoverCollection(
      covers.enumerated().map {
        (identifier: Int64($0.offset + 1), fingerprint: $0.element.fingerprint)
      })
    hashes = covers.map(\.hash)
  }

  /// The matches of a photograph. Makes the same recognition passes as `albumscan`: the crop, the
  /// square, and the position of a likely cover.
  func matches(_ shot: RecognitionShot) -> RecognitionTally.Found {
    let fingerprint = Fingerprint(of: shot.crop)
    let start = ContinuousClock.now
    var matches = collection.matches(for: fingerprint)
    let milliseconds = (ContinuousClock.now - start) / .milliseconds(1)
    var seen: Quad?
    if matches.first?.isLikely != true {
      let square = shot.square
      let again = collection.matches(for: Fingerprint(of: square.crop))
      if again.first?.similarity ?? 0 > matches.first?.similarity ?? 0 {
        (seen, matches) = (square.quad, again)
      }
    }
    if let best = matches.first, let second = shot.secondCrop(for: best, in: seen) {
      let again = collection.matches(for: Fingerprint(of: second))
      if again.first?.isSure == true, again.first?.identifier == best.identifier { matches = again }
    }
    let answers = matches.map {
      RecognitionTally.Answer(
        identifier: $0.identifier, isSure: $0.isSure, isLikely: $0.isLikely)
    }
    return RecognitionTally.Found(answers: answers, milliseconds: milliseconds)
  }

  /// The cover with the nearest hash in one of four rotations. The match is sure if at most 10 of
  /// the 64 bits differ, which is a usual limit.
  func nearestHash(_ crop: Pixels) -> RecognitionTally.Found {
    let turns = PerceptualHash.turns(of: crop)
    let distances = hashes.map { hash in
      turns.map { ($0 ^ hash).nonzeroBitCount }.min() ?? 64
    }
    let nearest = distances.indices.min { distances[$0] < distances[$1] } ?? 0
    let answer = RecognitionTally.Answer(
      identifier: Int64(nearest + 1), isSure: distances[nearest] <= 10, isLikely: true)
    return RecognitionTally.Found(answers: [answer], milliseconds: 0)
  }
}

/// The hash pHash of 64 bits. A cosine transform of 32 × 32 values of lightness gives an amplitude
/// for each frequency. A bit is set if the amplitude of one of the 8 × 8 lowest frequencies is
/// above the median of these amplitudes.
///
/// Source: C. Zauner, Implementation and Benchmarking of Perceptual Image Hash Functions (2010),
/// 3.2.
enum PerceptualHash {
  static func hash(of pixels: Pixels) -> UInt64 { hash(light(of: pixels)) }

  static func turns(of pixels: Pixels) -> [UInt64] {
    var light = light(of: pixels)
    return (0..<4).map { _ in
      defer { light = light.indices.map { light[(31 - $0 % 32) * 32 + $0 / 32] } }
      return hash(light)
    }
  }

  private static func light(of pixels: Pixels) -> [Double] {
    let small = pixels.reduced(toWidth: 32, height: 32)
    return (0..<32 * 32).map { place in
      let (x, y) = (place % 32 * small.width / 32, place / 32 * small.height / 32)
      let index = 3 * (y * small.width + x)
      return 0.299 * Double(small.rgb[index]) + 0.587 * Double(small.rgb[index + 1])
        + 0.114 * Double(small.rgb[index + 2])
    }
  }

  private static let cosines: [Double] = (0..<8 * 32).map { index in
    cos(Double(index / 32) * (Double(index % 32) + 0.5) * .pi / 32)
  }

  private static func hash(_ light: [Double]) -> UInt64 {
    var across = [Double](repeating: 0, count: 8 * 32)
    for row in 0..<32 {
      for wave in 0..<8 {
        for x in 0..<32 { across[row * 8 + wave] += light[row * 32 + x] * cosines[wave * 32 + x] }
      }
    }
    var waves = [Double](repeating: 0, count: 64)
    for wave in 0..<64 {
      for y in 0..<32 { waves[wave] += across[y * 8 + wave % 8] * cosines[wave / 8 * 32 + y] }
    }
    let median = waves.dropFirst().sorted()[31]
    var hash: UInt64 = 0
    for wave in 0..<64 where waves[wave] > median { hash |= 1 << UInt64(wave) }
    return hash
  }
}
