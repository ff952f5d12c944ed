// Which of very many covers might this be? Proposals only, in milliseconds: who asked holds each
// against the fingerprint itself. Searched where it lies, in a mapped file or an array.

/// An index in memory that somebody else owns; valid as long as that is.
///
/// A header that is not ours makes no index. Whatever else was changed in the bytes can spoil
/// proposals and nothing more: every number read from them is checked before it is used.
package struct CoverIndex {
  /// How many are proposed by their codes, and how many by their features.
  package static let mostByCode = 6
  package static let mostByFeatures = 9

  /// So few are all proposed: nothing is missed for haste.
  package static let fewCovers = 50

  private let layout: IndexLayout
  private let bytes: UnsafeRawBufferPointer

  package var count: Int { layout.covers }
  package var facts: IndexFacts { layout.facts }

  /// Nil for bytes that are no index of this version, or not all of one.
  package init?(reading bytes: UnsafeRawBufferPointer) {
    guard let layout = IndexLayout(reading: bytes) else { return nil }
    self.layout = layout
    self.bytes = bytes
  }

  /// The identifiers of the covers that `fingerprint` may be of, the likeliest by their codes first.
  package func proposals(for fingerprint: Fingerprint) -> [Int64] {
    let identifiers: UnsafeBufferPointer<Int64> = section(layout.identifiers)
    guard count > Self.fewCovers else { return Array(identifiers) }
    var places = nearestCodes(to: fingerprint.code).map(\.place)
    for place in mostVoted(by: fingerprint.features) where !places.contains(place) {
      places.append(place)
    }
    return places.map { identifiers[$0] }
  }

  /// The places of the covers with the most similar codes, in whichever of four turns.
  package func nearestCodes(
    to code: CoverCode, most: Int = Self.mostByCode
  ) -> [CodeBlocks.Near] {
    CodeBlocks(count: count, signs: section(layout.signs), colours: section(layout.colours))?
      .nearest(to: code, most: most) ?? []
  }

  /// The places of the covers that share the most features, turned alike, best first.
  package func mostVoted(by features: [Feature], most: Int = Self.mostByFeatures) -> [Int] {
    let lists = WordLists(
      covers: count, wordBits: layout.wordBits, starts: section(layout.starts),
      postings: section(layout.lists))
    return lists.mostVoted(by: features, sizes: section(layout.sizes), most: most)
  }

  /// Its bounds follow from the checked header, and its start is a multiple of 64.
  private func section<Element>(_ range: Range<Int>) -> UnsafeBufferPointer<Element> {
    UnsafeRawBufferPointer(rebasing: bytes[range]).bindMemory(to: Element.self)
  }
}
