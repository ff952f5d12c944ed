// Proposes, in milliseconds, a few of many known covers for a fingerprint. The caller compares each
// proposal exactly. A search reads a mapped file or an array, and copies nothing.

/// A view of an index in memory that the caller owns. The view is valid as long as the memory.
///
/// An invalid header is refused. Other damage can only make proposals wrong: every number is checked before
/// it is used.
package struct CoverIndex {
  /// Maximum number of covers that are proposed because of their codes.
  package static let mostByCode = 6
  /// Maximum number of covers that are proposed because of their features.
  package static let mostByFeatures = 9

  /// If the index has at most this number of covers, all of them are proposed.
  package static let fewCovers = 50

  private let layout: IndexLayout
  private let bytes: UnsafeRawBufferPointer

  package var count: Int { layout.covers }
  package var facts: IndexFacts { layout.facts }

  /// Nil for bytes that are not a complete index of this version.
  package init?(reading bytes: UnsafeRawBufferPointer) {
    guard let layout = IndexLayout(reading: bytes) else { return nil }
    self.layout = layout
    self.bytes = bytes
  }

  /// The identifiers of the proposed covers. Covers with similar codes come first.
  package func proposals(for fingerprint: Fingerprint) -> [Int64] {
    let identifiers: UnsafeBufferPointer<Int64> = section(layout.identifiers)
    guard count > Self.fewCovers else { return Array(identifiers) }
    var positions = nearestCodes(to: fingerprint.code).map(\.position)
    for position in mostVoted(by: fingerprint.features) where !positions.contains(position) {
      positions.append(position)
    }
    return positions.map { identifiers[$0] }
  }

  /// The covers with the most similar codes in one of four rotations. The result is the position of
  /// a cover in the index.
  package func nearestCodes(
    to code: CoverCode, most: Int = Self.mostByCode
  ) -> [CodeBlocks.Near] {
    CodeBlocks(count: count, signs: section(layout.signs), colours: section(layout.colours))?
      .nearest(to: code, most: most) ?? []
  }

  /// The positions of the covers that share the most features with the picture in one rotation,
  /// best first.
  package func mostVoted(by features: [Feature], most: Int = Self.mostByFeatures) -> [Int] {
    let lists = WordLists(
      covers: count, wordBits: layout.wordBits, starts: section(layout.starts),
      postings: section(layout.lists))
    return lists.mostVoted(by: features, sizes: section(layout.sizes), most: most)
  }

  /// The elements of one section. Its bounds come from the checked header; its start is a multiple
  /// of 64 bytes.
  private func section<Element>(_ range: Range<Int>) -> UnsafeBufferPointer<Element> {
    UnsafeRawBufferPointer(rebasing: bytes[range]).bindMemory(to: Element.self)
  }
}
