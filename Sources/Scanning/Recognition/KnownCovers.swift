// Finds known covers that look like a crop, without a request, in milliseconds. The database is
// authoritative. The index file only proposes covers, and can be rebuilt at any time.

import Covers
import Host
package import Photos
package import Pictures
package import Store

/// A known album whose cover looks like a crop.
package struct CoverMatch: Equatable, Sendable {
  package let album: Int64

  /// The similarity, from 0 to 1.
  package let similarity: Double

  /// Whether this cover certainly is the cover in the crop: its match is clearly better than that
  /// of the second best album. No model is then asked to name the album. At most one match is sure.
  package let isSure: Bool

  /// Whether this cover may be the cover in the crop. The scan's page offers its album. Every sure match
  /// is also likely.
  package let isLikely: Bool

  /// The position of the known cover in the crop, in fractions of the crop; nil if unknown.
  package let quad: Quad?

  package init(album: Int64, similarity: Double, isSure: Bool, isLikely: Bool, quad: Quad?) {
    self.album = album
    self.similarity = similarity
    self.isSure = isSure
    self.isLikely = isLikely
    self.quad = quad
  }

  /// The position in the photo for another recognition pass: the likely cover lies there. `crop`
  /// was cut from this photo. Nil if another pass would not help.
  package func quadForSecondCrop(of crop: Crop) -> Quad? {
    isLikely && !isSure ? quad?.quadForSecondCrop(in: crop.quad) : nil
  }
}

/// A search for known covers that look like a crop.
///
/// The value itself stores no covers. Each search maps the file and reads the covers that the file
/// lacks from the database, so an answer is as current as the database.
package struct KnownCovers: Sendable {
  /// `covers.index` in the data folder.
  let path: String

  package init(path: String) { self.path = path }

  /// The albums whose covers look like `fingerprint`, best first, each once.
  ///
  /// Fingerprints of another version stay in the database but are not compared.
  package func matches(
    for fingerprint: [UInt8], in store: borrowing Store, atMost most: Int = 10
  ) throws(StoreError) -> [CoverMatch] {
    guard let wanted = Fingerprint(bytes: fingerprint) else { return [] }
    var held: [(identifier: Int64, likeness: Likeness)] = []
    for id in try proposals(for: wanted, in: store) {
      // The cover may have been deleted since the file was made.
      guard let cover = try store.cover(id), let known = Fingerprint(bytes: cover.fingerprint)
      else { continue }
      held.append((identifier: cover.album, likeness: wanted.likeness(to: known)))
    }
    return Match.best(of: held, atMost: most).map { match in
      CoverMatch(
        album: match.identifier, similarity: match.similarity, isSure: match.isSure,
        isLikely: match.isLikely, quad: match.quad)
    }
  }

  /// The ids of the covers that may be the wanted cover: the proposals of the file, and the
  /// proposals among the covers that are newer than the file.
  private func proposals(
    for wanted: Fingerprint, in store: borrowing Store
  ) throws(StoreError) -> [Int64] {
    try withFile { (file) throws(StoreError) in
      let last = try file.flatMap { (index) throws(StoreError) in
        try isOfThisDatabase(index.facts, store) ? index.facts.highest : nil
      }
      let newer = try Self.gathered(after: last ?? 0, in: store).builder.bytes(IndexFacts())
      let own = last == nil ? [] : file?.proposals(for: wanted) ?? []
      return own + newer.withUnsafeBytes { CoverIndex(reading: $0)?.proposals(for: wanted) ?? [] }
    }
  }

  /// Maps the file and passes its index to `body`; nil if the file is missing or unreadable. A
  /// missing file is no error, because the database has all its data.
  func withFile<Result>(
    _ body: (CoverIndex?) throws(StoreError) -> Result
  ) throws(StoreError) -> Result {
    guard let file = try? MappedFile(path) else { return try body(nil) }
    return try file.withBytes { (bytes) throws(StoreError) in
      try body(CoverIndex(reading: bytes))
    }
  }

  /// Whether the last cover in the file is the same in the database. They differ if the database
  /// was replaced or restored from a backup.
  func isOfThisDatabase(
    _ facts: IndexFacts, _ store: borrowing Store
  ) throws(StoreError) -> Bool {
    guard facts.rows > 0 else { return true }
    guard let cover = try store.cover(facts.highest) else { return false }
    return Self.checksum(of: cover) == facts.checksum
  }

  /// The index of all covers with ids above `id`, and the facts about these covers.
  static func gathered(
    after id: Int64, in store: borrowing Store
  ) throws(StoreError) -> (builder: CoverIndexBuilder, facts: IndexFacts) {
    var builder = CoverIndexBuilder()
    var facts = IndexFacts()
    try store.eachCover(after: id) { cover in
      if let fingerprint = Fingerprint(bytes: cover.fingerprint) {
        builder.add(fingerprint, for: cover.id)
      }
      facts = IndexFacts(rows: facts.rows + 1, highest: cover.id, checksum: checksum(of: cover))
    }
    return (builder, facts)
  }

  /// FNV-1a hash of the first 64 bytes of a cover's fingerprint, of its length and of the cover's
  /// id.
  private static func checksum(of cover: KnownCover) -> UInt64 {
    let seed =
      0xCBF2_9CE4_8422_2325 ^ UInt64(bitPattern: cover.id) ^ UInt64(cover.fingerprint.count)
    return cover.fingerprint.prefix(64).reduce(seed) { ($0 ^ UInt64($1)) &* 0x100_0000_01B3 }
  }
}
