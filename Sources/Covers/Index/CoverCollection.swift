// Search and comparison without a database, for covers that are kept in memory only (tests, evaluation).

/// Known covers in memory, and the index of their fingerprints.
package struct CoverCollection: Sendable {
  private let covers: [(identifier: Int64, fingerprint: Fingerprint)]
  private let index: [UInt8]

  /// Several fingerprints may have one identifier (artwork and crop of one find).
  package init(_ covers: some Sequence<(identifier: Int64, fingerprint: Fingerprint)>) {
    self.covers = Array(covers)
    var builder = CoverIndexBuilder()
    // In the index, the identifier of a cover is the cover's position in `covers`.
    for (position, cover) in self.covers.enumerated() {
      builder.add(cover.fingerprint, for: Int64(position))
    }
    index = builder.bytes(IndexFacts())
  }

  package var count: Int { covers.count }

  /// The most similar covers in any rotation, best first, each identifier once.
  package func matches(for fingerprint: Fingerprint, atMost most: Int = 10) -> [Match] {
    let positions = index.withUnsafeBytes {
      CoverIndex(reading: $0)?.proposals(for: fingerprint) ?? []
    }
    let held = positions.map { covers[Int($0)] }.map { cover in
      (identifier: cover.identifier, likeness: fingerprint.likeness(to: cover.fingerprint))
    }
    return Match.best(of: held, atMost: most)
  }
}
