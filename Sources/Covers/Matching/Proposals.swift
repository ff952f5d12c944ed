// Proposes maps from single pairs of features: the positions, directions and levels of a pair
// determine a rotation, a scale and a shift. Keeps the maps that fit the most other pairs (after
// the pose clusters of D. Lowe, 2004).

import Glibc
import Pictures

struct Proposals {
  private let pairs: [FeaturePair]
  private let known: PlacedFeatures
  private let seen: PlacedFeatures

  /// Number of pairs that propose maps. They have the most similar descriptors.
  private static let proposers = 200
  /// Number of pairs that vote for maps. They have the most similar descriptors.
  private static let voters = 500

  init(_ pairs: [FeaturePair], _ known: PlacedFeatures, _ seen: PlacedFeatures) {
    self.pairs = Array(pairs.prefix(Self.voters))
    self.known = known
    self.seen = seen
  }

  /// The maps with the most votes. A pair that voted for an earlier map proposes no map.
  func best(atMost count: Int) -> [PlaneMap] {
    let rated = pairs.prefix(Self.proposers).enumerated().map { index, pair in
      (index: index, voters: voters(for: pair))
    }
    var taken: Set<Int> = []
    var maps: [PlaneMap] = []
    for proposal in rated.sorted(by: { ($0.voters.count, $1.index) > ($1.voters.count, $0.index) })
    {
      guard maps.count < count, proposal.voters.count >= 3 else { break }
      guard !taken.contains(proposal.index) else { continue }
      taken.formUnion(proposal.voters)
      let voting = proposal.voters.map { pairs[$0] }
      let map = PlaneMap(
        .similar, from: voting.map { known.points[$0.known] },
        to: voting.map { seen.points[$0.seen] })
      if let map { maps.append(map) }
    }
    return maps
  }

  private func voters(for proposer: FeaturePair) -> [Int] {
    let (one, other) = (known.features[proposer.known], seen.features[proposer.seen])
    let turn = Int(other.angle) - Int(one.angle)
    let levels = Int(other.level) - Int(one.level)
    let scale = pow(FeatureSearch.step, Double(levels))
    let angle = Double(turn) / 128 * .pi
    let (cosine, sine) = (scale * cos(angle), scale * sin(angle))
    let (from, to) = (known.points[proposer.known], seen.points[proposer.seen])
    return pairs.indices.filter { index in
      let pair = pairs[index]
      let (mine, yours) = (known.features[pair.known], seen.features[pair.seen])
      let turned = Int8(truncatingIfNeeded: Int(yours.angle) - Int(mine.angle) - turn)
      guard abs(Int(turned)) <= 20, abs(Int(yours.level) - Int(mine.level) - levels) <= 1
      else { return false }
      let away = known.points[pair.known] - from
      let expected = Point(x: away.x * cosine - away.y * sine, y: away.x * sine + away.y * cosine)
      // Scale and angle of a pair are inexact, so the tolerance grows with the distance.
      return (seen.points[pair.seen] - to - expected).length <= 0.03 + 0.2 * expected.length
    }
  }
}
